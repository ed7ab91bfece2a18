"""What a bot is, and the bots by name."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from caserne.core.compiled import allocating_rule
from caserne.core.errors import CaserneError
from caserne.core.game import Rules
from caserne.core.observation import Observation
from caserne.core.position import Position
from caserne.core.random import below, generators


class UnknownBot(CaserneError):
    """No bot has this name."""


class Bot(ABC):
    """A computer player. The same seed gives the same moves."""

    def __init__(self, seed: int = 0) -> None:
        self.dice = generators(seed, 1)[0]

    def move(self, observation: Observation) -> str:
        """A legal move for the seat that observes."""
        position = observation.sample(self._number())
        if position.in_setup:
            return self.arrange(position)
        return observation.game.write_move([self.choose(position)])

    def arrange(self, position: Position) -> str:
        """A set-up worth playing."""
        return position.suggested_setup(self._number())

    @abstractmethod
    def choose(self, position: Position) -> int:
        """A legal action in a position that fits what the seat knows."""

    def _number(self) -> int:
        return int(below(self.dice, 2**31))


class RandomBot(Bot):
    """Any legal move, after any set-up."""

    def arrange(self, position: Position) -> str:
        return position.random_setup(self._number())

    def choose(self, position: Position) -> int:
        actions = position.legal_actions()
        return actions[below(self.dice, len(actions))]


class GreedyBot(Bot):
    """The move after which it stands best, by the room's evaluation; any of them, if several do."""

    def choose(self, position: Position) -> int:
        rules = position.game.rules
        state, past = position.scratch()
        moves = np.zeros(rules.max_moves, np.int32)
        return int(_greedy(rules)(position.game.o, state, past, moves, self.dice, state.copy(), past.copy()))


@cache
def _greedy(rules: Rules) -> Callable[..., Any]:
    legal, apply, evaluate = rules.legal, rules.apply, rules.evaluate

    @allocating_rule
    def greedy(o: Any, states: Any, past: Any, moves: Any, dice: Any, trial: Any, trial_past: Any) -> Any:
        s = states[0]
        best, ties, chosen = -2.0, 0, 0
        for n in range(legal(o, s, past, moves)):
            trial[0] = states[0]
            trial_past[: s.remembered] = past[: s.remembered]
            apply(o, trial[0], trial_past, int(moves[n]))
            value = evaluate(o, trial[0], s.actor)
            if value > best:
                best, ties = value, 0
            if value == best:
                ties += 1
                if below(dice, ties) == 0:
                    chosen = int(moves[n])
        return chosen

    return greedy


BOTS: dict[str, type[Bot]] = {"random": RandomBot, "greedy": GreedyBot}


def bot(name: str, seed: int = 0) -> Bot:
    """A bot by name."""
    if name not in BOTS:
        raise UnknownBot.of("unknown_bot", bot=name, bots=", ".join(BOTS))
    return BOTS[name](seed)
