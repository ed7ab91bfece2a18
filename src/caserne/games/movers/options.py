"""The variants of Movers & Hoppers."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from caserne.core.game.options import Options, option
from caserne.core.kernel.layout import options_dtype

RANKS, LEAST_RANKS = 8, 5
"""Ranks of the real board, and of the shortest one for experiments."""
RANK_1 = 0b00000001_00000001_00000001

OPTIONS = options_dtype(
    ("max_plies", np.int32),
    ("repetition", np.int32),
    ("ranks", np.int32),
    ("squares", np.int32),  # a mask of the squares that the board has
    ("white_camp", np.int32),  # masks of the camps
    ("red_camp", np.int32),
    ("expert", np.bool_),
)

PRESETS = {
    "tournament": {"expert": True, "max_plies": 200},
    "first": {"max_plies": 100},
}


@dataclass(frozen=True)
class MoversOptions(Options):
    """Options of Movers & Hoppers; the defaults follow the rulebook."""

    repetition: int = option(3, rule=10, least=2, off=0)
    max_plies: int = option(0, rule=11, least=1, off=0)
    expert: bool = option(False, rule=12)
    ranks: int = option(RANKS, rule=1, least=LEAST_RANKS, most=RANKS)

    def pack(self) -> np.record:
        o: np.record = np.zeros(1, OPTIONS)[0]
        o.seats = 2
        o.ranks = self.ranks
        o.squares = RANK_1 * ((1 << self.ranks) - 1)
        o.white_camp = RANK_1 * 0b11
        o.red_camp = o.white_camp << (self.ranks - 2)
        o.repetition = self.repetition
        o.max_plies = self.max_plies
        o.expert = self.expert
        return o
