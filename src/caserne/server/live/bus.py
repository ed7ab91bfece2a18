"""Change notices between processes: that a match has a new version or a changed table; never what has changed."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
import structlog
from redis.asyncio import Redis
from redis.exceptions import RedisError

log = structlog.get_logger("caserne.bus")
RETRY_SECONDS = 0.5
EVENTS, TABLE = "events", "table"


class ChangeNotice(msgspec.Struct, array_like=True, frozen=True):
    """A match that has changed; the change itself is in the database."""

    match: str
    version: int
    what: str
    """EVENTS or TABLE."""


read: Any = msgspec.json.Decoder(tuple[str, list[ChangeNotice]]).decode
Listener = Callable[[list[ChangeNotice]], Awaitable[None]]
OnGap = Callable[[], Awaitable[None]]
"""Called after notices may have been missed."""


class Bus(ABC):
    """Carries change notices to the other processes."""

    async def open(self, listener: Listener, on_gap: OnGap) -> None:  # noqa: B027 - the local bus has no other processes
        """Start to listen; nothing published after this is missed."""

    async def close(self) -> None:  # noqa: B027
        """Stop listening."""

    @abstractmethod
    def publish(self, notice: ChangeNotice) -> None:
        """Send a notice soon; delivery is not guaranteed."""


class LocalBus(Bus):
    """For a server of one process: there is nobody to notify."""

    def publish(self, notice: ChangeNotice) -> None:
        pass


class RedisBus(Bus):
    """One Redis channel. Notices are batched in both directions: while one batch is on its way, the next one fills."""

    CHANNEL = "caserne"

    def __init__(self, url: str, process: str) -> None:
        self._redis: Redis = Redis.from_url(url)
        self._process = process
        self._outbox: list[ChangeNotice] = []
        self._inbox: list[ChangeNotice] = []
        self._has_outgoing, self._has_incoming, self._subscribed = asyncio.Event(), asyncio.Event(), asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    async def open(self, listener: Listener, on_gap: OnGap) -> None:
        await self._redis.ping()
        loops = (self._send(), self._receive(on_gap), self._deliver(listener))
        self._tasks = [asyncio.create_task(loop) for loop in loops]
        await self._subscribed.wait()

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._redis.aclose()

    def publish(self, notice: ChangeNotice) -> None:
        self._outbox.append(notice)
        self._has_outgoing.set()

    async def _send(self) -> None:
        while True:
            await self._has_outgoing.wait()
            self._has_outgoing.clear()
            batch, self._outbox = self._outbox, []
            try:
                await self._redis.publish(self.CHANNEL, msgspec.json.encode([self._process, batch]))
            except (OSError, RedisError):
                log.warning("the bus does not answer", lost=len(batch))

    async def _receive(self, on_gap: OnGap) -> None:
        """Listen; subscribe again after an error and report the gap."""
        while True:
            try:
                async with self._redis.pubsub() as channel:
                    await channel.subscribe(self.CHANNEL)
                    async for message in channel.listen():
                        if message["type"] == "message":
                            self._add_to_inbox(message["data"])
                        elif self._subscribed.is_set():
                            await _run_safely(on_gap())
                        else:
                            self._subscribed.set()
            except (OSError, RedisError):
                log.warning("the bus was lost")
            await asyncio.sleep(RETRY_SECONDS)

    def _add_to_inbox(self, message: bytes) -> None:
        process, batch = read(message)
        if process != self._process:
            self._inbox += batch
            self._has_incoming.set()

    async def _deliver(self, listener: Listener) -> None:
        while True:
            await self._has_incoming.wait()
            self._has_incoming.clear()
            batch, self._inbox = self._inbox, []
            await _run_safely(listener(batch))


async def _run_safely(listening: Awaitable[None]) -> None:
    """Log listener errors; keep listening."""
    try:
        await listening
    except Exception:
        log.exception("a change notice could not be followed")
