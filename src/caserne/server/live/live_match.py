"""A match being played in this process: what it is, and how something that happens is stored and told."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from caserne.core.errors import CaserneError
from caserne.core.match import PRIVATE, Match
from caserne.core.record import Event, Record, Table
from caserne.server.faults import Refused
from caserne.server.live.bus import EVENTS, TABLE, News
from caserne.server.live.clock import Clocks, Time
from caserne.server.live.draft import Draft
from caserne.server.live.house import House
from caserne.server.live.people import People
from caserne.server.storage.statements import ADD_EVENT, ADVANCE, DROP_DRAFTS, KEEP_SECRETS, Job
from caserne.server.storage.store import StoredMatch, from_json, now, to_json
from caserne.server.storage.writer import Conflict

if TYPE_CHECKING:
    from caserne.server.live.viewer import Viewer

OPEN, PLAYING, OVER = "open", "playing", "over"


class LiveMatch:
    """One match, whoever watches it from this process, and the lock under which it changes.

    Whatever changes the match is stored before anybody is told; if it cannot be stored, the match is loaded again.
    """

    def __init__(self, house: House, stored: StoredMatch) -> None:
        self.house = house
        self.id: str = stored.row["id"]
        self.lock = asyncio.Lock()
        self.viewers: set[Viewer] = set()
        self.after_change: Callable[[LiveMatch], None] = lambda _: None
        self._take(stored)

    def _take(self, stored: StoredMatch) -> None:
        """Become what the database says."""
        row = stored.row
        self.settings: dict[str, Any] = from_json(row["settings"])
        self.state: str = row["state"]
        self.rematch: str | None = row["rematch"]
        lines = [row["header"], *(event["body"] for event in stored.events)]
        if row["ending"]:
            lines.append(f'{{"end": {row["ending"]}}}')
        else:
            lines.append(json.dumps(Table(PRIVATE, None, stored.private).as_json()))
        self.match = Match.resume(Record.loads("\n".join(lines)))
        self.requests = {event["request"]: event["number"] + 1 for event in stored.events if event["request"]}
        self.clocks = Clocks.stored(
            Time.read(self.settings.get("time")),
            self.match.game.seats,
            from_json(row["clocks"]) if row["clocks"] else None,
        )
        drafts = {
            draft["seat"]: Draft(*map(tuple, map(from_json, (draft["moves"], draft["requests"]))))
            for draft in stored.drafts
        }
        self.drafts = {seat: draft for seat, draft in drafts.items() if draft.fits(self.match, seat)}
        self._seat(stored)

    def _seat(self, stored: StoredMatch) -> None:
        left = {
            event.seat: event.details.get("bot", "1")
            for event in self.match.record.events
            if isinstance(event, Table) and event.act == "leave" and event.seat is not None
        }
        seated = People.stored(stored.seats, stored.members)
        self.people = People(seated.chairs, left)
        self.chat = [dict(line) for line in stored.chat]

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
        if self.state != PLAYING or (
            self.match.position.in_setup and self.clocks.time.base and not self.clocks.time.per_turn
        ):
            return []
        roller = self.match.roller()
        return self.match.waiting() if roller is None else [roller]

    def draft(self, seat: int) -> Draft:
        return self.drafts.get(seat, Draft())

    # How it changes

    async def change(self, act: Callable[[Match], None], request: str | None = None, *, lag: int = 0) -> int:
        """Let something happen, store it and tell everybody; the version after it. Call it under the lock."""
        before = self.version
        try:
            act(self.match)
            if self.version > before:
                await self._store(before, request, lag)
        except Conflict as conflict:
            await self.reload()
            raise Refused.of("server.stale", version=self.version) from conflict
        except CaserneError:
            if self.version > before:  # what had begun was refused half way
                await self.reload()
            raise
        except BaseException:
            await self.reload()
            raise
        self.tell(News(self.id, self.version, EVENTS))
        return self.version

    async def begin(self) -> None:
        """Open play once all seats are taken. Call it under the lock."""
        if self.state != OPEN or not self.people.all_taken:
            return
        self.state = PLAYING
        self.clocks = self.clocks.passed(self.waited_for(), now())
        await self.house.store.write([self._advance(self.version, now())])
        self.tell(News(self.id, self.version, TABLE))

    def tell(self, news: News) -> None:
        """Show the match as it is now to all who watch it here, and let the other processes know."""
        for viewer in self.viewers:
            viewer.show(self, table=news.what == TABLE)
        self.house.bus.publish(news)
        self.after_change(self)

    async def reload(self) -> None:
        """Become what the database says, and show that."""
        stored = await self.house.store.load(self.id)
        if stored is None:
            raise Refused.of("server.no_such_match")
        self._take(stored)
        for viewer in self.viewers:
            viewer.show(self, table=True)
        self.after_change(self)

    async def _store(self, before: int, request: str | None, lag: int) -> None:
        at = now()
        if self.match.actor is None:
            self.state = OVER
            self.clocks = self.clocks.stopped(at, self.house.outages)
        else:
            self.clocks = self.clocks.passed(self.waited_for(), at, self.house.outages, lag)
        events = self.match.record.events[before:]
        job = [self._added(before + n, event, at, request if n == 0 else None) for n, event in enumerate(events)]
        job.append(self._advance(before, at))
        if any(isinstance(event, Table) and event.act in ("seal", "unseal", "reveal") for event in events):
            job.append((KEEP_SECRETS, {"at_match": self.id, "private": to_json(self.match.private())}))
        if self.drafts and any(not isinstance(event, Table) or event.act == "take-back" for event in events):
            self.drafts = {}
            job.append((DROP_DRAFTS, {"at_match": self.id}))
        await self.house.store.write(job)
        if request:
            self.requests[request] = before + 1
        for event in events:
            if isinstance(event, Table) and event.act == "leave" and event.seat is not None:
                self.people = People(
                    self.people.chairs, {**self.people.left, event.seat: event.details.get("bot", "1")}
                )

    def _added(self, number: int, event: Event, at: int, request: str | None) -> Any:
        body = to_json(event.as_json())
        return ADD_EVENT, {"match": self.id, "number": number, "body": body, "at": at, "request": request}

    def _advance(self, before: int, at: int) -> Any:
        end = self.match.record.end
        return ADVANCE, {
            "at_id": self.id,
            "at_version": before,
            "version": self.version,
            "state": self.state,
            "clocks": to_json(self.clocks.as_json()),
            "waiting": to_json(self.match.waiting() if self.state == PLAYING else []),
            "ending": to_json(end) if end else None,
            "changed": at,
        }

    async def keep(self, job: Job) -> None:
        """Store something beside the events: a draft, a line of chat, who is there."""
        await self.house.store.write(job)
