"""The variants of Movers & Hoppers."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from caserne.core.layout import options_dtype
from caserne.core.options import Options, option

OPTIONS = options_dtype(("max_plies", np.int32), ("repetition", np.int32), ("expert", np.bool_))

PRESETS = {
    "tournament": {"expert": True, "max_plies": 200},
    "first": {"max_plies": 100},
}


@dataclass(frozen=True)
class MoversOptions(Options):
    """How Movers & Hoppers is played; the defaults follow the rulebook."""

    repetition: int = option(3, rule=10, least=2, off=0)
    max_plies: int = option(0, rule=11, least=1, off=0)
    expert: bool = option(False, rule=12)

    def pack(self) -> np.record:
        o: np.record = np.zeros(1, OPTIONS)[0]
        o.seats = 2
        o.repetition = self.repetition
        o.max_plies = self.max_plies
        o.expert = self.expert
        return o
