"""The exact values of positions close to the end of a game, for tests of what bots think of them."""

from __future__ import annotations

from functools import cache

import numpy as np

from caserne.core.game.position import Position


@cache
def exact_values(position: Position) -> tuple[float, ...]:
    """Return the value for each seat under best play and fair dice, by a complete search."""
    if position.actor is None:
        returns = position.returns()
        assert returns is not None
        return returns
    after = [exact_values(position.play_action(action)) for action in position.legal_actions()]
    if isinstance(position.actor, int):
        return max(after, key=lambda values: values[position.actor])
    return tuple(np.mean(after, 0))
