"""Paint a scene on a canvas: grounds, pieces, marks and coordinates, all readable without colour.

Pieces have the shape and the colour of their owner. The signs of marks are those of `caserne.draw.text`; on cells of
three lines or more they are as high as the cell. The cursor is an arrow head on both sides of the cell.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from caserne.core.game.scene import Cell, Piece, Scene
from caserne.draw.palette import LEAST_CONTRAST, contrast, line_on, mix
from caserne.draw.text import BRACKETS, DOT, HEIGHTS, mark_character
from caserne.tui.canvas import Canvas, Ink
from caserne.tui.grid import Area, Grid

HIGH_BRACKETS = {
    "refused": ("╳ ╳", "╳ ╳"),
    "selected": ("┏┃┗", "┓┃┛"),
    "must": ("»»»", "«««"),
    "target": ("╭┊╰", "╮┊╯"),
    "last": ("┌ └", "┐ ┘"),
    "reach": ("···", "···"),
}
"""The same signs three lines high: the upper end, what is repeated between, the lower end."""
CURSOR = ("▸", "◂")
FREE = "·"
"""In the middle of a free cell that has neither a number nor a sign of its ground."""


@dataclass(frozen=True)
class Shape:
    """The outline of a piece: what stands at the left, in the middle and at the right of its edges."""

    top: str
    side: str
    bottom: str


SHAPES = {
    "disc": Shape("▗▄▖", "▐ ▌", "▝▀▘"),
    "shield": Shape("▄▄▄", "█ █", "▝▀▘"),
    "round_shield": Shape("▗▄▖", "█ █", "▝▀▘"),
    "pennant": Shape("▄▄▖", "█ ▌", "▀▀▘"),
    "roundel": Shape(" ▄ ", "▐ ▌", " ▀ "),
    "rosette": Shape("▖▄▗", "▐ ▌", "▘▀▝"),
}
BLOCK = Shape("▄▄▄", "█ █", "▀▀▀")
"""A piece without an owner."""


def shown(pile: list[Piece]) -> str:
    """Return the text of a cell: its topmost piece, and the height of the stack."""
    return pile[-1].text + (str(len(pile)).translate(HEIGHTS) if len(pile) > 1 else "")


def piles(scene: Scene) -> dict[str, list[Piece]]:
    """Return the pieces of each cell, from the bottom up."""
    found: dict[str, list[Piece]] = defaultdict(list)
    for piece in sorted(scene.pieces, key=lambda piece: piece.level):
        found[piece.cell].append(piece)
    return dict(found)


def paint(scene: Scene, grid: Grid, colours: Mapping[str, str], cursor: str | None) -> Canvas:
    """Paint the whole board; `cursor` is the selected cell of the keyboard."""
    painter = Painter(scene, grid, colours)
    painter.margin()
    for cell in scene.cells:
        painter.cell(cell, under_cursor=cell.id == cursor)
    return painter.canvas


class Painter:
    """Puts one scene on a canvas."""

    def __init__(self, scene: Scene, grid: Grid, colours: Mapping[str, str]) -> None:
        self.scene, self.grid, self.colours = scene, grid, colours
        self.piles = piles(scene)
        self.grounds = {cell.id: cell.ground for cell in scene.cells}
        self.marks: dict[str, set[str]] = defaultdict(set)
        for mark in scene.marks:
            self.marks[mark.cell].add(mark.kind)
        self.canvas = Canvas(grid.width, grid.height, Ink(colours["ink"], colours["frame"]))
        self.numbers: dict[str, str] = {}
        """What is written on a cell itself."""

    def margin(self) -> None:
        """Write the labels beside the board, and keep those on cells for free cells."""
        ink = Ink(mix(self.colours["ink"], self.colours["frame"], 0.25), self.colours["frame"])
        for label in self.scene.labels:
            spot = self.grid.in_margin(label, self.scene)
            if spot:
                self.canvas.put(*spot, label.text, ink)
            elif cell := self.grid.cells.get(self.grid.place_of(label)):
                self.numbers.setdefault(cell, label.text)

    def cell(self, cell: Cell, *, under_cursor: bool) -> None:
        area, marks, pile = self.grid.areas[cell.id], self.marks[cell.id], self.piles.get(cell.id)
        ground = self._ground(cell, bright=under_cursor or "selected" in marks)
        sign = self.scene.grounds[cell.ground].text
        self._fill(area, sign, ground)
        if pile:
            self._piece(area, pile, ground)
        elif "target" in marks:
            self._middle(area, DOT, sign, Ink(line_on(ground), ground, bold=True))
        elif cell.id in self.numbers or not sign.strip():
            ink = Ink(mix(ground, line_on(ground), 0.4), ground)
            self._middle(area, self.numbers.get(cell.id, FREE), sign, ink)
        self._brackets(area, marks if pile else marks - {"target"}, ground)
        if under_cursor:
            self._cursor(area, bool(marks & set(BRACKETS)), ground)

    def _ground(self, cell: Cell, *, bright: bool) -> str:
        """Return the colour of a cell; among equal neighbours, every other one is a little darker."""
        colour = self.colours[self.scene.grounds[cell.ground].colour]
        column, row = self.grid.places[cell.id]
        if (column + row) % 2 and self._neighbours(column, row) & {cell.ground}:
            colour = mix(colour, self.colours["ink"], 0.05)
        return mix(colour, self.colours["card"], 0.4) if bright else colour

    def _neighbours(self, column: int, row: int) -> set[str]:
        """Return the grounds around a place."""
        around = ((column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1))
        return {self.grounds[self.grid.cells[place]] for place in around if place in self.grid.cells}

    def _fill(self, area: Area, sign: str, ground: str) -> None:
        ink = Ink(mix(ground, line_on(ground), 0.14), ground)
        for line in range(area.height):
            self.canvas.put(area.x, area.y + line, sign * area.width, ink)

    def _middle(self, area: Area, text: str, sign: str, ink: Ink) -> None:
        """Write a text in the middle of a cell, with space around it if its ground has a pattern."""
        padded = f" {text} " if sign.strip() and len(text) + 2 <= area.width else text
        self.canvas.put(area.x + (area.width - len(padded)) // 2, area.middle, padded, ink)

    def _piece(self, area: Area, pile: list[Piece], ground: str) -> None:
        x, width, height = area.x + 1, area.width - 2, area.height
        colour, shape = self._owner(pile[-1])
        enamel = Ink(line_on(colour), colour, bold=True)
        edge, shade = Ink(colour, ground), Ink(mix(colour, "#000000", 0.22), ground)
        roomy = width >= self.grid.texts + 2
        for line in range(area.y if height < 3 else area.y + 1, area.y + max(1, height - 1)):
            self.canvas.put(x, line, " " * width, enamel)
            if roomy:
                self.canvas.put(x, line, shape.side[0], edge)
                self.canvas.put(x + width - 1, line, shape.side[2], edge)
        if height >= 3:
            self.canvas.put(x, area.y, stretched(shape.top, width), edge)
        if height >= 2:
            self.canvas.put(x, area.y + height - 1, stretched(shape.bottom, width), shade)
        text = shown(pile)
        self.canvas.put(x + (width - len(text)) // 2, area.middle, text, enamel)
        if roomy:
            self.canvas.put(x + width - 1, area.middle, mark_character(self.scene, pile), enamel)

    def _owner(self, piece: Piece) -> tuple[str, Shape]:
        if piece.seat is None:
            return mix(self.colours["paper"], self.colours["ink"], 0.45), BLOCK
        seat = self.scene.seats[piece.seat]
        return self.colours[seat.colour], SHAPES.get(seat.shape, BLOCK)

    def _brackets(self, area: Area, marks: set[str], ground: str) -> None:
        kind = next((kind for kind in BRACKETS if kind in marks), None)
        if kind is None:
            return
        ink = Ink(self._line_colour(kind, ground), ground, bold=True)
        for column, low, high in zip(
            (area.x, area.x + area.width - 1), BRACKETS[kind], HIGH_BRACKETS[kind], strict=True
        ):
            if area.height < 3:
                self.canvas.put(column, area.y, low, ink)
            else:
                for line, sign in enumerate(stretched(high, area.height)):
                    self.canvas.put(column, area.y + line, sign, ink)

    def _line_colour(self, kind: str, ground: str) -> str:
        """Return brass or madder, with enough contrast to the ground."""
        colour = self.colours["madder" if kind in ("refused", "must") else "brass"]
        if contrast(colour, ground) >= LEAST_CONTRAST:
            return colour
        return mix(colour, line_on(ground), 0.55)

    def _cursor(self, area: Area, marked: bool, ground: str) -> None:
        """Draw arrow heads; on low cells a bracket replaces the one on the right."""
        ink = Ink(line_on(ground), ground, bold=True)
        self.canvas.put(area.x, area.middle, CURSOR[0], ink)
        if area.height >= 3 or not marked:
            self.canvas.put(area.x + area.width - 1, area.middle, CURSOR[1], ink)


def stretched(signs: str, length: int) -> str:
    """Stretch three signs to a length by repeating the middle one.

    >>> stretched("▗▄▖", 5)
    '▗▄▄▄▖'
    """
    return signs[0] + signs[1] * (length - 2) + signs[2] if length > 1 else signs[1]
