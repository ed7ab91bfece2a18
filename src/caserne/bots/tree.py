"""The tree of the Monte-Carlo tree search: its nodes, and which child an iteration visits.

A node stands for what the searching seat sees after a sequence of actions, and has a value for every seat. If nothing
is hidden, the children of a node are its legal actions. Otherwise every iteration draws a world that fits what the seat
knows; the children of a node are then the actions that were legal in any world so far, and below each action there is
one node for every view of the seat that it has led to.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from caserne.core.kernel.compiled import kernel, rule
from caserne.core.kernel.layout import CHANCE, MAX_SEATS
from caserne.core.kernel.rng import below

ROOT = 0
NONE = 0
"""As a child or sibling; the root is neither."""

NODE = np.dtype(
    (
        np.record,
        [
            ("value", np.float64, MAX_SEATS),  # summed over the visits
            ("action", np.int32),  # the action that leads here, or the hash of the seat's view after it
            ("child", np.int32),  # the first one
            ("sibling", np.int32),  # the next one
            ("visits", np.int32),
            ("availability", np.int32),  # how often it was legal when its parent was visited, if worlds differ
            ("world", np.int32),  # the last iteration in which it was legal
            ("prior", np.float32),
            ("guess", np.float32),  # the prior value, for the actor before it
        ],
    )
)

PLAN = np.dtype(
    (
        np.record,
        [
            ("explore", np.float64),  # the weight of exploration
            ("urgency", np.float64),  # how much lower than its parent's an untried move's value is assumed to be
            ("order", np.float64),  # the difference in `order` that makes a prior e times as large; 0: none does
            (
                "preview",
                np.float64,
            ),  # the difference in the evaluation after the move that does; 0: it is not evaluated
            ("trust", np.float64),  # weight of the prior value, in visits
            ("playout", np.float64),  # the weight of a playout in the value of a leaf, beside the evaluation
            ("careless", np.float64),  # the share of random moves in playouts
            ("horizon", np.int64),  # the most moves of a playout
            ("seat", np.int32),  # whose knowledge the search has
            ("learned", np.bool_),  # leaves are valued by what the room has learned, instead of its evaluation
            ("bounds", np.bool_),  # UCB1 with every move tried once, instead of PUCT
            ("blind", np.bool_),  # a playout that reaches the horizon is a draw, instead of evaluated
            ("hidden", np.bool_),  # whether worlds differ
            ("believes", np.bool_),  # worlds are drawn by likelihood, instead of evenly
            ("paranoid", np.bool_),  # all others play against the seat, instead of for themselves
        ],
    )
)
"""The settings of a search."""

Array = np.ndarray[Any, Any]


class Workspace(NamedTuple):
    """What one search reads and writes."""

    plan: Array
    known: Array
    """The seat's view, from which every iteration begins."""
    clues: Array
    """What the seat has learned about hidden things (`Game.clues`)."""
    root_past: Array
    nodes: Array
    tally: Array
    """[nodes in use, iterations done, depth of the deepest path]."""
    empty: Array
    state: Array
    past: Array
    trial: Array
    trial_past: Array
    moves: Array
    guesses: Array
    """The prior value of each of the moves."""
    empty_view: Array
    seen: Array
    seen_words: Array
    """The same memory as `seen`, as numbers."""
    child_by_action: Array
    path: Array
    worth: Array
    """By seat: the value of a leaf, and of the end of a playout."""
    dice: Array


USED, DONE, DEPTH = 0, 1, 2
"""Indices of `Workspace.tally`."""
DEEPEST = 256


@rule
def add_child(w, parent, action):
    """Add a first child to a node and return it, or NONE if the tree is full."""
    child = w.tally[USED]
    if child >= w.nodes.size:
        return NONE
    w.tally[USED] += 1
    node = w.nodes[child]
    for seat in range(MAX_SEATS):
        node.value[seat] = 0.0
    node.action = action
    node.child = NONE
    node.sibling = w.nodes[parent].child
    node.visits = 0
    node.availability = 0
    node.world = 0
    node.prior = 1.0
    node.guess = 0.0
    w.nodes[parent].child = child
    return child


@rule
def weight_of(advantage, scale):
    """Return the unnormalised prior of a move with an advantage; an advantage of `scale` makes it e times as large."""
    return np.exp(min(max(advantage / scale, -30.0), 30.0))


@rule
def choose_child(w, node, actor, shifting):
    """Choose the child to visit, or NONE; if children are `shifting`, only those that are legal in this world."""
    if actor == CHANCE:
        return choose_result(w, node, shifting)
    return choose_move(w, node, actor, shifting)


@rule
def choose_result(w, node, shifting):
    """Choose a die result among those with the fewest visits, so that all have the same weight soon."""
    chosen, ties = NONE, 1
    child = w.nodes[node].child
    while child != NONE:
        each = w.nodes[child]
        if not shifting or each.world == w.tally[DONE]:
            if chosen == NONE or each.visits < w.nodes[chosen].visits:
                chosen, ties = child, 1
            elif each.visits == w.nodes[chosen].visits:
                ties += 1
                if below(w.dice, ties) == 0:
                    chosen = child
        child = each.sibling
    return chosen


@rule
def choose_move(w, node, actor, shifting):
    """Choose the child with the highest PUCT or UCB1 score for the actor; equal ones by lot."""
    plan, parent = w.plan[0], w.nodes[node]
    judge, sign = actor, 1.0
    if plan.paranoid and actor != plan.seat:
        judge, sign = plan.seat, -1.0
    standing = sign * parent.value[judge] / max(parent.visits, 1)
    mass = available_mass(w, node) if shifting else 1.0
    chosen, best, ties = NONE, -np.inf, 1
    child = parent.child
    while child != NONE:
        each = w.nodes[child]
        if not shifting or each.world == w.tally[DONE]:
            total, trials = sign * each.value[judge], float(each.availability if shifting else parent.visits)
            if plan.bounds:
                score = ucb1_score(plan, each, total, trials)
            else:
                score = puct_score(plan, each, total, trials, standing, mass)
            if score > best:
                chosen, best, ties = child, score, 1
            elif score == best:
                ties += 1
                if below(w.dice, ties) == 0:
                    chosen = child
        child = each.sibling
    return chosen


@rule
def ucb1_score(plan, node, total, trials):
    """The mean value plus the UCB1 bonus; infinite without a visit."""
    if node.visits == 0:
        return np.inf
    return total / node.visits + plan.explore * np.sqrt(np.log(trials) / node.visits)


@rule
def puct_score(plan, node, total, trials, standing, mass):
    """The mean value, mixed with the prior value, plus the PUCT bonus."""
    expected = node.guess if plan.preview else standing
    score = expected - plan.urgency
    if node.visits:
        score = (total + plan.trust * expected) / (node.visits + plan.trust)
    return score + plan.explore * node.prior / mass * np.sqrt(trials) / (1 + node.visits)


@rule
def available_mass(w, node):
    """Sum the priors of the moves that are legal in this world."""
    mass = 0.0
    child = w.nodes[node].child
    while child != NONE:
        each = w.nodes[child]
        if each.world == w.tally[DONE]:
            mass += each.prior
        child = each.sibling
    return mass


@rule
def back_up(w, length):
    """Add the value of a leaf to all nodes of the path."""
    for step in range(length):
        node = w.nodes[w.path[step]]
        node.visits += 1
        for seat in range(MAX_SEATS):
            node.value[seat] += w.worth[0, seat]
    w.tally[DEPTH] = max(w.tally[DEPTH], length - 1)


@rule
def view_hash(w):
    """Return a number for what the seat sees now."""
    key = 2166136261
    for word in range(w.seen_words.size):
        key = (key ^ (int(w.seen_words[word]) & 0xFFFFFFFF)) * 16777619 & 0xFFFFFFFF
        key ^= key >> 15
    return key & 0x7FFFFFFF


@kernel
@rule
def list_children(w, node, found):
    """Write the children of a node into `found`, the first one last, and return their number."""
    count = 0
    child = w.nodes[node].child
    while child != NONE and count < found.size:
        found[count] = child
        count += 1
        child = w.nodes[child].sibling
    return count
