"""Positions of every game for tests of bots: nothing here names a game."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

import caserne
from caserne.core.game import Game
from caserne.core.position import Position
from caserne.core.registry import rooms

every_game = pytest.mark.parametrize("game_id", rooms())


def random_game(game: Game[Any], seed: int, most: int = 2000) -> list[Position]:
    """The positions of a random game, after its set-ups."""
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
    """A position some way into a random game, in which a seat has a choice."""
    positions = random_game(caserne.game(game_id), seed, most=40)
    return next(p for p in reversed(positions) if isinstance(p.actor, int) and len(p.legal_actions()) > 1)


def close_to_the_end(game: Game[Any], seed: int, leaves: int = 1500) -> Position:
    """The last position of a random game but so many that the game tree from there has no more leaves than that."""
    *positions, _ = random_game(game, seed)
    last = positions[-1]
    for position in reversed(positions):
        if count_leaves(position, leaves) > leaves:
            break
        last = position if isinstance(position.actor, int) and len(position.legal_actions()) > 1 else last
    return last


def count_leaves(position: Position, enough: int) -> int:
    """The final positions that a position may lead to; counting stops above a number."""
    if position.actor is None:
        return 1
    total = 0
    for action in position.legal_actions():
        total += count_leaves(position.play_action(action), enough - total)
        if total > enough:
            break
    return total


@cache
def exact_values(position: Position) -> tuple[float, ...]:
    """What each seat may expect if all play their best and dice are fair, by looking at everything."""
    if position.actor is None:
        returns = position.returns()
        assert returns is not None
        return returns
    after = [exact_values(position.play_action(action)) for action in position.legal_actions()]
    if isinstance(position.actor, int):
        return max(after, key=lambda values: values[position.actor])
    return tuple(np.mean(after, 0))
