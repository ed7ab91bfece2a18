"""The bus of a server with several processes, by Redis; loaded only where there is one."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from typing import Any

import msgspec
from redis.asyncio import Redis
from redis.asyncio.client import PubSub
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from caserne.server.live.bus import Bus, ChangeNotice, Listener, OnGap
from caserne.server.supervision import cancel, repeat

REDIS_SECONDS = 2.0
"""How long Redis may take to answer before its connection is given up."""
read: Any = msgspec.json.Decoder(tuple[str, list[ChangeNotice]]).decode


class RedisBus(Bus):
    """One Redis channel. Notices are batched in both directions: while one batch is on its way, the next one fills."""

    CHANNEL = "caserne"

    def __init__(self, url: str, process: str) -> None:
        self._redis: Redis = Redis.from_url(
            url,
            socket_timeout=REDIS_SECONDS,
            socket_connect_timeout=REDIS_SECONDS,
            retry=Retry(NoBackoff(), 0),  # the tasks below are supervised, and start again by themselves
        )
        self._process = process
        self._outbox, self._inbox = _Notices(), _Notices()
        self._listener: Listener
        self._on_gap: OnGap
        self.is_connected = False
        self._was_connected = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    async def open(self, listener: Listener, on_gap: OnGap) -> None:
        self._listener, self._on_gap = listener, on_gap
        await self._redis.ping()
        steps = {"bus sender": self._send, "bus receiver": self._receive, "bus listener": self._deliver}
        self._tasks = [repeat(name, step) for name, step in steps.items()]
        try:
            async with asyncio.timeout(REDIS_SECONDS):
                await self._was_connected.wait()
        except TimeoutError as error:
            raise RedisError("no answer to the subscription") from error

    async def close(self) -> None:
        await cancel(*self._tasks)
        await self._redis.aclose()

    def publish(self, notice: ChangeNotice) -> None:
        self._outbox.add([notice])

    async def _send(self) -> None:
        async with self._outbox.next_batch() as batch:
            await self._redis.publish(self.CHANNEL, msgspec.json.encode([self._process, batch]))

    async def _deliver(self) -> None:
        async with self._inbox.next_batch() as batch:
            await self._listener(batch)

    async def _receive(self) -> None:
        """Listen until the connection is lost; report a gap then, and again when it is back."""
        try:
            async with self._redis.pubsub() as channel:
                await channel.subscribe(self.CHANNEL)
                async for message in _answers(channel):
                    if message["type"] == "message":
                        self._add_to_inbox(message["data"])
                    elif message["type"] == "subscribe":
                        await self._note_connected()
        except (OSError, RedisError):
            self.is_connected = False
            await self._on_gap()
            raise

    async def _note_connected(self) -> None:
        self.is_connected = True
        if self._was_connected.is_set():
            await self._on_gap()
        self._was_connected.set()

    def _add_to_inbox(self, message: bytes) -> None:
        process, batch = read(message)
        if process != self._process:
            self._inbox.add(batch)


async def _answers(channel: PubSub) -> AsyncIterator[dict[str, Any]]:
    """Return what arrives; a connection that is silent is pinged, and lost if it does not answer."""
    pinged = False
    while True:
        message = await channel.get_message(timeout=REDIS_SECONDS)
        if message is not None:
            pinged = False
            yield message
        elif pinged:
            raise TimeoutError
        else:
            await channel.ping()
            pinged = True


class _Notices:
    """Notices that wait; of several for the same match the last one is kept."""

    def __init__(self) -> None:
        self._waiting: dict[tuple[str, str], ChangeNotice] = {}
        self._has_some = asyncio.Event()

    def add(self, notices: Iterable[ChangeNotice]) -> None:
        self._waiting |= {(notice.match, notice.what): notice for notice in notices}
        self._has_some.set()

    @asynccontextmanager
    async def next_batch(self) -> AsyncIterator[list[ChangeNotice]]:
        """Wait for notices and take all of them; after an error they wait again."""
        await self._has_some.wait()
        self._has_some.clear()
        batch, self._waiting = self._waiting, {}
        try:
            yield list(batch.values())
        except BaseException:
            self._waiting = batch | self._waiting
            self._has_some.set()
            raise
