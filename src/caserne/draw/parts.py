"""The parts of a picture that a browser assembles: the empty board, and each piece and mark once.

Every colour that differs between light and dark is written as CSS `light-dark(ONE, OTHER)`, so that the page's
`color-scheme` chooses. Browsers place and animate everything that moves.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from caserne.core.game.scene import Cell, Scene, Seat
from caserne.draw import piece_marks
from caserne.draw.grounds import patterns, tiles
from caserne.draw.palette import DARK, LIGHT, line_on
from caserne.draw.pieces import SHAPES, kit, shading
from caserne.draw.svg import CELL, board, border
from caserne.draw.themes import THEMES, WOOD, Theme

COLOUR = re.compile(r"#[0-9A-F]{6}\b")
TONES = re.compile(r"light-dark\([^)]*\)|#[0-9A-F]{6}\b")
"""What a colour is in a drawing that serves light and dark pages."""


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
    themes: Mapping[str, Mapping[str, str]]
    """By theme: what each colour of these drawings is replaced with."""


def parts(scene: Scene) -> Parts:
    """Return the parts of a scene; they do not depend on the pieces."""
    bare = replace(scene, pieces=(), panels=(), marks=(), trails=(), cells=tuple(_unnamed(scene)))
    drawn = {name: _drawn(bare, theme) for name, theme in THEMES.items()}
    defs, front, seats = drawn[WOOD]
    back = two_toned(*(board(bare.turned(), colours).markup for colours in THEMES[WOOD]))
    return Parts(CELL, border(scene), defs, front, back, seats, _recolouring(drawn))


def _drawn(scene: Scene, theme: Theme) -> tuple[str, str, tuple[Emblem, ...]]:
    """Return the definitions, the empty board and the seats' emblems in the colours of a theme."""
    return (
        two_toned(*("".join(_defs(scene, colours)) for colours in theme)),
        two_toned(*(board(scene, colours).markup for colours in theme)),
        tuple(_emblem(seat, theme) for seat in scene.seats),
    )


def _recolouring(drawn: Mapping[str, tuple[object, ...]]) -> dict[str, dict[str, str]]:
    """Return by theme the colours that differ from those of the default theme; drawings differ in nothing else."""
    usual = TONES.findall(str(drawn[WOOD]))
    return {
        name: {one: other for one, other in replacements(usual, TONES.findall(str(parts))) if one != other}
        for name, parts in drawn.items()
        if name != WOOD
    }


def replacements(usual: Sequence[str], themed: Sequence[str]) -> set[tuple[str, str]]:
    """Return each colour of a drawing with the colour at the same places of the same drawing in another theme."""
    return set(zip(usual, themed, strict=True))


def bare(scene: Scene) -> Parts:
    """Return the parts of a board without pieces, from one side only."""
    empty = replace(scene, cells=tuple(_unnamed(scene)))
    drawn = {
        name: (
            two_toned(*("".join(patterns(empty, colours)) for colours in theme)),
            two_toned(*(board(empty, colours).markup for colours in theme)),
        )
        for name, theme in THEMES.items()
    }
    defs, front = drawn[WOOD]
    return Parts(CELL, border(scene), defs, front, "", (), _recolouring(drawn))


def swatch(scene: Scene) -> str:
    """Draw the only cell of a scene in a box from 0 to 1, with the patterns it needs."""
    empty = replace(scene, cells=tuple(_unnamed(scene)))
    return two_toned(*("".join([*patterns(empty, colours), *tiles(empty, colours)]) for colours in (LIGHT, DARK)))


def _emblem(seat: Seat, theme: Theme) -> Emblem:
    day, night = theme.light[seat.colour], theme.dark[seat.colour]
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
