"""A TCP proxy between a server and its database or Redis, which can cut, pause, delay and split what passes."""

from __future__ import annotations

import asyncio
import random
from contextlib import suppress
from typing import Self


class FaultProxy:
    """Forwards connections to a port of this machine until it is told to misbehave; `heal` ends every fault."""

    def __init__(self, target: int, seed: int = 0) -> None:
        self._target, self._dice = target, random.Random(seed)
        self._server: asyncio.Server | None = None
        self._transports: set[asyncio.WriteTransport] = set()
        self._flows = asyncio.Event()
        self.heal()

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._server is not None
        self._server.close()
        self.cut()
        await asyncio.sleep(0)  # let the transports close

    @property
    def port(self) -> int:
        assert self._server is not None
        return int(self._server.sockets[0].getsockname()[1])

    # Faults

    def heal(self) -> None:
        self._refuses, self._delay, self._piece = False, 0.0, 0
        self._chunks_left: int | None = None
        self._flows.set()

    def cut(self) -> None:
        """Abort all connections and refuse new ones."""
        self._refuses = True
        self._abort()

    def cut_at(self, chunk: int) -> None:
        """Abort all connections when so many more chunks have arrived, in either direction; allow new ones."""
        self._chunks_left = chunk

    def pause(self) -> None:
        """Accept everything and pass nothing on, like a machine that hangs."""
        self._flows.clear()

    def delay(self, seconds: float) -> None:
        """Hold each chunk for a random time, so that answers to different connections change their order."""
        self._delay = seconds

    def split(self, size: int) -> None:
        """Pass a few bytes at a time."""
        self._piece = size

    # Forwarding

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._transports.add(writer.transport)
        try:
            if self._refuses:
                return
            await self._flows.wait()
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self._target)
            self._transports.add(far_writer.transport)
            await asyncio.gather(self._pump(reader, far_writer), self._pump(far_reader, writer))
            self._transports.discard(far_writer.transport)
        except OSError:
            pass
        finally:
            self._transports.discard(writer.transport)
            writer.transport.abort()

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while chunk := await reader.read(1 << 16):
                self._count_chunk()
                await self._flows.wait()
                await asyncio.sleep(self._dice.uniform(0, self._delay))
                for start in range(0, len(chunk), self._piece or len(chunk)):
                    writer.write(chunk[start : start + (self._piece or len(chunk))])
                    await writer.drain()
        writer.transport.abort()

    def _count_chunk(self) -> None:
        if self._chunks_left is not None:
            self._chunks_left -= 1
            if self._chunks_left <= 0:
                self._chunks_left = None
                self._abort()

    def _abort(self) -> None:
        for transport in list(self._transports):
            transport.abort()
