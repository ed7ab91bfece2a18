"""Equations on the board: how far a selected piece may go, and the cells that were counted for it.

Lengths are in cells.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from caserne.core.game.scene import Cell, Equation, Scene
from caserne.draw.markup import element, move_to, words

BUBBLE_HEIGHT, BUBBLE_TEXT = 0.5, 0.34
LETTER = 0.175
"""The width of a character of the bubble."""
DISTANCE = 0.8
"""From the middle of the cell to the middle of a bubble above or below it."""
COUNT = 0.19
"""The radius of the number on a counted cell."""


def equations(scene: Scene, colours: Mapping[str, str]) -> Iterator[str]:
    """Draw the equations of selected cells."""
    cells = {cell.id: cell for cell in scene.cells}
    selected = {mark.cell for mark in scene.marks if mark.kind == "selected"}
    for equation in scene.equations:
        if equation.cell in selected and equation.cell in cells:
            yield from _counted(equation, cells, colours)
            yield _bubble(equation.product, cells[equation.cell], scene, colours)


def _counted(equation: Equation, cells: Mapping[str, Cell], colours: Mapping[str, str]) -> Iterator[str]:
    """Number the cells of each term in the corner where no number of the board is."""
    for term in equation.terms:
        for number, cell in enumerate((cells[name] for name in term.cells if name in cells), 1):
            x, y = cell.x + cell.width / 2 - COUNT / 2, cell.y + cell.height / 2 - COUNT / 2
            disc = element("circle", r=COUNT, fill=colours["card"], stroke=colours["brass"], stroke_width=0.05)
            written = words(str(number), 0, 0.09, 0.26, colours["ink"], heading=True, anchor="middle")
            yield element("g", disc, written, class_="count", transform=move_to(x, y))


def _bubble(text: str, cell: Cell, scene: Scene, colours: Mapping[str, str]) -> str:
    width = len(text) * LETTER + 0.3
    x, y = _bubble_place(width, cell, scene)
    box = element(
        "rect",
        x=-width / 2,
        y=-BUBBLE_HEIGHT / 2,
        width=width,
        height=BUBBLE_HEIGHT,
        rx=0.16,
        fill=colours["card"],
        stroke=colours["brass"],
        stroke_width=0.05,
    )
    written = words(text, 0, BUBBLE_TEXT * 0.35, BUBBLE_TEXT, colours["ink"], heading=True, anchor="middle")
    return element("g", box, written, class_="equation", transform=move_to(x, y))


def _bubble_place(width: float, cell: Cell, scene: Scene) -> tuple[float, float]:
    """Return the place beside a cell that hides the fewest pieces and targets."""
    needed = {piece.cell for piece in scene.pieces} | {mark.cell for mark in scene.marks if mark.kind == "target"}
    taken = [other for other in scene.cells if other.id in needed]
    aside = width / 2 + 0.55
    around = ((0, -DISTANCE), (0, DISTANCE), (-aside, 0), (aside, 0), (-aside, -DISTANCE), (aside, -DISTANCE))
    places = [
        (_within(cell.x + x, width / 2, scene.width), _within(cell.y + y, BUBBLE_HEIGHT / 2, scene.height))
        for x, y in around
    ]
    return min(places, key=lambda place: sum(_covers(place, width, other) for other in taken))


def _covers(place: tuple[float, float], width: float, cell: Cell) -> bool:
    """Return whether a bubble hides a good part of a cell."""
    across = (width + cell.width) / 2 - abs(place[0] - cell.x)
    down = (BUBBLE_HEIGHT + cell.height) / 2 - abs(place[1] - cell.y)
    return across > 0.15 and down > 0.25


def _within(place: float, half: float, size: float) -> float:
    return min(max(place, half), size - half)
