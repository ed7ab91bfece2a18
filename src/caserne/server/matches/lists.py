"""Lists of matches: mine, open challenges, and those to watch."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from msgspec import MsgspecError
from sqlalchemy import Select, select
from sqlalchemy.engine import RowMapping

from caserne.bots.titles import title_of
from caserne.core.game.registry import about, playable_rooms
from caserne.server.live.seating import Seating
from caserne.server.people.identity import Visitor
from caserne.server.storage.match_state import MatchState
from caserne.server.storage.store import Store, from_json
from caserne.server.storage.tables import matches, members, seats

MAX_ENTRIES = 100
T = TypeVar("T")


async def list_matches(store: Store, which: str, visitor: Visitor | None, lang: str) -> list[dict[str, Any]]:
    """Return the matches of a list, the last changed first."""
    me = visitor.id if visitor else ""
    async with store.read() as reading:
        rows = (await reading.execute(_query(which, me))).mappings().all()
        ids = [row["id"] for row in rows]
        of_seats = await reading.execute(select(seats).where(seats.c.match.in_(ids)).order_by(seats.c.seat))
        of_members = await reading.execute(select(members).where(members.c.match.in_(ids)).order_by(members.c.place))
        seatings = _seatings(ids, of_seats.mappings().all(), of_members.mappings().all())
    found = [_entry(row, seatings[row["id"]], me, lang) for row in rows if row["game"] in playable_rooms()]
    if which == "mine":
        return sorted(
            found, key=lambda entry: (not entry["my_turn"], entry["state"] == MatchState.OVER, -entry["changed"])
        )
    return [entry for entry in found if which != "open" or any(seat["free"] for seat in entry["seats"])]


def _query(which: str, me: str) -> Select[Any]:
    query = select(matches).where(~matches.c.removed).order_by(matches.c.changed.desc()).limit(MAX_ENTRIES)
    if which == "mine":
        return query.where(matches.c.id.in_(select(members.c.match).where(members.c.visitor == me)))
    return query.where(
        matches.c.public, matches.c.state == (MatchState.OPEN if which == "open" else MatchState.PLAYING)
    )


def _seatings(
    ids: Sequence[str], seat_rows: Sequence[RowMapping], member_rows: Sequence[RowMapping]
) -> dict[str, Seating]:
    return {
        match: Seating.stored(
            [row for row in seat_rows if row["match"] == match], [row for row in member_rows if row["match"] == match]
        )
        for match in ids
    }


def _entry(row: RowMapping, seating: Seating, me: str, lang: str) -> dict[str, Any]:
    settings, waiting = _read(row["settings"], dict), _read(row["waiting"], list)
    mine = seating.seats_of(me)
    return {
        "match": row["id"],
        "game": row["game"],
        "title": about(row["game"]).title(lang),
        "state": row["state"],
        "seats": [
            {
                "name": player.name,
                "kind": player.kind,
                "level": player.bot,
                "title": title_of(player.bot, lang) if player.bot else None,
                "free": not player.complete,
            }
            for player in seating.players
        ],
        "mine": list(mine),
        "my_turn": any(seat in mine for seat in waiting),
        "time": settings.get("time"),
        "created": row["created"],
        "changed": row["changed"],
        "result": _read(row["ending"], dict) or None,
    }


def _read(text: str | None, kind: type[T]) -> T:
    """Decode the JSON of a column; empty if it is invalid, so that one bad row does not break the list."""
    try:
        value = from_json(text or "null")
    except (MsgspecError, RecursionError):
        value = None
    return value if isinstance(value, kind) else kind()
