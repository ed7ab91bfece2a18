"""A picture of a position as plain data: browser, terminal, SVG and PNG all draw it, and none of them knows a game.

Lengths are in cells, y grows downwards, and (0, 0) is the upper left corner of the board.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any

VERSION = 1


@dataclass(frozen=True)
class Ground:
    """What a cell is made of: a colour and a pattern, so that neither stands alone."""

    colour: str
    """A colour of the palette, see `caserne.draw.palette`."""
    pattern: str = ""
    """A pattern that renderers know; empty for none.

    Wooden tiles: grain, inlay (one with a line let into it). Textures: contours, waves, hatching, paving, gravel,
    flagstones, planks. Signs: leaves, rings (of wire), bandage, craters, tents, bell_tents. A bridge lies across the
    waves beside it. Any of them with `_crossroads` at its end has a compass rose on it. Neighbouring waves are one
    water, and neighbouring cells of paving and gravel one path.
    """
    text: str = " "
    """One character for the terminal."""


@dataclass(frozen=True)
class Cell:
    """A place where pieces stand and which one can touch."""

    id: str
    x: float
    """The centre."""
    y: float
    ground: str
    """A key of the scene's grounds."""
    name: str
    """What a screen reader says: the place and what stands there."""
    width: float = 1
    height: float = 1

    def holds(self, x: float, y: float) -> bool:
        """Whether a point lies on it."""
        return abs(x - self.x) <= self.width / 2 and abs(y - self.y) <= self.height / 2


@dataclass(frozen=True)
class Stroke:
    """One shape of a symbol, in a box that reaches from -1 to 1 both ways."""

    path: str
    """SVG path data."""
    fill: str = ""
    """A colour of the palette, "seat" for the owner's, "line" for what contrasts with it; empty for none."""
    line: str = ""
    """The colour of the outline; empty for none."""
    width: float = 0.1
    """The width of the outline."""


@dataclass(frozen=True)
class Piece:
    """Something that stands on a cell."""

    cell: str
    seat: int | None
    """The owner, which gives colour and shape; None for what belongs to nobody."""
    symbol: str
    """A key of the scene's symbols, drawn on the owner's shape."""
    name: str
    text: str
    """One or two characters for the terminal."""
    level: int = 0
    """How many pieces are below it on its cell."""
    marks: tuple[str, ...] = ()
    """States of the piece that renderers show: moved, shown, hidden, entered, wounded, guarded, kept, surrounded."""


@dataclass(frozen=True)
class Seat:
    """A player: a colour and a shape, so that neither stands alone."""

    name: str
    colour: str
    """A colour of the palette."""
    shape: str
    """A shape that renderers know: disc, shield, round_shield, pennant, roundel, rosette."""


@dataclass(frozen=True)
class Mark:
    """A sign on a cell."""

    kind: str
    """selected, target, last, reach, must (what has to be taken) or refused."""
    cell: str


@dataclass(frozen=True)
class Trail:
    """The way of a piece that has moved or may move."""

    kind: str
    """step or jump."""
    cells: tuple[str, ...]


@dataclass(frozen=True)
class Label:
    """A coordinate at the edge, or the number of a cell in a corner of it that pieces leave free."""

    x: float
    y: float
    text: str

    def lies_within(self, scene: Scene) -> bool:
        """Whether it is written on the board rather than beside it."""
        return 0 <= self.x <= scene.width and 0 <= self.y <= scene.height


@dataclass(frozen=True)
class Panel:
    """What lies beside the board: prisoners, a yard, a die."""

    title: str
    pieces: tuple[Piece, ...] = ()
    """Their cells are empty strings."""
    text: str = ""
    seat: int | None = None


@dataclass(frozen=True)
class Scene:
    """What one seat, or a spectator, sees of a position."""

    game: str
    title: str
    status: str
    """Whose turn it is, or how the game ended."""
    seat: int | None
    """Who looks at it; None: a spectator."""
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
    """What the marks of pieces mean, in words, for a legend."""

    def with_marks(self, *marks: Mark) -> Scene:
        return replace(self, marks=self.marks + marks)

    def with_trails(self, *trails: Trail) -> Scene:
        return replace(self, trails=self.trails + trails)

    def turned(self) -> Scene:
        """The same from the other side of the table."""
        return replace(
            self,
            cells=tuple(replace(cell, x=self.width - cell.x, y=self.height - cell.y) for cell in self.cells),
            labels=tuple(self._turned_label(label) for label in self.labels),
        )

    def _turned_label(self, label: Label) -> Label:
        """Coordinates stay at their edge, where the eye looks for them; they only change order along it."""
        beside, below = not 0 <= label.x <= self.width, not 0 <= label.y <= self.height
        return replace(
            label,
            x=label.x if beside else self.width - label.x,
            y=label.y if below else self.height - label.y,
        )

    def as_json(self) -> dict[str, Any]:
        return {"scene": VERSION, **asdict(self)}
