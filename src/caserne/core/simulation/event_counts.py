"""How often events happen in random games: a room's `count_events` is called before every action and at the end."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from caserne.core.game.game import Game
from caserne.core.game.move_lists import check_lists, make_lists
from caserne.core.game.rules import Rules
from caserne.core.kernel.compiled import Kernel, kernel, rule
from caserne.core.kernel.layout import ENDED, OVER
from caserne.core.kernel.rng import generators
from caserne.core.simulation.simulate import NO_LIMIT


def events_per_game(game: Game[Any], games: int, *, seed: int = 0, limit: int = NO_LIMIT) -> dict[str, float]:
    """Return the mean count per game of each of the room's events, over the games that `simulate` plays for a seed."""
    rules = game.rules
    if rules.count_events is None:
        return {}
    counts = np.zeros(len(rules.counted_events), np.int64)
    states = np.zeros(games, rules.state)
    states[:] = game.first_state()[0]
    past, moves = np.zeros(rules.past, np.int64), make_lists(rules)
    _runner(rules)(game.o, states, past, moves, generators(seed, games), limit, counts)
    check_lists(game, moves)
    return dict(zip(rules.counted_events, (counts / games).tolist(), strict=True))


@cache
def _runner(rules: Rules) -> Kernel:
    """Return compiled random play that counts events."""
    choose, apply, past_per_action = rules.runner.choose, rules.apply, rules.past_per_action
    count_events = rules.count_events
    assert count_events is not None

    @rule
    def play_and_count(o, states, past, moves, dice, limit, counts):
        for n in range(states.size):
            s = states[n]
            while s.actor != OVER and s.ply < limit and s.remembered + past_per_action <= past.size:
                action = choose(o, s, past, moves, dice[n])
                count_events(o, s, past, action, counts)
                apply(o, s, past, action)
            if s.actor == OVER:
                count_events(o, s, past, ENDED, counts)

    return kernel(play_and_count)
