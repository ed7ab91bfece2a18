"""Heartbeats of server processes, so that clocks rest during an outage, and the presence of people at a table."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress

import structlog
from sqlalchemy import delete, func, insert, select
from sqlalchemy.exc import IntegrityError

from caserne.server.live.bus import TABLE, ChangeNotice
from caserne.server.live.clock import DAY
from caserne.server.live.live_match import LiveMatch
from caserne.server.live.services import MatchServices
from caserne.server.storage.statements import UPDATE_HEARTBEAT, UPDATE_PRESENCE
from caserne.server.storage.store import now
from caserne.server.storage.tables import matches, outages, processes

BEAT_SECONDS = 0.5
DEAD_AFTER = 5_000
"""Milliseconds without a heartbeat after which a process counts as dead."""
LEAST_OUTAGE = 2_000
FORGOTTEN_AFTER = 60 * DAY
"""Older outages cannot matter: no turn takes so long."""
BEATS_PER_CHECK = 4
"""The other processes are checked every so many beats."""
log = structlog.get_logger("caserne.heartbeat")


class ProcessHeartbeat:
    """Writes this process's heartbeat twice a second and keeps track of which other processes are alive."""

    def __init__(self, services: MatchServices, on_change: Callable[[], None]) -> None:
        self._services, self._on_change = services, on_change
        self._task: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Store the outage that ends now, if there was one, and start the heartbeat."""
        at = now()
        with suppress(IntegrityError):  # another process that starts now has stored the same outage
            async with self._services.store.begin() as connection:
                signs = [func.max(processes.c.beat), func.max(matches.c.changed)]
                last = max([await connection.scalar(select(sign)) or 0 for sign in signs])
                if last and at - last > LEAST_OUTAGE:
                    await connection.execute(insert(outages).values(began=last, ended=at))
        async with self._services.store.begin() as connection:
            await connection.execute(delete(processes).where(processes.c.beat < at - FORGOTTEN_AFTER))
            await connection.execute(insert(processes).values(id=self._services.process, started=at, beat=at))
        await self._check_processes()
        self._task = asyncio.create_task(self._beat(), name="heartbeat")

    async def close(self) -> None:
        if self._task:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _beat(self) -> None:
        beats = 0
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            beats += 1
            try:
                await self._services.store.write([(UPDATE_HEARTBEAT, {"at_id": self._services.process, "beat": now()})])
                if beats % BEATS_PER_CHECK == 0:
                    await self._check_processes()
            except Exception:  # the database may come back
                log.exception("the heartbeat could not be written")

    async def _check_processes(self) -> None:
        async with self._services.store.read() as connection:
            beats = {row.id: row.beat for row in await connection.execute(select(processes.c.id, processes.c.beat))}
            recent = outages.c.ended > now() - FORGOTTEN_AFTER
            times = await connection.execute(select(outages.c.began, outages.c.ended).where(recent))
            self._services.outages = [(row.began, row.ended) for row in times]
        before, oldest = self._services.live_processes, now() - DEAD_AFTER
        alive = {self._services.process} | {process for process, beat in beats.items() if beat > oldest}
        self._services.live_processes = alive
        self._services.dead_processes = {process: beats[process] for process in beats.keys() - alive}
        if alive != before:
            self._on_change()


async def update_presence(live: LiveMatch, visitor: str) -> None:
    """Store whether a player is online, and show who is at the table. Call it under the lock."""
    online = any(viewer.visitor == visitor for viewer in live.viewers)
    if live.seating.seats_of(visitor):
        change = (
            {"process": live.services.process, "offline_since": None}
            if online
            else {"process": None, "offline_since": now()}
        )
        await live.write([(UPDATE_PRESENCE, {"at_match": live.id, "at_visitor": visitor, **change})])
        live.seating = live.seating.with_presence(visitor, **change)
        live.services.bus.publish(ChangeNotice(live.id, live.version, TABLE))
    live.table_notices.announce()
