"""A running match that no database holds and nobody watches, for what is read from it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import SimpleNamespace
from typing import Any, cast

import caserne
from caserne.core.match.match import Match
from caserne.core.match.setups import suggest_setup
from caserne.server.live.live_match import LiveMatch
from caserne.server.live.server_time import ServerTime
from caserne.server.storage.store import StoredMatch, StoredTable, to_json


def begun(game: str, **options: Any) -> Match:
    """A match whose set-ups are done."""
    match = Match(caserne.game(game, **options))
    while match.position.in_setup:
        seat = match.waiting()[0]
        match.submit(seat, suggest_setup(match, seat))
    return match


def bare(
    match: Match,
    players: Sequence[str] = (),
    state: str = "playing",
    drafts: Mapping[int, Sequence[str]] | None = None,
    **settings: Any,
) -> LiveMatch:
    """A running match; players are people by name, `bot` is a bot, and by default each seat has its own person."""
    names = players or [f"person {seat}" for seat in range(match.game.seats)]
    seats = [
        {"seat": seat, "kind": "bot" if name == "bot" else "person", "bot": "1" if name == "bot" else None, "places": 1}
        for seat, name in enumerate(names)
    ]
    members = [
        {"seat": seat, "visitor": name, "name": name.title(), "process": None, "offline_since": None}
        for seat, name in enumerate(names)
        if name != "bot"
    ]
    row = {"id": "m", "settings": to_json(settings), "state": state, "rematch": None, "clocks": None}
    unfinished = [
        {"seat": seat, "moves": to_json(moves), "requests": "[]"} for seat, moves in dict(drafts or {}).items()
    ]
    services = SimpleNamespace(time=ServerTime(), outages=[], live_processes={"here"}, dead_processes={})
    table = StoredTable(*cast(Any, (row, seats, members, [], unfinished)))
    return LiveMatch(cast(Any, services), StoredMatch(table, (), None), match)
