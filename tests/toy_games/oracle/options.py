"""The variants of Oracle."""

from dataclasses import dataclass

import numpy as np

from caserne.core.game.options import Options, option
from caserne.core.kernel.layout import options_dtype

OPTIONS = options_dtype(("rounds", np.int32))

PRESETS = {"first": {"rounds": 1}}


@dataclass(frozen=True)
class OracleOptions(Options):
    """How many turns each player has."""

    rounds: int = option(3, rule=4, least=1, most=9)

    def pack(self) -> np.record:
        o = np.zeros(1, OPTIONS)[0]
        o.seats = 2
        o.rounds = self.rounds
        return o
