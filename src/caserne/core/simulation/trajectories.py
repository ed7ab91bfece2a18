"""Random games with all their actions; for a seed the same games that `simulate` plays."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from caserne.core.game.game import Game
from caserne.core.game.move_lists import check_lists, make_lists
from caserne.core.game.rules import Rules
from caserne.core.kernel.compiled import Kernel, kernel, rule
from caserne.core.kernel.layout import OVER
from caserne.core.kernel.rng import generators
from caserne.core.simulation.simulate import NO_LIMIT, Simulation, summarise

FIRST_CAPACITY = 1_024
"""Actions that a game may take before its array is made longer."""

Actions = np.ndarray[Any, np.dtype[np.int32]]


def simulate_trajectories(game: Game[Any], games: int, *, seed: int = 0, limit: int = NO_LIMIT) -> Simulation:
    """Play random games from the start and keep the actions of each."""
    rules, states = game.rules, np.zeros(games, game.rules.state)
    states[:] = game.first_state()[0]
    dice, moves, past = generators(seed, games), make_lists(rules), np.zeros(rules.past, np.int64)
    trajectories = [_record(game, states[n : n + 1], past, moves, dice[n], limit) for n in range(games)]
    check_lists(game, moves)
    return summarise(game, states, trajectories)


def _record(game: Game[Any], state: Any, past: Any, moves: Any, dice: Any, limit: int) -> Actions:
    """Play one game to its end and return its actions."""
    actions: Actions = np.zeros(FIRST_CAPACITY, np.int32)
    played = _recorder(game.rules)(game.o, state, past, moves, dice, limit, actions, 0)
    while played == actions.size:  # full: the game may go on
        actions = np.concatenate([actions, np.zeros_like(actions)])
        played = _recorder(game.rules)(game.o, state, past, moves, dice, limit, actions, played)
    return actions[:played].copy()


@cache
def _recorder(rules: Rules) -> Kernel:
    """Return compiled random play that writes down its actions until the game ends or the array is full."""
    choose, apply, past_per_action = rules.runner.choose, rules.apply, rules.past_per_action

    @rule
    def play_and_record(o, states, past, moves, dice, limit, actions, played):
        s = states[0]
        while s.actor != OVER and s.ply < limit and s.remembered + past_per_action <= past.size:
            if played == actions.size:
                return played
            action = choose(o, s, past, moves, dice)
            actions[played] = action
            played += 1
            apply(o, s, past, action)
        return played

    return kernel(play_and_record)
