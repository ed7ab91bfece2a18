"""Marks of cells and trails: each has a shape of its own, and none depends on colour.

    selected   a frame around the cell
    target     a dot on a free cell, a dashed ring around a piece
    last       ticks in the corners of the cell
    reach      a dotted frame
    must       a ring with cross-hairs
    refused    a frame with a cross in its upper right corner
    step       an arrow from cell to cell, with round bends
    jump       an arrow that arcs over what it passes

Brass lines run on a darker bed, so that they stand out from any ground. Lengths are in cells.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from math import hypot, pi

from caserne.core.game.scene import Cell, Mark, Scene, Trail
from caserne.draw.markup import Attributes, element, number
from caserne.draw.palette import DARK_LINE
from caserne.draw.pieces import RADIUS, scale_of

INSET = 0.055
"""From the edge of the cell to the middle of a frame's line."""
FRAME_CORNER = 0.08
LINE = 0.05
BED = 0.035
"""How much wider the background of a line is."""
RING = 0.452
TICK = 0.19
ARROW = 0.21
"""The length of an arrow's head."""
BEND = 0.4
"""How far before and after its middle a bend of a trail begins and ends."""

Point = tuple[float, float]


def marks(scene: Scene, colours: Mapping[str, str]) -> Iterator[str]:
    """Draw all marks of cells."""
    cells = {cell.id: cell for cell in scene.cells}
    occupied = {piece.cell for piece in scene.pieces}
    for mark in scene.marks:
        drawing = _sign(mark, cells[mark.cell], mark.cell in occupied, colours)
        yield element("g", *drawing, class_=f"mark {mark.kind}", data_cell=mark.cell)


def trails(scene: Scene, colours: Mapping[str, str]) -> Iterator[str]:
    """Draw all trails."""
    cells = {cell.id: cell for cell in scene.cells}
    for trail in scene.trails:
        stops = [cells[cell] for cell in trail.cells]
        yield element("g", *_trail(trail, stops, scene, colours), class_=f"trail {trail.kind}")


def _sign(mark: Mark, cell: Cell, occupied: bool, colours: Mapping[str, str]) -> list[str]:
    match mark.kind:
        case "selected":
            return _line(_frame(cell), colours["brass"], width=0.06)
        case "target" if occupied:
            dashes = _dashes(2 * pi * RING * scale_of(cell), 0.22, 0.13)
            return _line(_ring(cell), colours["brass"], dashes=dashes, cap="butt")
        case "target":
            return _dot(cell, colours)
        case "last":
            return _line(_ticks(cell), colours["brass"])
        case "reach":
            return _line(_frame(cell), colours["brass"], dashes=_dashes(_perimeter(cell), 0.11, 0), bed=0.025)
        case "must":
            return _line(f"{_ring(cell)} {_cross_hairs(cell)}", colours["madder"])
        case "refused":
            return _line(_frame(cell), colours["madder"], width=0.06) + _cross(cell, colours)
        case _:
            raise ValueError(f"there is no sign for a mark '{mark.kind}'")


def _dot(cell: Cell, colours: Mapping[str, str]) -> list[str]:
    """Draw a dot with a light and a dark ring, one of which contrasts with whatever the ground shows."""
    size = scale_of(cell)
    rings = ((0.22, colours["ink"]), (0.195, colours["card"]), (0.135, colours["ink"]))
    return [element("circle", cx=cell.x, cy=cell.y, r=radius * size, fill=colour) for radius, colour in rings]


def _line(
    path: str, colour: str, *, width: float = LINE, dashes: str | None = None, bed: float = BED, cap: str = "round"
) -> list[str]:
    """Draw a line on a wider background."""
    common: Attributes = {
        "fill": "none",
        "stroke_linecap": cap,
        "stroke_linejoin": "round",
        "stroke_dasharray": dashes,
    }
    return [
        element("path", d=path, stroke=DARK_LINE, stroke_width=width + bed, stroke_opacity=0.6, **common),
        element("path", d=path, stroke=colour, stroke_width=width, **common),
    ]


def _dashes(length: float, period: float, dash: float) -> str:
    """Return a dash pattern that fits a closed line a whole number of times; length 0 makes dots."""
    period = length / round(length / period)
    return f"{number(dash)} {period - dash:.5f}"


def _perimeter(cell: Cell) -> float:
    """Return the length of a frame with round corners."""
    left, top, right, bottom = _edges(cell)
    return 2 * (right - left + bottom - top) - (8 - 2 * pi) * FRAME_CORNER


def _frame(cell: Cell) -> str:
    left, top, right, bottom = _edges(cell)
    r = FRAME_CORNER
    arc = f"A {_at(r, r)} 0 0 1"
    return (
        f"M {_at(left + r, top)} H {number(right - r)} {arc} {_at(right, top + r)} "
        f"V {number(bottom - r)} {arc} {_at(right - r, bottom)} "
        f"H {number(left + r)} {arc} {_at(left, bottom - r)} V {number(top + r)} {arc} {_at(left + r, top)} Z"
    )


def _ticks(cell: Cell) -> str:
    left, top, right, bottom = _edges(cell)
    return " ".join(
        f"M {_at(x, y + down * TICK)} V {number(y)} H {number(x + across * TICK)}"
        for x, across in ((left, 1), (right, -1))
        for y, down in ((top, 1), (bottom, -1))
    )


def _ring(cell: Cell) -> str:
    r = RING * scale_of(cell)
    arc = f"A {_at(r, r)} 0 1 1"
    return f"M {_at(cell.x, cell.y - r)} {arc} {_at(cell.x, cell.y + r)} {arc} {_at(cell.x, cell.y - r)}"


def _cross_hairs(cell: Cell) -> str:
    """Draw four short lines that point to the middle."""
    ways = ((0, -1), (0, 1), (-1, 0), (1, 0))
    outer, inner = 0.49 * scale_of(cell), 0.36 * scale_of(cell)
    return " ".join(
        f"M {_at(cell.x + x * outer, cell.y + y * outer)} L {_at(cell.x + x * inner, cell.y + y * inner)}"
        for x, y in ways
    )


def _cross(cell: Cell, colours: Mapping[str, str]) -> list[str]:
    _, top, right, _ = _edges(cell)
    x, y, arm = right - 0.06, top + 0.06, 0.055
    cross = f"M {_at(x - arm, y - arm)} L {_at(x + arm, y + arm)} M {_at(x + arm, y - arm)} L {_at(x - arm, y + arm)}"
    return [
        element("circle", cx=x, cy=y, r=0.135, fill=colours["card"], stroke=colours["madder"], stroke_width=0.035),
        element("path", d=cross, stroke=colours["madder"], stroke_width=0.055, stroke_linecap="round"),
    ]


def _edges(cell: Cell) -> tuple[float, float, float, float]:
    across, down = cell.width / 2 - INSET, cell.height / 2 - INSET
    return cell.x - across, cell.y - down, cell.x + across, cell.y + down


def _trail(trail: Trail, stops: Sequence[Cell], scene: Scene, colours: Mapping[str, str]) -> list[str]:
    """Draw a start dot, a line from cell to cell, and an arrow head; pieces at both ends stay uncovered."""
    points: list[Point] = [(cell.x, cell.y) for cell in stops]
    tops = [_bend(*pair, scene) if trail.kind == "jump" else _middle(*pair) for pair in pairwise(points)]
    occupied = {piece.cell for piece in scene.pieces}
    tip = _short_of(points[-1], tops[-1], (RADIUS + 0.05) * scale_of(stops[-1]) if stops[-1].id in occupied else 0.05)
    if stops[0].id in occupied:
        points[0] = _short_of(points[0], tops[0], RADIUS * scale_of(stops[0]))
    points[-1] = _short_of(tip, tops[-1], ARROW * 0.8)
    path = _arcs(points, tops) if trail.kind == "jump" else _rounded(points)
    solid: Attributes = {
        "fill": colours["brass"],
        "stroke": DARK_LINE,
        "stroke_width": 0.02,
        "stroke_linejoin": "round",
    }
    return [
        *_line(path, colours["brass"], width=0.045),
        element("circle", cx=points[0][0], cy=points[0][1], r=0.06, **solid),
        element("path", d=_head(tip, tops[-1]), **solid),
    ]


def _arcs(points: Sequence[Point], tops: Sequence[Point]) -> str:
    """Return the path that arcs from point to point."""
    arcs = (f" Q {_at(*top)} {_at(*end)}" for top, end in zip(tops, points[1:], strict=True))
    return f"M {_at(*points[0])}" + "".join(arcs)


def _rounded(points: Sequence[Point]) -> str:
    """Return the path over the points, round where it bends."""
    path = f"M {_at(*points[0])}"
    for before, point, after in zip(points, points[1:], points[2:], strict=False):
        entry, leaving = (
            _short_of(point, other, min(BEND, hypot(point[0] - other[0], point[1] - other[1]) / 2))
            for other in (before, after)
        )
        path += f" L {_at(*entry)} Q {_at(*point)} {_at(*leaving)}"
    return f"{path} L {_at(*points[-1])}"


def _middle(origin: Point, target: Point) -> Point:
    return (origin[0] + target[0]) / 2, (origin[1] + target[1]) / 2


def _bend(origin: Point, target: Point, scene: Scene) -> Point:
    """Return the control point of an arc: above it, or towards the middle of the board if the way is vertical."""
    across, down = target[0] - origin[0], target[1] - origin[1]
    pull = 0.3 + 0.2 / hypot(across, down)
    x, y = _middle(origin, target)
    side = -1 if across > 0 else 1
    if abs(across) < abs(down) / 4:
        side = (1 if x <= scene.width / 2 else -1) * (-1 if down > 0 else 1)
    return x - down * pull * side, y + across * pull * side


def _short_of(point: Point, origin: Point, distance: float) -> Point:
    """Return the point this far before the target on the way from the origin."""
    across, down = point[0] - origin[0], point[1] - origin[1]
    length = hypot(across, down)
    return point[0] - across / length * distance, point[1] - down / length * distance


def _head(tip: Point, origin: Point) -> str:
    base = _short_of(tip, origin, ARROW)
    notch = _short_of(tip, origin, ARROW * 0.8)
    across, down = (tip[0] - base[0]) * 0.55, (tip[1] - base[1]) * 0.55
    left, right = (base[0] - down, base[1] + across), (base[0] + down, base[1] - across)
    return f"M {_at(*tip)} L {_at(*left)} L {_at(*notch)} L {_at(*right)} Z"


def _at(x: float, y: float) -> str:
    return f"{number(x)} {number(y)}"
