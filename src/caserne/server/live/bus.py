"""News between processes: that a match has a new version, or that something at its table has changed; never what."""

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


class News(msgspec.Struct, array_like=True, frozen=True):
    """Something to look up in the database."""

    match: str
    version: int
    what: str


read: Any = msgspec.json.Decoder(tuple[str, list[News]]).decode
Listener = Callable[[list[News]], Awaitable[None]]
Gap = Callable[[], Awaitable[None]]
"""What is done after news may have been missed."""


class Bus(ABC):
    """Carries news to the other processes."""

    async def open(self, listener: Listener, on_gap: Gap) -> None:  # noqa: B027 - the local bus has nobody to hear
        """Listen from now on, without missing anything that is published after this."""

    async def close(self) -> None:  # noqa: B027
        """Stop listening."""

    @abstractmethod
    def publish(self, news: News) -> None:
        """Tell the others soon; what is lost on the way is only noticed later."""


class LocalBus(Bus):
    """There is nobody else."""

    def publish(self, news: News) -> None:
        pass


class RedisBus(Bus):
    """One channel; what is published while a message is on its way shares the next one.

    What is heard while older news are followed is followed together, so that nobody falls behind for long.
    """

    CHANNEL = "caserne"

    def __init__(self, url: str, process: str) -> None:
        self._redis: Redis = Redis.from_url(url)
        self._process = process
        self._waiting: list[News] = []
        self._heard: list[News] = []
        self._wake, self._listening, self._news = asyncio.Event(), asyncio.Event(), asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    async def open(self, listener: Listener, on_gap: Gap) -> None:
        await self._redis.ping()
        work = (self._send(), self._hear(on_gap), self._follow(listener))
        self._tasks = [asyncio.create_task(part) for part in work]
        await self._listening.wait()

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._redis.aclose()

    def publish(self, news: News) -> None:
        self._waiting.append(news)
        self._wake.set()

    async def _send(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            batch, self._waiting = self._waiting, []
            try:
                await self._redis.publish(self.CHANNEL, msgspec.json.encode([self._process, batch]))
            except (OSError, RedisError):
                log.warning("the bus does not answer", lost=len(batch))

    async def _hear(self, on_gap: Gap) -> None:
        """Listen, and listen again after whatever went wrong."""
        while True:
            try:
                async with self._redis.pubsub() as channel:
                    await channel.subscribe(self.CHANNEL)
                    async for message in channel.listen():
                        if message["type"] == "message":
                            self._note(message["data"])
                        elif self._listening.is_set():
                            await _heed(on_gap())
                        else:
                            self._listening.set()
            except (OSError, RedisError):
                log.warning("the bus was lost")
            await asyncio.sleep(RETRY_SECONDS)

    def _note(self, message: bytes) -> None:
        process, batch = read(message)
        if process != self._process:
            self._heard += batch
            self._news.set()

    async def _follow(self, listener: Listener) -> None:
        while True:
            await self._news.wait()
            self._news.clear()
            batch, self._heard = self._heard, []
            await _heed(listener(batch))


async def _heed(following: Awaitable[None]) -> None:
    """Follow news; what goes wrong then must not make anybody deaf."""
    try:
        await following
    except Exception:
        log.exception("news could not be followed")
