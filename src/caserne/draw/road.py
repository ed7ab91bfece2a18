"""A path of cells as one road: a kerb, a surface with round bends, a line between two squares, and arrows along it.

Lengths are in cells.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from caserne.core.game.scene import Cell, Scene
from caserne.draw.markup import element, line, number
from caserne.draw.palette import DARK_LINE, engraved, mix

Point = tuple[float, float]

KERB = 0.045
"""How far the kerb reaches beyond the surface."""
NEAR = 1.2
"""The greatest distance of two squares that touch."""
TOUCHING = 0.2
"""The greatest space between a road and the cell it leads to."""
STRAIGHT = 0.1
"""How far the middle of a square may lie off the line between its borders if the road does not bend."""
ARROW_EVERY, ARROW = 3, 0.1
"""The number of squares from one arrow to the next, and half the height of an arrow."""


def chains(path: Sequence[Cell]) -> Iterator[list[Cell]]:
    """Divide cells into roads: each cell touches the one before it."""
    chain: list[Cell] = []
    for cell in path:
        if chain and _distance((chain[-1].x, chain[-1].y), (cell.x, cell.y)) > NEAR:
            yield chain
            chain = []
        chain.append(cell)
    if chain:
        yield chain


def road(path: Sequence[Cell], scene: Scene, colours: Mapping[str, str]) -> Iterator[str]:
    """Draw the road through these cells, which are in its order; a single cell is no road."""
    if len(path) < 2:
        return
    middles = [(cell.x, cell.y) for cell in path]
    borders = _borders(middles, _entrance(path[-1], scene))
    width = min(min(cell.width, cell.height) for cell in path)
    yield _stroke(borders, middles, mix(colours["frame"], DARK_LINE, 0.55), width + 2 * KERB)
    for first, last in _runs(path):
        ground = path[first].ground
        part = borders[first : last + 2], middles[first : last + 1]
        yield _stroke(*part, colours[scene.grounds[ground].colour], width)
        yield _stroke(*part, f"url(#texture-{ground})", width)
    for place in range(1, len(path)):
        colour = colours[scene.grounds[path[place].ground].colour]
        yield _across(borders[place], middles[place], width, engraved(colour, 0.3))
        if place % ARROW_EVERY == ARROW_EVERY // 2:
            yield _arrow(borders[place], middles[place], engraved(colour, 0.6))
    if _entrance(path[-1], scene):
        inside = _mirrored(middles[-1], borders[-1])
        yield _arrow(borders[-1], inside, engraved(colours[scene.grounds[path[-1].ground].colour], 0.6))


def _borders(middles: Sequence[Point], entrance: Point | None) -> list[Point]:
    """Return where the road begins, where each two squares meet, and where it ends."""
    inner = [_halfway(one, other) for one, other in pairwise(middles)]
    return [_mirrored(inner[0], middles[0]), *inner, entrance or _mirrored(inner[-1], middles[-1])]


def _entrance(last: Cell, scene: Scene) -> Point | None:
    """Return where the last square meets the cell that the scene lists after it, if they touch."""
    following = scene.cells.index(last) + 1 if last in scene.cells else len(scene.cells)
    if following == len(scene.cells):
        return None
    goal = scene.cells[following]
    across, down = (goal.width + last.width) / 2, (goal.height + last.height) / 2
    if abs(goal.y - last.y) < down - KERB and abs(goal.x - last.x) < across + TOUCHING:
        return last.x + (0.5 if goal.x > last.x else -0.5), last.y
    if abs(goal.x - last.x) < across - KERB and abs(goal.y - last.y) < down + TOUCHING:
        return last.x, last.y + (0.5 if goal.y > last.y else -0.5)
    return None


def _runs(path: Sequence[Cell]) -> Iterator[tuple[int, int]]:
    """Return the first and the last square of each stretch of one ground."""
    first = 0
    for place, cell in enumerate(path):
        if place + 1 == len(path) or path[place + 1].ground != cell.ground:
            yield first, place
            first = place + 1


def _stroke(borders: Sequence[Point], middles: Sequence[Point], colour: str, width: float) -> str:
    """Draw a stretch of road: straight across a square whose borders face each other, else in a quarter of a circle."""
    parts = [f"M {_at(borders[0])}"]
    for middle, (entry, leaving) in zip(middles, pairwise(borders), strict=True):
        bends = _distance(_halfway(entry, leaving), middle) > STRAIGHT
        parts.append(f"{_quarter(entry, middle, leaving)} {_at(leaving)}" if bends else f"L {_at(leaving)}")
    return element("path", d=" ".join(parts), fill="none", stroke=colour, stroke_width=width)


def _quarter(entry: Point, middle: Point, leaving: Point) -> str:
    """Return the arc from one border of a square to the next, without its end."""
    radius = _distance(entry, middle)
    turn = (middle[0] - entry[0]) * (leaving[1] - middle[1]) - (middle[1] - entry[1]) * (leaving[0] - middle[0])
    return f"A {number(radius)} {number(radius)} 0 0 {int(turn > 0)}"


def _across(border: Point, after: Point, width: float, colour: str) -> str:
    x, y = border
    along, down = _direction(border, after)
    half = width / 2
    ends = [(x - down * half, y + along * half), (x + down * half, y - along * half)]
    return line(_polyline(ends), colour, 0.02)


def _arrow(border: Point, after: Point, colour: str) -> str:
    """Draw an arrowhead that stands on the line between two squares."""
    x, y = border
    along, down = (part * ARROW for part in _direction(border, after))
    points = [(x - along - down, y - down + along), (x + along, y + down), (x - along + down, y - down - along)]
    return line(_polyline(points), colour, 0.035)


def _polyline(points: Sequence[Point]) -> str:
    return "M " + " L ".join(_at(point) for point in points)


def _at(point: Point) -> str:
    return f"{number(point[0])} {number(point[1])}"


def _direction(start: Point, end: Point) -> Point:
    length = _distance(start, end)
    return (end[0] - start[0]) / length, (end[1] - start[1]) / length


def _distance(one: Point, other: Point) -> float:
    return float(((one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2) ** 0.5)


def _halfway(one: Point, other: Point) -> Point:
    return (one[0] + other[0]) / 2, (one[1] + other[1]) / 2


def _mirrored(point: Point, centre: Point) -> Point:
    return 2 * centre[0] - point[0], 2 * centre[1] - point[1]
