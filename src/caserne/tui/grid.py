"""The layout of a scene's cells on a terminal: rows and columns of equal boxes, as large as they fit."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import floor
from typing import NamedTuple

from caserne.core.game.scene import Cell, Label, Scene
from caserne.draw.text import slots

HEIGHTS = (5, 3, 2, 1)
"""The possible heights of a cell, in lines."""

Place = tuple[int, int]
"""A column and a row, from 0."""


class Box(NamedTuple):
    """The size of a cell in characters."""

    width: int
    height: int


class Area(NamedTuple):
    """A rectangle of characters."""

    x: int
    y: int
    width: int
    height: int

    @property
    def middle(self) -> int:
        """The line of the text."""
        return self.y + (self.height - 1) // 2


@dataclass(frozen=True)
class Grid:
    """The places of a scene's cells, the margin around them that holds the coordinates, and the size of a cell."""

    places: Mapping[str, Place]
    """The place of each cell; a large cell covers others too."""
    cells: Mapping[Place, str]
    """The cell at each place."""
    columns: int
    rows: int
    origin: Place
    """The scene's coordinates of column 0 and row 0."""
    margin: int
    """The width of the margin on the left and on the right; above and below it is one line."""
    texts: int
    """The width of the longest text on a cell."""
    box: Box

    @classmethod
    def of(cls, scene: Scene, texts: int, space: tuple[int, int]) -> Grid:
        """Return the grid of a scene with the largest cells that fit the columns and lines, or the smallest."""
        taken = {place: cell.id for place, cell in slots(scene.cells).items()}
        places = {cell: place for place, cell in taken.items()}
        for cell in scene.cells:
            taken |= {place: cell.id for place in _covered(cell) if place not in taken}
        left, top = min(column for column, _ in taken), min(row for _, row in taken)
        columns = 1 + max(column for column, _ in taken) - left
        rows = 1 + max(row for _, row in taken) - top
        margin = 2 + longest(label.text for label in scene.labels if is_beside(label, scene))
        box = _largest_box(texts, (space[0] - 2 * margin) // columns, (space[1] - 2) // rows)
        return cls(
            {cell: (column - left, row - top) for cell, (column, row) in places.items()},
            {(column - left, row - top): cell for (column, row), cell in taken.items()},
            columns,
            rows,
            (left, top),
            margin,
            texts,
            box,
        )

    @property
    def width(self) -> int:
        return 2 * self.margin + self.columns * self.box.width

    @property
    def height(self) -> int:
        return 2 + self.rows * self.box.height

    @cached_property
    def areas(self) -> Mapping[str, Area]:
        """The characters of each cell."""
        covered: dict[str, list[Place]] = defaultdict(list)
        for place, cell in self.cells.items():
            covered[cell].append(place)
        return {cell: self._area(min(places), max(places)) for cell, places in covered.items()}

    def _area(self, first: Place, last: Place) -> Area:
        columns, rows = last[0] - first[0] + 1, last[1] - first[1] + 1
        return Area(*self._corner(first), columns * self.box.width, rows * self.box.height)

    def cell_at(self, x: int, y: int) -> str | None:
        """Return the cell that a character belongs to."""
        return self.cells.get(((x - self.margin) // self.box.width, (y - 1) // self.box.height))

    def beyond(self, cell: str, across: int, down: int) -> str:
        """Return the nearest cell in a direction, preferably straight ahead; the cell itself at the edge."""
        column, row = self.places[cell]
        best, nearest = cell, float("inf")
        for (other_column, other_row), other in self.cells.items():
            ahead = (other_column - column) * across + (other_row - row) * down
            aside = abs((other_column - column) * down) + abs((other_row - row) * across)
            if other != cell and ahead > 0 and aside <= 2 * ahead and ahead + 3 * aside < nearest:
                best, nearest = other, ahead + 3 * aside
        return best

    def place_of(self, label: Label) -> Place:
        """Return the place of a label, which may lie outside the grid."""
        return floor(label.x) - self.origin[0], floor(label.y) - self.origin[1]

    def in_margin(self, label: Label, scene: Scene) -> tuple[int, int] | None:
        """Return where a label beside the board is written, or None for a label on the board."""
        x, y = self._corner(self.place_of(label))
        if is_beside(label, scene):
            return 1 if label.x < 0 else self.width - 1 - len(label.text), y + (self.box.height - 1) // 2
        if 0 <= label.y <= scene.height:
            return None
        return x + self.box.width // 2 - len(label.text) // 2, 0 if label.y < 0 else self.height - 1

    def _corner(self, place: Place) -> tuple[int, int]:
        return self.margin + place[0] * self.box.width, 1 + place[1] * self.box.height


def is_beside(label: Label, scene: Scene) -> bool:
    return not 0 <= label.x <= scene.width


def longest(texts: Iterable[str]) -> int:
    return max(map(len, texts), default=0)


def _covered(cell: Cell) -> Iterable[Place]:
    """Return the places whose middle lies on a cell."""
    columns = range(floor(cell.x - cell.width / 2), floor(cell.x + cell.width / 2) + 1)
    rows = range(floor(cell.y - cell.height / 2), floor(cell.y + cell.height / 2) + 1)
    return (
        (column, row)
        for column in columns
        for row in rows
        if abs(column + 0.5 - cell.x) < cell.width / 2 and abs(row + 0.5 - cell.y) < cell.height / 2
    )


def _largest_box(texts: int, width: int, height: int) -> Box:
    """Return a box that looks about square, with space for a piece and a bracket on both sides."""
    boxes = [Box(max(2 * lines + 1, texts + 4), lines) for lines in HEIGHTS]
    smallest = Box(texts + 2, 1)
    return next((box for box in boxes if box.width <= width and box.height <= height), smallest)
