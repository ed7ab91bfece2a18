"""Heartbeats of server processes, so that clocks rest during an outage, and the presence of people at a table."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from contextlib import suppress
from time import monotonic

import structlog
from sqlalchemy import delete, func, insert, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from caserne.server.live.bus import TABLE, ChangeNotice
from caserne.server.live.clock import DAY, Outage
from caserne.server.live.live_match import LiveMatch
from caserne.server.live.server_time import LEAST_OUTAGE
from caserne.server.live.services import MatchServices
from caserne.server.storage.statements import UPDATE_HEARTBEAT, UPDATE_PRESENCE
from caserne.server.storage.store import now
from caserne.server.storage.tables import matches, outages, processes
from caserne.server.supervision import cancel, repeat

BEAT_SECONDS = 0.5
DEAD_AFTER = 5_000
"""Milliseconds without a heartbeat after which a process counts as dead."""
FORGOTTEN_AFTER = 60 * DAY
"""Older outages cannot matter: no turn takes so long."""
BEATS_PER_CHECK = 4
"""The other processes are checked every so many beats."""
log = structlog.get_logger("caserne.heartbeat")


class ProcessHeartbeat:
    """Writes this process's heartbeat twice a second and keeps track of which other processes are alive."""

    def __init__(self, services: MatchServices, on_change: Callable[[], None]) -> None:
        self._services, self._on_change = services, on_change
        self._beats = 0
        self._unstored: list[Outage] = []
        """Outages that this process has noticed and could not store yet."""
        self._heard: dict[str, tuple[int, float]] = {}
        """By process: its last heartbeat, and when it was seen to change, by the monotonic clock."""
        self._task: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Store the outage that ends now, if there was one, and start the heartbeat."""
        time = self._services.time
        async with self._services.store.begin() as connection:
            last = await _last_sign(connection)
            time.advance_to(await _latest_time(connection) or 0)
            row = {"id": self._services.process, "started": now(), "beat": now(), "time": time.now()}
            await connection.execute(delete(processes).where(processes.c.beat < now() - FORGOTTEN_AFTER))
            await connection.execute(insert(processes).values(row))
        if last and time.now() - last > LEAST_OUTAGE:
            self._unstored.append((last, time.now()))
        time.note_beat()
        await self._store_outages()
        await self._check_processes()
        self._task = repeat("heartbeat", self._beat, BEAT_SECONDS)

    async def close(self) -> None:
        await cancel(self._task)

    async def _beat(self) -> None:
        process, time = self._services.process, self._services.time
        await self._services.store.write([(UPDATE_HEARTBEAT, {"at_id": process, "beat": now(), "time": time.now()})])
        if outage := time.note_beat():
            log.warning("nothing could be stored", seconds=(outage[1] - outage[0]) / 1000)
            self._unstored.append(outage)
        await self._store_outages()
        self._beats += 1
        if self._beats % BEATS_PER_CHECK == 0:
            await self._check_processes()

    async def _store_outages(self) -> None:
        while self._unstored:
            began, ended = self._unstored[0]
            with suppress(IntegrityError):  # another process has stored one that began at the same moment
                async with self._services.store.begin() as connection:
                    await connection.execute(insert(outages).values(began=began, ended=ended))
            self._services.time.note_outages([(began, ended)])
            del self._unstored[0]

    async def _check_processes(self) -> None:
        services = self._services
        async with services.store.read() as connection:
            rows = (await connection.execute(select(processes.c.id, processes.c.beat, processes.c.time))).all()
            recent = outages.c.ended > services.time.now() - FORGOTTEN_AFTER
            times = await connection.execute(select(outages.c.began, outages.c.ended).where(recent))
            services.time.note_outages([(row.began, row.ended) for row in times])
        self._catch_up(max((row.time or 0 for row in rows), default=0))
        self._update_processes({row.id: row.beat for row in rows})

    def _catch_up(self, latest: int) -> None:
        """Move on to the time of the process that is ahead; the difference counts against no clock."""
        time = self._services.time
        behind = time.now()
        if latest - behind > LEAST_OUTAGE:
            self._unstored.append((behind, latest))
            time.note_outages(self._unstored)
            time.advance_to(latest)

    def _update_processes(self, beats: Mapping[str, int]) -> None:
        """Note which processes are alive: those whose heartbeat changes, whatever their clock says."""
        services, at = self._services, monotonic()
        for process, beat in beats.items():
            known = self._heard.get(process)
            if known is None and beat <= now() - DEAD_AFTER:
                self._heard[process] = beat, at - DEAD_AFTER / 1000
            elif known is None or known[0] != beat:
                self._heard[process] = beat, at
        heard = {process: changed for process, (_, changed) in self._heard.items() if process in beats}
        alive = {process for process, changed in heard.items() if at - changed < DEAD_AFTER / 1000}
        before, services.live_processes = services.live_processes, alive | {services.process}
        services.dead_processes = {process: beats[process] for process in beats.keys() - services.live_processes}
        if services.live_processes != before:
            self._on_change()


async def _latest_time(connection: AsyncConnection) -> int | None:
    """Return the latest server time of any process; None if there has never been one."""
    found: int | None = await connection.scalar(select(func.max(func.coalesce(processes.c.time, processes.c.beat))))
    return found


async def _last_sign(connection: AsyncConnection) -> int | None:
    """Return the server time when a process was last alive; in a database without processes, that of the last move."""
    return await _latest_time(connection) or await connection.scalar(select(func.max(matches.c.changed)))


async def update_presence(live: LiveMatch, visitor: str) -> None:
    """Store whether a player is online, and show who is at the table. Call it under the lock."""
    if live.seating.seats_of(visitor):
        online = any(viewer.visitor == visitor for viewer in live.viewers)
        change = (
            {"process": live.services.process, "offline_since": None}
            if online
            else {"process": None, "offline_since": now()}
        )
        await live.write([(UPDATE_PRESENCE, {"at_match": live.id, "at_visitor": visitor, **change})])
        live.seating = live.seating.with_presence(visitor, **change)
        live.services.bus.publish(ChangeNotice(live.id, live.version, TABLE))
    live.table_notices.announce()
