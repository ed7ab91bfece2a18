"""The variants of The Glorious Manoeuvres."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from random import SystemRandom
from typing import Self

import numpy as np

from caserne.core.game.errors import InvalidOption
from caserne.core.game.options import Options, option
from caserne.core.kernel.layout import options_dtype
from caserne.games.manoeuvre.track import BLACK_PIECE, PIECE_COUNTS, SUGGESTED, TRACK, TROOP, WHITE_PIECE, WHITE_SQUARES
from caserne.games.manoeuvre.words import WORDS

OPTIONS = options_dtype(
    ("troop", np.int8),  # GM-1: soldiers of each player
    ("chooses", np.bool_),  # GM-4: whether players choose the soldier to place
    ("direct", np.bool_),  # GM-11: whether only the soldier directly on a piece gets its base
    ("order_bonus", np.bool_),
    ("order_penalty", np.bool_),
    ("pieces", np.uint8, TRACK + 1),  # WHITE_PIECE, BLACK_PIECE or 0 by square
    ("grey", np.uint8, PIECE_COUNTS["grey"]),  # the squares of the grey pieces by value
)

PRESETS = {
    "tournament": {"layout": "random", "order_bonus": True, "order_penalty": True},
    "first": {"base": "direct"},
}


@dataclass(frozen=True)
class ManoeuvreOptions(Options):
    """Options of The Glorious Manoeuvres; the defaults follow the rulebook."""

    players: int = option(2, rule=1, least=2, most=4)
    layout: str = option("suggested", rule=2, choices=("suggested", "random"), free_text=True)
    base: str = option("stack", rule=11, choices=("stack", "direct"))
    order_bonus: bool = option(False, rule=17)
    order_penalty: bool = option(False, rule=18)

    def resolved(self) -> Self:
        """GM-2: return the options with the layout as normalised text: black and white squares ascending."""
        return replace(self, layout=write_layout(read_layout(self.layout)))

    def pack(self) -> np.record:
        black, white, grey = read_layout(self.layout)
        o: np.record = np.zeros(1, OPTIONS)[0]
        o.seats = self.players
        o.troop = TROOP[self.players]
        o.chooses = self.order_bonus or self.order_penalty
        o.direct = self.base == "direct"
        o.order_bonus = self.order_bonus
        o.order_penalty = self.order_penalty
        o.pieces[list(black)] = BLACK_PIECE
        o.pieces[list(white)] = WHITE_PIECE
        o.grey[:] = grey
        return o


Layout = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]
"""The squares of the black, white and grey pieces, the grey ones by value."""


def read_layout(text: str) -> Layout:
    """GM-2: read a layout; raises InvalidOption if it is wrong."""
    if text == "random":
        return draw_layout()
    text = SUGGESTED if text == "suggested" else text.strip()
    if not re.fullmatch(r"[0-9]{1,9}(,[0-9]{1,9})*(/[0-9]{1,9}(,[0-9]{1,9})*){2}", text):
        raise InvalidOption(WORDS("layout.unreadable", layout=text, example=SUGGESTED))
    black, white, grey = (tuple(map(int, group.split(","))) for group in text.split("/"))
    for colour, squares in zip(PIECE_COUNTS, (black, white, grey), strict=True):
        if len(squares) != PIECE_COUNTS[colour]:
            counts = {"count": len(squares), "needed": PIECE_COUNTS[colour]}
            raise InvalidOption(WORDS("layout.count", colour=WORDS(f"layout.{colour}"), **counts))
    squares = black + white + grey
    for square in squares:
        if not 1 <= square <= TRACK:
            raise InvalidOption(WORDS("layout.no_square", square=square))
        if square in WHITE_SQUARES:
            raise InvalidOption(WORDS("layout.white_square", square=square))
        if squares.count(square) > 1:
            raise InvalidOption(WORDS("layout.twice", square=square))
    return tuple(sorted(black)), tuple(sorted(white)), grey


def write_layout(layout: Layout) -> str:
    """Write a layout as text.

    >>> write_layout(((12, 20, 47, 65), (8, 24, 31, 36, 60, 74), (25, 40, 55)))
    '12,20,47,65/8,24,31,36,60,74/25,40,55'
    """
    return "/".join(",".join(map(str, squares)) for squares in layout)


def draw_layout() -> Layout:
    """GM-2: draw thirteen random pink squares."""
    pink = [square for square in range(1, TRACK + 1) if square not in WHITE_SQUARES]
    drawn = SystemRandom().sample(pink, sum(PIECE_COUNTS.values()))
    return tuple(sorted(drawn[:4])), tuple(sorted(drawn[4:10])), tuple(drawn[10:])
