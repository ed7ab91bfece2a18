"""The compiled part of the tree search with a network, made once per room.

It goes down the tree of `tree` to positions that have no moves in it yet, several at a time, and writes what the seat
to act observes there. The network predicts them together; then they get their moves, each with the prior that the
policy gives it, and their values are backed up. Until then each path counts as lost for everybody, so that the next one
goes elsewhere.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np

from caserne.bots.tree import DONE, NONE, ROOT, USED, add_child, back_up, choose_child
from caserne.core.game.features import Features
from caserne.core.game.rules import Rules
from caserne.core.kernel.compiled import Kernel, kernel, rule
from caserne.core.kernel.header import copy_past
from caserne.core.kernel.layout import CHANCE, MAX_SEATS, OVER

PRIOR_STEPS = 1 << 20
"""Priors are rounded to so many steps: machines compute powers a little differently."""

Array = np.ndarray[Any, Any]


class NetWorkspace(NamedTuple):
    """What one search reads and writes; the first fields as in `tree.Workspace`."""

    plan: Array
    nodes: Array
    tally: Array
    dice: Array
    moves: Array
    path: Array
    worth: Array
    root: Array
    """The state from which every path begins."""
    root_past: Array
    state: Array
    past: Array
    memory: Array
    """Empty: games without secrets need none, see `Features.memory`."""
    seen: Array
    empty_view: Array
    paths: Array
    """The paths to the leaves that wait for the network."""
    lengths: Array
    counts: Array
    """How many moves each of them has."""
    actions: Array
    outputs: Array
    """The outputs of these moves."""
    seats: Array
    cells: Array
    scalars: Array


@cache
def make_gatherer(rules: Rules, features: Features) -> Kernel:
    """gather(o, w, most) -> how many leaves wait for the network after at most so many iterations, for one room."""
    legal, apply, returns, observe = rules.legal, rules.apply, rules.returns, rules.observe
    cell_bits, fill_scalars, output_of = features.cell_bits, features.fill_scalars, features.output_of

    @rule
    def begin(w):
        """Start from the root again."""
        w.state[0] = w.root[0]
        copy_past(w.root[0], w.root_past, w.past)

    @rule
    def add_results(o, w, node):
        """Add a child for every die result; return False if the tree is full."""
        count = legal(o, w.state[0], w.past, w.moves)
        if w.tally[USED] + count > w.nodes.size:
            return False
        for n in range(count):
            add_child(w, node, int(w.moves[n]))
        return True

    @rule
    def descend(o, w):
        """Go down the tree until a seat is to act that has no moves in it, or the game is over; return the length of
        the path. A path that the tree cannot hold ends earlier."""
        s, node, length = w.state[0], ROOT, 1
        w.path[0] = ROOT
        while s.actor != OVER and length < w.path.size:
            if w.nodes[node].child == NONE and (s.actor != CHANCE or not add_results(o, w, node)):
                break
            node = choose_child(w, node, s.actor, False)
            w.path[length] = node
            length += 1
            apply(o, s, w.past, int(w.nodes[node].action))
        return length

    @rule
    def is_waiting(w, node, waiting):
        """Whether a leaf is among those that wait for the network."""
        found = False
        for n in range(waiting):
            found = found or w.paths[n, w.lengths[n] - 1] == node
        return found

    @rule
    def write_leaf(o, w, n, length):
        """Write down a path, and what the seat to act observes at its end."""
        s, view, seat = w.state[0], w.seen[0], int(w.state[0].actor)
        w.seen[0] = w.empty_view[0]
        observe(o, s, seat, view)
        w.seats[n], w.lengths[n] = seat, length
        for step in range(length):
            w.paths[n, step] = w.path[step]
        w.counts[n] = min(legal(o, s, w.past, w.moves), w.actions.shape[1])
        for each in range(w.counts[n]):
            w.actions[n, each] = w.moves[each]
            w.outputs[n, each] = output_of(o, view, seat, int(w.moves[each]))
        for cell in range(w.cells.shape[1]):
            w.cells[n, cell] = cell_bits(o, view, w.past, w.memory[0], seat, cell)
        fill_scalars(o, view, w.past, w.memory[0], seat, w.scalars[n])

    @rule
    def gather(o, w, most):
        waiting = 0
        for _ in range(most):
            begin(w)
            length = descend(o, w)
            if is_waiting(w, w.path[length - 1], waiting):
                break
            w.tally[DONE] += 1
            if w.state[0].actor >= 0:
                write_leaf(o, w, waiting, length)
                count_as_lost(w, waiting, 1)
                waiting += 1
            else:
                value_end(o, w)
                back_up(w, length)
        return waiting

    @rule
    def value_end(o, w):
        """Fill `w.worth[0]` with the result, or with a draw where the tree cannot hold the path as far as a seat."""
        if w.state[0].actor == OVER:
            returns(o, w.state[0], w.worth[0])
        else:
            for seat in range(o.seats):
                w.worth[0, seat] = 0.0

    return kernel(gather)


@kernel
@rule
def back_up_leaves(o, w, waiting, logits, values):
    """Give the leaves that wait their moves, and their paths the values that the network has predicted."""
    for n in range(waiting):
        count_as_lost(w, n, -1)
        leaf = w.paths[n, w.lengths[n] - 1]
        if w.nodes[leaf].child == NONE:
            add_moves(w, leaf, n, logits[n], values[n])
        for seat in range(o.seats):
            w.worth[0, seat] = values[n] if seat == w.seats[n] else -values[n] / (o.seats - 1)
        for step in range(w.lengths[n]):
            w.path[step] = w.paths[n, step]
        back_up(w, int(w.lengths[n]))


@rule
def count_as_lost(w, n, visits):
    """Add visits to the path of a leaf that waits, each lost for every seat."""
    for step in range(w.lengths[n]):
        node = w.nodes[w.paths[n, step]]
        node.visits += visits
        for seat in range(MAX_SEATS):
            node.value[seat] -= visits


@rule
def add_moves(w, leaf, n, logits, value):
    """Add the moves of a leaf with the policy's probabilities as priors, unless the tree is full."""
    if w.tally[USED] + w.counts[n] > w.nodes.size:
        return
    highest = -np.inf
    for each in range(w.counts[n]):
        highest = max(highest, logits[w.outputs[n, each]])
    mass = 0.0
    for each in range(w.counts[n]):
        mass += np.exp(logits[w.outputs[n, each]] - highest)
    for each in range(w.counts[n]):
        child = w.nodes[add_child(w, leaf, int(w.actions[n, each]))]
        child.prior = np.rint(np.exp(logits[w.outputs[n, each]] - highest) / mass * PRIOR_STEPS) / PRIOR_STEPS
        child.guess = value
