"""One iteration of the Monte-Carlo tree search in compiled code, made once per room."""

from __future__ import annotations

from functools import cache

from caserne.bots.default_rules import any_move, no_order
from caserne.bots.tree import (
    DEEPEST,
    DONE,
    NONE,
    ROOT,
    USED,
    add_child,
    back_up,
    choose_child,
    view_hash,
    weight_of,
)
from caserne.bots.worlds import even_worlds
from caserne.core.game.rules import Rules
from caserne.core.kernel.compiled import Kernel, kernel, rule
from caserne.core.kernel.header import copy_past
from caserne.core.kernel.layout import CHANCE, OVER
from caserne.core.kernel.rng import below


@cache
def make_search(rules: Rules) -> Kernel:
    """search(o, w, iterations): grow the tree of a workspace, for one room."""
    legal, apply, returns, evaluate = rules.legal, rules.apply, rules.returns, rules.evaluate
    learned = rules.learned or evaluate
    observe, deal = rules.observe, even_worlds(rules)
    believe = rules.believe or deal
    order, pick = rules.order or no_order, rules.pick or any_move
    past_per_action = rules.past_per_action

    @rule
    def has_room(w):
        """Whether `past` has room for one more action."""
        return w.state[0].remembered + past_per_action <= w.past.size

    @rule
    def try_each(o, s, past, moves, count, trial, trial_past, values):
        """In place of `preview`: evaluate the state after each move."""
        for n in range(count):
            trial[0] = s
            copy_past(s, past, trial_past)
            apply(o, trial[0], trial_past, int(moves[n]))
            values[n] = evaluate(o, trial[0], s.actor)

    preview_moves = rules.preview or try_each

    @rule
    def preview(o, w, node, first, end):
        """Set the prior value of some moves of a node: by evaluation, and as much more as was learned of the node."""
        s, moves, guesses = w.state[0], w.moves[first:end], w.guesses[first:end]
        preview_moves(o, s, w.past, moves, end - first, w.trial, w.trial_past, guesses)
        if w.plan[0].learned:
            visits = w.nodes[node].visits
            standing = w.nodes[node].value[s.actor] / visits if visits else learned(o, s, s.actor)
            surplus = standing - evaluate(o, s, s.actor)
            for n in range(guesses.size):
                guesses[n] = min(max(guesses[n] + surplus, -1.0), 1.0)

    @rule
    def set_prior(o, w, child, guess):
        """Set the unnormalised prior of a move, and its prior value."""
        plan, node = w.plan[0], w.nodes[child]
        if plan.order:
            node.prior = weight_of(order(o, w.state[0], w.past, int(node.action)), plan.order)
        if plan.preview:
            node.guess = guess
            node.prior *= weight_of(guess, plan.preview)

    @rule
    def expand(o, w, node):
        """Add a child for every legal action; return False if the tree is full."""
        count = legal(o, w.state[0], w.past, w.moves)
        if w.tally[USED] + count > w.nodes.size:
            return False
        chance, mass = w.state[0].actor == CHANCE, 0.0
        if w.plan[0].preview and not chance:
            preview(o, w, node, 0, count)
        for n in range(count):
            child = add_child(w, node, int(w.moves[n]))
            if not chance:
                set_prior(o, w, child, w.guesses[n])
            mass += w.nodes[child].prior
        child = w.nodes[node].child
        while child != NONE:
            w.nodes[child].prior /= mass
            child = w.nodes[child].sibling
        return True

    @rule
    def widen(o, w, node):
        """Mark the children that are legal in this world, and add those that are new."""
        child = w.nodes[node].child
        while child != NONE:
            w.child_by_action[w.nodes[child].action] = child
            child = w.nodes[child].sibling
        for n in range(legal(o, w.state[0], w.past, w.moves)):
            child = w.child_by_action[w.moves[n]]
            if child == NONE:
                child = add_child(w, node, int(w.moves[n]))
                if child != NONE and w.state[0].actor != CHANCE:
                    if w.plan[0].preview:
                        preview(o, w, node, n, n + 1)
                    set_prior(o, w, child, w.guesses[n])
            if child != NONE:
                w.nodes[child].world = w.tally[DONE]
                w.nodes[child].availability += 1
        child = w.nodes[node].child
        while child != NONE:
            w.child_by_action[w.nodes[child].action] = NONE
            child = w.nodes[child].sibling

    @rule
    def child_for_view(o, w, node):
        """Return the child of an action for what the seat sees now, or NONE if the tree is full."""
        w.seen[0] = w.empty_view[0]
        observe(o, w.state[0], w.plan[0].seat, w.seen[0])
        key = view_hash(w)
        child = w.nodes[node].child
        while child != NONE and w.nodes[child].action != key:
            child = w.nodes[child].sibling
        return child if child != NONE else add_child(w, node, key)

    @rule
    def descend(o, w):
        """Go down the tree to a leaf, leave its state in `w.state` and return the length of the path."""
        plan, s = w.plan[0], w.state[0]
        node, length = ROOT, 1
        w.path[0] = ROOT
        while s.actor != OVER and length + 2 < DEEPEST and has_room(w):
            tried = node == ROOT or w.nodes[node].visits > 0
            shifting = plan.hidden and s.actor != plan.seat
            if not tried:
                break
            if shifting:
                widen(o, w, node)
            elif w.nodes[node].child == NONE and not expand(o, w, node):
                break
            node = choose_child(w, node, s.actor, shifting)
            if node == NONE:
                break
            w.path[length] = node
            length += 1
            apply(o, s, w.past, int(w.nodes[node].action))
            if plan.hidden:
                node = child_for_view(o, w, node)
                if node == NONE:
                    break
                w.path[length] = node
                length += 1
        return length

    @rule
    def play_out(o, w):
        """Make the moves of a playout until the game ends or the horizon is reached."""
        plan, s = w.plan[0], w.state[0]
        horizon = s.ply + plan.horizon
        while s.actor != OVER and s.ply < horizon and has_room(w):
            count = legal(o, s, w.past, w.moves)
            if s.actor == CHANCE or below(w.dice, 1000) < plan.careless * 1000:
                n = below(w.dice, count)
            else:
                n = pick(o, s, w.past, w.moves, count, w.dice)
            apply(o, s, w.past, int(w.moves[n]))

    @rule
    def value_for_all(o, w, worth):
        """Write the result or the evaluation for every seat; with two seats the values add up to 0."""
        s = w.state[0]
        if s.actor == OVER:
            returns(o, s, worth)
        elif o.seats == 2:
            worth[0] = learned(o, s, 0) if w.plan[0].learned else evaluate(o, s, 0)
            worth[1] = -worth[0]
        else:
            for seat in range(o.seats):
                worth[seat] = learned(o, s, seat) if w.plan[0].learned else evaluate(o, s, seat)

    @rule
    def value_leaf(o, w):
        """Fill `w.worth[0]`: the result, the evaluation, the outcome of a playout or a mixture of these."""
        plan, s = w.plan[0], w.state[0]
        over = s.actor == OVER
        if over or plan.playout < 1.0:
            value_for_all(o, w, w.worth[0])
        if over or plan.playout == 0.0:
            return
        play_out(o, w)
        if s.actor == OVER or not plan.blind:
            value_for_all(o, w, w.worth[1])
        else:
            for seat in range(o.seats):
                w.worth[1, seat] = 0.0
        for seat in range(o.seats):
            w.worth[0, seat] += plan.playout * (w.worth[1, seat] - w.worth[0, seat])

    @rule
    def draw_world(o, w):
        """Start from a state that fits what the seat knows, with the past that led there."""
        w.state[0] = w.empty[0]
        if w.plan[0].believes:
            believe(o, w.known[0], w.clues, w.plan[0].seat, w.state[0], w.dice)
        else:
            deal(o, w.known[0], w.clues, w.plan[0].seat, w.state[0], w.dice)
        for word in range(w.root_past.size):
            w.past[word] = w.root_past[word]

    @rule
    def search(o, w, iterations):
        for _ in range(iterations):
            w.tally[DONE] += 1
            draw_world(o, w)
            length = descend(o, w)
            value_leaf(o, w)
            back_up(w, length)

    return kernel(search)
