"""The variants of Stratego."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from caserne.core.game.options import Options, option
from caserne.core.kernel.layout import options_dtype
from caserne.games.stratego.army import ARMIES, KINDS, counts

MOST_CROSSINGS = 127
"""The limit of the seven-bit counters of ST-14."""

OPTIONS = options_dtype(
    ("quiet_limit", np.int32),
    ("max_plies", np.int32),
    ("army", np.int8, KINDS),  # number of pieces of each kind; at index 0, of empty squares
    ("two_square", np.int8),
    ("chase", np.bool_),
    ("memory", np.bool_),
)

PRESETS = {
    "tournament": {"two_square": 5},
    "first": {"army": "mission"},
}


@dataclass(frozen=True)
class StrategoOptions(Options):
    """Options of Stratego; the defaults follow the rulebook."""

    army: str = option("original", rule=1, choices=tuple(ARMIES))
    two_square: int = option(6, rule=14, least=1, most=MOST_CROSSINGS, off=0)
    chase: bool = option(True, rule=15)
    quiet_limit: int = option(200, rule=16, least=1, off=0)
    max_plies: int = option(2000, rule=17, least=1, off=0)
    memory: bool = option(False, rule=18)
    numbering: str = option("marshal-10", rule=1, choices=("marshal-10", "marshal-1"))

    def pack(self) -> np.record:
        o: np.record = np.zeros(1, OPTIONS)[0]
        o.seats = 2
        o.army = counts(self.army)
        o.two_square = self.two_square
        o.chase = self.chase
        o.quiet_limit = self.quiet_limit
        o.max_plies = self.max_plies
        o.memory = self.memory
        return o
