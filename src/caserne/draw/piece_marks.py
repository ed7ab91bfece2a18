"""Marks of pieces: rings around a piece and badges at its edge. The scene says which mark is drawn how.

    dot      upper right, of brass        eye      below
    tick     upper right
    star     upper left                   leaves   below
    bandage  lower left                   shield   lower right
    owner    a thick ring of the owner's colour
    barbed_wire  a ring

Lengths are in the box of a piece, which reaches from -1 to 1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from math import cos, pi, sin

from caserne.core.game.scene import MarkStyle, Piece, Scene
from caserne.draw.markup import Attributes, circle, element, line, number, solid
from caserne.draw.palette import DARK_LINE, LIGHT_LINE, mix

EDGE: Attributes = {"stroke": DARK_LINE, "stroke_width": 0.07, "stroke_linejoin": "round"}
BARBS = 10

Colours = Mapping[str, str]
Shape = Callable[[Colours, str], Iterator[str]]
"""Draws a mark, given the palette and the owner's colour."""


def definitions(scene: Scene, colours: Colours) -> Iterator[str]:
    """Define each mark in the scene once for each seat that needs it."""
    panelled = [piece for panel in scene.panels for piece in panel.pieces]
    needed = dict.fromkeys((mark, piece.seat) for piece in (*scene.pieces, *panelled) for mark in piece.marks)
    for mark, seat in needed:
        yield _definition(mark, seat, scene, colours)


def kit(scene: Scene, colours: Colours) -> Iterator[str]:
    """Define every mark that the scene has words for, for every seat."""
    for mark in scene.states:
        for seat in (None, *range(len(scene.seats))):
            yield _definition(mark, seat, scene, colours)


def _definition(mark: str, seat: int | None, scene: Scene, colours: Colours) -> str:
    owner = colours["card"] if seat is None else colours[scene.seats[seat].colour]
    style = _style(mark, scene)
    draw = RINGS[style.ring] if style.ring else BADGES[style.badge]
    return element("g", *draw(colours, owner), id=_id(mark, seat))


def _style(mark: str, scene: Scene) -> MarkStyle:
    if mark not in scene.mark_styles:
        raise ValueError(f"the scene has no style for a piece that is '{mark}'")
    return scene.mark_styles[mark]


def marks_of(piece: Piece, scene: Scene) -> list[str]:
    """Draw the marks of a piece; rings lie below badges."""
    marks = sorted(piece.marks, key=lambda mark: not _style(mark, scene).ring)
    return [mark_at_origin(mark, piece.seat) for mark in marks]


def mark_at_origin(mark: str, seat: int | None) -> str:
    """Draw a mark of a piece whose middle is (0, 0)."""
    return element("use", href=f"#{_id(mark, seat)}", class_=f"state {mark}")


def _id(mark: str, seat: int | None) -> str:
    return f"state-{mark}-{'nobody' if seat is None else seat}"


def _dot(colours: Colours, owner: str) -> Iterator[str]:
    yield solid(circle(0.21, 0.74, -0.78), colours["brass"], **EDGE)


def _tick(colours: Colours, owner: str) -> Iterator[str]:
    yield solid(circle(0.36, 0.72, -0.7), LIGHT_LINE, **EDGE)
    yield line("M 0.54 -0.7 L 0.67 -0.55 L 0.91 -0.86", DARK_LINE, 0.12)


def _eye(colours: Colours, owner: str) -> Iterator[str]:
    yield solid("M -0.5 0.86 C -0.26 0.5 0.26 0.5 0.5 0.86 C 0.26 1.22 -0.26 1.22 -0.5 0.86 Z", LIGHT_LINE, **EDGE)
    yield solid(circle(0.17, 0, 0.86), DARK_LINE)
    yield solid(circle(0.05, -0.06, 0.8), LIGHT_LINE)


def _leaves(colours: Colours, owner: str) -> Iterator[str]:
    green, vein = mix(colours["field"], DARK_LINE, 0.15), mix(colours["field"], LIGHT_LINE, 0.6)
    for turn in (-62, 62, 0):
        blade = solid("M 0 0 C 0.24 -0.16 0.24 -0.44 0 -0.62 C -0.24 -0.44 -0.24 -0.16 0 0 Z", green, **EDGE)
        rib = line("M 0 -0.06 V -0.46", vein, 0.05)
        yield element("g", blade, rib, transform=f"translate(0 1.16) rotate({turn})")


def _star(colours: Colours, owner: str) -> Iterator[str]:
    corners = [(0.37 if n % 2 == 0 else 0.155, n * pi / 5) for n in range(10)]
    points = " L ".join(f"{number(-0.74 + r * sin(turn))} {number(-0.74 - r * cos(turn))}" for r, turn in corners)
    yield solid(f"M {points} Z", LIGHT_LINE, **EDGE)


def _bandage(colours: Colours, owner: str) -> Iterator[str]:
    strip = element("rect", x=-0.5, y=-0.17, width=1, height=0.34, rx=0.17, fill="#EBCBA4", **EDGE)
    pad = element("rect", x=-0.17, y=-0.17, width=0.34, height=0.34, fill=LIGHT_LINE, **EDGE)
    yield element("g", strip, pad, transform="translate(-0.64 0.66) rotate(45)")


def _shield(colours: Colours, owner: str) -> Iterator[str]:
    shield = "M 0.44 0.36 H 1.02 V 0.72 C 1.02 0.92 0.88 1.02 0.73 1.1 C 0.58 1.02 0.44 0.92 0.44 0.72 Z"
    yield solid(shield, LIGHT_LINE, **EDGE)
    yield line("M 0.73 0.46 V 0.96", DARK_LINE, 0.07)


def _owner_ring(colours: Colours, owner: str) -> Iterator[str]:
    yield line(circle(1.1), DARK_LINE, 0.3)
    yield line(circle(1.1), owner, 0.17)


def _barbed_wire(colours: Colours, owner: str) -> Iterator[str]:
    yield line(circle(1.1), LIGHT_LINE, 0.15)
    yield line(circle(1.1), DARK_LINE, 0.07)
    barbs = []
    for n in range(BARBS):
        turn = 2 * pi * (n + 0.5) / BARBS
        for lean in (-0.09, 0.09):
            inner, outer = turn - lean, turn + lean
            start = f"{number(0.98 * sin(inner))} {number(-0.98 * cos(inner))}"
            barbs.append(f"M {start} L {number(1.22 * sin(outer))} {number(-1.22 * cos(outer))}")
    yield line(" ".join(barbs), LIGHT_LINE, 0.13)
    yield line(" ".join(barbs), DARK_LINE, 0.06)


RINGS: Mapping[str, Shape] = {"owner": _owner_ring, "barbed_wire": _barbed_wire}
BADGES: Mapping[str, Shape] = {
    "dot": _dot,
    "tick": _tick,
    "eye": _eye,
    "leaves": _leaves,
    "star": _star,
    "bandage": _bandage,
    "shield": _shield,
}
