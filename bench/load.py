"""Measure how many moves a server stores and sends in a second, compared with plain echoes, in one run.

    python bench/load.py                          one process, SQLite
    python bench/load.py --processes 2 --services                  PostgreSQL and Redis, started for this run
    python bench/load.py --processes 2 --database URL --redis URL

Every move is acknowledged only after its commit. Each match has two sockets; the seat to act moves at once.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import platform
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

import caserne
from caserne.client import Client
from caserne.core.game.registry import rooms
from caserne.core.match.match import Match
from caserne.core.match.setups import suggest_setup

sys.path.insert(0, str(Path(__file__).parent.parent / "tools"))
sys.path.insert(0, str(Path(__file__).parent.parent / "tests" / "server"))
from server_process import ServerProcess
from services import postgres, redis

TOGETHER = 50
"""How many matches are created at the same time."""
encode, decode = msgspec.json.Encoder().encode, msgspec.json.Decoder().decode


class Player:
    """One socket that plays its seat as fast as the server allows."""

    def __init__(self, socket: ClientConnection, seat: int, setup: str, latencies: list[float], seed: int) -> None:
        self.socket, self.seat, self.setup, self.latencies = socket, seat, setup, latencies
        self.dice = random.Random(seed)
        self.asked: dict[str, float] = {}
        """When each request was sent, by id; the next one may be sent before the last is acknowledged."""
        self.shown: dict[str, Any] = {}

    async def sit_down(self) -> None:
        """Receive the board before play begins."""
        while self.shown.get("type") != "state":
            self.shown = decode(await self.socket.recv())

    async def play(self) -> None:
        try:
            await self.act(self.shown)
            async for frame in self.socket:
                message = decode(frame)
                if message["type"] == "ack":
                    if asked := self.asked.pop(message["id"], None):
                        self.latencies.append(time.perf_counter() - asked)
                elif message["type"] == "state":
                    await self.act(message)
        except ConnectionClosed:
            pass

    async def act(self, state: dict[str, Any]) -> None:
        can = state["can"]
        if "ready" in can:
            request: dict[str, Any] = {"type": "ready", "setup": self.setup}
        elif "roll" in can:
            request = {"type": "roll", "version": state["version"]}
        elif "move" in can and state["legal"]:
            request = {"type": "move", "version": state["version"], "move": self.dice.choice(state["legal"])["move"]}
        else:
            return
        name = f"{self.seat}-{state['version']}"
        if request["type"] != "ready":
            self.asked[name] = time.perf_counter()
        await self.socket.send(encode({**request, "id": name}).decode())


async def lay(urls: Sequence[str], game: str) -> list[tuple[str, str, str]]:
    """Create a match with two people; return for each seat the socket's address, the cookie and a set-up."""
    async with Client(urls[0]) as host, Client(urls[-1]) as guest:
        match = await host.create(game, ["me", "guest"])
        await guest.join(match)
        table = Match(caserne.game(game))
        seats = []
        for seat, player in enumerate((host, guest)):
            address = f"{player.url.replace('http', 'ws', 1)}/api/matches/{match}/live?scene=0"
            cookie = "; ".join(f"{name}={value}" for name, value in player.cookies.items())
            seats.append((address, cookie, suggest_setup(table, seat) if table.position.in_setup else ""))
        return seats


async def play_matches(
    urls: Sequence[str], games: Sequence[str], matches: int, seconds: float, server: Servers
) -> None:
    gate = asyncio.Semaphore(TOGETHER)

    async def laid(number: int) -> list[tuple[str, str, str]]:
        async with gate:
            return await lay(urls, games[number % len(games)])

    tables = await asyncio.gather(*map(laid, range(matches)))
    before = server.memory()
    latencies: list[float] = []

    async def seated(number: int, seat: int) -> Player:
        async with gate:
            address, cookie, setup = tables[number][seat]
            socket = await connect(
                address, additional_headers={"Cookie": cookie}, compression=None, max_size=None, open_timeout=60
            )
            player = Player(socket, seat, setup, latencies, number)
            await player.sit_down()
            return player

    players = await asyncio.gather(*(seated(number, seat) for number in range(matches) for seat in range(2)))
    print(f"{len(players)} sockets in {matches} matches of {', '.join(games)}", flush=True)
    tasks = [asyncio.create_task(player.play()) for player in players]
    await asyncio.sleep(min(5, seconds))  # set-ups
    latencies.clear()
    began, used = time.perf_counter(), server.cpu()
    await asyncio.sleep(seconds)
    took, used = time.perf_counter() - began, server.cpu() - used
    done = sorted(latencies)
    report("durable moves", len(done), took, used, done)
    print(f"memory: {(server.memory() - before) / matches / 1024:.0f} kB for each match with its two sockets")
    await asyncio.gather(*(player.socket.close() for player in players))
    await asyncio.gather(*tasks)
    server.moves = Rate(len(done) / took, used / max(1, len(done)))


async def echo(urls: Sequence[str], sockets: int, in_flight: int, seconds: float, server: Servers) -> None:
    """Measure echoes with the same number of sockets, half of which wait at any time."""
    addresses = [f"{urls[n % len(urls)].replace('http', 'ws', 1)}/api/echo" for n in range(sockets)]
    gate, latencies = asyncio.Semaphore(TOGETHER), list[float]()
    frame = encode({"type": "move", "id": "0-100", "version": 100, "move": "a1-a2"}).decode()

    async def opened(address: str) -> ClientConnection:
        async with gate:
            return await connect(address, compression=None, open_timeout=60)

    async def bounce(socket: ClientConnection) -> None:
        while time.perf_counter() < until:
            sent = time.perf_counter()
            await socket.send(frame)
            decode(await socket.recv())
            latencies.append(time.perf_counter() - sent)

    connections = await asyncio.gather(*map(opened, addresses))
    began, used, until = time.perf_counter(), server.cpu(), time.perf_counter() + seconds
    await asyncio.gather(*map(bounce, connections[:in_flight]))
    took, used = time.perf_counter() - began, server.cpu() - used
    report("echoes", len(latencies), took, used, sorted(latencies))
    await asyncio.gather(*(socket.close() for socket in connections))
    server.echoes = Rate(len(latencies) / took, used / max(1, len(latencies)))


def report(what: str, count: int, took: float, used: float, sorted_latencies: list[float]) -> None:
    cuts = statistics.quantiles(sorted_latencies, n=100) if len(sorted_latencies) > 1 else [0.0] * 99
    each = used / count * 1e6 if count else 0
    print(
        f"{what}: {count / took:,.0f}/s, p50 {cuts[49] * 1000:.1f} ms, p99 {cuts[98] * 1000:.1f} ms, "
        f"{each:.0f} µs of the server's processors each",
        flush=True,
    )


class Rate(NamedTuple):
    """Print the rate per second, and the servers' processor time for each."""

    per_second: float = 0.0
    seconds: float = 0.0


class Servers:
    """The processes under load and their resources."""

    def __init__(self, processes: Sequence[ServerProcess]) -> None:
        self.processes = processes
        self.moves = self.echoes = Rate()

    def memory(self) -> int:
        """Resident bytes."""
        pages = (Path(f"/proc/{server.pid}/statm").read_text().split()[1] for server in self.processes)
        return sum(map(int, pages)) * resource.getpagesize()

    def cpu(self) -> float:
        """Seconds of processor time so far."""
        ticks = 0
        for server in self.processes:
            fields = Path(f"/proc/{server.pid}/stat").read_text().rpartition(")")[2].split()
            ticks += int(fields[11]) + int(fields[12])
        return ticks / 100


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--matches", type=int, default=1000)
    arguments.add_argument("--seconds", type=float, default=20)
    arguments.add_argument("--game", action="append")
    arguments.add_argument("--database", default="")
    arguments.add_argument("--redis", default="")
    arguments.add_argument("--services", action="store_true")
    arguments.add_argument("--processes", type=int, default=1)
    given = arguments.parse_args()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, max(soft, 4 * given.matches + 1000)), hard))
    games = given.game or [game for game in rooms() if caserne.game(game).seats == 2]
    processor = subprocess.run(["uname", "-m"], capture_output=True, text=True, check=False).stdout.strip()
    print(f"{platform.node()}: {processor}, Python {platform.python_version()}, load {os.getloadavg()[0]:.1f}")
    with tempfile.TemporaryDirectory() as folder, ExitStack() as services:
        if given.services:
            given.database, given.redis = services.enter_context(postgres())(), services.enter_context(redis())
        settings = {"echo": True, "redis": given.redis, **({"database": given.database} if given.database else {})}
        processes = [ServerProcess(Path(folder), **settings).start() for _ in range(given.processes)]
        servers, urls = Servers(processes), [server.url for server in processes]
        try:
            asyncio.run(echo(urls, 2 * given.matches, given.matches, given.seconds, servers))
            asyncio.run(play_matches(urls, games, given.matches, given.seconds, servers))
        finally:
            for server in processes:
                server.stop()
                print(server.tracebacks()[-3000:])
    print(f"one durable move for {servers.echoes.per_second / servers.moves.per_second:.1f} echoes, ", end="")
    print(f"or as much of the servers' processors as {servers.moves.seconds / servers.echoes.seconds:.1f} echoes")


if __name__ == "__main__":
    main()
