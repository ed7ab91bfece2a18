"""A path of cells as one road: a kerb, a surface with round bends, a line between two squares, and arrows along it.

Lengths are in cells.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from caserne.core.game.scene import Cell, Scene
from caserne.draw.markup import element, line
from caserne.draw.palette import DARK_LINE, engraved, mix

Point = tuple[float, float]

KERB = 0.045
"""How far the kerb reaches beyond the surface."""
NEAR = 1.2
"""The greatest distance of two squares that touch."""
STRAIGHT = 0.5
"""How far a cell may be off the line of a straight road."""
ARROW_EVERY, ARROW = 4, 0.07
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
    middles = _middles(path)
    borders = _borders(middles)
    width = min(min(cell.width, cell.height) for cell in path)
    whole = [borders[0], *middles, borders[-1]]
    yield _stroke(whole, mix(colours["frame"], DARK_LINE, 0.55), width + 2 * KERB)
    for first, last in _runs(path):
        ground = path[first].ground
        part = [borders[first], *middles[first : last + 1], borders[last + 1]]
        yield _stroke(part, colours[scene.grounds[ground].colour], width)
        yield _stroke(part, f"url(#texture-{ground})", width)
    for number in range(1, len(path)):
        colour = colours[scene.grounds[path[number].ground].colour]
        yield _across(borders[number], middles[number], width, engraved(colour, 0.3))
        if number % ARROW_EVERY == ARROW_EVERY // 2:
            yield _arrow(borders[number], middles[number], engraved(colour, 0.75))


def _middles(path: Sequence[Cell]) -> list[Point]:
    """Return where the road passes each cell: on the line of the cell before, and at a bend also of the one after."""
    found: list[Point] = [(path[0].x, path[0].y)]
    for number, cell in enumerate(path[1:], 1):
        after = path[min(number + 1, len(path) - 1)]
        x, y = found[-1]
        if abs(cell.x - x) > abs(cell.y - y):
            found.append((after.x if abs(after.y - y) > STRAIGHT else cell.x, y))
        else:
            found.append((x, after.y if abs(after.x - x) > STRAIGHT else cell.y))
    return found


def _borders(middles: Sequence[Point]) -> list[Point]:
    """Return where the road begins, where each two squares meet, and where it ends."""
    inner = [_halfway(one, other) for one, other in pairwise(middles)]
    return [_mirrored(inner[0], middles[0]), *inner, _mirrored(inner[-1], middles[-1])]


def _runs(path: Sequence[Cell]) -> Iterator[tuple[int, int]]:
    """Return the first and the last square of each stretch of one ground."""
    first = 0
    for number, cell in enumerate(path):
        if number + 1 == len(path) or path[number + 1].ground != cell.ground:
            yield first, number
            first = number + 1


def _stroke(points: Sequence[Point], colour: str, width: float) -> str:
    return element("path", d=_polyline(points), fill="none", stroke=colour, stroke_width=width, stroke_linejoin="round")


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
    return "M " + " L ".join(f"{round(x, 3):g} {round(y, 3):g}" for x, y in points)


def _direction(start: Point, end: Point) -> Point:
    length = _distance(start, end)
    return (end[0] - start[0]) / length, (end[1] - start[1]) / length


def _distance(one: Point, other: Point) -> float:
    return float(((one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2) ** 0.5)


def _halfway(one: Point, other: Point) -> Point:
    return (one[0] + other[0]) / 2, (one[1] + other[1]) / 2


def _mirrored(point: Point, centre: Point) -> Point:
    return 2 * centre[0] - point[0], 2 * centre[1] - point[1]
