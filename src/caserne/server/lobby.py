"""Making matches and taking seats."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import func, insert, select
from sqlalchemy.exc import IntegrityError

import caserne
from caserne.bots.names import read_name
from caserne.core.match import Match
from caserne.server.faults import Refused
from caserne.server.identity import Visitor
from caserne.server.live.hub import Hub
from caserne.server.live.people import BOT, PERSON, TEAM
from caserne.server.storage.store import Store, now, to_json
from caserne.server.storage.tables import matches, members, seats, secrets

Seat = str | dict[str, Any]


@dataclass(frozen=True)
class Wish:
    """The match that somebody wants."""

    game: str
    seats: list[Seat]
    options: dict[str, Any] = field(default_factory=dict)
    time: dict[str, Any] | None = None
    spectators: bool = True
    chat: str = "presets"
    open: bool = False
    here: bool = False


async def create(store: Store, hub: Hub, visitor: Visitor, wish: Wish) -> str:
    """A new match with its host seated; its id."""
    match = Match(caserne.game(wish.game, **wish.options))
    if len(wish.seats) != match.game.seats:
        raise Refused.of("server.wrong_seats", count=match.game.seats)
    settings = {
        "time": wish.time,
        "spectators": wish.spectators,
        "chat": wish.chat,
        "open": wish.open,
        "here": wish.here,
    }
    at = now()
    async with store.begin() as writing:
        await writing.execute(
            insert(matches).values(
                id=match.record.match,
                game=wish.game,
                header=json.dumps(match.record.header(), ensure_ascii=False),
                settings=to_json(settings),
                host=visitor.id,
                state="open",
                version=0,
                waiting="[]",
                created=at,
                changed=at,
                removed=False,
            )
        )
        await writing.execute(insert(secrets).values(match=match.record.match, private=to_json(match.private())))
        for number, seat in enumerate(wish.seats):
            await writing.execute(insert(seats).values(match=match.record.match, seat=number, **_chair(seat)))
            if (
                seat == "me"
                or (wish.here and _chair(seat)["kind"] != BOT)
                or (isinstance(seat, dict) and "team" in seat)
            ):
                await writing.execute(insert(members).values(_member(match.record.match, number, 0, visitor)))
    await hub.table_changed(match.record.match)
    return match.record.match


async def join(store: Store, hub: Hub, match_id: str, visitor: Visitor, seat: int | None) -> int:
    """Take a free seat, or a place on a shared one."""
    live = await hub.match(match_id)
    mine = live.people.seats_of(visitor.id)
    if mine and seat in (None, *mine):
        return mine[0]
    free = [number for number, chair in enumerate(live.people.chairs) if not chair.taken and seat in (None, number)]
    if not free or live.state != "open":
        raise Refused.of("server.no_free_seat")
    try:
        async with store.begin() as writing:
            taken = select(func.count()).select_from(members)
            place = await writing.scalar(taken.where(members.c.match == match_id, members.c.seat == free[0]))
            if place is None or place >= live.people.chairs[free[0]].places:
                raise Refused.of("server.no_free_seat")
            await writing.execute(insert(members).values(_member(match_id, free[0], place, visitor)))
    except IntegrityError as error:
        raise Refused.of("server.no_free_seat") from error
    await hub.table_changed(match_id)
    return free[0]


def _member(match_id: str, seat: int, place: int, visitor: Visitor) -> dict[str, Any]:
    return {"match": match_id, "seat": seat, "place": place, "visitor": visitor.id, "name": visitor.name}


def _chair(seat: Seat) -> dict[str, Any]:
    if isinstance(seat, str):
        return {"kind": PERSON, "bot": None, "places": 1}
    if "bot" in seat:
        read_name(str(seat["bot"]))
        return {"kind": BOT, "bot": str(seat["bot"]), "places": 0}
    return {"kind": TEAM, "bot": None, "places": int(seat["team"])}
