"""Pictures of matches to share: what a viewer sees now, any position of a finished match, and an SVG that moves.

Workers draw them: arguments and results can be sent between processes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import ceil

from caserne.core.game.position import Position
from caserne.core.game.scene import Scene
from caserne.core.match.events import TableEvent
from caserne.core.match.record import Record
from caserne.draw.png import svg_to_png
from caserne.draw.poster import film, poster
from caserne.server.errors import RequestError
from caserne.server.live import render
from caserne.server.live.live_match import LiveMatch
from caserne.server.matches.history import record_of, scene_after

MAX_FRAMES = 300
"""Of a longer match a film shows every second, third, ... position."""


@dataclass(frozen=True)
class PicturedMatch:
    """What is drawn of a match, and for whom."""

    record: Record
    players: tuple[str, ...]
    ending: str
    """How it ended, in a sentence."""
    seat: int | None
    """The seat from whose side it is seen; None: a spectator's."""
    lang: str
    colours: Mapping[str, str]

    def checked_step(self, step: int | None) -> int:
        """Return the number of events before a position; None: all. RequestError if there are not so many."""
        last = len(self.record.events)
        if step is not None and step > last:
            raise RequestError.of("server.no_such_step", last=last)
        return last if step is None else step


def pictured(live: LiveMatch, visitor: str | None, lang: str, colours: Mapping[str, str]) -> PicturedMatch:
    """Return a finished match as one of its players or a spectator sees it."""
    mine = live.seating.seats_of(visitor or "")
    result = render.result(live.match, lang)
    ending, seat = result["text"] if result else "", mine[0] if len(mine) == 1 else None
    return PicturedMatch(record_of(live), tuple(live.seating.titles(lang)), ending, seat, lang, colours)


@dataclass(frozen=True)
class PicturedView:
    """What one viewer sees of a match now."""

    scene: Scene
    players: tuple[str, ...]
    colours: Mapping[str, str]


def pictured_view(live: LiveMatch, visitor: str | None, lang: str, colours: Mapping[str, str]) -> PicturedView:
    """Return a match as the visitor's seat sees it now, or as spectators do; RequestError if they may not watch."""
    mine = live.seating.seats_of(visitor or "")
    if not mine and not live.settings.get("spectators", True):
        raise RequestError.of("server.no_spectators")
    seen = live.match.view(mine[0] if len(mine) == 1 else None)
    scene = replace(live.match.game.scene(seen, lang), panels=())
    return PicturedView(scene, tuple(live.seating.titles(lang)), colours)


def view_svg(view: PicturedView) -> str:
    """Draw what a viewer sees."""
    return poster(view.scene, view.players, view.scene.status, view.colours)


def view_png(view: PicturedView) -> bytes:
    """Draw the same as PNG."""
    return svg_to_png(view_svg(view))


def position_svg(match: PicturedMatch, step: int) -> str:
    """Draw the position after a number of events."""
    positions = _positions(match.record)
    scene = _scene(match, positions, step)
    caption = match.ending if step == len(match.record.events) else scene.status
    return poster(scene, match.players, caption, match.colours)


def position_png(match: PicturedMatch, step: int) -> bytes:
    """Draw the same as PNG."""
    return svg_to_png(position_svg(match, step))


def match_film(match: PicturedMatch) -> str:
    """Draw all positions after the set-ups, one after the other."""
    positions = _positions(match.record)
    scenes = [_scene(match, positions, step) for step in _shown_steps(match.record, positions)]
    return film(scenes, match.players, match.ending, match.colours)


def _positions(record: Record) -> list[Position]:
    return [record.first(), *(step.position for step in record.replay())]


def _shown_steps(record: Record, positions: Sequence[Position]) -> list[int]:
    """Return the numbers of events after which the board looks different, the last one always."""
    moves = [
        number
        for number, event in enumerate(record.events, 1)
        if not isinstance(event, TableEvent) and not positions[number].in_setup
    ]
    last = len(record.events)
    every = ceil(max(len(moves), 1) / MAX_FRAMES)
    return [*moves[:-1:every], last]


def _scene(match: PicturedMatch, positions: Sequence[Position], step: int) -> Scene:
    return replace(scene_after(match.record, positions, step, match.lang, match.seat), panels=())
