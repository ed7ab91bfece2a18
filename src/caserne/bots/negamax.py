"""Negamax with alpha-beta in compiled code: one search of one position to one depth, made once per room.

The search keeps its stack in arrays instead of calling itself, so that it can stop after any number of nodes and go on
later: the caller looks at the clock in between.

A value is that of a node's actor: up to FULL by the room's evaluation, above that for wins, sooner ones higher. The
sign does not change between two levels with the same actor. A die roll ends a line like the depth does, with the
evaluation.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from caserne.bots.default_rules import no_order
from caserne.bots.negamax_workspace import (
    AGE,
    DECIDED,
    DEEPEST,
    FULL,
    INFINITE,
    LEARNED,
    LEVEL,
    NO_ACTION,
    NODES,
    REDUCES,
    ROOT,
    UNFINISHED,
    UNOPENED,
    WON,
)
from caserne.bots.transpositions import (
    ABSENT,
    AT_LEAST,
    AT_MOST,
    EXACT,
    action_in,
    bound_in,
    depth_in,
    find,
    keep,
    pack,
    value_in,
)
from caserne.core.game.rules import Rules
from caserne.core.kernel.compiled import Kernel, Rule, kernel, rule
from caserne.core.kernel.header import copy_past
from caserne.core.kernel.layout import CHANCE, OVER

HINTED, KILLER = 1 << 40, 1 << 38
"""Priorities above those of all other moves."""
ORDER_UNIT = 2048
"""The weight of one point of a room's `order` beside the history of a move, which stays below HISTORY."""
HISTORY = 1 << 14

LOW_BITS = 0x7FFFFFFF


@rule
def result_value(result, level):
    """Return the value of a result: sooner wins and later losses are better."""
    return WON - level if result > 0 else level - WON if result < 0 else 0


@rule
def to_table(value, level):
    """Convert a value for the table, which counts the levels of a win from the position instead of the root."""
    return value + level if value > DECIDED else value - level if value < -DECIDED else value


@rule
def from_table(value, level):
    """Convert a value of the table, which counts the levels of a win from the position, to this search's."""
    return value - level if value > DECIDED else value + level if value < -DECIDED else value


@rule
def mixed(key, word):
    """Mix a word into a key of 62 bits; no product overflows, so that interpreted code finds the same keys."""
    mix = int(key) ^ int(word)
    low, high = mix & LOW_BITS, (mix >> 31 ^ mix >> 62) & LOW_BITS
    key = low * 0x2545F491 ^ high * 0x4F6CDD1D
    return key ^ key >> 32


@rule
def answers(frame, value, depth, bound):
    """Whether a known value makes a search of the node needless; certain results hold at any depth."""
    if value >= frame.beta and bound != AT_MOST:
        return depth >= frame.depth or value > DECIDED
    if value <= frame.alpha and bound != AT_LEAST:
        return depth >= frame.depth or value < -DECIDED
    return bound == EXACT and depth >= frame.depth


@rule
def pick_next(moves, priority, first, count):
    """Swap the move of highest priority among those not yet tried to their front and return it."""
    best = first
    for n in range(first + 1, count):
        if priority[n] > priority[best]:
            best = n
    moves[first], moves[best] = moves[best], moves[first]
    priority[first], priority[best] = priority[best], priority[first]
    return int(moves[first])


@rule
def note_cutoff(w, level, frame):
    """Update killers and history after a cut-off: the move rises, those tried before it fall."""
    action = int(frame.choice)
    if w.killers[level, 0] != action:
        w.killers[level, 1] = w.killers[level, 0]
        w.killers[level, 0] = action
    bonus = min(int(frame.depth) * int(frame.depth), 400)
    for n in range(frame.next - 1):
        reward(w.history, int(frame.mover), int(w.moves[level, n]), -bonus)
    reward(w.history, int(frame.mover), action, bonus)


@rule
def reward(history, mover, action, bonus):
    """Move the history of a move towards the end of the scale; steps get smaller near the end."""
    record = int(history[mover, action])
    history[mover, action] = record + 32 * bonus - record * abs(bonus) * 32 // HISTORY


@rule
def reduction(frame, depth):
    """Return by how many levels a late move is reduced at first; if it raises alpha, it is searched in full."""
    if depth < 3 or frame.next < 4:
        return 0
    return 1 + int(depth >= 6 and frame.next >= 8)


@rule
def open_window(frame, below, beta):
    """Give the node below the window from alpha to `beta`, from its mover's side."""
    turned = below.mover != frame.mover
    below.alpha = below.floor = -beta if turned else frame.alpha
    below.beta = -frame.alpha if turned else beta
    below.depth = frame.depth - 1 - below.reduced
    below.count = UNOPENED


@rule
def acting_below(w, level):
    """Return the mover of the node below: its actor, or that of this level if no seat acts."""
    actor = int(w.states[level + 1].actor)
    return actor if actor >= 0 else int(w.frames[level].mover)


@rule
def value_below(w, level):
    """Return the value of the node below for the mover of this level."""
    value = int(w.frames[level + 1].best)
    return value if w.frames[level + 1].mover == w.frames[level].mover else -value


@rule
def close_node(w, level):
    """Store the result of a node that had moves in the table."""
    frame = w.frames[level]
    if frame.best >= frame.beta:
        note_cutoff(w, level, frame)
    bound = AT_LEAST if frame.best >= frame.beta else EXACT if frame.best > frame.floor else AT_MOST
    value = to_table(int(frame.best), level)
    word = pack(int(frame.choice), value, int(frame.depth), bound, w.progress[AGE])
    keep(w.table, frame.key, word)


class Search(NamedTuple):
    """The compiled search of one room."""

    begin: Kernel
    """begin(o, workspace, action, depth, alpha, beta): make a move at the root, to be searched within a window."""
    search: Kernel
    """search(o, workspace, limit) -> value: continue with that move; UNFINISHED after `limit` nodes, else its value."""
    find_known: Kernel
    """find_known(o, workspace, level, past): the packed word of the state at a level in the table, or ABSENT."""


@cache
def make_search(rules: Rules) -> Search:
    """Return the search that closes over a room's rules."""
    legal, evaluate, returns = rules.legal, rules.evaluate, rules.returns
    learned = rules.learned or evaluate
    order = rules.order or no_order
    key_of = _make_key(rules)
    play_below, take_back = _make_steps(rules)
    retracts = int(rules.retract is not None)

    @rule
    def leaf_value(o, w, level, mover):
        s = w.states[level]
        if s.actor == OVER:
            returns(o, s, w.returns)
            return result_value(w.returns[mover], level)
        return round(FULL * (learned(o, s, mover) if w.progress[LEARNED] else evaluate(o, s, mover)))

    @rule
    def priority_of(o, w, level, past, hint, action):
        if action == hint:
            return HINTED
        if action == w.killers[level, 0]:
            return KILLER + 1
        if action == w.killers[level, 1]:
            return KILLER
        mover = int(w.frames[level].mover)
        return ORDER_UNIT * order(o, w.states[level], past, action) + w.history[mover, action]

    @rule
    def open_node(o, w, level):
        """Give a node its value if it is known at once, else its moves."""
        s = w.states[level]
        frame = w.frames[level]
        frame.count = frame.next = 0
        if s.actor == OVER or s.actor == CHANCE or frame.depth <= 0 or level == DEEPEST - 1:
            frame.best = leaf_value(o, w, level, int(frame.mover))
            return
        past = w.pasts[0 if retracts else level]
        frame.key = key_of(o, w, level, past)
        known = find(w.table, frame.key)
        hint = NO_ACTION
        if known != ABSENT:
            hint = action_in(known)
            value = from_table(value_in(known), level)
            if answers(frame, value, depth_in(known), bound_in(known)):
                frame.best = value
                return
        frame.best = -INFINITE
        frame.choice = NO_ACTION
        frame.count = legal(o, s, past, w.moves[level])
        for n in range(frame.count):
            w.priority[level, n] = priority_of(o, w, level, past, hint, int(w.moves[level, n]))

    @rule
    def descend(o, w, level):
        """Make the next move of a level and give the node below its window."""
        frame, below = w.frames[level], w.frames[level + 1]
        action = pick_next(w.moves[level], w.priority[level], int(frame.next), int(frame.count))
        play_below(o, w, level, action)
        below.mover = acting_below(w, level)
        below.reduced = reduction(frame, int(frame.depth)) if w.progress[REDUCES] else 0
        open_window(frame, below, int(frame.alpha) + 1 if frame.next > 0 else int(frame.beta))
        frame.next += 1

    @rule
    def take_value_below(o, w, level):
        """Update a node with the value of the node below; return False if that must be searched again in full."""
        frame, below = w.frames[level], w.frames[level + 1]
        value = value_below(w, level)
        narrow = below.beta - below.floor == 1 and frame.beta - frame.alpha > 1
        if value > frame.alpha and (below.reduced or (narrow and value < frame.beta)):
            beta = int(frame.alpha) + 1 if below.reduced and narrow else int(frame.beta)
            below.reduced = 0
            open_window(frame, below, beta)
            return False
        take_back(o, w, level + 1)
        if value > frame.best:
            frame.best = value
            frame.choice = w.moves[level, frame.next - 1]
        frame.alpha = max(frame.alpha, frame.best)
        return True

    @rule
    def begin(o, w, action, depth, alpha, beta):
        root, below = w.frames[ROOT], w.frames[ROOT + 1]
        root.mover = w.states[ROOT].actor
        root.alpha = alpha
        root.depth = depth
        play_below(o, w, ROOT, action)
        below.mover = acting_below(w, ROOT)
        below.reduced = 0
        open_window(root, below, beta)
        w.progress[LEVEL] = ROOT + 1

    @rule
    def search(o, w, limit):
        progress = w.progress
        stop = progress[NODES] + limit
        level = progress[LEVEL]
        while level > ROOT:
            frame = w.frames[level]
            if frame.count == UNOPENED:
                if progress[NODES] >= stop:
                    break
                progress[NODES] += 1
                open_node(o, w, level)
            if frame.next < frame.count and frame.best < frame.beta:
                descend(o, w, level)
                level += 1
                continue
            if frame.count:
                close_node(w, level)
            level -= 1
            if level > ROOT and not take_value_below(o, w, level):
                level += 1
        progress[LEVEL] = level
        if level > ROOT:
            return UNFINISHED
        take_back(o, w, ROOT + 1)
        return value_below(w, ROOT)

    @rule
    def find_known(o, w, level, past):
        return find(w.table, key_of(o, w, level, past))

    return Search(kernel(begin), kernel(search), kernel(find_known))


def _make_steps(rules: Rules) -> tuple[Rule, Rule]:
    """play_below(o, w, level, action) makes a move from a level to the next, take_back(o, w, level) unmakes it."""
    apply, retract = rules.apply, rules.retract

    if retract:

        @rule
        def play_below(o, w, level, action):
            w.states[level + 1] = w.states[level]
            apply(o, w.states[level + 1], w.pasts[0], action)

        @rule
        def take_back(o, w, level):
            retract(o, w.states[level], w.pasts[0])

    else:

        @rule
        def play_below(o, w, level, action):
            w.states[level + 1] = w.states[level]
            copy_past(w.states[level], w.pasts[level], w.pasts[level + 1])
            apply(o, w.states[level + 1], w.pasts[level + 1], action)

        @rule
        def take_back(o, w, level):
            pass

    return play_below, take_back


def _make_key(rules: Rules) -> Rule:
    """key_of(o, w, level, past): the room's key, mixed, or one made of the words of a state in `hashed`."""
    key = rules.key

    if key:

        @rule
        def key_of(o, w, level, past):
            return mixed(mixed(0, key(o, w.states[level], past)), 1)

    else:

        @rule
        def key_of(o, w, level, past):
            mix = 0
            for word in w.hashed:
                mix = mixed(mix, w.words[level, word])
            return mix

    return key_of
