"""Water: neighbouring cells join to lakes and rivers with round shores, which continue under bridges.

Lengths are in cells.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from caserne.core.game.scene import Cell, Scene
from caserne.draw.markup import element, line, number, rectangle
from caserne.draw.palette import engraved

SIDES = ("top", "right", "bottom", "left")
OPPOSITE = {"top": "bottom", "right": "left", "bottom": "top", "left": "right"}
SHORE = 0.05
"""From the edge of a cell to its shore, if it has one."""
OVERLAP = 0.01
"""How far water reaches into neighbouring water."""
ROUND = 0.3
"""The radius of a corner with land on both sides."""
CLOSE = 0.08
"""Cells with at most this distance between them are neighbours."""
DECK = 0.36
"""Half the width of a bridge."""

Neighbours = Mapping[str, Cell]
"""Neighbours by the side on which they touch."""


def beside(cell: Cell, cells: list[Cell]) -> Neighbours:
    """Return the neighbours of a cell among others."""
    found: dict[str, Cell] = {}
    for other in cells:
        across, down = other.x - cell.x, other.y - cell.y
        apart = abs(across) - (cell.width + other.width) / 2, abs(down) - (cell.height + other.height) / 2
        if abs(apart[0]) < CLOSE and apart[1] < -CLOSE:
            found["right" if across > 0 else "left"] = other
        elif abs(apart[1]) < CLOSE and apart[0] < -CLOSE:
            found["bottom" if down > 0 else "top"] = other
    return found


def banks(scene: Scene, wet: list[Cell], colours: Mapping[str, str]) -> Iterator[str]:
    """Draw the land behind round corners of water; below all cells, so that no seams are visible."""
    for cell in wet:
        colour = scene.grounds[cell.ground].colour
        if scene.grounds[cell.ground].pattern == "waves":
            colour = _land_around(cell, scene, wet)
        yield rectangle(cell, 0, fill=colours[colour])


def water(cell: Cell, scene: Scene, wet: list[Cell], colours: Mapping[str, str]) -> Iterator[str]:
    """Draw a cell of water; `wet` are all cells with water."""
    yield from _pool(cell, beside(cell, wet), cell.ground, colours[scene.grounds[cell.ground].colour])


def bridge(cell: Cell, scene: Scene, wet: list[Cell], colours: Mapping[str, str]) -> Iterator[str]:
    """Draw water under a deck of planks that lies across it."""
    around = beside(cell, wet)
    colour = colours[scene.grounds[cell.ground].colour]
    source = next((other for other in around.values() if scene.grounds[other.ground].pattern == "waves"), None)
    if source:
        yield from _pool(cell, around, source.ground, colours[scene.grounds[source.ground].colour])
    upright = "left" in around or "right" in around
    pen, turn = engraved(colour, 0.7), 0 if upright else 90
    deck = element("rect", x=-DECK, y=-0.5, width=2 * DECK, height=1, fill=colour)
    planks = " ".join(f"M {number(-DECK)} {number(n / 7 - 0.5)} H {number(DECK)}" for n in range(1, 7))
    rails = f"M {number(-DECK)} -0.5 V 0.5 M {number(DECK)} -0.5 V 0.5"
    place = f"translate({number(cell.x)} {number(cell.y)}) rotate({turn})"
    yield element("g", deck, line(planks, engraved(colour, 0.3), 0.018), line(rails, pen, 0.05), transform=place)


def _land_around(cell: Cell, scene: Scene, wet: list[Cell]) -> str:
    """Return the colour behind round corners: that of most dry cells nearby."""
    wet_ids = {other.id for other in wet}
    near = Counter(
        scene.grounds[other.ground].colour
        for other in scene.cells
        if other.id not in wet_ids and max(abs(other.x - cell.x), abs(other.y - cell.y)) < 1.1
    )
    return near.most_common(1)[0][0] if near else "frame"


def _pool(cell: Cell, around: Neighbours, texture: str, colour: str) -> Iterator[str]:
    """Draw the water of one cell and its shores."""
    corners = _corners(cell, around)
    outline: list[str] = []
    shores: list[str] = []
    for n, side in enumerate(SIDES):
        (x, y, radius), (end_x, end_y, end_radius) = corners[n], corners[(n + 1) % 4]
        along = {"top": (1, 0), "right": (0, 1), "bottom": (-1, 0), "left": (0, -1)}[side]
        start = x + along[0] * radius, y + along[1] * radius
        end = end_x - along[0] * end_radius, end_y - along[1] * end_radius
        turn = {"top": (0, 1), "right": (-1, 0), "bottom": (0, -1), "left": (1, 0)}[side]
        arc_end = end_x + turn[0] * end_radius, end_y + turn[1] * end_radius
        arc = f" A {number(end_radius)} {number(end_radius)} 0 0 1 {_at(arc_end)}" if end_radius else ""
        outline.append(f"{'L' if outline else 'M'} {_at(start)} L {_at(end)}{arc}")
        if side not in around:
            shores.append(f"M {_at(start)} L {_at(end)}{arc}")
    path = " ".join(outline) + " Z"
    yield element("path", d=path, fill=colour)
    yield element("path", d=path, fill=f"url(#texture-{texture})")
    if shores:
        yield line(" ".join(shores), engraved(colour, 0.6), 0.035)


def _corners(cell: Cell, around: Neighbours) -> list[tuple[float, float, float]]:
    """Return each corner of the water and its radius, clockwise from the upper left."""
    inset = {side: -OVERLAP if side in around else SHORE for side in SIDES}
    left, right = cell.x - cell.width / 2 + inset["left"], cell.x + cell.width / 2 - inset["right"]
    top, bottom = cell.y - cell.height / 2 + inset["top"], cell.y + cell.height / 2 - inset["bottom"]
    meeting = (
        (left, top, "left", "top"),
        (right, top, "top", "right"),
        (right, bottom, "right", "bottom"),
        (left, bottom, "bottom", "left"),
    )
    return [(x, y, 0 if one in around or two in around else ROUND) for x, y, one, two in meeting]


def _at(point: tuple[float, float]) -> str:
    return f"{number(point[0])} {number(point[1])}"
