"""Signs on each cell of a ground, large enough to be visible behind a piece.

    leaves       a sprig in each corner              rings        coils of barbed wire
    bandage      a sticking plaster                  craters      shell holes with rims of earth
    tents        ridge tents                         bell_tents   round ones with a ball on top

A compass rose lies over any ground whose pattern ends in `_crossroads`. Lengths are in cells, around the middle of one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from math import cos, pi, sin

from caserne.core.game.scene import Cell
from caserne.draw.markup import circle, element, line, number, solid
from caserne.draw.palette import DARK_LINE, LIGHT_LINE, engraved, mix

LEAF = "M 0 0.15 C 0.12 0.05 0.12 -0.09 0 -0.19 C -0.12 -0.09 -0.12 0.05 0 0.15 Z"
SPRIGS: tuple[tuple[float, float, int], ...] = (
    (-0.32, -0.3, -40),
    (-0.12, -0.36, 15),
    (0.33, -0.3, 50),
    (0.1, -0.05, -65),
    (-0.16, 0.02, 70),
)
SPRIGS += ((-0.34, 0.14, 5), (-0.3, 0.36, -55), (0.32, 0.34, -30), (0.06, 0.34, 80), (0.36, 0.06, 10))
HOLES = ((-0.25, -0.23, 0.17), (0.26, 0.24, 0.18), (0.28, -0.27, 0.11), (-0.27, 0.29, 0.12))
UPRIGHT = ("bandage",)
"""Never mirrored: strips that lean both ways would form a cross."""
TENTS = ((-0.24, -0.17), (0.22, 0.33))


def motif(name: str, pattern: str, colour: str) -> str:
    """Define the sign of a ground, with the id `motif-NAME`."""
    return element("g", *MOTIFS[pattern](colour), id=f"motif-{name}")


def on(cell: Cell, name: str, pattern: str) -> str:
    """Place the sign on a cell; every other one is mirrored, so that neighbours differ."""
    size = min(cell.width, cell.height)
    mirrored = -1 if pattern not in UPRIGHT and (int(cell.x) + int(cell.y)) % 2 else 1
    place = f"translate({number(cell.x)} {number(cell.y)}) scale({number(size * mirrored)} {number(size)})"
    return element("use", href=f"#motif-{name}", transform=place)


def rose(cell: Cell, colour: str) -> Iterator[str]:
    """Draw a compass rose: eight points, half shaded; the long ones reach the edges of the cell."""
    dark, light = mix(DARK_LINE, colour, 0.12), mix(LIGHT_LINE, colour, 0.12)
    size = min(cell.width, cell.height)
    place = f"translate({number(cell.x)} {number(cell.y)}) scale({number(size)})"
    points = [(turn * pi / 2 + pi / 4, 0.33) for turn in range(4)] + [(turn * pi / 2, 0.485) for turn in range(4)]
    halves = [
        solid(_half_point(turn, length, side), shade, stroke=dark, stroke_width=0.014, stroke_linejoin="round")
        for turn, length in points
        for side, shade in ((-1, light), (1, dark))
    ]
    edging = line(circle(0.4), engraved(colour, 0.6), 0.018)
    yield element("g", edging, *halves, class_="rose", transform=place)


def _half_point(turn: float, length: float, side: int) -> str:
    tip_x, tip_y = length * sin(turn), -length * cos(turn)
    waist = turn + side * pi / 4
    return f"M 0 0 L {number(0.115 * sin(waist))} {number(-0.115 * cos(waist))} L {number(tip_x)} {number(tip_y)} Z"


def _leaves(colour: str) -> Iterator[str]:
    dark, light, vein = engraved(colour, 0.38), engraved(colour, 0.2), engraved(colour, 0.6)
    for n, (x, y, turn) in enumerate(SPRIGS):
        blade = solid(LEAF, dark if n % 2 else light)
        rib = line("M 0 0.2 V -0.1", vein, 0.014)
        yield element("g", blade, rib, transform=f"translate({number(x)} {number(y)}) rotate({turn}) scale(0.9)")


def _rings(colour: str) -> Iterator[str]:
    pen = engraved(colour, 0.62)
    for y in (-0.34, 0.34):
        yield line(" ".join(circle(0.125, x, y) for x in (-0.37, -0.185, 0, 0.185, 0.37)), pen, 0.026)
        yield line(_barbs(y + 0.13, -0.28, 0.09, 0.28), pen, 0.022)
    yield line("M -0.5 0 H 0.5", pen, 0.02)
    yield line(_barbs(0, -0.36, -0.08, 0.2, 0.42), pen, 0.022)


def _barbs(y: float, *places: float) -> str:
    return " ".join(f"M {number(x - 0.03)} {number(y - 0.045)} l 0.06 0.09 m 0 -0.09 l -0.06 0.09" for x in places)


def _bandage(colour: str) -> Iterator[str]:
    """Draw a single strip: two would form a cross, which is a protected emblem."""
    cloth, pen = mix(colour, "#C98F63", 0.42), engraved(colour, 0.55)
    strip = element("rect", x=-0.6, y=-0.15, width=1.2, height=0.3, rx=0.15, fill=cloth, stroke=pen, stroke_width=0.024)
    pad = element("rect", x=-0.18, y=-0.15, width=0.36, height=0.3, fill=colour, stroke=pen, stroke_width=0.02)
    holes = [solid(circle(0.02, x, y), pen) for x in (-0.47, -0.37, -0.27, 0.27, 0.37, 0.47) for y in (-0.06, 0.06)]
    yield element("g", strip, pad, *holes, transform="rotate(-45)")


def _craters(colour: str) -> Iterator[str]:
    rim, pit = engraved(colour, 0.42), mix(colour, "#000000", 0.55)
    for x, y, r in HOLES:
        yield solid(circle(r, x, y), pit, stroke=rim, stroke_width=0.03)
        rays = (turn * pi / 4 + r * 9 for turn in range(8))
        yield line(
            " ".join(
                f"M {number(x + (r + 0.04) * sin(turn))} {number(y + (r + 0.04) * cos(turn))} "
                f"l {number(0.045 * sin(turn))} {number(0.045 * cos(turn))}"
                for turn in rays
            ),
            rim,
            0.02,
        )


def _tents(colour: str) -> Iterator[str]:
    for x, y in TENTS:
        yield from _canvas(colour, f"M {number(x - 0.23)} {number(y)} l 0.23 -0.28 l 0.23 0.28 Z", x, y)


def _bell_tents(colour: str) -> Iterator[str]:
    for x, y in TENTS:
        bell = f"M {number(x - 0.21)} {number(y)} v -0.07 c 0.13 -0.03 0.19 -0.13 0.21 -0.22 "
        bell += "c 0.02 0.09 0.08 0.19 0.21 0.22 v 0.07 Z"
        yield from _canvas(colour, bell, x, y)
        yield solid(circle(0.035, x, y - 0.3), engraved(colour, 0.6))


def _canvas(colour: str, outline: str, x: float, y: float) -> Iterator[str]:
    pen = engraved(colour, 0.6)
    yield solid(outline, mix(colour, LIGHT_LINE, 0.35), stroke=pen, stroke_width=0.026, stroke_linejoin="round")
    yield solid(f"M {number(x - 0.06)} {number(y)} L {number(x)} {number(y - 0.17)} l 0.06 0.17 Z", pen)


MOTIFS: Mapping[str, Callable[[str], Iterator[str]]] = {
    "leaves": _leaves,
    "rings": _rings,
    "bandage": _bandage,
    "craters": _craters,
    "tents": _tents,
    "bell_tents": _bell_tents,
}
