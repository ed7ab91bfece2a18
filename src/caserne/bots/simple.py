"""Bots that do not search: random moves, and the best move by the evaluation after it."""

from __future__ import annotations

from functools import cache
from typing import Any, ClassVar

import numpy as np

from caserne.bots.bot import Analysis, Bot, Budget, Candidate
from caserne.bots.settings import Number
from caserne.core.game.move_lists import list_size, make_lists
from caserne.core.game.observation import Observation
from caserne.core.game.position import Position
from caserne.core.game.rules import Rules
from caserne.core.kernel.compiled import Kernel, allocating_rule, kernel
from caserne.core.kernel.header import copy_past
from caserne.core.kernel.rng import below


class RandomBot(Bot):
    """Plays random moves after a random set-up."""

    def arrange(self, position: Position) -> str:
        return position.random_setup(self.number())

    def search(self, observation: Observation) -> Analysis:
        moves = observation.sample(self.number()).legal()
        first = int(below(self.dice, len(moves)))
        shuffled = moves[first:] + moves[:first]
        return Analysis(0.0, tuple(Candidate(move, 0.0, 1 / len(moves)) for move in shuffled))


class GreedyBot(Bot):
    """Plays the move with the best evaluation after it; one of them by lot, if several are equal.

    noise: the largest error of a value, in hundredths of a won game.
    """

    SETTINGS: ClassVar = {"noise": Number()}

    def __init__(self, seed: int = 0, budget: Budget | None = None, noise: float = 0) -> None:
        super().__init__(seed, budget)
        self.check_settings(noise=noise)
        self._noise = noise / 100

    def search(self, observation: Observation) -> Analysis:
        position = observation.sample(self.number())
        rules, game = position.game.rules, position.game
        state, past = position.scratch()
        moves, values = make_lists(rules), np.zeros(list_size(rules))
        count = _make_move_values(rules)(game.o, state, past, moves, values, state.copy(), past.copy())
        seeming = [(self.misjudged(values[n], self._noise), self.number()) for n in range(count)]
        order = sorted(range(count), key=lambda n: seeming[n], reverse=True)
        candidates = tuple(Candidate(game.write_move([int(moves[n])]), float(values[n]), 1 / count) for n in order)
        return Analysis(candidates[0].value, candidates, depth=1, nodes=count)


@cache
def _make_move_values(rules: Rules) -> Kernel:
    legal, apply, evaluate = rules.legal, rules.apply, rules.evaluate

    @allocating_rule
    def value_moves(o: Any, states: Any, past: Any, moves: Any, values: Any, trial: Any, trial_past: Any) -> Any:
        s = states[0]
        count = legal(o, s, past, moves)
        for n in range(count):
            trial[0] = states[0]
            copy_past(s, past, trial_past)
            apply(o, trial[0], trial_past, int(moves[n]))
            values[n] = evaluate(o, trial[0], s.actor)
        return count

    return kernel(value_moves)
