"""Finished matches: their records, replays step by step, verification and export."""

from __future__ import annotations

import asyncio
import io
import zipfile
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, replace
from typing import Any

import msgspec
from sqlalchemy import select

from caserne.bots.review import Verdict
from caserne.core.game.errors import InvalidRecord
from caserne.core.game.position import Position
from caserne.core.game.scene import Scene
from caserne.core.game.words import SHARED_WORDS
from caserne.core.match.events import Action, TableEvent, TakenBack
from caserne.core.match.record import Record
from caserne.core.match.verify import verify
from caserne.core.presentation.revealed import revealed
from caserne.core.presentation.trails import way_of
from caserne.server.content.catalogue import scene_json
from caserne.server.errors import RequestError
from caserne.server.live import render
from caserne.server.live.hub import Hub
from caserne.server.live.live_match import LiveMatch
from caserne.server.live.seating import Seating
from caserne.server.live.stored import Quarantined, quarantine, read_record
from caserne.server.storage.match_state import MatchState
from caserne.server.storage.store import Store, StoredMatch
from caserne.server.storage.tables import events, matches, members


async def finished_match(hub: Hub, match_id: str, visitor: str | None) -> LiveMatch:
    """Return a finished match; RequestError if it is not over, stays closed, or if the visitor may not watch it."""
    live = await hub.match(match_id)
    if live.state != MatchState.OVER:
        raise RequestError.of("server.not_over")
    if live.match.record.stays_closed:
        raise RequestError.of("server.called_off")
    played = any(member.visitor == visitor for player in live.seating.players for member in player.members)
    if not live.settings.get("spectators", True) and not (visitor and played):
        raise RequestError.of("server.no_spectators")
    return live


def record_of(live: LiveMatch) -> Record:
    """Return the record with the names of the players."""
    return replace(live.match.record, players=live.seating.names())


async def event_times(store: Store, match_id: str) -> Sequence[int]:
    """Return the times of the events."""
    async with store.read() as reading:
        query = select(events.c.at).where(events.c.match == match_id).order_by(events.c.number)
        return (await reading.scalars(query)).all()


def replay_step(
    live: LiveMatch, times: Sequence[int], number: int, lang: str, visitor: str | None = None
) -> dict[str, Any]:
    """Return the match after a number of events, with everything revealed, for one of its players or for others."""
    record, positions = live.match.record, live.match.positions
    if number > len(record.events):
        raise RequestError.of("server.no_such_step", last=len(record.events))
    event = record.events[number - 1] if number else None
    mine = live.seating.seats_of(visitor or "")
    return {
        "step": number,
        "steps": len(record.events),
        "players": live.seating.titles(lang),
        "event": event.as_json() if event else None,
        "at": times[number - 1] if number else None,
        "spent": times[number - 1] - times[number - 2] if number > 1 else None,
        "position": str(positions[number]),
        "actor": positions[number].actor,
        "mine": mine,
        "hidden": live.match.game.about.hidden,
        "turned": len(mine) == 1 and _sees_it_turned(positions[number], mine[0]),
        **(_ending(live, lang) if number == len(record.events) else {"result": None, "events": None}),
        **scene_json(scene_after(record, positions, number, lang)),
    }


def _sees_it_turned(position: Position, seat: int) -> bool:
    """Whether a seat has the board the other way round than spectators have."""
    own, usual = (position.game.scene(position.view(viewer), "en").cells[0] for viewer in (seat, None))
    return (own.x, own.y) != (usual.x, usual.y)


def _ending(live: LiveMatch, lang: str) -> dict[str, Any]:
    """Return what only the last step contains: the result, and all events as spectators saw them."""
    seen = render.events(live, None, 0, lang)
    return {"result": render.result(live.match, lang), "events": msgspec.to_builtins(seen)}


def scene_after(
    record: Record, positions: Sequence[Position], number: int, lang: str, seat: int | None = None
) -> Scene:
    """Draw the position after a number of events, with everything revealed and the move that led to it."""
    move, way = last_move(record, positions, number)
    return revealed(positions[number], lang, move, seat, way)


def last_move(record: Record, positions: Sequence[Position], number: int) -> tuple[str | None, tuple[str, ...]]:
    """Return the move that led to a position, and where it turned; None in set-ups and after dice and take-backs."""
    for before in reversed(range(number)):
        event = record.events[before]
        if isinstance(event, Action):
            if positions[before].in_setup:
                break
            return event.move, way_of(positions[before].view(None), event.move)
        if not isinstance(event, TableEvent) or isinstance(event, TakenBack):
            break
    return None, ()


def add_ways(live: LiveMatch, decisions: Sequence[dict[str, Any]]) -> None:
    """Add where the better moves turn that are shown: those of weak decisions."""
    positions = live.match.positions
    moments = [
        positions[number]
        for number, event in live.match.record.numbered_standing()
        if isinstance(event, Action) and not positions[number].in_setup
    ]
    for decision in decisions:
        if decision["verdict"] != Verdict.GOOD:
            before = moments[decision["number"] - 1]
            decision["way"] = way_of(before.view(decision["seat"]), decision["best"])


def verification(record: Record, lang: str) -> dict[str, Any]:
    """Return what verifying a record has proved, or where it fails."""
    try:
        found = verify(record)
    except InvalidRecord as error:
        return {"ok": False, "text": error.text(lang)}
    text = SHARED_WORDS("proof", moves=found.moves, setups=found.setups, dice=found.dice).text(lang)
    return {"ok": not (found.unproved_setups or found.unproved_dice), "text": text, **asdict(found)}


async def export(store: Store, visitor: str) -> bytes:
    """Return an archive with the records of all finished matches of a visitor that can be read."""
    mine = select(members.c.match).where(members.c.visitor == visitor)
    over = select(matches.c.id).where(matches.c.id.in_(mine), matches.c.state == MatchState.OVER, ~matches.c.removed)
    async with store.read() as reading:
        found = (await reading.scalars(over.order_by(matches.c.created))).all()
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as packed:
        for match_id in found:
            stored = await store.load(match_id)
            with suppress(Quarantined):
                if stored is not None:
                    with quarantine(match_id):
                        record = await asyncio.to_thread(_stored_record, stored)
                    if not record.stays_closed:
                        text = await asyncio.to_thread(record.dumps)
                        packed.writestr(f"{record.game.id}-{match_id}.jsonl", text)
    return archive.getvalue()


def _stored_record(stored: StoredMatch) -> Record:
    """Return a stored record with the names of the players."""
    seating = Seating.stored(stored.table.seats, stored.table.members)
    return replace(read_record(stored), players=seating.names())
