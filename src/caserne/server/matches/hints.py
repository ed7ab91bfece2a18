"""Hints for people who play against bots: the best move of a strong bot, from what their seat knows."""

from __future__ import annotations

from typing import Any

from caserne.bots.bot import Belief, Candidate
from caserne.core.game.game import Game
from caserne.core.game.observation import Observation
from caserne.server.errors import RequestError
from caserne.server.live.fair_queue import Owner
from caserne.server.live.live_match import LiveMatch
from caserne.server.live.permissions import check_hint
from caserne.server.matches.reviews import REVIEWER
from caserne.server.people.identity import Visitor

COST = 10
"""A hint counts as so many other computations."""
MOST_WEIGHED = 2
"""Other moves that a hint names."""


async def give_hint(live: LiveMatch, visitor: Visitor, owner: Owner, version: int, lang: str) -> dict[str, Any]:
    """Return the best move of the seat to move, its value and what the bot believes; count the hint in the record."""
    async with live.lock:
        await live.reload_if_uncertain()
        seat = _seat_of(live, visitor)
        if live.version != version:
            raise _stale(live)
        drafted, draft = live.drafted_turn([seat]), live.draft(seat)
        check_hint(live, seat, drafted)
        seen: Observation = drafted.observation(seat) if drafted else live.match.view(seat)
    live.services.compiler.prefer(seen.game.id, REVIEWER)
    analysis = await live.services.workers.analyse(REVIEWER, seen, owner)
    async with live.lock:
        if (live.version, live.draft(seat)) != (version, draft):
            raise _stale(live)
        await live.change(lambda match: match.hint(seat))
    others = [candidate for candidate in analysis.candidates[1:] if candidate.weight][:MOST_WEIGHED]
    return {
        "move": analysis.best,
        "cells": list(seen.game.touches(analysis.best)),
        "value": analysis.value,
        "weighed": [weighed_json(candidate, seen.game) for candidate in others],
        "beliefs": [belief_json(belief, seen.game, lang) for belief in analysis.beliefs],
    }


def weighed_json(candidate: Candidate, game: Game[Any]) -> dict[str, Any]:
    """Return another move that a bot has looked at."""
    return {"move": candidate.move, "cells": list(game.touches(candidate.move)), "value": candidate.value}


def belief_json(belief: Belief, game: Game[Any], lang: str) -> dict[str, Any]:
    """Return what a bot takes a hidden piece for, in a language."""
    chances = [
        {"name": game.secret_name(secret).text(lang), "symbol": game.secret_symbol(secret), "chance": chance}
        for secret, chance in belief.chances
    ]
    return {"cell": belief.cell, "chances": chances}


def _seat_of(live: LiveMatch, visitor: Visitor) -> int:
    """Return the visitor's seat that is to move, else any of the visitor's seats."""
    mine = live.seating.seats_of(visitor.id)
    if not mine:
        raise RequestError.of("server.only_watching")
    return next((seat for seat in mine if seat == live.match.actor), mine[0])


def _stale(live: LiveMatch) -> RequestError:
    """Return the refusal of a hint for a position, or a part of a turn, that is over."""
    return RequestError.of("server.stale", version=live.version)
