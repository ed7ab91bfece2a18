"""Monte-Carlo tree search in compiled code, made once per room: the tree, one iteration, a slice of iterations.

A node stands for what the searching seat sees after a sequence of actions, and is judged for every seat. Where nothing
is hidden the children of a node are its legal actions. Where something is, every iteration imagines a world that fits
what the seat knows; the children of a node are then the actions that were legal in any world so far, and below each
action there is one node for every way in which it can look to the seat.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np

from caserne.bots.worlds import even_worlds
from caserne.core.game.rules import Rules
from caserne.core.kernel.compiled import rule
from caserne.core.kernel.layout import CHANCE, MAX_SEATS, OVER
from caserne.core.kernel.rng import below

ROOT = 0
NONE = 0
"""As a child or sibling; the root is neither."""

NODE = np.dtype(
    (
        np.record,
        [
            ("value", np.float64, MAX_SEATS),  # summed over the visits
            ("action", np.int32),  # the action that leads here, or the key of what the seat then sees
            ("child", np.int32),  # the first one
            ("sibling", np.int32),  # the next one
            ("visits", np.int32),
            ("chances", np.int32),  # how often it could have been visited, where worlds differ
            ("world", np.int32),  # the last iteration in which it could
            ("prior", np.float32),
            ("guess", np.float32),  # what the actor before it may expect of it, as far as one sees at once
        ],
    )
)

PLAN = np.dtype(
    (
        np.record,
        [
            ("explore", np.float64),  # how much an uncertain move attracts
            ("urgency", np.float64),  # how much less than its parent an untried move is thought to be worth
            ("order", np.float64),  # what difference in `order` makes a move e times as promising; 0: all alike
            ("preview", np.float64),  # what difference in the evaluation after it does; 0: nobody looks that far
            ("trust", np.float64),  # as how many visits of a move what it seemed worth before them counts
            ("playout", np.float64),  # the share of playouts, not the evaluation, in the judgement of a leaf
            ("careless", np.float64),  # the share of random moves in playouts; 1: nothing else
            ("horizon", np.int64),  # how many moves a playout lasts at the most
            ("seat", np.int32),  # who searches
            ("bounds", np.bool_),  # UCB1 with every move tried once, in place of PUCT
            ("blind", np.bool_),  # a playout that reaches the horizon is a draw, in place of evaluated
            ("hidden", np.bool_),  # whether worlds differ
            ("believes", np.bool_),  # whether worlds are drawn by what is likely, in place of what is possible
            ("paranoid", np.bool_),  # all others play against the seat, in place of for themselves
        ],
    )
)
"""How a search goes; the same compiled code follows all of them."""

Array = np.ndarray[Any, Any]


class Desk(NamedTuple):
    """What one search reads and writes."""

    plan: Array
    known: Array
    """What the seat sees: where every iteration begins."""
    clues: Array
    """What it has learned besides of what is hidden (`Game.clues`)."""
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
    """By place among `moves`: what may be expected of each."""
    empty_view: Array
    seen: Array
    seen_words: Array
    """The same memory as `seen`, as numbers."""
    child_by_action: Array
    path: Array
    worth: Array
    """By seat: the judgement of a leaf, and of the end of a playout."""
    dice: Array


USED, DONE, DEPTH = 0, 1, 2
"""Places in `Desk.tally`."""
DEEPEST = 256


@rule
def add_child(desk, parent, action):
    """A new first child of a node, or NONE if the tree is full."""
    child = desk.tally[USED]
    if child >= desk.nodes.size:
        return NONE
    desk.tally[USED] += 1
    node = desk.nodes[child]
    for seat in range(MAX_SEATS):
        node.value[seat] = 0.0
    node.action = action
    node.child = NONE
    node.sibling = desk.nodes[parent].child
    node.visits = 0
    node.chances = 0
    node.world = 0
    node.prior = 1.0
    node.guess = 0.0
    desk.nodes[parent].child = child
    return child


@rule
def weight_of(advantage, scale):
    """How promising a move is that has some advantage over others; `scale` makes it e times as promising."""
    return np.exp(min(max(advantage / scale, -30.0), 30.0))


@rule
def choose_result(desk, node, shifting):
    """A die result: one of those that fell least so far, so that all weigh alike as soon as possible."""
    chosen, ties = NONE, 1
    child = desk.nodes[node].child
    while child != NONE:
        each = desk.nodes[child]
        if not shifting or each.world == desk.tally[DONE]:
            if chosen == NONE or each.visits < desk.nodes[chosen].visits:
                chosen, ties = child, 1
            elif each.visits == desk.nodes[chosen].visits:
                ties += 1
                if below(desk.dice, ties) == 0:
                    chosen = child
        child = each.sibling
    return chosen


@rule
def choose_move(desk, node, actor, shifting):
    """The child of a node that promises most to its actor, doubts included."""
    plan, parent = desk.plan[0], desk.nodes[node]
    judge, sign = actor, 1.0
    if plan.paranoid and actor != plan.seat:
        judge, sign = plan.seat, -1.0
    standing = sign * parent.value[judge] / max(parent.visits, 1)
    mass = available_mass(desk, node) if shifting else 1.0
    chosen, best, ties = NONE, -np.inf, 1
    child = parent.child
    while child != NONE:
        each = desk.nodes[child]
        if not shifting or each.world == desk.tally[DONE]:
            visits = each.visits
            chances = float(each.chances if shifting else parent.visits)
            if plan.bounds:
                promise = np.inf
                if visits:
                    promise = sign * each.value[judge] / visits + plan.explore * np.sqrt(np.log(chances) / visits)
            else:
                expected = each.guess if plan.preview else standing
                promise = expected - plan.urgency
                if visits:
                    promise = (sign * each.value[judge] + plan.trust * expected) / (visits + plan.trust)
                promise += plan.explore * each.prior / mass * np.sqrt(chances) / (1 + visits)
            if promise > best:
                chosen, best, ties = child, promise, 1
            elif promise == best:
                ties += 1
                if below(desk.dice, ties) == 0:
                    chosen = child
        child = each.sibling
    return chosen


@rule
def available_mass(desk, node):
    """The sum of the weights of the moves that are legal in this world."""
    mass = 0.0
    child = desk.nodes[node].child
    while child != NONE:
        each = desk.nodes[child]
        if each.world == desk.tally[DONE]:
            mass += each.prior
        child = each.sibling
    return mass


@rule
def remember(desk, length):
    """Add the judgement of a leaf to all nodes of a path."""
    for step in range(length):
        node = desk.nodes[desk.path[step]]
        node.visits += 1
        for seat in range(MAX_SEATS):
            node.value[seat] += desk.worth[0, seat]
    desk.tally[DEPTH] = max(desk.tally[DEPTH], length - 1)


@rule
def key_of_sight(desk):
    """A number for what the seat sees now."""
    key = 2166136261
    for word in range(desk.seen_words.size):
        key = (key ^ (int(desk.seen_words[word]) & 0xFFFFFFFF)) * 16777619 & 0xFFFFFFFF
        key ^= key >> 15
    return key & 0x7FFFFFFF


@rule
def list_children(desk, node, found):
    """Write the children of a node into `found`, the first one last; their number."""
    count = 0
    child = desk.nodes[node].child
    while child != NONE and count < found.size:
        found[count] = child
        count += 1
        child = desk.nodes[child].sibling
    return count


@cache
def make_search(rules: Rules) -> Any:
    """search(o, desk, iterations): let a tree grow, for one room."""
    legal, apply, returns, evaluate = rules.legal, rules.apply, rules.returns, rules.evaluate
    observe, deal = rules.observe, even_worlds(rules)
    believe = rules.believe or deal
    order, pick = rules.order or no_order, rules.pick or any_move
    past_per_action = rules.past_per_action

    @rule
    def has_room(desk):
        """Whether `past` can take one more action."""
        return desk.state[0].remembered + past_per_action <= desk.past.size

    @rule
    def try_each(o, s, past, moves, count, trial, trial_past, values):
        """A room's `preview`, where it has none."""
        for n in range(count):
            trial[0] = s
            for word in range(s.remembered):
                trial_past[word] = past[word]
            apply(o, trial[0], trial_past, int(moves[n]))
            values[n] = evaluate(o, trial[0], s.actor)

    preview_moves = rules.preview or try_each

    @rule
    def preview(o, desk, first, end):
        """Set what the actor may expect after some of the moves on the desk."""
        s, moves, guesses = desk.state[0], desk.moves[first:end], desk.guesses[first:end]
        preview_moves(o, s, desk.past, moves, end - first, desk.trial, desk.trial_past, guesses)

    @rule
    def promise_of(o, desk, child, guess):
        """Set what can be known of a move before it is tried."""
        plan, node = desk.plan[0], desk.nodes[child]
        if plan.order:
            node.prior = weight_of(order(o, desk.state[0], desk.past, int(node.action)), plan.order)
        if plan.preview:
            node.guess = guess
            node.prior *= weight_of(guess, plan.preview)

    @rule
    def expand(o, desk, node):
        """Give a node a child for every legal action; False if the tree is full."""
        count = legal(o, desk.state[0], desk.past, desk.moves)
        if desk.tally[USED] + count > desk.nodes.size:
            return False
        chance, mass = desk.state[0].actor == CHANCE, 0.0
        if desk.plan[0].preview and not chance:
            preview(o, desk, 0, count)
        for n in range(count):
            child = add_child(desk, node, int(desk.moves[n]))
            if not chance:
                promise_of(o, desk, child, desk.guesses[n])
            mass += desk.nodes[child].prior
        child = desk.nodes[node].child
        while child != NONE:
            desk.nodes[child].prior /= mass
            child = desk.nodes[child].sibling
        return True

    @rule
    def widen(o, desk, node):
        """Mark the children that are legal in this world, and add those that are new."""
        child = desk.nodes[node].child
        while child != NONE:
            desk.child_by_action[desk.nodes[child].action] = child
            child = desk.nodes[child].sibling
        for n in range(legal(o, desk.state[0], desk.past, desk.moves)):
            child = desk.child_by_action[desk.moves[n]]
            if child == NONE:
                child = add_child(desk, node, int(desk.moves[n]))
                if child != NONE and desk.state[0].actor != CHANCE:
                    if desk.plan[0].preview:
                        preview(o, desk, n, n + 1)
                    promise_of(o, desk, child, desk.guesses[n])
            if child != NONE:
                desk.nodes[child].world = desk.tally[DONE]
                desk.nodes[child].chances += 1
        child = desk.nodes[node].child
        while child != NONE:
            desk.child_by_action[desk.nodes[child].action] = NONE
            child = desk.nodes[child].sibling

    @rule
    def look(o, desk, node):
        """The child of an action that stands for what the seat sees now; NONE if the tree is full."""
        desk.seen[0] = desk.empty_view[0]
        observe(o, desk.state[0], desk.plan[0].seat, desk.seen[0])
        key = key_of_sight(desk)
        child = desk.nodes[node].child
        while child != NONE and desk.nodes[child].action != key:
            child = desk.nodes[child].sibling
        return child if child != NONE else add_child(desk, node, key)

    @rule
    def descend(o, desk):
        """Go down the tree to a leaf, whose state is then on the desk; the length of the path."""
        plan, s = desk.plan[0], desk.state[0]
        node, length = ROOT, 1
        desk.path[0] = ROOT
        while s.actor != OVER and length + 2 < DEEPEST and has_room(desk):
            tried = node == ROOT or desk.nodes[node].visits > 0
            shifting = plan.hidden and s.actor != plan.seat
            if not tried:
                break
            if shifting:
                widen(o, desk, node)
            elif desk.nodes[node].child == NONE and not expand(o, desk, node):
                break
            if s.actor == CHANCE:
                node = choose_result(desk, node, shifting)
            else:
                node = choose_move(desk, node, s.actor, shifting)
            if node == NONE:
                break
            desk.path[length] = node
            length += 1
            apply(o, s, desk.past, int(desk.nodes[node].action))
            if plan.hidden:
                node = look(o, desk, node)
                if node == NONE:
                    break
                desk.path[length] = node
                length += 1
        return length

    @rule
    def play_on(o, desk):
        """Play quickly until the game ends or the horizon is reached."""
        plan, s = desk.plan[0], desk.state[0]
        horizon = s.ply + plan.horizon
        while s.actor != OVER and s.ply < horizon and has_room(desk):
            count = legal(o, s, desk.past, desk.moves)
            if s.actor == CHANCE or below(desk.dice, 1000) < plan.careless * 1000:
                n = below(desk.dice, count)
            else:
                n = pick(o, s, desk.past, desk.moves, count, desk.dice)
            apply(o, s, desk.past, int(desk.moves[n]))

    @rule
    def judge(o, desk, worth):
        """How all seats stand; with two of them, what one gains the other loses."""
        s = desk.state[0]
        if s.actor == OVER:
            returns(o, s, worth)
        elif o.seats == 2:
            worth[0] = evaluate(o, s, 0)
            worth[1] = -worth[0]
        else:
            for seat in range(o.seats):
                worth[seat] = evaluate(o, s, seat)

    @rule
    def judge_leaf(o, desk):
        """Fill `desk.worth[0]`: the result, the evaluation, the outcome of a playout or something in between."""
        plan, s = desk.plan[0], desk.state[0]
        over = s.actor == OVER
        if over or plan.playout < 1.0:
            judge(o, desk, desk.worth[0])
        if over or plan.playout == 0.0:
            return
        play_on(o, desk)
        if s.actor == OVER or not plan.blind:
            judge(o, desk, desk.worth[1])
        else:
            for seat in range(o.seats):
                desk.worth[1, seat] = 0.0
        for seat in range(o.seats):
            desk.worth[0, seat] += plan.playout * (desk.worth[1, seat] - desk.worth[0, seat])

    @rule
    def imagine(o, desk):
        """Put a state that fits what the seat sees on the desk, with the past that led there."""
        desk.state[0] = desk.empty[0]
        if desk.plan[0].believes:
            believe(o, desk.known[0], desk.clues, desk.plan[0].seat, desk.state[0], desk.dice)
        else:
            deal(o, desk.known[0], desk.clues, desk.plan[0].seat, desk.state[0], desk.dice)
        for word in range(desk.root_past.size):
            desk.past[word] = desk.root_past[word]

    @rule
    def search(o, desk, iterations):
        for _ in range(iterations):
            desk.tally[DONE] += 1
            imagine(o, desk)
            length = descend(o, desk)
            judge_leaf(o, desk)
            remember(desk, length)

    return search


@rule
def no_order(o, s, past, action):
    """Where a room does not say which moves look promising."""
    return 0


@rule
def any_move(o, s, past, moves, count, dice):
    """Where a room does not say which moves to make in a playout."""
    return below(dice, count)
