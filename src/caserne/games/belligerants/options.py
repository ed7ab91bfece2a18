"""The variants of Les Belligérants."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Self

import numpy as np

from caserne.core.game.errors import InvalidOption
from caserne.core.game.options import Options, option
from caserne.games.belligerants.army import CODES, PAWNS, STANDARD
from caserne.games.belligerants.map_form import MapForm
from caserne.games.belligerants.maps import SHIPPED, read_map
from caserne.games.belligerants.terrain import terrain
from caserne.games.belligerants.words import WORDS

BOARD = MapForm()

PRESETS = {
    "tournament": {"max_plies": 400},
    "first": {"map": "plain", "capture": "mandatory"},
}


@dataclass(frozen=True)
class BelligerantsOptions(Options):
    """Options of Les Belligérants; the defaults follow the rulebook."""

    map: str = option("reconstruction", rule=11, choices=SHIPPED, free_text=True)
    army: str = option("standard", rule=1, choices=("standard",), free_text=True)
    capture: str = option("huff", rule=20, choices=("huff", "mandatory"))
    water: str = option("forbidden", rule=12, choices=("forbidden", "drowning"))
    quiet_limit: int = option(200, rule=21, least=1, off=0)
    max_plies: int = option(0, rule=21, least=1, off=0)

    def resolved(self) -> Self:
        """Return the options with the map and the army as text."""
        return replace(self, map=read_map(self.map).text, army=read_army(self.army))

    def pack(self) -> np.record:
        packed = np.zeros(1, terrain(self.map, self.water == "drowning").dtype)
        packed[0] = terrain(self.map, self.water == "drowning")
        o: np.record = packed[0]
        o.seats = 2
        codes = read_army(self.army).split(",")
        o.army = [codes.count(code) for code in CODES]
        o.drowning = self.water == "drowning"
        o.mandatory = self.capture == "mandatory"
        o.quiet_limit = self.quiet_limit
        o.max_plies = self.max_plies
        return o


def read_army(text: str) -> str:
    """Read an army of fifteen codes; return it in the order of the table."""
    if text == "standard":
        return STANDARD
    codes = text.strip().split(",")
    for place, code in enumerate(codes, 1):
        if code not in CODES:
            raise InvalidOption(WORDS("army.code", code=code, place=place, codes=" ".join(CODES)))
    if len(codes) != PAWNS:
        raise InvalidOption(WORDS("army.size", count=len(codes), size=PAWNS))
    return ",".join(sorted(codes, key=CODES.index))
