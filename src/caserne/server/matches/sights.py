"""Finished matches as a seat saw them: what it knew at some step, and what a bot that knows no more makes of it."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass
from typing import Any

from caserne.bots.names import bot
from caserne.core.game.observation import Observation
from caserne.core.presentation.illustrate import illustrate
from caserne.server.content.catalogue import scene_json
from caserne.server.errors import RequestError
from caserne.server.live.live_match import LiveMatch
from caserne.server.matches.hints import belief_json
from caserne.server.matches.history import last_move
from caserne.server.matches.reviews import REVIEWER


@dataclass(frozen=True)
class Sight:
    """What a seat saw after some events."""

    observation: Observation
    last: str | None
    """The move that led there."""
    way: tuple[str, ...]
    """Where it turned."""


def sight(live: LiveMatch, step: int, seat: int) -> Sight:
    """Return what a seat of a finished match saw after so many events."""
    match = live.match
    if step > len(match.record.events):
        raise RequestError.of("server.no_such_step", last=len(match.record.events))
    return Sight(match.view_after(seat, step), *last_move(match.record, match.positions, step))


def sight_json(seen: Sight, lang: str) -> dict[str, Any]:
    """Draw what a seat saw, and say what a bot takes the hidden pieces for; for a worker."""
    game = seen.observation.game
    with closing(bot(REVIEWER, game)) as player:
        beliefs = [belief_json(belief, game, lang) for belief in player.beliefs(seen.observation)]
    scene = illustrate(seen.observation, lang, last=seen.last, way=seen.way)
    return {"scene": scene_json(scene)["scene"], "bot": REVIEWER, "beliefs": beliefs}
