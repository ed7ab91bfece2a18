"""Rematches: the same match with rotated seats, and the score of the series so far."""

from __future__ import annotations

from typing import Any

from sqlalchemy import select, update

from caserne.server.errors import RequestError
from caserne.server.live.hub import Hub
from caserne.server.live.live_match import LiveMatch
from caserne.server.live.seating import Player
from caserne.server.matches.lobby import SeatPlan, join, store_match
from caserne.server.people.identity import Visitor
from caserne.server.storage.match_state import MatchState
from caserne.server.storage.store import Store
from caserne.server.storage.tables import matches


async def rematch(store: Store, hub: Hub, match_id: str, visitor: Visitor) -> str:
    """Create the rematch for the first player who asks, and seat the others at it; return its id."""
    live = await hub.match(match_id)
    if not any(_is_member(player, visitor.id) for player in live.seating.players):
        raise RequestError.of("server.only_watching")
    if live.state != MatchState.OVER:
        raise RequestError.of("server.not_over")
    if live.rematch is None:
        await _create_rematch(store, hub, live, visitor)
        live = await hub.refresh_table(match_id)
    assert live.rematch is not None
    await join(store, hub, live.rematch, visitor, None)
    return live.rematch


async def _create_rematch(store: Store, hub: Hub, live: LiveMatch, visitor: Visitor) -> None:
    """Store a match with rotated, reserved seats; if another process has stored one first, remove it again."""
    players = _rotate(live.seating.players)
    plans = [
        SeatPlan(player.kind, player.bot, player.places, (visitor,) * _is_member(player, visitor.id))
        for player in players
    ]
    settings = {
        **live.settings,
        "kept": {str(seat): visitors for seat, player in enumerate(players) if (visitors := _visitors(player))},
        "score": _score(live),
    }
    async with store.read() as reading:
        before = (await reading.execute(select(matches).where(matches.c.id == live.id))).one()
    made = await store_match(
        store, hub, visitor, live.match.game, plans, settings, public=before.public, series=before.series
    )
    async with store.begin() as writing:
        first = update(matches).where(matches.c.id == live.id, matches.c.rematch.is_(None)).values(rematch=made)
        if (await writing.execute(first)).rowcount == 0:
            await writing.execute(update(matches).where(matches.c.id == made).values(removed=True))
            hub.forget(made)


def _rotate(by_seat: Any) -> list[Any]:
    """Give every seat what belonged to the next one."""
    return [*by_seat[1:], by_seat[0]]


def _is_member(player: Player, visitor: str) -> bool:
    return any(member.visitor == visitor for member in player.members)


def _visitors(player: Player) -> list[str]:
    """Return the visitors for whom a seat is reserved; nobody if one of them has erased their data."""
    visitors = [member.visitor for member in player.members]
    return [visitor for visitor in visitors if visitor] if None not in visitors else []


def _score(live: LiveMatch) -> dict[str, Any] | None:
    """Return the points of the series so far, by the seats of the next match; aborted matches do not count."""
    before = live.settings.get("score") or {"games": 0, "points": [0.0] * live.match.game.seats}
    end = live.match.record.end
    if end is None or end["by"] == "abort":
        return {**before, "points": _rotate(before["points"])}
    points = [earlier + (won + 1) / 2 for earlier, won in zip(before["points"], end["returns"], strict=True)]
    return {"games": before["games"] + 1, "points": _rotate(points)}
