"""Alpha-beta search with quiescence search in one world: a state that fits what a seat knows, taken as the truth.

The search keeps its stack in arrays instead of calling itself. Values are the seat's, which maximises them; the others
minimise them.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np

from caserne.bots.default_rules import all_plausible, no_forcing, no_order
from caserne.core.game.move_lists import list_size, make_lists
from caserne.core.game.rules import Rules
from caserne.core.kernel.compiled import Kernel, Rule, kernel, rule
from caserne.core.kernel.header import copy_past
from caserne.core.kernel.layout import CHANCE, OVER
from caserne.core.kernel.rng import below

UNREALISED_GAIN = 0.9
"""The share of a gain found by quiescence search that counts: the seat does not have it yet."""
LOWEST, HIGHEST = -2.0, 2.0
"""Beyond all evaluations."""
ROOT = 0

FRAME = np.dtype(
    (
        np.record,
        [
            ("alpha", np.float64),
            ("beta", np.float64),
            ("best", np.float64),
            ("standing", np.float64),  # the evaluation, if only forcing moves are searched from here
            ("count", np.int64),  # moves listed
            ("next", np.int64),
        ],
    )
)

Array = np.ndarray[Any, Any]


class Workspace(NamedTuple):
    """Everything that a search writes to, one row a level; nothing is allocated while it runs."""

    states: Array
    """The first is the world to search."""
    pasts: Array
    moves: Array
    scores: Array
    """The order of the moves that are being sorted."""
    frames: Array


def make_workspace(rules: Rules, past: Array, levels: int, past_capacity: int) -> Workspace:
    """Return a workspace for worlds with this past; `past_capacity` is what a level may add to it, in words."""
    pasts = np.zeros((levels, past.size + past_capacity * levels), np.int64)
    pasts[ROOT, : past.size] = past
    return Workspace(
        np.zeros(levels, rules.state),
        pasts,
        make_lists(rules, levels),
        np.zeros(list_size(rules), np.int64),
        np.zeros(levels, FRAME),
    )


@rule
def raise_value(frame, value):
    """Take a value that the seat can reach."""
    frame.best = max(frame.best, value)
    frame.alpha = max(frame.alpha, value)


@rule
def lower_value(frame, value):
    """Take a value to which the others can hold the seat."""
    frame.best = min(frame.best, value)
    frame.beta = min(frame.beta, value)


@rule
def take_value_below(w, level, depth, seat):
    """Update a node with the value of the node below; gains in quiescence search are discounted."""
    frame, value = w.frames[level], w.frames[level + 1].best
    if w.states[level].actor != seat:
        lower_value(frame, value)
    elif level < depth:
        raise_value(frame, value)
    else:
        raise_value(frame, frame.standing + UNREALISED_GAIN * (value - frame.standing))


@rule
def open_window(w, level, depth, seat):
    """Start with the window of the node above, or with a full one if the value will be discounted there."""
    frame, above = w.frames[level], w.frames[level - 1]
    discounted = level > depth and w.states[level - 1].actor == seat
    frame.alpha = LOWEST if discounted else above.alpha
    frame.beta = HIGHEST if discounted else above.beta
    frame.best = LOWEST if w.states[level].actor == seat else HIGHEST
    frame.count = frame.next = 0


@cache
def make_world_search(rules: Rules) -> Kernel:
    """search(o, workspace, roots, values, depth, seat, dice) -> nodes, for one room.

    `values[n]` becomes the value of the world after `roots[n]`. From `depth` on only forcing moves are searched
    (quiescence search), and the actor may also leave the position as it stands. Dice are rolled on the way.
    """
    legal, apply, evaluate = rules.legal, rules.apply, rules.evaluate
    plausible, forcing = rules.plausible or all_plausible, rules.forcing or no_forcing
    sort_moves = _make_sort(rules)

    @rule
    def play_below(o, w, level, action, dice):
        """Play a move from a level to the next, and roll the dice that follow."""
        w.states[level + 1] = w.states[level]
        copy_past(w.states[level], w.pasts[level], w.pasts[level + 1])
        s, past, moves = w.states[level + 1], w.pasts[level + 1], w.moves[level + 1]
        apply(o, s, past, action)
        while s.actor == CHANCE:
            apply(o, s, past, int(moves[below(dice, legal(o, s, past, moves))]))

    @rule
    def stand_pat(o, w, level, seat):
        """Evaluate a node: the value that its actor has without a further move."""
        s, frame = w.states[level], w.frames[level]
        frame.best = frame.standing = evaluate(o, s, seat)
        if s.actor == seat:
            raise_value(frame, frame.standing)
        else:
            lower_value(frame, frame.standing)

    @rule
    def list_moves(o, w, level, depth, seat):
        s, past, moves = w.states[level], w.pasts[level], w.moves[level]
        if level >= depth:
            count = forcing(o, s, past, moves, seat)
        else:
            count = plausible(o, s, moves, legal(o, s, past, moves), seat)
        sort_moves(o, s, past, moves, w.scores, count)
        return count

    @rule
    def open_node(o, w, level, depth, seat):
        """Give a node its window, its value if the search may end here, and its moves if it need not."""
        frame, over = w.frames[level], w.states[level].actor == OVER
        open_window(w, level, depth, seat)
        if over or level >= depth:
            stand_pat(o, w, level, seat)
        if not over and level < w.states.size - 1 and frame.alpha < frame.beta:
            frame.count = list_moves(o, w, level, depth, seat)

    @rule
    def search_move(o, w, action, depth, seat, dice):
        """Search one move of the root and return the number of nodes; its value is then that of the level below."""
        w.frames[ROOT].alpha, w.frames[ROOT].beta = LOWEST, HIGHEST
        play_below(o, w, ROOT, action, dice)
        level, nodes = ROOT + 1, 1
        open_node(o, w, level, depth, seat)
        while True:
            frame = w.frames[level]
            if frame.next < frame.count and frame.alpha < frame.beta:
                frame.next += 1
                play_below(o, w, level, int(w.moves[level, frame.next - 1]), dice)
                level += 1
                nodes += 1
                open_node(o, w, level, depth, seat)
            elif level == ROOT + 1:
                return nodes
            else:
                level -= 1
                take_value_below(w, level, depth, seat)

    @rule
    def search(o, w, roots, values, depth, seat, dice):
        nodes = 0
        for n in range(roots.size):
            nodes += search_move(o, w, int(roots[n]), depth, seat, dice)
            values[n] = w.frames[ROOT + 1].best
        return nodes

    return kernel(search)


def _make_sort(rules: Rules) -> Rule:
    """sort_moves(o, s, past, moves, scores, count): the most promising first, by the room's `order`."""
    order = rules.order or no_order

    @rule
    def sort_moves(o, s, past, moves, scores, count):
        for n in range(count):
            action = int(moves[n])
            score, place = order(o, s, past, action), n
            while place and scores[place - 1] < score:
                moves[place], scores[place] = moves[place - 1], scores[place - 1]
                place -= 1
            moves[place], scores[place] = action, score

    return sort_moves
