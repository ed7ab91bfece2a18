"""Patterns that continue from cell to cell: each is a small drawing that repeats in both directions.

    contours     the lines of height of a map        hatching     light strokes on earth
    waves        engraved water                      paving       small stones in rows
    gravel       grains of two tones                 flagstones   large slabs
    planks       boards with nails

Lengths are in cells.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from caserne.draw.markup import circle, element, line, number, solid
from caserne.draw.palette import engraved

GRAINS = (
    (0.05, 0.08),
    (0.22, 0.04),
    (0.41, 0.1),
    (0.6, 0.05),
    (0.13, 0.22),
    (0.33, 0.2),
    (0.53, 0.25),
    (0.66, 0.17),
    (0.04, 0.38),
    (0.24, 0.36),
    (0.43, 0.4),
    (0.63, 0.42),
    (0.14, 0.53),
    (0.35, 0.55),
    (0.55, 0.57),
    (0.67, 0.63),
    (0.05, 0.66),
    (0.26, 0.67),
    (0.45, 0.66),
)
"""Places of the grains of gravel: random, not too near each other."""

Drawing = Callable[[str], Iterator[str]]
"""Draws a pattern on a ground of a colour."""


@dataclass(frozen=True)
class Texture:
    """One repetition of a pattern."""

    width: float
    height: float
    draw: Drawing


def fill(name: str, pattern: str, colour: str) -> str:
    """Define the pattern of a ground, with the id `texture-NAME`."""
    texture = TEXTURES[pattern]
    return element(
        "pattern",
        *texture.draw(colour),
        id=f"texture-{name}",
        width=texture.width,
        height=texture.height,
        patternUnits="userSpaceOnUse",
    )


def _contours(colour: str) -> Iterator[str]:
    """Draw two hills and the slope between them."""
    pen = engraved(colour, 0.2)
    for x, y, tilt in ((0.95, 0.7, -18), (2.45, 1.75, 24)):
        for size in (0.16, 0.36, 0.57):
            shape = element("ellipse", rx=size * 1.35, ry=size, fill="none", stroke=pen, stroke_width=0.016)
            yield element("g", shape, transform=f"translate({number(x)} {number(y)}) rotate({tilt})")
    yield line("M 1.75 0 C 1.6 0.7 3.2 0.5 3.3 0.9", pen, 0.016)
    yield line("M 0 0.9 C 0.1 1.5 1.3 1.4 1.75 2.4", pen, 0.016)


def _waves(colour: str) -> Iterator[str]:
    pen = engraved(colour, 0.4)
    for row, shift in ((0.12, 0.0), (0.33, -0.21)):
        swell = f"M {number(shift - 0.42)} {number(row)} q 0.105 -0.1 0.21 0" + " t 0.21 0" * 6
        yield line(swell, pen, 0.03)


def _hatching(colour: str) -> Iterator[str]:
    pen = engraved(colour, 0.24)
    for x, y in ((0.06, 0.2), (0.14, 0.2), (0.22, 0.2), (0.36, 0.45), (0.44, 0.45), (0.52, 0.45)):
        yield line(f"M {number(x)} {number(y)} l 0.11 -0.15", pen, 0.018)


def _paving(colour: str) -> Iterator[str]:
    yield line("M 0 0 H 0.4 M 0 0.16 H 0.4 M 0.1 0 V 0.16 M 0.3 0.16 V 0.32", engraved(colour, 0.16), 0.018)


def _gravel(colour: str) -> Iterator[str]:
    dark, light = engraved(colour, 0.34), engraved(colour, 0.17)
    for n, (x, y) in enumerate(GRAINS):
        yield solid(circle(0.015 + n % 3 * 0.005, x, y), light if n % 2 else dark)


def _flagstones(colour: str) -> Iterator[str]:
    joints = "M 0 0 H 1.1 M 0 0.34 H 1.1 M 0 0.62 H 1.1 M 0.2 0 V 0.34 M 0.78 0 V 0.34 "
    joints += "M 0.48 0.34 V 0.62 M 1 0.34 V 0.62 M 0.1 0.62 V 0.92 M 0.62 0.62 V 0.92"
    yield line(joints, engraved(colour, 0.24), 0.022)


def _planks(colour: str) -> Iterator[str]:
    pen = engraved(colour, 0.3)
    yield line("M 0 0 V 1.4 M 0.2 0 V 1.4", pen, 0.02)
    yield line("M 0 0.35 H 0.2 M 0.2 1.05 H 0.4", pen, 0.016)
    for x, y in ((0.1, 0.3), (0.1, 0.4), (0.3, 1), (0.3, 1.1)):
        yield solid(circle(0.016, x, y), pen)


TEXTURES: Mapping[str, Texture] = {
    "contours": Texture(3.3, 2.4, _contours),
    "waves": Texture(0.42, 0.42, _waves),
    "hatching": Texture(0.6, 0.5, _hatching),
    "paving": Texture(0.4, 0.32, _paving),
    "gravel": Texture(0.7, 0.7, _gravel),
    "flagstones": Texture(1.1, 0.92, _flagstones),
    "planks": Texture(0.4, 1.4, _planks),
}
