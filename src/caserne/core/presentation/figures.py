"""Figures of a rulebook: positions of the game, with arrows and marks.

A room has them in `rulebook/figures.json`, by name; its pages show one with `![caption](figure:NAME)`. A room
without the file has no figures.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any

from caserne.core.game.errors import CaserneError
from caserne.core.game.game import Game
from caserne.core.game.position import Position
from caserne.core.game.registry import about, open_game, rooms
from caserne.core.game.scene import Mark, Scene, Trail
from caserne.core.presentation.crop import crop
from caserne.core.presentation.illustrate import illustrate
from caserne.core.presentation.revealed import revealed
from caserne.core.presentation.trails import way_of

COVER = "cover"
"""The figure whose `played` moves bring the picture on the game's card to life."""


class UnknownFigure(CaserneError):
    """The rulebook has no such figure."""


@dataclass(frozen=True)
class Figure:
    """A position, and what is drawn on it."""

    position: str
    options: Mapping[str, Any] = field(default_factory=dict)
    seat: int | None = None
    """The seat whose view is drawn; None: everything is shown."""
    corners: tuple[str, ...] = ()
    """Cells that span the part of the board that is drawn; empty: the whole board."""
    played: tuple[str, ...] = ()
    """Moves and dice that are played before the picture; the last is marked."""
    shown: tuple[str, ...] = ()
    """Moves that are not played: an arrow each."""
    paths: tuple[tuple[str, ...], ...] = ()
    """Ways that turn: an arrow over these cells each."""
    refused: tuple[str, ...] = ()
    """Moves that the rules refuse: an arrow each, and a mark where it ends."""
    selected: str = ""
    """A cell whose legal moves are marked."""
    marks: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """More marks: cells by kind."""

    def game(self, game_id: str) -> Game[Any]:
        return open_game(game_id, self.options)

    def scene(self, game_id: str, lang: str) -> Scene:
        """Return the part of the board with its arrows and marks."""
        game = self.game(game_id)
        before = game.position(self.position).play_all(list(self.played[:-1]))
        position = before.play_all(list(self.played[-1:]))
        scene = _seen(before, position, lang, self.played[-1] if self.played else None, self.seat)
        for move in (*self.shown, *self.refused):
            scene = scene.with_trails(*_arrows(game, move))
        scene = scene.with_trails(*(Trail("step", tuple(path)) for path in self.paths))
        scene = scene.with_marks(*self._marks(game, position))
        return crop(scene, self.corners)

    def _marks(self, game: Game[Any], position: Position) -> list[Mark]:
        refused = [Mark("refused", game.touches(move)[-1]) for move in self.refused]
        others = [Mark(kind, cell) for kind, cells in self.marks.items() for cell in cells]
        if not self.selected:
            return refused + others
        ways = [game.touches(move) for move in position.legal()]
        ends = dict.fromkeys(cells[-1] for cells in ways if cells and cells[0] == self.selected)
        return [Mark("selected", self.selected), *(Mark("target", end) for end in ends), *refused, *others]


def _seen(before: Position, position: Position, lang: str, last: str | None, seat: int | None) -> Scene:
    way = way_of(before.view(seat), last) if last else ()
    if seat is None:
        return revealed(position, lang, last, way=way)
    return illustrate(position.view(seat), lang, last=last, way=way)


def _arrows(game: Game[Any], move: str) -> tuple[Trail, ...]:
    """Return the trail of a move; a straight arrow if the room cannot say how a refused move would go."""
    return game.trails(move) or (Trail("step", game.touches(move)),)


@cache
def figures(game_id: str) -> Mapping[str, Figure]:
    """Return the figures of a room by name."""
    about(game_id)  # raises UnknownGame
    page = files(rooms()[game_id]) / "rulebook" / "figures.json"
    return (
        {name: _figure(entry) for name, entry in json.loads(page.read_text("utf-8")).items()} if page.is_file() else {}
    )


def figure(game_id: str, name: str) -> Figure:
    """Return a figure by its name."""
    found = figures(game_id).get(name)
    if found is None:
        raise UnknownFigure.of("unknown_figure", figure=name)
    return found


def _figure(entry: dict[str, Any]) -> Figure:
    fields: dict[str, Any] = {key: tuple(value) if isinstance(value, list) else value for key, value in entry.items()}
    return Figure(**fields)
