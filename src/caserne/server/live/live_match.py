"""A match being played in this process: what it is, and how something that happens is stored and told."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from caserne.core.game.errors import CaserneError, InvalidRecord
from caserne.core.match.events import Event, Left, Table, TakenBack
from caserne.core.match.match import Match
from caserne.server.errors import RequestError
from caserne.server.live.bus import EVENTS, TABLE, News
from caserne.server.live.clock import Clocks, Time
from caserne.server.live.draft import Draft
from caserne.server.live.seating import Seating
from caserne.server.live.services import MatchServices
from caserne.server.live.stored import Quarantined, column, follow_news, quarantine, read_match
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

if TYPE_CHECKING:
    from caserne.server.live.viewer import Frames, Viewer


class Overtaken(RequestError):
    """Another process has changed the match first; it is loaded again, and one may try again."""


class LiveMatch:
    """One match, whoever watches it from this process, and the lock under which it changes.

    Whatever changes the match is stored before anybody is told; if it cannot be stored, the match is loaded again.
    """

    def __init__(self, services: MatchServices, stored: StoredMatch) -> None:
        self.services = services
        self.id: str = stored.table.row["id"]
        self.lock = asyncio.Lock()
        self.viewers: set[Viewer] = set()
        self.after_change: Callable[[LiveMatch], None] = lambda _: None
        self.uncertain = False
        """Whether something has happened here of which nobody knows whether it was stored; nothing is shown then."""
        self.drafts: dict[int, Draft]
        self.state: MatchState
        self.clocks: Clocks
        self.seating = Seating(())
        self._restore(stored)

    # What is the case

    @property
    def version(self) -> int:
        return len(self.match.record.events)

    @property
    def hides(self) -> bool:
        """Whether seats see different things now."""
        return self.match.actor is not None and (self.match.game.about.hidden or self.match.position.in_setup)

    def waited_for(self) -> list[int]:
        """The seats whose clocks run: with time for the whole game, not before the set-ups are on the board."""
        whole_game = self.clocks.time.base is not None and not self.clocks.time.per_turn
        if self.state != MatchState.PLAYING or (whole_game and self.match.position.in_setup):
            return []
        roller = self.match.roller()
        return self.match.waiting() if roller is None else [roller]

    def is_overdue(self) -> bool:
        """Whether somebody has been waited for so long that another may claim."""
        return any(self.clocks.overdue(seat, now(), self.services.outages) for seat in self.clocks.running)

    def draft(self, seat: int) -> Draft:
        return self.drafts.get(seat, Draft())

    # How it changes

    async def change(self, act: Callable[[Match], None], request: str | None = None, *, lag: int = 0) -> int:
        """Let something happen, store it and tell everybody; the version after it. Call it under the lock."""
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
            self.uncertain = self.version > before  # what had begun was refused half way
            await self.reload_if_uncertain()
            raise
        except BaseException:
            self.uncertain = True
            await self.reload_if_uncertain()
            raise
        self.tell(News(self.id, self.version, EVENTS), table=(self.state, self.seating) != table)
        return self.version

    async def begin(self) -> None:
        """Open play once all seats are taken. Call it under the lock."""
        if self.state != MatchState.OPEN or not self.seating.complete:
            return
        self.state = MatchState.PLAYING
        self.clocks = self.clocks.passed(self.waited_for(), now())
        await self.keep([self._advance(self.version, now())])
        self.tell(News(self.id, self.version, TABLE), table=True)

    def tell(self, news: News, *, table: bool) -> None:
        """Show the match as it is now to all who watch it here, and let the other processes know."""
        self.show(table=table)
        self.services.bus.publish(news)
        self.after_change(self)

    def show(self, *, table: bool = False) -> None:
        """Show the match as it is now to all who watch it here. Call it under the lock."""
        if self.uncertain:
            return
        frames: Frames = {}
        for viewer in self.viewers:
            viewer.show(self, frames, table=table)

    async def keep(self, job: Job) -> None:
        """Store something beside the events: a draft, a line of chat, who is there."""
        await self.services.store.write(job)

    async def _store(self, before: int, request: str | None, lag: int) -> None:
        at = now()
        if self.match.actor is None:
            self.state = MatchState.OVER
            self.clocks = self.clocks.stopped(at, self.services.outages)
        else:
            self.clocks = self.clocks.passed(self.waited_for(), at, self.services.outages, lag)
        events = self.match.record.events[before:]
        job = [
            self._added(number, event, at, request if number == self.version - 1 else None)
            for number, event in enumerate(events, before)
        ]
        job.append(self._advance(before, at))
        if any(isinstance(event, Table) and event.act in ABOUT_SETUPS for event in events):
            job.append((UPDATE_SECRETS, {"at_match": self.id, "private": to_json(self.match.private().as_json())}))
        drops_drafts = bool(self.drafts) and _changes_board(events)
        if drops_drafts:
            job.append((DELETE_DRAFTS, {"at_match": self.id}))
        await self.keep(job)
        if request:
            self.requests[request] = self.version
        if drops_drafts:
            self.drafts = {}
        self._note_who_left(events)

    def _added(self, number: int, event: Event, at: int, request: str | None) -> Write:
        body = to_json(event.as_json())
        return ADD_EVENT, {"match": self.id, "number": number, "body": body, "at": at, "request": request}

    def _advance(self, before: int, at: int) -> Write:
        end = self.match.record.end
        return UPDATE_MATCH, {
            "at_id": self.id,
            "at_version": before,
            "version": self.version,
            "state": self.state,
            "clocks": to_json(self.clocks.as_json()),
            "waiting": to_json(self.match.waiting() if self.state == MatchState.PLAYING else []),
            "ending": to_json(end) if end else None,
            "changed": at,
        }

    # What others have stored

    async def reload_if_uncertain(self) -> None:
        """Load the match again if it may not be what is stored. Call it under the lock."""
        if self.uncertain:
            await self.reload()

    async def reload(self) -> None:
        """Become what the database says, and show that."""
        stored = await self.services.store.load(self.id)
        if stored is None:
            raise RequestError.of("server.no_such_match")
        self._restore(stored)
        self.uncertain = False
        self.show(table=True)
        self.after_change(self)

    async def reload_table(self) -> None:
        """Look again who sits at the table and what was said."""
        stored = (await self.services.store.load_tables([self.id])).get(self.id)
        if stored is None:
            raise RequestError.of("server.no_such_match")
        self.apply_table(stored)

    def apply_table(self, stored: StoredTable) -> None:
        """Show who sits at the table now and what was said. Call it under the lock."""
        spoken = self.chat[-1]["number"] if self.chat else -1
        before = self._table()
        with quarantine(self.id):
            self._restore_table(stored)
        if self._table() != before:
            self.show(table=True)
        for line in self.chat:
            if line["number"] > spoken:
                self.hear(line)

    def _table(self) -> tuple[Any, ...]:
        """What viewers see beside the events and the chat."""
        return self.settings, self.state, self.rematch, self.seating, self.drafts

    def catch_up(self, news: StoredNews) -> None:
        """Follow what another process has stored, as far as it is news. Call it under the lock."""
        added = [row for row in news.events if row["number"] >= self.version]
        if not added:
            return
        table = self.state, self.seating
        try:
            with quarantine(self.id):
                events = follow_news(self.match, news)
                state, clocks = _read_state(news.row["state"]), self._stored_clocks(news.row["clocks"])
        except Quarantined:
            self.in_doubt = True  # some of the events may have been applied
            raise
        self.requests |= {row["request"]: row["number"] + 1 for row in added if row["request"]}
        self.state, self.clocks = state, clocks
        if _changes_board(events):
            self.drafts = {}
        self._note_who_left(events)
        self.show(table=(self.state, self.seating) != table)

    def hear(self, line: dict[str, Any]) -> None:
        """Tell a line of chat to all who want to hear it."""
        for viewer in self.viewers:
            viewer.hear(line)

    def _restore(self, stored: StoredMatch) -> None:
        """Become what the database says; Quarantined if that cannot be read."""
        with quarantine(self.id):
            self.match = read_match(stored)
            self.seating = Seating(())  # who has left is read from the events again
            self._restore_table(stored.table)
        self.requests: dict[str, int] = {
            event["request"]: event["number"] + 1 for event in stored.events if event["request"]
        }
        self._note_who_left(self.match.record.events)

    def _restore_table(self, stored: StoredTable) -> None:
        with column("settings"):
            self.settings: dict[str, Any] = dict(from_json(stored.row["settings"]))
        self.state = _read_state(stored.row["state"])
        self.rematch: str | None = stored.row["rematch"]
        self.seating = replace(Seating.stored(stored.seats, stored.members), left=self.seating.left)
        if len(self.seating.players) != self.match.game.seats:
            raise InvalidRecord.of("record_hex", field="seats")
        self.chat = [dict(line) for line in stored.chat]
        with column("drafts"):
            drafts = {row["seat"]: Draft.stored(row["moves"], row["requests"]) for row in stored.drafts}
            self.drafts = {seat: draft for seat, draft in drafts.items() if draft.fits(self.match, seat)}
        self.clocks = self._stored_clocks(stored.row["clocks"])

    def _note_who_left(self, events: Sequence[Event]) -> None:
        for event in events:
            if isinstance(event, Left) and event.bot is not None:
                self.seating = replace(self.seating, left={**self.seating.left, event.seat: event.bot})

    def _stored_clocks(self, stored: str | None) -> Clocks:
        with column("clocks"):
            time = Time.read(self.settings.get("time"))
            return Clocks.stored(time, self.match.game.seats, from_json(stored) if stored else None)


def _read_state(text: str) -> MatchState:
    with column("state"):
        return MatchState(text)


def _changes_board(events: Sequence[Event]) -> bool:
    return any(not isinstance(event, Table) or isinstance(event, TakenBack) for event in events)
