"""The way of a move, and its arrows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from caserne.core.game.game import Game
from caserne.core.game.observation import Observation
from caserne.core.game.scene import Trail


def way_of(before: Observation, move: str) -> tuple[str, ...]:
    """Return the ends of a move and the cells where it turns; nothing if it goes straight, or is a die or a set-up."""
    if before.in_setup or not isinstance(before.actor, int):
        return ()
    return before.game.ways(before, [move]).get(move, ())


def trails_of(game: Game[Any], move: str, way: Sequence[str]) -> tuple[Trail, ...]:
    """Return the trails of a move: over the cells where it turns, or as the room draws it if there are none."""
    return (Trail("step", tuple(way)),) if way else game.trails(move)
