"""Drawings on the pieces: digits for the ranks, a bomb, a flag, and a tower for hidden pieces."""

from __future__ import annotations

import re
from collections.abc import Mapping

from caserne.core.game.scene import Stroke
from caserne.games.stratego.army import BOMB, FLAG, MARSHAL, NAMES, NOTHING, SPY

_SIX = "M .88 .06 C .4 -.06 0 .28 0 .66 C 0 1.12 1 1.12 1 .68 C 1 .3 .14 .3 .01 .66"
FIGURES: Mapping[str, str] = {
    "0": "M .5 0 C .88 0 1 .24 1 .5 C 1 .76 .88 1 .5 1 C .12 1 0 .76 0 .5 C 0 .24 .12 0 .5 0 Z",
    "1": "M .16 .2 L .56 0 L .56 1",
    "2": "M .05 .26 C .1 -.09 .95 -.1 .95 .28 C .95 .56 .3 .7 .02 1 L 1 1",
    "3": "M .05 .12 C .3 -.08 .92 -.05 .92 .25 C .92 .45 .65 .48 .4 .48 C .7 .48 1 .54 1 .75 C 1 1.08 .25 1.08 0 .87",
    "4": "M .74 1 L .74 0 L 0 .7 L 1 .7",
    "5": "M .92 0 L .16 0 L .1 .45 C .4 .32 1 .35 1 .69 C 1 1.05 .25 1.08 0 .87",
    "6": _SIX,
    "7": "M 0 0 L 1 0 L .36 1",
    "8": "M .5 .46 C 0 .42 .04 0 .5 0 C .96 0 1 .42 .5 .46 C -.12 .5 -.12 1 .5 1 C 1.12 1 1.12 .5 .5 .46 Z",
    "S": "M .94 .15 C .75 -.08 .05 -.08 .05 .25 C .05 .55 .98 .42 .98 .75 C .98 1.08 .2 1.08 0 .85",
}
"""Our own single-line digits, each in a box from 0 to 1; the nine is a six turned round."""
TOP, HEIGHT = -0.56, 1.06
WIDTH, NARROW, GAP = 0.62, 0.44, 0.2
PEN = 0.17

BOMB_STROKES = (
    Stroke("M 0.46 0.14 A 0.46 0.46 0 1 1 -0.46 0.14 A 0.46 0.46 0 1 1 0.46 0.14 Z", fill="line"),
    Stroke("M 0.22 -0.26 Q 0.34 -0.6 0.6 -0.5", line="line", width=0.12),
)
FLAG_STROKES = (
    Stroke("M -0.38 -0.62 V 0.62", line="line", width=0.13),
    Stroke("M -0.38 -0.6 L 0.56 -0.3 L -0.38 0.02 Z", fill="line"),
)
TOWER_STROKES = (
    Stroke(
        "M -0.42 0.56 V -0.12 H -0.54 V -0.56 H -0.3 V -0.38 H -0.12 V -0.56 H 0.12 V -0.38 H 0.3 V -0.56 H 0.54 "
        "V -0.12 H 0.42 V 0.56 Z",
        fill="line",
    ),
    Stroke("M -0.14 0.57 V 0.28 A 0.14 0.14 0 0 1 0.14 0.28 V 0.57 Z", fill="seat"),
)


def number(kind: int, numbering: str) -> str:
    """Return the label of a kind: the marshal is 10, or 1 as in American sets, where the spy is an S."""
    if kind in (BOMB, FLAG):
        return {BOMB: "B", FLAG: "F"}[kind]
    if numbering == "marshal-10":
        return str(kind)
    return "S" if kind == SPY else str(MARSHAL + 1 - kind)


def symbols(numbering: str) -> dict[str, tuple[Stroke, ...]]:
    """Return the drawing of each kind by name; NOTHING, a hidden piece, is a tower."""
    drawn = {NAMES[kind]: _figures(number(kind, numbering)) for kind in range(SPY, MARSHAL + 1)}
    return {**drawn, NAMES[BOMB]: BOMB_STROKES, NAMES[FLAG]: FLAG_STROKES, NAMES[NOTHING]: TOWER_STROKES}


def _figures(text: str) -> tuple[Stroke, ...]:
    width = WIDTH if len(text) == 1 else NARROW
    whole = width * len(text) + GAP * (len(text) - 1)
    lefts = [place * (width + GAP) - whole / 2 for place in range(len(text))]
    paths = (_path(figure, left, width) for figure, left in zip(text, lefts, strict=True))
    return tuple(Stroke(path, line="line", width=PEN) for path in paths)


def _path(figure: str, left: float, width: float) -> str:
    """Return the path of a digit scaled and moved into place."""
    turned = figure == "9"

    def moved(point: re.Match[str]) -> str:
        x, y = float(point[1]), float(point[2])
        if turned:
            x, y = 1 - x, 1 - y
        return f"{left + x * width:.3g} {TOP + y * HEIGHT:.3g}"

    return re.sub(r"(-?[\d.]+) (-?[\d.]+)", moved, _SIX if turned else FIGURES[figure])
