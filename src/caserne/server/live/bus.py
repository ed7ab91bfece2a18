"""News between processes: that a match has a new version, or that something at its table has changed; never what."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

import msgspec

EVENTS, TABLE = "events", "table"


class News(msgspec.Struct, array_like=True, frozen=True):
    """Something to look up in the database."""

    match: str
    version: int
    what: str


Listener = Callable[[list[News]], Awaitable[None]]


class Bus(ABC):
    """Carries news to the other processes."""

    async def open(self, listener: Listener) -> None:  # noqa: B027 - the local bus has nobody to hear
        """Listen from now on."""

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
    """One channel; what is published while a message is on its way shares the next one."""

    CHANNEL = "caserne"

    def __init__(self, url: str, process: str) -> None:
        from redis.asyncio import Redis

        self._redis: Redis = Redis.from_url(url)
        self._process = process
        self._waiting: list[News] = []
        self._wake = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    async def open(self, listener: Listener) -> None:
        await self._redis.ping()
        self._tasks = [asyncio.create_task(self._send()), asyncio.create_task(self._hear(listener))]

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
            with suppress(OSError):
                await self._redis.publish(self.CHANNEL, msgspec.json.encode([self._process, batch]))

    async def _hear(self, listener: Listener) -> None:
        read: Any = msgspec.json.Decoder(tuple[str, list[News]]).decode
        while True:
            with suppress(OSError):
                async with self._redis.pubsub() as channel:
                    await channel.subscribe(self.CHANNEL)
                    async for message in channel.listen():
                        if message["type"] == "message":
                            process, batch = read(message["data"])
                            if process != self._process:
                                await listener(batch)
            await asyncio.sleep(0.5)
