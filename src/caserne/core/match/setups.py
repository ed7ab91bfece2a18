"""Set-ups before play: the position in which a seat arranges, suggestions and previews."""

from __future__ import annotations

import secrets
from dataclasses import replace

from caserne.core.game.observation import Observation
from caserne.core.game.position import Position
from caserne.core.game.scene import Scene
from caserne.core.match.queries import MatchQueries

SEEDS = 2**31


def position_to_arrange(match: MatchQueries, seat: int) -> Position:
    """Return a position in which the seat arranges its set-up, with random set-ups of the seats before it.

    Set-ups are sealed in any order, but positions take them in seat order. No seat's choice limits another's.
    """
    position = match.position
    while position.actor != seat:
        position = position.play(position.random_setup(secrets.randbelow(SEEDS)))
    return position


def view_to_act(match: MatchQueries, seat: int) -> Observation:
    """Return what a seat knows when it is to act; in a set-up the position waits for this seat."""
    return position_to_arrange(match, seat).view(seat) if match.position.in_setup else match.view(seat)


def suggest_setup(match: MatchQueries, seat: int) -> str:
    """Return a good set-up, a different one each time."""
    return position_to_arrange(match, seat).suggested_setup(secrets.randbelow(SEEDS))


def preview_setup(match: MatchQueries, seat: int, setup: str, lang: str) -> Scene:
    """Return the board with a set-up that is not sealed yet; IllegalMove or InvalidMove if it is refused.

    The last set-up reveals all of them, and here the others are random: only the seat's own pieces are shown.
    """
    empty = match.game.scene(match.view(seat), lang)
    full = match.game.scene(position_to_arrange(match, seat).play(setup).view(seat), lang)
    own = tuple(piece for piece in full.pieces if piece.seat == seat)
    own_cells = {piece.cell for piece in own}
    named = {cell.id: cell.name for cell in full.cells if cell.id in own_cells}
    return replace(
        empty,
        pieces=tuple(piece for piece in empty.pieces if piece.seat != seat) + own,
        cells=tuple(replace(cell, name=named.get(cell.id, cell.name)) for cell in empty.cells),
    )
