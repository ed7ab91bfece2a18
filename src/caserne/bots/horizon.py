"""Looking a few moves ahead in one world: what each move of a seat leads to if all that is hidden were so."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import numpy as np

from caserne.bots.tree import no_order
from caserne.core.game.rules import Rules
from caserne.core.kernel.compiled import allocating_rule, rule
from caserne.core.kernel.layout import CHANCE, OVER
from caserne.core.kernel.rng import below

IN_THE_BUSH = 0.9
"""What the seat may gain by forcing moves after the search counts less than what it has already: a bird in the hand."""


@cache
def make_horizon(rules: Rules) -> Callable[..., int]:
    """weigh(o, states, pasts, moves, roots, values, depth, seat, dice) -> nodes, for one room.

    `states[0]` is the world; `values[n]` becomes the best evaluation within reach after `roots[n]`: the seat picks the
    best move, the others the worst one for it, and a die is rolled. From `depth` on only forcing moves are followed,
    as far as there are states, and whoever is to move may also leave it at what stands.
    """
    legal, apply, evaluate = rules.legal, rules.apply, rules.evaluate
    order, plausible, forcing = rules.order or no_order, rules.plausible or any_of_them, rules.forcing or none_of_them

    @rule
    def list_best_first(o, s, past, moves, scores, deep, seat):
        count = forcing(o, s, past, moves, seat) if deep else plausible(o, s, moves, legal(o, s, past, moves), seat)
        for n in range(count):
            action = int(moves[n])
            score, place = order(o, s, past, action), n
            while place and scores[place - 1] < score:
                moves[place], scores[place] = moves[place - 1], scores[place - 1]
                place -= 1
            moves[place], scores[place] = action, score
        return count

    @allocating_rule
    def weigh(o, states, pasts, moves, roots, values, depth, seat, dice):
        last = states.size - 1
        counts, tried = np.zeros(last + 1, np.int64), np.zeros(last + 1, np.int64)
        best, low, high = np.zeros(last + 1), np.zeros(last + 1), np.zeros(last + 1)
        stands = np.zeros(last + 1)
        scores = np.zeros(moves.shape[1], np.int64)
        nodes = 0
        for n in range(roots.size):
            low[0], high[0] = -2.0, 2.0
            level, action = 0, int(roots[n])
            while True:
                # One move further; dice fall on the way.
                states[level + 1] = states[level]
                kept = states[level].remembered
                pasts[level + 1, :kept] = pasts[level, :kept]
                level += 1
                s, past = states[level], pasts[level]
                apply(o, s, past, action)
                while s.actor == CHANCE:
                    apply(o, s, past, int(moves[level, below(dice, legal(o, s, past, moves[level]))]))
                nodes += 1
                low[level], high[level] = low[level - 1], high[level - 1]
                if level > depth and states[level - 1].actor == seat:
                    low[level], high[level] = -2.0, 2.0
                counts[level] = tried[level] = 0
                mine = s.actor == seat
                best[level] = -2.0 if mine else 2.0
                if s.actor == OVER or level >= depth:
                    best[level] = stands[level] = evaluate(o, s, seat)
                    if mine:
                        low[level] = max(low[level], best[level])
                    else:
                        high[level] = min(high[level], best[level])
                if s.actor != OVER and level < last and low[level] < high[level]:
                    counts[level] = list_best_first(o, s, past, moves[level], scores, level >= depth, seat)
                # Back to where there is a move left to try.
                while level and (tried[level] == counts[level] or low[level] >= high[level]):
                    value = best[level]
                    level -= 1
                    if level == 0:
                        values[n] = value
                    elif states[level].actor == seat:
                        if level >= depth:
                            value = stands[level] + IN_THE_BUSH * (value - stands[level])
                        best[level] = max(best[level], value)
                        low[level] = max(low[level], value)
                    else:
                        best[level] = min(best[level], value)
                        high[level] = min(high[level], value)
                if level == 0:
                    break
                action = int(moves[level, tried[level]])
                tried[level] += 1
        return nodes

    return weigh


@rule
def any_of_them(o, s, moves, count, seat):
    """Where a room does not say which moves a player would choose who does not know everything."""
    return count


@rule
def none_of_them(o, s, past, moves, seat):
    """Where a room does not say which moves force matters."""
    return 0
