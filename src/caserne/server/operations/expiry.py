"""Deletes what guests have left, once two independent signs say that it is old.

One sign is the wall clock, which may be wrong. The other is the list of the days on which a server ran, in which a
pause counts as a week at the most: one start with a wrong clock makes nothing much older. Matches that are being played
are never deleted.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from itertools import pairwise

import structlog
from sqlalchemy import delete, insert, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from caserne.server.operations.wall_clock import WallClock
from caserne.server.people.erasure import DAY, delete_expired
from caserne.server.storage.store import Store, now
from caserne.server.storage.tables import days
from caserne.server.supervision import cancel, repeat, supervise

DELETION_SECONDS = 3600.0
WATCH_SECONDS = 1.0
LONGEST_PAUSE = 7
"""Days without a server that count at most, between two days on which one ran."""
SUSPICIOUS_PAUSE = 60
"""After so many days without a server its wall clock may be wrong."""
log = structlog.get_logger("caserne.expiry")


class Expiry:
    """Keeps the list of days and deletes what has expired, once an hour."""

    def __init__(self, store: Store, guest_days: int) -> None:
        self._store, self._guest_days = store, guest_days
        self._clock = WallClock()
        self._tasks: list[asyncio.Task[None]] = []

    async def open(self) -> None:
        self._tasks = [supervise("expiry", self._run), repeat("wall clock", self._check_clock, WATCH_SECONDS)]

    async def close(self) -> None:
        await cancel(*self._tasks)

    async def _check_clock(self) -> None:
        self._clock.check()

    async def _run(self) -> None:
        await self._suspect_pause(now() // DAY)
        while True:
            await self.delete()
            await asyncio.sleep(DELETION_SECONDS)

    async def _suspect_pause(self, today: int) -> None:
        """Suspect the wall clock if it is behind the last day on which a server ran, or far ahead of it."""
        async with self._store.begin() as writing:
            last = max(await _run_days(writing), default=today)
            await writing.execute(delete(days).where(days.c.day > today))
        if not 0 <= today - last <= SUSPICIOUS_PAUSE:
            self._clock.suspect("the wall clock is far from that of the last run", days=today - last)

    async def delete(self) -> None:
        """Add today to the list, and delete what has expired."""
        self._clock.check()
        today = now() // DAY
        oldest = old_by_days(await self._add_day(today), self._guest_days)
        if oldest is None or not self._clock.is_trusted:
            return
        deleted = await delete_expired(self._store, min(oldest, today - self._guest_days) * DAY)
        if any(deleted):
            log.info("expired", matches=deleted[0], guests=deleted[1])
        async with self._store.begin() as writing:
            await writing.execute(delete(days).where(days.c.day < oldest))

    async def _add_day(self, today: int) -> list[int]:
        """Add a day on which a server ran; return all."""
        with suppress(IntegrityError):  # this or another process has added it
            async with self._store.begin() as writing:
                await writing.execute(insert(days).values(day=today))
        async with self._store.read() as reading:
            return await _run_days(reading)


def old_by_days(run_days: Sequence[int], guest_days: int) -> int | None:
    """Return the last day before which everything is old, by the days on which a server ran; None if there is none.

    >>> old_by_days([100, 101, 102, 103], 2), old_by_days([100, 191], 90)
    (101, None)
    """
    age = 0
    for later, earlier in pairwise(sorted(set(run_days), reverse=True)):
        age += min(later - earlier, LONGEST_PAUSE)
        if age >= guest_days:
            return earlier
    return None


async def _run_days(connection: AsyncConnection) -> list[int]:
    return list(await connection.scalars(select(days.c.day)))
