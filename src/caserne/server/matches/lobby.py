"""Creating matches, taking seats and leaving them."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from secrets import SystemRandom
from typing import Any

from sqlalchemy import delete, exists, func, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from caserne.core.game.game import Game
from caserne.core.match.match import Match
from caserne.server.content.chosen_game import prepared_game
from caserne.server.errors import RequestError
from caserne.server.live.clock import DAY
from caserne.server.live.hub import Hub
from caserne.server.live.live_match import LiveMatch
from caserne.server.live.seating import BOT, PERSON, TEAM
from caserne.server.people.identity import Visitor
from caserne.server.storage.match_state import MatchState
from caserne.server.storage.store import Store, now, to_json
from caserne.server.storage.tables import matches, members, seats, secrets

Seat = str | dict[str, Any]
MAX_BOT_MATCHES = 10
"""How many matches of bots among themselves one visitor may have under way."""


@dataclass(frozen=True)
class MatchRequest:
    """The match that a visitor asks for."""

    game: str
    seats: list[Seat]
    preset: str | None = None
    options: dict[str, Any] = field(default_factory=dict)
    time: dict[str, Any] | None = None
    colours: str = "as listed"
    open: bool = False
    spectators: bool = True
    chat: str = "presets"
    here: bool = False

    @property
    def bots_only(self) -> bool:
        return all(isinstance(seat, dict) and "bot" in seat for seat in self.seats)


@dataclass(frozen=True)
class SeatPlan:
    """A seat of a new match: who may play it, and who sits there from the beginning."""

    kind: str
    bot: str | None = None
    places: int = 1
    visitors: Sequence[Visitor] = ()


async def create_match(store: Store, hub: Hub, visitor: Visitor, request: MatchRequest) -> str:
    """Create the requested match with its host seated; return its id."""
    game = await asyncio.to_thread(prepared_game, request.game, request.preset, request.options)
    if len(request.seats) != game.seats:
        raise RequestError.of("server.wrong_seats", count=game.seats, field="seats")
    requested = list(request.seats)
    if request.colours == "lots":
        SystemRandom().shuffle(requested)
    settings = {
        "preset": request.preset,
        "time": request.time,
        "spectators": request.spectators,
        "chat": request.chat,
        "here": request.here,
    }
    public = request.open or "open" in request.seats
    plans = _seat_plans(requested, visitor, request.here)
    if request.bots_only:
        await _check_bot_matches(store, visitor)
    return await store_match(store, hub, visitor, game, plans, settings, public=public)


async def _check_bot_matches(store: Store, host: Visitor) -> None:
    """RequestError if the bots of too many matches without people play on for a visitor; old ones do not count."""
    has_people = exists().where(seats.c.match == matches.c.id, seats.c.kind != BOT)
    under_way = matches.c.state == MatchState.PLAYING, matches.c.changed > now() - DAY, ~has_people
    query = select(func.count()).select_from(matches).where(matches.c.host == host.id, *under_way)
    async with store.read() as reading:
        if (await reading.scalar(query) or 0) >= MAX_BOT_MATCHES:
            raise RequestError.of("server.too_many_bot_matches", most=MAX_BOT_MATCHES)


async def store_match(
    store: Store,
    hub: Hub,
    host: Visitor,
    game: Game[Any],
    plans: Sequence[SeatPlan],
    settings: dict[str, Any],
    *,
    public: bool,
    series: str | None = None,
    start: str | None = None,
) -> str:
    """Store a new match, from a position or the start of the game; begin it if all seats are taken; return its id."""
    match = Match(game, start=start)
    row = _new_match_row(match, host, settings)
    async with store.begin() as writing:
        await writing.execute(insert(matches).values(**row, public=public, series=series or match.record.match))
        private = to_json(match.private().as_json())
        await writing.execute(insert(secrets).values(match=match.record.match, private=private))
        for number, plan in enumerate(plans):
            row = {"match": match.record.match, "seat": number, "kind": plan.kind, "bot": plan.bot}
            await writing.execute(insert(seats).values(**row, places=plan.places))
            for place, visitor in enumerate(plan.visitors):
                await _add_member(writing, match.record.match, number, place, visitor)
    await hub.refresh_table(match.record.match)
    return match.record.match


def _new_match_row(match: Match, host: Visitor, settings: dict[str, Any]) -> dict[str, Any]:
    at = now()
    return {
        "id": match.record.match,
        "game": match.game.id,
        "header": json.dumps(match.record.header(), ensure_ascii=False),
        "settings": to_json(settings),
        "host": host.id,
        "state": MatchState.OPEN,
        "version": 0,
        "waiting": "[]",
        "created": at,
        "changed": at,
        "removed": False,
    }


def _seat_plans(requested: list[Seat], host: Visitor, here: bool) -> list[SeatPlan]:
    """Seat the host on all "me" seats, else in the first team; on one screen (`here`), on all seats of people."""
    teams = (number for number, seat in enumerate(requested) if isinstance(seat, dict) and "team" in seat)
    first_team = next(teams, None)
    plans = []
    for number, seat in enumerate(requested):
        plan = _seat_plan(seat)
        mine = seat == "me" or (here and plan.kind != BOT) or (number == first_team and "me" not in requested)
        places = 1 if here and plan.kind == TEAM else plan.places
        plans.append(SeatPlan(plan.kind, plan.bot, places, (host,) if mine else ()))
    return plans


def _seat_plan(seat: Seat) -> SeatPlan:
    if isinstance(seat, str):
        return SeatPlan(PERSON)
    if "bot" in seat:
        return SeatPlan(BOT, str(seat["bot"]), 0)
    return SeatPlan(TEAM, None, int(seat["team"]))


async def join(store: Store, hub: Hub, match_id: str, visitor: Visitor, seat: int | None) -> int:
    """Take a free seat, or a free place of a team's seat; return the number of the seat."""
    live = await hub.match(match_id)
    mine = live.seating.seats_of(visitor.id)
    if mine and seat in (None, *mine):
        return mine[0]
    free = [number for number in free_seats(live, visitor.id) if seat in (None, number)]
    if not free:
        raise RequestError.of("server.no_free_seat")
    await _take_seat(store, hub, live, visitor, free[0])
    return free[0]


def free_seats(live: LiveMatch, visitor: str | None) -> list[int]:
    """Return the seats that a visitor can take; those of a rematch are reserved for the previous players."""
    if live.state != MatchState.OPEN:
        return []
    reserved: dict[str, list[str]] = live.settings.get("kept", {})
    return [
        number
        for number, player in enumerate(live.seating.players)
        if not player.complete
        and (str(number) not in reserved or visitor in reserved[str(number)])
        and all(member.visitor != visitor for member in player.members)
    ]


async def _take_seat(store: Store, hub: Hub, live: LiveMatch, visitor: Visitor, seat: int) -> None:
    """Take a place on a seat; RequestError if another visitor was faster."""
    try:
        async with store.begin() as writing:
            still_open = await writing.scalar(
                select(matches.c.id).where(
                    matches.c.id == live.id, matches.c.state == MatchState.OPEN, ~matches.c.removed
                )
            )
            count = select(func.count()).select_from(members)
            place = await writing.scalar(count.where(members.c.match == live.id, members.c.seat == seat))
            if still_open is None or place is None or place >= live.seating.players[seat].places:
                raise RequestError.of("server.no_free_seat")
            await _add_member(writing, live.id, seat, place, visitor)
    except IntegrityError as error:
        raise RequestError.of("server.no_free_seat") from error
    await hub.refresh_table(live.id)


async def leave(store: Store, hub: Hub, match_id: str, visitor: Visitor) -> bool:
    """Leave all seats before the match begins; return whether the match is removed because nobody is left."""
    live = await hub.match(match_id)
    if not live.seating.seats_of(visitor.id):
        raise RequestError.of("server.only_watching")
    async with live.lock, store.begin() as writing:
        state = await writing.scalar(select(matches.c.state).where(matches.c.id == match_id))
        if state != MatchState.OPEN:
            raise RequestError.of("server.has_begun")
        mine = (members.c.match == match_id) & (members.c.visitor == visitor.id)
        left = set(await writing.scalars(select(members.c.seat).where(mine)))
        await writing.execute(delete(members).where(mine))
        await _renumber_places(writing, match_id, left)
        remaining = await writing.scalar(select(func.count()).select_from(members).where(members.c.match == match_id))
        if not remaining:
            await writing.execute(update(matches).where(matches.c.id == match_id).values(removed=True))
    if not remaining:
        hub.forget(match_id)
        return True
    await hub.refresh_table(match_id)
    return False


async def _renumber_places(writing: AsyncConnection, match_id: str, left: set[int]) -> None:
    """Close the gaps in the place numbers of the seats that somebody left."""
    for seat in left:
        of_seat = (members.c.match == match_id) & (members.c.seat == seat)
        places = await writing.scalars(select(members.c.place).where(of_seat).order_by(members.c.place))
        for number, place in enumerate(places.all()):
            await writing.execute(update(members).where(of_seat, members.c.place == place).values(place=number))


async def _add_member(writing: AsyncConnection, match_id: str, seat: int, place: int, visitor: Visitor) -> None:
    row = {"match": match_id, "seat": seat, "place": place, "visitor": visitor.id, "name": visitor.name}
    await writing.execute(insert(members).values(row))
