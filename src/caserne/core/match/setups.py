"""Set-ups at the table: a position in which a seat arranges, suggestions, previews."""

from __future__ import annotations

from dataclasses import replace
from secrets import randbelow
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from caserne.core.game.observation import Observation
    from caserne.core.game.position import Position
    from caserne.core.game.scene import Scene
    from caserne.core.match.match import Match

SEEDS = 2**31


def arranging(match: Match, seat: int) -> Position:
    """A position in which the seat is to arrange its set-up; the seats before it have any set-up at all.

    Set-ups are sealed in any order, while positions take them in seat order. No seat's choice limits another's.
    """
    position = match.position
    while position.actor != seat:
        position = position.play(position.random_setup(randbelow(SEEDS)))
    return position


def as_seen_when_arranging(match: Match, seat: int) -> Observation:
    """What a bot is shown when it is to arrange: nothing of the others."""
    return arranging(match, seat).view(seat)


def suggest(match: Match, seat: int) -> str:
    """A complete set-up worth playing, another one each time."""
    return arranging(match, seat).suggested_setup(randbelow(SEEDS))


def preview(match: Match, seat: int, setup: str, lang: str) -> Scene:
    """The board with a set-up on it that is not sealed yet; IllegalMove or InvalidMove if it cannot be.

    The last seat's set-up opens all of them, and the others' are made up here: only the seat's own pieces are taken.
    """
    empty = match.game.scene(match.view(seat), lang)
    full = match.game.scene(arranging(match, seat).play(setup).view(seat), lang)
    own = tuple(piece for piece in full.pieces if piece.seat == seat)
    own_cells = {piece.cell for piece in own}
    named = {cell.id: cell.name for cell in full.cells if cell.id in own_cells}
    return replace(
        empty,
        pieces=tuple(piece for piece in empty.pieces if piece.seat != seat) + own,
        cells=tuple(replace(cell, name=named.get(cell.id, cell.name)) for cell in empty.cells),
    )
