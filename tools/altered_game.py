"""Games whose rules read numbers from the options that are constants elsewhere: to try many without compiling them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from caserne.core.game.game import Game


def altered_game(kind: type[Game[Any]], game: Game[Any], numbers: Mapping[str, np.ndarray]) -> Game[Any]:
    """Return a game of another kind with the same options, and with numbers that its rules find in them."""
    altered = kind(game.options)
    own = [(name, game.o.dtype[name]) for name in game.o.dtype.names or ()]
    # In front, for Numba would take options with something behind them for the room's own kind.
    added = [(name, array.dtype, array.shape) for name, array in numbers.items()]
    options = np.zeros(1, np.dtype((np.record, [*added, *own])))[0]
    for name, _ in own:
        options[name] = game.o[name]
    for name, array in numbers.items():
        options[name] = array
    altered.__dict__["o"] = options
    return altered
