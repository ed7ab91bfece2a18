"""Wooden tiles side by side with bevelled edges; an inlay has a line in the wood.

Lengths are in cells.
"""

from __future__ import annotations

from collections.abc import Iterator

from caserne.core.game.scene import Cell
from caserne.draw.markup import element, number, rectangle
from caserne.draw.palette import DARK_LINE, mix

GRAIN_WIDTH, GRAIN_HEIGHT = 2.6, 1.1
"""Not a simple fraction of a cell, so that neighbouring tiles look different."""
FIBRES = 11
GAP = 0.012
CORNER = 0.05
BEVEL = 0.026
INLAY = 0.085
WOOD_LIGHT, WOOD_SHADE = "#FFF6E0", "#2A1500"


def fills(name: str, colour: str, place: int) -> Iterator[str]:
    """Define the fill of a ground's tiles; the index of the ground shifts its fibres."""
    yield _grain(f"grain-{name}", mix(colour, WOOD_SHADE, 0.45), place * 0.37)
    yield _bevel(f"bevel-{name}", mix(colour, WOOD_LIGHT, 0.4), mix(colour, WOOD_SHADE, 0.28))


def wooden(cell: Cell, colour: str, *, inlay: bool) -> Iterator[str]:
    yield rectangle(cell, 0, rx=CORNER, fill=WOOD_SHADE, fill_opacity=0.3)
    yield rectangle(cell, GAP, rx=CORNER, fill=colour)
    yield rectangle(cell, GAP, rx=CORNER, fill=f"url(#grain-{cell.ground})")
    if inlay:
        yield rectangle(cell, INLAY, rx=CORNER, fill="none", stroke=mix(colour, DARK_LINE, 0.5), stroke_width=0.018)
    yield rectangle(
        cell, GAP + BEVEL / 2, rx=CORNER, fill="none", stroke=f"url(#bevel-{cell.ground})", stroke_width=BEVEL
    )


def _bevel(gradient_id: str, lit: str, shaded: str) -> str:
    """Draw the edge of a tile, lit from the upper left."""
    stops = ((0, lit), (0.45, lit), (0.55, shaded), (1, shaded))
    drawn = (element("stop", offset=offset, stop_color=colour) for offset, colour in stops)
    return element("linearGradient", *drawn, id=gradient_id, x1=0, y1=0, x2=1, y2=1)


def _grain(pattern_id: str, colour: str, shift: float) -> str:
    """Draw fibres of wood: waves that continue across the edge of the pattern."""
    fibres = []
    for n in range(FIBRES):
        y = (n + 0.5 + (n * 5 % 7 - 3) * 0.09) * GRAIN_HEIGHT / FIBRES
        swing = 0.02 + (n * 3 % 5) * 0.011
        quarter = GRAIN_WIDTH / 4 + (n * 4 % 9 - 4) * 0.06
        wave = f"M 0 {number(y)} C {number(quarter * 0.7)} {number(y - swing)} {number(quarter * 1.3)} "
        wave += f"{number(y - swing)} {number(2 * quarter)} {number(y)} S {number(GRAIN_WIDTH - quarter * 0.7)} "
        wave += f"{number(y + swing)} {number(GRAIN_WIDTH)} {number(y)}"
        opacity, width = 0.16 + (n * 2 % 3) * 0.07, 0.008 + (n % 4) * 0.004
        fibres.append(element("path", d=wave, fill="none", stroke=colour, stroke_width=width, opacity=opacity))
    return element(
        "pattern",
        *fibres,
        id=pattern_id,
        width=GRAIN_WIDTH,
        height=GRAIN_HEIGHT,
        patternUnits="userSpaceOnUse",
        patternTransform=f"translate({number(shift * 1.9)} {number(shift)})",
    )
