"""Signs of life: of this process, so that clocks rest while no server is there, and of the people at a table."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress

import structlog
from sqlalchemy import delete, func, insert, select
from sqlalchemy.exc import IntegrityError

from caserne.server.live.bus import TABLE, News
from caserne.server.live.clock import DAY
from caserne.server.live.live_match import LiveMatch
from caserne.server.live.services import MatchServices
from caserne.server.storage.statements import UPDATE_HEARTBEAT, UPDATE_PRESENCE
from caserne.server.storage.store import now
from caserne.server.storage.tables import matches, outages, processes

BEAT_SECONDS = 0.5
DEAD_AFTER = 5_000
"""A process that was not heard of for so many milliseconds is gone."""
LEAST_OUTAGE = 2_000
FORGOTTEN_AFTER = 60 * DAY
"""No turn takes so long that older outages matter."""
LOOKING_BEATS = 4
"""Other processes are looked for every so many beats."""
log = structlog.get_logger("caserne.pulse")


class ProcessHeartbeat:
    """Says twice a second that this process lives, knows which others do, and tells when that changes."""

    def __init__(self, services: MatchServices, on_change: Callable[[], None]) -> None:
        self._services, self._on_change = services, on_change
        self._task: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Write down for how long no server was there, and begin to beat."""
        at = now()
        with suppress(IntegrityError):  # another process that starts has written the same
            async with self._services.store.begin() as connection:
                signs = [func.max(processes.c.beat), func.max(matches.c.changed)]
                last = max([await connection.scalar(select(sign)) or 0 for sign in signs])
                if last and at - last > LEAST_OUTAGE:
                    await connection.execute(insert(outages).values(began=last, ended=at))
        async with self._services.store.begin() as connection:
            await connection.execute(delete(processes).where(processes.c.beat < at - FORGOTTEN_AFTER))
            await connection.execute(insert(processes).values(id=self._services.process, started=at, beat=at))
        await self._look_around()
        self._task = asyncio.create_task(self._beat(), name="pulse")

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
                if beats % LOOKING_BEATS == 0:
                    await self._look_around()
            except Exception:  # the database may come back
                log.exception("no sign of life could be written")

    async def _look_around(self) -> None:
        async with self._services.store.read() as connection:
            beats = {row.id: row.beat for row in await connection.execute(select(processes.c.id, processes.c.beat))}
            lately = outages.c.ended > now() - FORGOTTEN_AFTER
            times = await connection.execute(select(outages.c.began, outages.c.ended).where(lately))
            self._services.outages = [(row.began, row.ended) for row in times]
        before, silent = self._services.living, now() - DEAD_AFTER
        self._services.living = {self._services.process} | {process for process, beat in beats.items() if beat > silent}
        self._services.gone = {process: beats[process] for process in beats.keys() - self._services.living}
        if self._services.living != before:
            self._on_change()


async def update_presence(live: LiveMatch, visitor: str) -> None:
    """Write down and tell whether somebody who plays is there. Call it under the lock."""
    here = any(viewer.visitor == visitor for viewer in live.viewers)
    if live.seating.seats_of(visitor):
        change = (
            {"process": live.services.process, "offline_since": None}
            if here
            else {"process": None, "offline_since": now()}
        )
        await live.keep([(UPDATE_PRESENCE, {"at_match": live.id, "at_visitor": visitor, **change})])
        live.seating = live.seating.with_presence(visitor, **change)
        live.services.bus.publish(News(live.id, live.version, TABLE))
    for viewer in live.viewers:
        viewer.show_table()
