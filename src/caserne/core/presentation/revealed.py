"""A scene without secrets, for a match that is over."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from caserne.core.game.scene import Mark, Scene
from caserne.core.presentation.trails import trails_of

if TYPE_CHECKING:
    from caserne.core.game.position import Position


def revealed(
    position: Position, lang: str, last: str | None = None, seat: int | None = None, way: Sequence[str] = ()
) -> Scene:
    """Return what a seat (None: a spectator) sees, with every seat's pieces as their owner sees them.

    `last` is the move that led to the position, `way` where it turned.
    """
    game = position.game
    seats = range(game.seats)
    scene = game.scene(position.view(seat), lang)
    if game.about.hidden or position.in_setup:
        views = [game.scene(position.view(seat), lang) for seat in seats]
        own = tuple(piece for owner, view in enumerate(views) for piece in view.pieces if piece.seat == owner)
        unowned = tuple(piece for piece in scene.pieces if piece.seat not in seats)
        names = {cell.id: cell.name for cell in scene.cells}
        for owner, view in enumerate(views):
            held = {piece.cell for piece in own if piece.seat == owner}
            names |= {cell.id: cell.name for cell in view.cells if cell.id in held}
        cells = tuple(replace(cell, name=names[cell.id]) for cell in scene.cells)
        scene = replace(scene, pieces=unowned + own, cells=cells)
    if last is None:
        return scene
    return scene.with_marks(*(Mark("last", cell) for cell in game.touches(last))).with_trails(
        *trails_of(game, last, way)
    )
