"""Resigning the running matches of a visitor who erases their data, so that nobody waits for them."""

from __future__ import annotations

from sqlalchemy import select

from caserne.core.match.match import Match
from caserne.core.match.permissions import Act, way_out
from caserne.server.live.changes import STAND_IN
from caserne.server.live.hub import Hub
from caserne.server.live.live_match import LiveMatch
from caserne.server.live.stored import Quarantined
from caserne.server.storage.match_state import MatchState
from caserne.server.storage.store import Store
from caserne.server.storage.tables import matches, members


async def resign_all(hub: Hub, store: Store, visitor: str) -> None:
    """Resign all running matches in which nobody shares the visitor's seat."""
    mine = select(members.c.match).where(members.c.visitor == visitor)
    async with store.read() as reading:
        playing = select(matches.c.id).where(
            matches.c.id.in_(mine), matches.c.state == MatchState.PLAYING, ~matches.c.removed
        )
        running = (await reading.scalars(playing)).all()
    for match_id in running:
        try:
            live = await hub.match(match_id)
        except Quarantined:
            continue  # an unreadable match cannot be played
        async with live.lock:
            for seat in live.seating.seats_of(visitor):
                if len(live.seating.players[seat].members) == 1 and live.match.actor is not None:
                    await _resign(live, seat)


async def _resign(live: LiveMatch, seat: int) -> None:
    """Abort the match if that is still possible, else resign; with more than two seats, a bot takes over."""

    def act(match: Match) -> None:
        way = way_out(match, seat)
        if way == Act.ABORT:
            match.abort(seat)
        elif way == Act.LEAVE:
            match.leave(seat, bot=STAND_IN)
        else:
            match.resign(seat)

    await live.change(act)
