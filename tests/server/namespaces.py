"""Two server processes, PostgreSQL and Redis, each in a network namespace of its own, as on four machines.

All are joined by a bridge. Packets between two of them are dropped by giving each a wrong hardware address of the
other: nothing is refused, and nothing arrives.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

from chaos_rig import Fault
from server_process import ServerProcess
from services import postgres, redis

NETWORK = "10.213.77"
NAMES = ("one", "two", "postgresql", "redis")
NOWHERE = "02:00:00:00:00:01"
"""A hardware address that nobody has."""


class NotAllowed(Exception):
    """This machine allows no network namespaces."""


def run(*words: str) -> None:
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    if done.returncode:
        raise NotAllowed(f"'{' '.join(words)}' failed: {done.stderr.strip()}")


@dataclass(frozen=True)
class Machine:
    """One namespace."""

    name: str
    number: int

    @property
    def namespace(self) -> str:
        return f"caserne{os.getpid()}-{self.name}"

    @property
    def link(self) -> str:
        return f"c{os.getpid() % 10**7}-{self.number}"

    @property
    def address(self) -> str:
        return f"{NETWORK}.{self.number + 2}"

    @property
    def prefix(self) -> tuple[str, ...]:
        """The words before a command that runs in this namespace."""
        return "ip", "netns", "exec", self.namespace

    def create(self, bridge: str) -> None:
        run("ip", "netns", "add", self.namespace)
        run("ip", "link", "add", self.link, "type", "veth", "peer", "name", "eth0", "netns", self.namespace)
        run("ip", "link", "set", self.link, "master", bridge, "up")
        run(*self.prefix, "ip", "addr", "add", f"{self.address}/24", "dev", "eth0")
        for device in ("lo", "eth0"):
            run(*self.prefix, "ip", "link", "set", device, "up")

    def drop_packets_to(self, other: Machine) -> None:
        run(*self.prefix, "ip", "neigh", "replace", other.address, "lladdr", NOWHERE, "nud", "permanent", "dev", "eth0")

    def send_packets_to(self, other: Machine) -> None:
        run(*self.prefix, "ip", "neigh", "del", other.address, "dev", "eth0")


@dataclass(frozen=True)
class Network:
    """Four namespaces and the servers in two of them."""

    machines: tuple[Machine, ...]
    urls: list[str]

    def faults(self, seconds: float) -> list[Fault]:
        """Return dropped packets between any two machines."""
        return [_no_packets_between(one, other, seconds) for one, other in combinations(self.machines, 2)]


def _no_packets_between(one: Machine, other: Machine, seconds: float) -> Fault:
    def begin() -> None:
        one.drop_packets_to(other)
        other.drop_packets_to(one)

    def end() -> None:
        one.send_packets_to(other)
        other.send_packets_to(one)

    return Fault(f"namespaces: no packets between {one.name} and {other.name}", begin, end, seconds)


@asynccontextmanager
async def namespaces(folder: Path) -> AsyncIterator[Network]:
    """Run everything in namespaces; NotAllowed if this machine does not let us."""
    if os.geteuid() != 0:
        raise NotAllowed("only root may create them")
    bridge = f"c{os.getpid() % 10**7}-br"
    machines = tuple(Machine(name, number) for number, name in enumerate(NAMES))
    with ExitStack() as stack:
        stack.callback(subprocess.run, ["ip", "link", "del", bridge], capture_output=True, check=False)
        run("ip", "link", "add", bridge, "type", "bridge")
        run("ip", "addr", "add", f"{NETWORK}.1/24", "dev", bridge)
        run("ip", "link", "set", bridge, "up")
        for machine in machines:
            remove = ["ip", "netns", "del", machine.namespace]
            stack.callback(subprocess.run, remove, capture_output=True, check=False)
            machine.create(bridge)
        one, two, database, bus = machines
        new_database = stack.enter_context(postgres(database.address, database.prefix))
        shared = {
            "database": await asyncio.to_thread(new_database),
            "redis": stack.enter_context(redis(bus.address, bus.prefix)),
            "secret": "chaos",
        }
        servers = [ServerProcess(folder, machine.address, machine.prefix, **shared) for machine in (one, two)]
        for server in servers:
            stack.callback(server.stop)
            server.launch()
        for server in servers:
            await asyncio.to_thread(server.wait)
        yield Network(machines, [server.url for server in servers])
