"""Helpers for tests on a small map with one square of each ground."""

from __future__ import annotations

import caserne
from caserne.core.game.position import Position

ARMY = "EM,BO,AC,DC,MI,CA,TK,OF,AM,ES,PA,SE,SO,SO,SO"

FIELD = """
R-R-R-R-R-.-.-.-.-.-.-.-
R-R-R-R-R-.-.-.-.-.-.-.-
R-R-R-R-R-.-.-.-.-.-.-.-
.-.-.-.-.-.-.-.-.-.-.-.-
.-.-.-.-g-e-w-k-.-.-.-.-
.-.-.-.-.-.-.-.-.-.-.-.-
.-.-.*.-.-.-.-.-.-~-.-.-
.-.-.-.-.-.-.-.-~-.-.-.-
.-.-.-.-.-.-.-J-J-J-J-J-
.-.-.-.-.-.-.-J-J-J-J-J-
.-.-.-.-.-.-.-J-J-J-J-J-
"""
"""A field of 12 x 11 squares to test one rule at a time.

    e7 green, f7 grey, g7 white, h7 black; a crossroads on c5; water on j5 and i4, which touch corner to corner.
    Yellow's camp is h1 to l3, Pink's a9 to e11.
"""


def position(text: str, **options: object) -> Position:
    return caserne.game("belligerants", **options).position(text)


def field(yellow: str, pink: str, side: str, held: str = "- -", **options: object) -> Position:
    """Return a position on the field; each side also has a staff in a far corner, Yellow's on a1, Pink's on l11."""
    armies = (",".join(part for part in (pawns, staff) if part) for pawns, staff in ((yellow, "EMa1"), (pink, "EMl11")))
    return position(f"{' '.join(armies)} {held} {side}", map=FIELD, **options)


def ends(position: Position, origin: str) -> str:
    """Return where the pawn on `origin` may go, with a star if it may also keep the taken pawn."""
    return " ".join(move.split("-")[1] for move in position.legal() if move.startswith(origin + "-"))


def army(position: Position, seat: int) -> str:
    """Return the pawns of a side without its staff in the corner."""
    pawns = str(position).split(" ")[seat].split(",")
    return ",".join(pawn for pawn in pawns if pawn not in ("EMa1", "EMl11"))


def held(position: Position) -> str:
    """Return the two lists of prisoners."""
    return " ".join(str(position).split(" ")[2:4])
