"""Positions of every game for tests of bots: nothing here names a game."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import caserne
from caserne.core.game.game import Game
from caserne.core.game.position import Position
from caserne.core.game.registry import rooms

every_game = pytest.mark.parametrize(
    "game_id", [pytest.param(game_id, marks=[] if game_id == "oracle" else pytest.mark.slow) for game_id in rooms()]
)
"""The toy game always; the others only in slow tests, because a search is compiled for each of them."""


def random_game(game: Game[Any], seed: int, most: int = 2000) -> list[Position]:
    """Return the positions of a random game, after its set-ups."""
    dice = np.random.default_rng(seed)
    position = game.start()
    found = []
    while position.actor is not None and len(found) < most:
        if position.in_setup:
            position = position.play(position.random_setup(seed))
        else:
            found.append(position)
            position = position.play_action(int(dice.choice(position.legal_actions())))
    return [*found, position]


def middle_of(game_id: str, seed: int = 3) -> Position:
    """Return a position from the middle of a random game in which a seat has a choice."""
    positions = random_game(caserne.game(game_id), seed, most=40)
    return next(p for p in reversed(positions) if isinstance(p.actor, int) and len(p.legal_actions()) > 1)


MOST_LEAVES, MOST_MOVES = 1500, 30
"""The largest game tree that tests search completely: its leaves and its depth."""


def close_to_the_end(game: Game[Any], seed: int) -> Position | None:
    """Return the first position with a choice in a random game whose game tree is small enough, if there is one."""
    found = None
    for position in reversed(random_game(game, seed)):
        if count_leaves(position, MOST_LEAVES, MOST_MOVES) > MOST_LEAVES:
            break
        if isinstance(position.actor, int) and len(position.legal_actions()) > 1:
            found = position
    return found


def count_leaves(position: Position, enough: int, moves: int) -> int:
    """Count the final positions below a position; more than `enough` if a line is too long."""
    if position.actor is None:
        return 1
    if moves == 0:
        return enough + 1
    total = 0
    for action in position.legal_actions():
        total += count_leaves(position.play_action(action), enough - total, moves - 1)
        if total > enough:
            break
    return total
