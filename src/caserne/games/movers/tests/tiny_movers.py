"""Tiny games whose positions can all be enumerated: as many pieces as the camp has squares."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from caserne.games.movers.board import RANK_1
from caserne.games.movers.notation import SQUARE_NAMES
from caserne.games.movers.options import OPTIONS
from caserne.games.movers.solve.numbering import flipped, mirrored


def tiny_game(ranks: int, camp: list[str]) -> np.record:
    """Return the options of a game with so many ranks and this camp for White."""
    o: np.record = np.zeros(1, OPTIONS)[0]
    o.ranks, o.squares = ranks, RANK_1 * ((1 << ranks) - 1)
    o.white_camp = mask_of(camp)
    o.red_camp = mirrored(flipped(int(o.white_camp), ranks))
    return o


def mask_of(squares: Iterable[str]) -> int:
    return sum(1 << SQUARE_NAMES.index(square) for square in squares)
