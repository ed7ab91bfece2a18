"""Rules as kernels, for tests that call them so often that interpreting them would take minutes."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from caserne.core.game.game import Game
from caserne.core.game.move_lists import make_lists
from caserne.core.game.position import Position
from caserne.core.game.rules import Rules
from caserne.core.kernel.compiled import Kernel, Rule, kernel, rule
from caserne.core.kernel.layout import OVER
from caserne.core.kernel.rng import generator


@cache
def compiled(rule: Rule) -> Kernel:
    """Return a rule as a kernel, which all tests of a process share."""
    return kernel(rule)


def evaluate(position: Position, seat: int) -> float:
    """Return what a room's evaluation says about a position."""
    game, (state, _) = position.game, position.scratch()
    value: float = compiled(game.rules.evaluate)(game.o, state[0], seat)
    return value


def unlike_the_list(game: Game[Any], games: int, seed: int) -> tuple[int, int]:
    """Play random games; return how many actions were listed, and how many `count` and `nth` miss or have otherwise."""
    rules, states = game.rules, np.zeros(games, game.rules.state)
    states[:] = game.first_state()[0]
    past, lists = np.zeros(max(rules.past, 1), np.int64), make_lists(rules, 2)
    listed, unlike = _compare_lists(rules)(game.o, states, past, lists[0], lists[1], generator(seed))
    return int(listed), int(unlike)


@cache
def _compare_lists(rules: Rules) -> Kernel:
    legal, count, nth, apply, choose = rules.legal, rules.count, rules.nth, rules.apply, rules.runner.choose
    past_per_action = rules.past_per_action

    @rule
    def compare_lists(o, states, past, moves, counted, dice):
        listed = unlike = 0
        for number in range(states.size):
            s = states[number]
            while s.actor != OVER and s.remembered + past_per_action <= past.size:
                actions = legal(o, s, past, moves)
                listed += actions
                unlike += abs(count(o, s, past, counted) - actions)
                for n in range(actions):
                    unlike += nth(o, s, past, counted, n) != moves[n]
                apply(o, s, past, choose(o, s, past, counted, dice))
        return listed, unlike

    return kernel(compare_lists)
