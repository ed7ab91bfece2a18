"""The set-ups that a batch draws from."""

from __future__ import annotations

from typing import Any

import numpy as np

from caserne.core.game.errors import CaserneError
from caserne.core.game.game import Game

LIBRARY, RANDOM, POLICY = "library", "random", "policy"
KINDS = (LIBRARY, RANDOM, POLICY)
"""From the suggestions of the game's library; all arrangements equally likely; placed by the seats themselves."""
DRAWN = 4_096
"""How many set-ups of the library a batch draws from."""


class InvalidSetups(CaserneError):
    """An unknown way to draw set-ups."""


def draw_setups(game: Game[Any], kind: str) -> np.ndarray[Any, np.dtype[np.int32]]:
    """Return set-ups as rows of placements; rows of nothing if they are drawn otherwise."""
    check_kind(kind)
    names = game.suggestions() if kind == LIBRARY else []
    texts = sorted({game.library_setup(name, seed) for name in names for seed in range(DRAWN // len(names))})
    rows = [game.read_move(text) for text in texts]
    return np.array(rows, np.int32) if rows else np.zeros((1, 0), np.int32)


def check_kind(kind: str) -> None:
    """Raise InvalidSetups for an unknown way to draw set-ups."""
    if kind not in KINDS:
        raise InvalidSetups.of("setups_unknown", kind=kind, kinds=", ".join(KINDS))
