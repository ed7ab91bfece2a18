"""The parts of a picture that a browser assembles: the empty board, and each piece and mark once.

Every colour that differs between light and dark is written as CSS `light-dark(ONE, OTHER)`, so that the page's
`color-scheme` chooses. Browsers place and animate everything that moves.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from caserne.core.game.scene import Cell, Scene, Seat
from caserne.draw import piece_marks
from caserne.draw.grounds import patterns, tiles
from caserne.draw.palette import DARK, LIGHT, line_on
from caserne.draw.pieces import SHAPES, kit, shading
from caserne.draw.svg import CELL, board, border

COLOUR = re.compile(r"#[0-9A-F]{6}\b")


@dataclass(frozen=True)
class Emblem:
    """What stands for a seat beside its name."""

    outline: str
    """Path data, in a box from -1 to 1."""
    fill: str
    line: str
    """What contrasts with the fill."""


@dataclass(frozen=True)
class Parts:
    """Markup in the units of a page, of which a cell has `cell`."""

    cell: int
    border: float
    """From the edge of the picture to the first cell, in cells."""
    defs: str
    """Patterns, and what `use` refers to: `piece-SEAT-SYMBOL` and `state-MARK-SEAT`, each in a box from -1 to 1."""
    front: str
    """The empty board as the scene has it."""
    back: str
    """The same from the other side of the table."""
    seats: tuple[Emblem, ...]


def parts(scene: Scene) -> Parts:
    """Return the parts of a scene; they do not depend on the pieces."""
    bare = replace(scene, pieces=(), panels=(), marks=(), trails=(), cells=tuple(_unnamed(scene)))
    return Parts(
        CELL,
        border(scene),
        two_toned(*("".join(_defs(bare, colours)) for colours in (LIGHT, DARK))),
        two_toned(*(board(bare, colours).markup for colours in (LIGHT, DARK))),
        two_toned(*(board(bare.turned(), colours).markup for colours in (LIGHT, DARK))),
        tuple(_emblem(seat) for seat in scene.seats),
    )


def bare(scene: Scene) -> Parts:
    """Return the parts of a board without pieces, from one side only."""
    empty = replace(scene, cells=tuple(_unnamed(scene)))
    return Parts(
        CELL,
        border(scene),
        two_toned(*("".join(patterns(empty, colours)) for colours in (LIGHT, DARK))),
        two_toned(*(board(empty, colours).markup for colours in (LIGHT, DARK))),
        "",
        (),
    )


def swatch(scene: Scene) -> str:
    """Draw the only cell of a scene in a box from 0 to 1, with the patterns it needs."""
    empty = replace(scene, cells=tuple(_unnamed(scene)))
    return two_toned(*("".join([*patterns(empty, colours), *tiles(empty, colours)]) for colours in (LIGHT, DARK)))


def _emblem(seat: Seat) -> Emblem:
    day, night = LIGHT[seat.colour], DARK[seat.colour]
    return Emblem(SHAPES[seat.shape].outline, two_toned(day, night), two_toned(line_on(day), line_on(night)))


def two_toned(light: str, dark: str) -> str:
    """Merge two drawings that differ only in their colours.

    >>> two_toned('fill="#FFFFFF" stroke="#000000"', 'fill="#222222" stroke="#000000"')
    'fill="light-dark(#FFFFFF,#222222)" stroke="#000000"'
    """
    night = iter(COLOUR.findall(dark))

    def both(day: re.Match[str]) -> str:
        one, other = day[0], next(night)
        return one if one == other else f"light-dark({one},{other})"

    return COLOUR.sub(both, light)


def _defs(scene: Scene, colours: Mapping[str, str]) -> Iterator[str]:
    yield from patterns(scene, colours)
    yield from shading(scene, colours)
    yield from kit(scene, colours)
    yield from piece_marks.kit(scene, colours)


def _unnamed(scene: Scene) -> Iterator[Cell]:
    return (replace(cell, name="") for cell in scene.cells)
