"""How often things happen in random games: a room's `witness` sees every action, and once more the end of a game."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from caserne.core.game.game import Game
from caserne.core.game.rules import Rules
from caserne.core.kernel.compiled import rule
from caserne.core.kernel.layout import ENDED, OVER
from caserne.core.kernel.rng import generators
from caserne.core.simulation.simulate import NO_LIMIT


def witness(game: Game[Any], games: int, *, seed: int = 0, limit: int = NO_LIMIT) -> dict[str, float]:
    """How often a game each thing of the room's WITNESSED happened, in the games that `simulate` plays for a seed."""
    rules = game.rules
    if rules.witness is None:
        return {}
    counts = np.zeros(len(rules.witnessed), np.int64)
    states = np.zeros(games, rules.state)
    states[:] = game.first_state()[0]
    past, moves = np.zeros(rules.past, np.int64), np.zeros(rules.max_moves, np.int32)
    _runner(rules)(game.o, states, past, moves, generators(seed, games), limit, counts)
    return dict(zip(rules.witnessed, (counts / games).tolist(), strict=True))


@cache
def _runner(rules: Rules) -> Any:
    """Random play that lets the room see every action before it is carried out."""
    choose, apply, see, past_per_action = rules.runner.choose, rules.apply, rules.witness, rules.past_per_action
    assert see is not None

    @rule
    def play_seen(o, states, past, moves, dice, limit, counts):
        for n in range(states.size):
            s = states[n]
            while s.actor != OVER and s.ply < limit and s.remembered + past_per_action <= past.size:
                action = choose(o, s, past, moves, dice[n])
                see(o, s, past, action, counts)
                apply(o, s, past, action)
            if s.actor == OVER:
                see(o, s, past, ENDED, counts)

    return play_seen
