"""Matches that are over: their records, step by step, and the proof that all was fair."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import Any

import msgspec
from sqlalchemy import select

from caserne.core.game.errors import InvalidRecord
from caserne.core.game.words import SHARED_WORDS
from caserne.core.match.offers import TAKE_BACK
from caserne.core.match.record import Action, Record, Table
from caserne.core.match.verify import verify
from caserne.core.presentation.revealed import revealed
from caserne.server.content.catalogue import scene_json
from caserne.server.errors import Refused
from caserne.server.live import render
from caserne.server.live.hub import Hub
from caserne.server.live.live_match import LiveMatch
from caserne.server.live.seating import Seating
from caserne.server.storage.match_state import MatchState
from caserne.server.storage.store import Store, StoredMatch
from caserne.server.storage.tables import events, matches, members


async def finished(hub: Hub, match_id: str, visitor: str | None) -> LiveMatch:
    """A match that is over; its players may look, and others unless they were kept out."""
    live = await hub.match(match_id)
    if live.state != MatchState.OVER:
        raise Refused.of("server.not_over")
    played = any(member.visitor == visitor for player in live.seating.players for member in player.members)
    if not live.settings.get("spectators", True) and not (visitor and played):
        raise Refused.of("server.no_spectators")
    return live


def record_of(live: LiveMatch) -> Record:
    """The record with the names of those who played."""
    return replace(live.match.record, players=live.seating.names())


async def times(store: Store, match_id: str) -> Sequence[int]:
    """When the events happened."""
    async with store.read() as reading:
        query = select(events.c.at).where(events.c.match == match_id).order_by(events.c.number)
        return (await reading.scalars(query)).all()


def step(live: LiveMatch, at: Sequence[int], number: int, lang: str) -> dict[str, Any]:
    """The match after so many events, with everything revealed."""
    record, positions = live.match.record, live.match.positions
    if number > len(record.events):
        raise Refused.of("server.no_such_step", last=len(record.events))
    event = record.events[number - 1] if number else None
    moved = _last_move(live, number)
    return {
        "step": number,
        "steps": len(record.events),
        "players": live.seating.titles(lang),
        "event": event.as_json() if event else None,
        "at": at[number - 1] if number else None,
        "spent": at[number - 1] - at[number - 2] if number > 1 else None,
        "position": str(positions[number]),
        "actor": positions[number].actor,
        **(_ending(live, lang) if number == len(record.events) else {"result": None, "events": None}),
        **scene_json(revealed(positions[number], lang, moved)),
    }


def _ending(live: LiveMatch, lang: str) -> dict[str, Any]:
    """What comes with the last step: how it ended, and all that led there, as everybody learned of it."""
    told = render.events(live, None, 0, lang)
    return {"result": render.result(live.match, lang), "events": msgspec.to_builtins(told)}


def _last_move(live: LiveMatch, number: int) -> str | None:
    """The move that the position after so many events came from; none in set-ups and after dice and take-backs."""
    record, positions = live.match.record, live.match.positions
    for before in reversed(range(number)):
        event = record.events[before]
        if isinstance(event, Action):
            return None if positions[before].in_setup else event.move
        if not isinstance(event, Table) or event.act == TAKE_BACK:
            return None
    return None


def proof(record: Record, lang: str) -> dict[str, Any]:
    """What can be proved of a record, or what does not agree."""
    try:
        found = verify(record)
    except InvalidRecord as error:
        return {"ok": False, "text": error.text(lang)}
    said = SHARED_WORDS("proof", moves=found.moves, setups=found.setups, dice=found.dice).text(lang)
    return {"ok": not (found.unproved_setups or found.unproved_dice), "text": said, **asdict(found)}


async def export(store: Store, visitor: str) -> bytes:
    """All finished matches of a visitor, a record each, in one archive."""
    mine = select(members.c.match).where(members.c.visitor == visitor)
    over = select(matches.c.id).where(matches.c.id.in_(mine), matches.c.state == MatchState.OVER, ~matches.c.removed)
    async with store.read() as reading:
        found = (await reading.scalars(over.order_by(matches.c.created))).all()
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as packed:
        for match_id in found:
            stored = await store.load(match_id)
            if stored is not None:
                packed.writestr(f"{stored.table.row['game']}-{match_id}.jsonl", _text(stored))
    return archive.getvalue()


def _text(stored: StoredMatch) -> str:
    """A record as it is stored, with the names of those who played."""
    row, seating = stored.table.row, Seating.stored(stored.table.seats, stored.table.members)
    header = {**json.loads(row["header"]), "players": seating.names()}
    told = [json.loads(event["body"]) for event in stored.events]
    lines = [header, *told, {"end": json.loads(row["ending"])}]
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
