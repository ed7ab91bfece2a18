"""Servers with a fault proxy before everything they depend on, and the faults that can be tried on them."""

from __future__ import annotations

import asyncio
import os
import resource
import signal
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from fault_proxy import FaultProxy
from server_process import ServerProcess

UNLIMITED = resource.RLIM_INFINITY


@dataclass(frozen=True)
class Fault:
    """Something that goes wrong for some seconds."""

    name: str
    begin: Callable[[], object]
    end: Callable[[], object]
    seconds: float = 1.0
    kills: bool = False
    """Whether sockets close, because a server process ends."""


@dataclass(frozen=True)
class Cluster:
    """Two server processes on one PostgreSQL and one Redis, each process with proxies of its own."""

    servers: tuple[ServerProcess, ServerProcess]
    databases: tuple[FaultProxy, FaultProxy]
    buses: tuple[FaultProxy, FaultProxy]

    @property
    def urls(self) -> list[str]:
        return [server.url for server in self.servers]

    def cuts_at_awaits(self, number: int) -> list[Fault]:
        """Return faults that cut the connections to PostgreSQL at one chunk after another."""
        proxy = self.databases[0]
        return [
            Fault("PostgreSQL: cut at each await", lambda chunk=chunk: proxy.cut_at(chunk), proxy.heal, 0.3)
            for chunk in range(1, number + 1)
        ]

    def faults_of_proxies(self, seconds: float) -> list[Fault]:
        """Return faults between one of the processes and PostgreSQL, or Redis."""
        found = []
        for name, proxy in (("PostgreSQL", self.databases[0]), ("Redis", self.buses[0])):
            found += [
                Fault(f"{name}: cut", proxy.cut, proxy.heal, seconds),
                Fault(f"{name}: paused", proxy.pause, proxy.heal, seconds),
                Fault(f"{name}: delayed and reordered", lambda proxy=proxy: proxy.delay(0.05), proxy.heal, seconds),
                Fault(f"{name}: split into pieces", lambda proxy=proxy: proxy.split(7), proxy.heal, seconds),
            ]
        return found

    def faults_of_both(self, seconds: float) -> list[Fault]:
        """Return faults that both processes suffer at once."""
        proxies = [*self.databases, *self.buses]
        return [
            Fault(
                "PostgreSQL and Redis: cut for all",
                _all(proxies, FaultProxy.cut),
                _all(proxies, FaultProxy.heal),
                seconds,
            ),
            Fault(
                "PostgreSQL: paused for all",
                _all(self.databases, FaultProxy.pause),
                _all(self.databases, FaultProxy.heal),
                seconds,
            ),
        ]

    def faults_of_processes(self, seconds: float) -> list[Fault]:
        """Return faults of one of the processes."""
        return processes(self.servers[0], seconds)


def processes(server: ServerProcess, seconds: float) -> list[Fault]:
    """Return a process that stops for a while, and one that is killed and started again."""
    return [
        Fault(
            "a process: SIGSTOP",
            lambda: os.kill(server.pid, signal.SIGSTOP),
            lambda: os.kill(server.pid, signal.SIGCONT),
            seconds,
        ),
        Fault("a process: SIGKILL", server.kill, lambda: asyncio.to_thread(server.start), seconds, kills=True),
    ]


def wall_clock(file: Path) -> list[Fault]:
    """Return a wall clock that is set ahead or back by two hours, and set right again, by the shim."""
    return [
        Fault(
            f"the wall clock: two hours {where}",
            lambda shift=shift: _write(file, shift),
            lambda: _write(file, 0),
        )
        for where, shift in (("ahead", 7200), ("back", -7200))
    ]


def _write(file: Path, shift: int) -> None:
    new = file.with_suffix(".new")
    new.write_text(str(shift))
    new.replace(file)


def _all(proxies: Sequence[FaultProxy], fault: Callable[[FaultProxy], None]) -> Callable[[], None]:
    def apply() -> None:
        for proxy in proxies:
            fault(proxy)

    return apply


@asynccontextmanager
async def cluster(folder: Path, database: str, redis: str) -> AsyncIterator[Cluster]:
    """Run two server processes behind proxies."""
    async with AsyncExitStack() as stack:
        databases = [await stack.enter_async_context(FaultProxy(_port(database), seed)) for seed in range(2)]
        buses = [await stack.enter_async_context(FaultProxy(_port(redis), seed)) for seed in range(2)]
        servers = [
            ServerProcess(folder, database=_through(database, one), redis=_through(redis, other), secret="chaos")
            for one, other in zip(databases, buses, strict=True)
        ]
        for server in servers:
            stack.push_async_callback(asyncio.to_thread, server.stop)
            server.launch()
        for server in servers:
            await asyncio.to_thread(server.wait)
        yield Cluster((servers[0], servers[1]), (databases[0], databases[1]), (buses[0], buses[1]))


def disk_full(server: ServerProcess) -> Fault:
    """Return a fault in which an SQLite server cannot make any file longer."""

    def limit(size: int) -> None:
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (size, UNLIMITED))

    return Fault("SQLite: disk full", lambda: limit(0), lambda: limit(UNLIMITED), 2.0)


def _port(url: str) -> int:
    return urlsplit(url).port or 0


def _through(url: str, proxy: FaultProxy) -> str:
    return url.replace(f":{_port(url)}", f":{proxy.port}")
