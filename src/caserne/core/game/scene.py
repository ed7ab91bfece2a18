"""A picture of a position as plain data, which browser, terminal, SVG and PNG draw without knowing the game.

Lengths are in cells, y grows downwards, and (0, 0) is the upper left corner of the board.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from importlib import import_module
from typing import Any

from caserne.core.game.arguments import check_number

VERSION = 1
WIDEST = 20_000
"""The widest picture, in pixels."""


@dataclass(frozen=True)
class Ground:
    """The look of a cell: a colour and a pattern, so that it is recognised without colours."""

    colour: str
    """A colour of the palette, see `caserne.draw.palette`."""
    pattern: str = ""
    """A pattern that renderers know; empty: plain.

    Wooden tiles: grain, inlay (one with a line let into it). Textures: contours, waves, hatching, paving, gravel,
    flagstones, planks. Signs: leaves, rings (of wire), bandage, craters, tents, bell_tents. A bridge lies across the
    waves beside it. Any of them with `_crossroads` at its end has a compass rose on it. Neighbouring waves are one
    water, and neighbouring cells of paving and gravel one path.
    """
    text: str = " "
    """One character for the terminal."""


@dataclass(frozen=True)
class Cell:
    """A place for pieces that can be touched."""

    id: str
    x: float
    """The centre."""
    y: float
    ground: str
    """A key of the scene's grounds."""
    name: str
    """The text for screen readers: the place and what stands there."""
    width: float = 1
    height: float = 1

    def holds(self, x: float, y: float) -> bool:
        """Return whether a point lies on the cell."""
        return abs(x - self.x) <= self.width / 2 and abs(y - self.y) <= self.height / 2


@dataclass(frozen=True)
class Stroke:
    """One shape of a symbol, in a box from -1 to 1 both ways."""

    path: str
    """SVG path data."""
    fill: str = ""
    """A colour of the palette, "seat" for the owner's, "line" for one that contrasts with it; empty: not filled."""
    line: str = ""
    """The colour of the outline; empty: no outline."""
    width: float = 0.1
    """The width of the outline."""


@dataclass(frozen=True)
class Piece:
    """A piece on a cell."""

    cell: str
    seat: int | None
    """The owner, which decides colour and shape; None if it has no owner."""
    symbol: str
    """A key of the scene's symbols, drawn on the owner's shape; that of a die begins with `die`."""
    name: str
    text: str
    """One or two characters for the terminal."""
    level: int = 0
    """The number of pieces below it on its cell."""
    marks: tuple[str, ...] = ()
    """Keys of the scene's mark styles."""


@dataclass(frozen=True)
class MarkStyle:
    """How a mark of a piece is drawn: as a ring around the piece or as a badge at its edge."""

    ring: str = ""
    """A ring that renderers know: owner (thick, of the owner's colour), barbed_wire; empty for a badge."""
    badge: str = ""
    """A badge that renderers know: dot, tick, star, eye, leaves, bandage, shield; empty for a ring."""
    text: str = ""
    """One character for the terminal."""


@dataclass(frozen=True)
class Seat:
    """The look of a player: a colour and a shape, so that it is recognised without colours."""

    name: str
    colour: str
    """A colour of the palette."""
    shape: str
    """A shape that renderers know: disc, shield, round_shield, pennant, roundel, rosette."""


@dataclass(frozen=True)
class Mark:
    """A sign on a cell."""

    kind: str
    """selected, target, last, reach, must (a piece that must be taken) or refused."""
    cell: str


@dataclass(frozen=True)
class Trail:
    """The path of a piece that has moved or may move."""

    kind: str
    """step or jump."""
    cells: tuple[str, ...]


@dataclass(frozen=True)
class Term:
    """A number of an equation."""

    value: int
    name: str
    """What it is, such as `second level`."""
    cells: tuple[str, ...] = ()
    """The cells that were counted, in order; empty if it was not found by counting cells."""


@dataclass(frozen=True)
class Equation:
    """How far the topmost piece of a cell may go: the product of its terms."""

    cell: str
    terms: tuple[Term, ...]
    total: int
    text: str
    """The result as a sentence."""

    @property
    def product(self) -> str:
        """The numbers alone, such as `4 × 2 × 3 = 24`."""
        return f"{' × '.join(str(term.value) for term in self.terms)} = {self.total}"


@dataclass(frozen=True)
class Label:
    """A coordinate at the edge of the board, or a cell's number in a corner that pieces leave free."""

    x: float
    y: float
    text: str

    def lies_within(self, scene: Scene) -> bool:
        """Return whether it is on the board rather than beside it."""
        return 0 <= self.x <= scene.width and 0 <= self.y <= scene.height


@dataclass(frozen=True)
class Panel:
    """A box beside the board: prisoners, a yard, a die."""

    title: str
    pieces: tuple[Piece, ...] = ()
    """Their cells are empty strings."""
    text: str = ""
    seat: int | None = None


@dataclass(frozen=True)
class Scene:
    """A position as a seat or a spectator sees it."""

    game: str
    title: str
    status: str
    """Whose turn it is, or how the game ended."""
    seat: int | None
    """The seat that sees it; None: a spectator."""
    turn: int | str | None
    """The actor."""
    width: float
    height: float
    grounds: Mapping[str, Ground]
    symbols: Mapping[str, tuple[Stroke, ...]]
    seats: tuple[Seat, ...]
    cells: tuple[Cell, ...]
    pieces: tuple[Piece, ...]
    labels: tuple[Label, ...] = ()
    panels: tuple[Panel, ...] = ()
    marks: tuple[Mark, ...] = ()
    trails: tuple[Trail, ...] = ()
    states: Mapping[str, str] = field(default_factory=dict)
    """The meaning of the pieces' marks, for a legend."""
    mark_styles: Mapping[str, MarkStyle] = field(default_factory=dict)
    """How the marks of pieces are drawn, the most important first: text shows only the first mark of a piece."""
    captures: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The symbols of the pieces that each kind takes, where that is a table; empty in other games."""
    equations: tuple[Equation, ...] = ()
    """How far pieces may go, where that is a product; shown when one is selected."""
    stacks: bool = False
    """Whether pieces stand on each other: a covered piece is drawn from the side."""

    def with_marks(self, *marks: Mark) -> Scene:
        return replace(self, marks=self.marks + marks)

    def with_trails(self, *trails: Trail) -> Scene:
        return replace(self, trails=self.trails + trails)

    def turned(self) -> Scene:
        """Return the scene as seen from the opposite side."""
        return replace(
            self,
            cells=tuple(replace(cell, x=self.width - cell.x, y=self.height - cell.y) for cell in self.cells),
            labels=tuple(self._turned_label(label) for label in self.labels),
        )

    def _turned_label(self, label: Label) -> Label:
        """Keep coordinates at their edge and reverse their order along it."""
        beside, below = not 0 <= label.x <= self.width, not 0 <= label.y <= self.height
        return replace(
            label,
            x=label.x if beside else self.width - label.x,
            y=label.y if below else self.height - label.y,
        )

    def as_json(self) -> dict[str, Any]:
        return {"scene": VERSION, **asdict(self)}

    def svg(self, *, dark: bool = False, size: int | None = None) -> str:
        """Draw it as SVG; `size` is the width in pixels."""
        if size is not None:
            check_number("size", size, 1, WIDEST)
        # Found by name: `draw` is made of scenes and imports this module, and only people who want pictures need it.
        drawn: str = import_module("caserne.draw.svg").svg(self, dark=dark, size=size)
        return drawn

    def _repr_svg_(self) -> str:
        """Draw it in a notebook."""
        return self.svg()
