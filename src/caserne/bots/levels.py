"""Which bots the levels of a game are: those of the network that comes with the room, or those that search."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

from caserne.core.game.game import Game
from caserne.nets.weights import InvalidWeights, load_weights

LEVELS = ("1", "2", "3", "4", "5", "6")
"""From a child's first opponent to the strongest one; the room says which bot each is."""


def level_bots(game: Game[Any]) -> tuple[str, ...]:
    """Return the bots of levels 1 to 6 for the chosen options; where weights are missing, those that search."""
    return game.net_levels if _has_network(game) and network_problem(game) is None else game.levels


def network_problem(game: Game[Any]) -> InvalidWeights | None:
    """Return why the network that comes with a room cannot be used; None if it can, or if there is to be none."""
    file = game.weights()
    if file is None or not _has_network(game):
        return None
    return _problem(file, file.stat().st_mtime_ns if file.is_file() else 0, game)


def _has_network(game: Game[Any]) -> bool:
    return bool(game.net_levels) and game.weights() is not None


@lru_cache(maxsize=64)
def _problem(file: Path, changed: int, game: Game[Any]) -> InvalidWeights | None:
    """Try to load a file; `changed` tells it from the one that it has replaced."""
    try:
        load_weights(file, game)
    except InvalidWeights as problem:
        return problem
    return None
