"""The compiled heart of the alpha-beta engine: one search of one position to one depth, made per room by a factory.

The search keeps its stack in arrays instead of calling itself. So it can stop after any number of nodes and go on
later, which is how a clock ends it without being looked at from inside.

A value is what the actor of a node may expect: up to FULL by the room's evaluation, above that for wins, the sooner
the higher. A level whose actor acts again below does not turn the sign. A die that must fall ends a line, as does the
horizon: the evaluation speaks there.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np

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
from caserne.core.kernel.compiled import Rule, rule
from caserne.core.kernel.layout import CHANCE, OVER

FULL = 10_000
"""What an evaluation of 1 is worth."""
WON = 30_000
"""A won game; every level on the way there takes one off."""
DECIDED = 20_000
"""Values beyond this are won or lost for certain."""
INFINITE = 32_000

DEEPEST = 100
"""Levels that a search has room for."""
ROOT = 0
"""The level of the position that is asked about, which the caller looks after; the search begins below it."""

UNOPENED = -1
NO_ACTION = 0xFFFFFFFF

HINTED, KILLER = 1 << 40, 1 << 38
"""The places in the order of moves that come before all others."""
ORDER_UNIT = 2048
"""What one point of a room's `order` weighs beside the history of a move, which stays below HISTORY."""
HISTORY = 1 << 14

FRAME = np.dtype(
    (
        np.record,
        [
            ("key", np.int64),
            ("choice", np.int64),  # the best action so far
            ("alpha", np.int32),
            ("beta", np.int32),
            ("floor", np.int32),  # alpha as it was given
            ("best", np.int32),
            ("depth", np.int32),
            ("reduced", np.int32),  # how many levels less than the whole depth this visit goes
            ("count", np.int32),  # moves listed, 0 where the value is known at once, UNOPENED before that
            ("next", np.int32),
            ("mover", np.int32),  # whose value it is: the actor, or who acted last where no seat acts
        ],
    )
)
NODES, LEVEL, AGE, REDUCES = range(4)
"""What stands in `progress`: nodes looked at, where the search is, the age of this search, whether it is selective."""
UNFINISHED = INFINITE + 1


class Workspace(NamedTuple):
    """Everything that a search writes to; nothing is allocated while it runs."""

    states: Any
    words: Any
    """The same states as 32-bit words."""
    hashed: Any
    """Which of these words make the key."""
    pasts: Any
    """One row a level, or a single one where the room can `retract`."""
    moves: Any
    promise: Any
    """How soon each of the moves is to be tried, the highest first."""
    frames: Any
    killers: Any
    """By level, the two moves that last refuted what came before."""
    history: Any
    """By seat and action: how often a move was the best, and how deep below it the search went."""
    returns: Any
    progress: Any
    table: Any


def make_workspace(rules: Rules, state: Any, past: Any, table: Any) -> Workspace:
    """A workspace with a position at its root."""
    states = np.zeros(DEEPEST, rules.state)
    states[ROOT] = state
    words = states.view(np.int32).reshape(DEEPEST, -1)
    fields: Any = rules.state.fields
    unhashed = [fields[name][1] // 4 for name in ("ply", "remembered")]
    pasts = np.zeros((1 if rules.retract else DEEPEST, past.size + DEEPEST * rules.past_per_action), np.int64)
    pasts[ROOT, : past.size] = past
    return Workspace(
        states,
        words,
        np.array([word for word in range(words.shape[1]) if word not in unhashed]),
        pasts,
        np.zeros((DEEPEST, rules.max_moves), np.int32),
        np.zeros((DEEPEST, rules.max_moves), np.int64),
        np.zeros(DEEPEST, FRAME),
        np.full((DEEPEST, 2), NO_ACTION, np.int64),
        np.zeros((2, rules.actions), np.int32),
        np.zeros(2),
        np.zeros(4, np.int64),
        table,
    )


@rule
def result_value(result, level):
    """Won, drawn or lost, the sooner won the better and the later lost the better."""
    return WON - level if result > 0 else level - WON if result < 0 else 0


@rule
def from_here(value, level):
    """A value as the table keeps it: a win is so far from the position, not from where the search began."""
    return value + level if value > DECIDED else value - level if value < -DECIDED else value


@rule
def from_start(value, level):
    """A value of the table as it counts at a level of this search."""
    return value - level if value > DECIDED else value + level if value < -DECIDED else value


@rule
def mixed(key, word):
    key = (key ^ word) * 0x2545F4914F6CDD1D
    return key ^ (key >> 32)


@rule
def answers(frame, value, depth, bound):
    """Whether what is known of a value is all that a node asks for; what is decided holds at any depth."""
    if value >= frame.beta and bound != AT_MOST:
        return depth >= frame.depth or value > DECIDED
    if value <= frame.alpha and bound != AT_LEAST:
        return depth >= frame.depth or value < -DECIDED
    return bound == EXACT and depth >= frame.depth


@rule
def pick_next(moves, promise, first, count):
    """Bring the most promising of the moves not yet tried to the front of them."""
    best = first
    for n in range(first + 1, count):
        if promise[n] > promise[best]:
            best = n
    moves[first], moves[best] = moves[best], moves[first]
    promise[first], promise[best] = promise[best], promise[first]
    return int(moves[first])


@rule
def note_success(w, level, frame):
    """A move was too good for the other side: try it early elsewhere, and those tried before it late."""
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
    """Move a record towards the bonus's end of the scale, the less the nearer it is."""
    record = int(history[mover, action])
    history[mover, action] = record + 32 * bonus - record * abs(bonus) * 32 // HISTORY


@rule
def reduction(frame, depth):
    """How many levels to spare on a late move at first; if it turns out well, it is searched in full."""
    if depth < 3 or frame.next < 4:
        return 0
    return 1 + int(depth >= 6 and frame.next >= 8)


@rule
def open_window(frame, below, beta):
    """Ask the node below whether it is worth more than alpha, and by how much up to beta."""
    turned = below.mover != frame.mover
    below.alpha = below.floor = -beta if turned else frame.alpha
    below.beta = -frame.alpha if turned else beta
    below.depth = frame.depth - 1 - below.reduced
    below.count = UNOPENED


@rule
def acting_below(w, level):
    """Whose value the node below is: its actor's, or still that of this level where no seat acts."""
    actor = int(w.states[level + 1].actor)
    return actor if actor >= 0 else int(w.frames[level].mover)


@rule
def value_below(w, level):
    """The value of the node below, for the mover of this level."""
    value = int(w.frames[level + 1].best)
    return value if w.frames[level + 1].mover == w.frames[level].mover else -value


@rule
def close_node(w, level):
    """Remember what was found out about a node that had moves."""
    frame = w.frames[level]
    if frame.best >= frame.beta:
        note_success(w, level, frame)
    bound = AT_LEAST if frame.best >= frame.beta else EXACT if frame.best > frame.floor else AT_MOST
    value = from_here(int(frame.best), level)
    word = pack(int(frame.choice), value, int(frame.depth), bound, w.progress[AGE])
    keep(w.table, frame.key, word)


@rule
def unordered(o, s, past, action):
    return 0


class Search(NamedTuple):
    """The compiled search of one room."""

    begin: Rule
    """begin(o, workspace, action, depth, alpha, beta): make a move at the root, to be searched within a window."""
    search: Rule
    """search(o, workspace, limit) -> value: go on with that move; UNFINISHED after so many nodes, else its value."""
    key_of: Rule
    """key_of(o, workspace, level, past): the key under which the table knows the state at a level."""


@cache
def make_search(rules: Rules) -> Search:
    """The search that closes over a room's rules."""
    legal, evaluate, returns = rules.legal, rules.evaluate, rules.returns
    order = rules.order or unordered
    key_of = _make_key(rules)
    play_below, take_back = _make_steps(rules)
    retracts = int(rules.retract is not None)

    @rule
    def leaf_value(o, w, level, mover):
        s = w.states[level]
        if s.actor == OVER:
            returns(o, s, w.returns)
            return result_value(w.returns[mover], level)
        return round(FULL * evaluate(o, s, mover))

    @rule
    def promise_of(o, w, level, past, hint, action):
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
        """Give a node its value if that is known at once, else its moves."""
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
            value = from_start(value_in(known), level)
            if answers(frame, value, depth_in(known), bound_in(known)):
                frame.best = value
                return
        frame.best = -INFINITE
        frame.choice = NO_ACTION
        frame.count = legal(o, s, past, w.moves[level])
        for n in range(frame.count):
            w.promise[level, n] = promise_of(o, w, level, past, hint, int(w.moves[level, n]))

    @rule
    def descend(o, w, level):
        """Make the next move of a level and give the node below its window."""
        frame, below = w.frames[level], w.frames[level + 1]
        action = pick_next(w.moves[level], w.promise[level], int(frame.next), int(frame.count))
        play_below(o, w, level, action)
        below.mover = acting_below(w, level)
        below.reduced = reduction(frame, int(frame.depth)) if w.progress[REDUCES] else 0
        open_window(frame, below, int(frame.alpha) + 1 if frame.next > 0 else int(frame.beta))
        frame.next += 1

    @rule
    def take_in(o, w, level):
        """Learn from the node below; False when it has to be searched again, deeper or with a wider window."""
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
            if level > ROOT and not take_in(o, w, level):
                level += 1
        progress[LEVEL] = level
        if level > ROOT:
            return UNFINISHED
        take_back(o, w, ROOT + 1)
        return value_below(w, ROOT)

    return Search(begin, search, key_of)


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
            for n in range(w.states[level].remembered):
                w.pasts[level + 1, n] = w.pasts[level, n]
            apply(o, w.states[level + 1], w.pasts[level + 1], action)

        @rule
        def take_back(o, w, level):
            pass

    return play_below, take_back


def _make_key(rules: Rules) -> Rule:
    """key_of(o, w, level, past): the room's key, well mixed, or one made of all words of a state that count."""
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
