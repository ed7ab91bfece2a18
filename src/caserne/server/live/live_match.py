"""A match being played in this process: every change is stored first and then shown to its viewers."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from typing import Any

from caserne.core.game.errors import CaserneError, InvalidRecord
from caserne.core.match.events import Event, Left, TableEvent, TakenBack
from caserne.core.match.match import Match
from caserne.server.errors import RequestError
from caserne.server.live.audience import Frames, MatchViewer
from caserne.server.live.bus import EVENTS, TABLE, ChangeNotice
from caserne.server.live.clock import Clocks, Time
from caserne.server.live.draft import Draft, DraftedTurn
from caserne.server.live.seating import Seating
from caserne.server.live.services import MatchServices
from caserne.server.live.stored import Quarantined, column, follow_news, quarantine, replay
from caserne.server.live.table_notices import TableNotices
from caserne.server.storage.match_state import MatchState
from caserne.server.storage.statements import ADD_EVENT, DELETE_DRAFTS, UPDATE_MATCH, UPDATE_SECRETS, Job, Write
from caserne.server.storage.store import (
    ABOUT_SETUPS,
    StoredMatch,
    StoredNews,
    StoredTable,
    from_json,
    now,
    to_json,
)
from caserne.server.storage.writer import Conflict

INTERPRETED_EVENTS = 100
"""A match with more events is loaded after the compiled rules of its game, if they are in the cache."""


class Overtaken(RequestError):
    """Another process has changed the match first; it was loaded again, and the request may be repeated."""


class LiveMatch:
    """One match, its viewers in this process, and the lock under which it changes.

    A change is stored before anybody is shown it; if it cannot be stored, the match is loaded again.
    """

    def __init__(self, services: MatchServices, stored: StoredMatch, match: Match) -> None:
        self.services = services
        self.id: str = stored.table.row["id"]
        self.lock = asyncio.Lock()
        self.viewers: set[MatchViewer] = set()
        self.table_notices = TableNotices(self.show_tables)
        self._spectator_frames = Frames()
        self.after_change: Callable[[LiveMatch], None] = lambda _: None
        self.uncertain = False
        """Whether a change was made that may not be stored; nothing is shown until the match is loaded again."""
        self.drafts: dict[int, Draft]
        self.state: MatchState
        self.clocks: Clocks
        self.seating: Seating
        self._restore(stored, match)

    @classmethod
    async def load(cls, services: MatchServices, match_id: str) -> LiveMatch:
        """Load a match from the database; RequestError if there is none, or if it cannot be read."""
        stored, match = await _load(services, match_id)
        return cls(services, stored, match)

    # Queries

    @property
    def version(self) -> int:
        return len(self.match.record.events)

    def seats_on_clock(self) -> list[int]:
        """Return the seats whose time runs; set-ups do not count against a base time for the whole game."""
        whole_game = self.clocks.time.base is not None and not self.clocks.time.per_turn
        if self.state != MatchState.PLAYING or (whole_game and self.match.position.in_setup):
            return []
        return self.seats_to_act()

    def seats_to_act(self) -> list[int]:
        """Return the seats that are to move or to roll."""
        roller = self.match.roller()
        return self.match.waiting() if roller is None else [roller]

    def overdue_seats(self) -> tuple[int, ...]:
        """Return the seats whose time is over, so that another seat may claim."""
        return self.clocks.overdue(self.services.time.now(), self.services.outages)

    def draft(self, seat: int) -> Draft:
        return self.drafts.get(seat, Draft())

    def drafted_turn(self, seats: Collection[int]) -> DraftedTurn | None:
        """Replay the draft of the seat to move, if it has one and is among `seats`."""
        actor = self.match.actor
        if not isinstance(actor, int) or actor not in seats or actor not in self.drafts:
            return None
        return self.drafts[actor].replay(self.match, actor)

    # Changes made here

    async def change(self, act: Callable[[Match], object], request: str | None = None, *, lag: int = 0) -> int:
        """Change the match, store and show the change; return the version after it. Call it under the lock."""
        await self.reload_if_uncertain()
        before, table = self.version, (self.state, self.seating)
        try:
            act(self.match)
            if self.version > before:
                await self._store(before, request, lag)
        except Conflict as conflict:
            self.uncertain = True
            await self.reload_if_uncertain()
            raise Overtaken.of("server.stale", version=self.version) from conflict
        except CaserneError:
            self.uncertain = self.version > before  # refused after some events were written
            await self.reload_if_uncertain()
            raise
        except BaseException:
            self.uncertain = True
            await self.reload_if_uncertain()
            raise
        self._announce(EVENTS, table=(self.state, self.seating) != table)
        return self.version

    async def begin(self) -> None:
        """Start play if all seats are taken. Call it under the lock."""
        if self.state != MatchState.OPEN or not self.seating.complete:
            return
        self.state = MatchState.PLAYING
        self.clocks = self.clocks.passed(self.seats_on_clock(), self.services.time.now())
        try:
            await self.write([self._match_update(self.version, now())])
        except BaseException:
            self.uncertain = True
            raise
        self._announce(TABLE, table=True)

    def _announce(self, what: str, *, table: bool) -> None:
        """Show the match to its viewers here, and notify the other processes."""
        self.show(table=table)
        self.services.bus.publish(ChangeNotice(self.id, self.version, what))
        self.after_change(self)

    def show(self, *, table: bool = False) -> None:
        """Show the match to its viewers here. Call it under the lock."""
        if self.uncertain:
            return
        frames = self._spectator_frames = Frames()
        for viewer in self.viewers:
            viewer.show(frames, table=table)

    def spectator_frames(self) -> Frames:
        """Return messages that spectators who arrive share: all see the same, and many may come at once."""
        if not self._spectator_frames.is_recent:
            self._spectator_frames = Frames()
        return self._spectator_frames

    def show_tables(self) -> int:
        """Show the people at the table to the viewers here; return how many viewers there are."""
        frames = Frames()
        for viewer in self.viewers:
            viewer.show_table(frames)
        return len(self.viewers)

    def show_chat(self, line: dict[str, Any]) -> None:
        """Show a line of chat to the viewers here."""
        for viewer in self.viewers:
            viewer.show_chat(line)

    async def write(self, job: Job) -> None:
        """Store something."""
        await self.services.store.write(job)

    async def _store(self, before: int, request: str | None, lag: int) -> None:
        """Store the events since version `before`, and all that changed with them."""
        at, time = now(), self.services.time
        if self.match.actor is None:
            self.state = MatchState.OVER
            self.clocks = self.clocks.stopped(time.now(), time.outages)
        else:
            self.clocks = self.clocks.passed(self.seats_on_clock(), time.now(), time.outages, lag)
        events = self.match.record.events[before:]
        job = [
            self._event_row(number, event, at, request if number == self.version - 1 else None)
            for number, event in enumerate(events, before)
        ]
        job.append(self._match_update(before, at))
        if any(isinstance(event, TableEvent) and event.act in ABOUT_SETUPS for event in events):
            job.append((UPDATE_SECRETS, {"at_match": self.id, "private": to_json(self.match.private().as_json())}))
        drops_drafts = bool(self.drafts) and _changes_board(events)
        if drops_drafts:
            job.append((DELETE_DRAFTS, {"at_match": self.id}))
        await self.write(job)
        if request:
            self.requests[request] = self.version
        if drops_drafts:
            self.drafts = {}
        self._add_departures(events)

    def _event_row(self, number: int, event: Event, at: int, request: str | None) -> Write:
        body = to_json(event.as_json())
        return ADD_EVENT, {"match": self.id, "number": number, "body": body, "at": at, "request": request}

    def _match_update(self, before: int, at: int) -> Write:
        end = self.match.record.end
        return UPDATE_MATCH, {
            "at_id": self.id,
            "at_version": before,
            "version": self.version,
            "state": self.state,
            "clocks": to_json(self.clocks.as_json()),
            "waiting": to_json(self.seats_to_act() if self.state == MatchState.PLAYING else []),
            "ending": to_json(end) if end else None,
            "changed": at,
        }

    # Changes loaded from the database

    async def reload_if_uncertain(self) -> None:
        """Load the match again if it may differ from what is stored. Call it under the lock."""
        if self.uncertain:
            await self._reload()

    async def _reload(self) -> None:
        self._restore(*await _load(self.services, self.id))
        self.uncertain = False
        self._announce(EVENTS, table=True)  # what was stored in an outage may be new to the other processes too
        self.services.bus.publish(ChangeNotice(self.id, self.version, TABLE))
        await self.begin()

    async def reload_table(self) -> None:
        """Load and show the people at the table, the drafts and the chat."""
        stored = (await self.services.store.load_tables([self.id])).get(self.id)
        if stored is None:
            raise RequestError.of("server.no_such_match")
        self.apply_table(stored)

    def apply_table(self, stored: StoredTable) -> None:
        """Take over and show a stored table. Call it under the lock."""
        last_line = self.chat[-1]["number"] if self.chat else -1
        before = self._table()
        with quarantine(self.id):
            self._restore_table(stored)
        if self._table() != before:
            self.show(table=True)
        for line in self.chat:
            if line["number"] > last_line:
                self.show_chat(line)

    def _table(self) -> tuple[Any, ...]:
        """Return what viewers see besides the events and the chat."""
        return self.settings, self.state, self.rematch, self.seating, self.drafts

    def catch_up(self, news: StoredNews) -> None:
        """Take over and show the events that another process has stored. Call it under the lock."""
        added = [row for row in news.events if row["number"] >= self.version]
        if not added:
            return
        table = self.state, self.seating
        try:
            with quarantine(self.id):
                events = follow_news(self.match, news)
                state, clocks = _stored_state(news.row["state"]), self._stored_clocks(news.row["clocks"])
        except Quarantined:
            self.uncertain = True  # some events may have been taken over
            raise
        self.requests |= {row["request"]: row["number"] + 1 for row in added if row["request"]}
        self.state, self.clocks = state, clocks
        if _changes_board(events):
            self.drafts = {}
        self._add_departures(events)
        self.show(table=(self.state, self.seating) != table)

    def _restore(self, stored: StoredMatch, match: Match) -> None:
        """Take over everything that is stored; Quarantined if it cannot be read."""
        self.match = match
        with quarantine(self.id):
            self.seating = Seating(())  # departures are read from the events again
            self._restore_table(stored.table)
        self.requests: dict[str, int] = {
            event["request"]: event["number"] + 1 for event in stored.events if event["request"]
        }
        self._add_departures(self.match.record.events)

    def _restore_table(self, stored: StoredTable) -> None:
        with column("settings"):
            self.settings: dict[str, Any] = dict(from_json(stored.row["settings"]))
        self.state = _stored_state(stored.row["state"])
        self.rematch: str | None = stored.row["rematch"]
        self.seating = replace(Seating.stored(stored.seats, stored.members), left=self.seating.left)
        if len(self.seating.players) != self.match.game.seats:
            raise InvalidRecord.of("record_hex", field="seats")
        self.chat = [dict(line) for line in stored.chat]
        with column("drafts"):
            drafts = {row["seat"]: Draft.stored(row["moves"], row["requests"]) for row in stored.drafts}
            self.drafts = {seat: draft for seat, draft in drafts.items() if draft.fits(self.match, seat)}
        self.clocks = self._stored_clocks(stored.row["clocks"])

    def _add_departures(self, events: Sequence[Event]) -> None:
        """Put bots on the seats whose people have left."""
        for event in events:
            if isinstance(event, Left) and event.bot is not None:
                self.seating = replace(self.seating, left={**self.seating.left, event.seat: event.bot})

    def _stored_clocks(self, stored: str | None) -> Clocks:
        with column("clocks"):
            time = Time.read(self.settings.get("time"))
            return Clocks.stored(time, self.match.game.seats, from_json(stored) if stored else None)


async def _load(services: MatchServices, match_id: str) -> tuple[StoredMatch, Match]:
    stored = await services.store.load(match_id)
    if stored is None:
        raise RequestError.of("server.no_such_match")
    if len(stored.events) > INTERPRETED_EVENTS:
        await services.compiler.use_compiled_rules(stored.table.row["game"])
    with quarantine(match_id):
        return stored, await services.slices.run(replay(stored))


def _stored_state(stored: str) -> MatchState:
    with column("state"):
        return MatchState(stored)


def _changes_board(events: Sequence[Event]) -> bool:
    return any(not isinstance(event, TableEvent) or isinstance(event, TakenBack) for event in events)
