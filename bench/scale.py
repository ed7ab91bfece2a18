"""Measure what a socket, a match, a spectator, a slow reader and a bot cost, and a soak.

    python bench/scale.py [--matches 1000] [--spectators 1000] [--soak 120]
    python bench/scale.py --processes 2           with PostgreSQL and Redis, started for the run

Every figure is a difference of the servers' own processor time, resident memory or open files, of all processes
together. A match is served by one process, as behind a proxy that chooses it by the match; spectators come to all.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import resource
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from contextlib import ExitStack, closing, suppress
from itertools import cycle
from pathlib import Path
from secrets import token_urlsafe
from statistics import quantiles
from typing import Any

import httpx
from sqlalchemy import insert, select
from sqlalchemy.ext.asyncio import AsyncConnection
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.protocol import State

from load import TOGETHER, Player, Servers, decode, encode, lay
from machine import machine

sys.path.insert(0, str(Path(__file__).parent.parent / "tools"))
sys.path.insert(0, str(Path(__file__).parent.parent / "tests" / "server"))
from rooms_by_kind import without_secrets_or_luck
from server_process import ServerProcess
from services import postgres, redis

import caserne
from caserne.bots.names import LEVELS, bot
from caserne.core.game.position import Position
from caserne.core.game.registry import rooms
from caserne.core.game.scene import Scene
from caserne.core.kernel.compiled import Policy, set_policy
from caserne.core.presentation.illustrate import illustrate
from caserne.server.config import Settings
from caserne.server.live import messages, render
from caserne.server.live.board_art import Board, draw_board
from caserne.server.operations.administration import open_store
from caserne.server.storage import tables

GAME = without_secrets_or_luck()
SLOW_READERS = 50
WARM_UP = 10.0
"""Seconds until a server has loaded its compiled rules."""
MOVES_SHOWN = 50
"""Moves that are shown to spectators, one after another."""
REPEATS = 5
AT_ONCE = 8
"""Requests and sockets that are opened at the same time, few enough for a busy machine."""
HEARTBEAT = Settings().heartbeat
"""Seconds between two pings of a client. A server dismisses those that are silent for three times as long."""
SOAK_PARTS, SOAK_TOGETHER = 10, 5
MADE = 100
"""Matches that are made over HTTP; further ones are copies in the database."""
IN_MEMORY = re.compile(r"^caserne_matches_in_memory(?:{.*})? (.+)$", re.MULTILINE)
gate = asyncio.Semaphore(AT_ONCE)


class Figures(Servers):
    """The resources of the servers, and the differences between two moments."""

    def __init__(self, processes: Sequence[ServerProcess]) -> None:
        super().__init__(processes)
        self._turns = cycle(server.url for server in processes)
        self._last = self.now()

    def next_url(self) -> str:
        """Return the address of one process after another."""
        return next(self._turns)

    def next_socket_url(self) -> str:
        return self.next_url().replace("http", "ws", 1)

    def now(self) -> tuple[float, float, int, float]:
        """Return seconds of processor time, MB of memory, open files, and the time."""
        files = sum(len(os.listdir(f"/proc/{server.pid}/fd")) for server in self.processes)
        return self.cpu(), self.memory() / 2**20, files, time.perf_counter()

    def matches_in_memory(self) -> float:
        """Return how many matches the processes have loaded, by their metrics."""
        pages = (httpx.get(f"{server.url}/metrics").text for server in self.processes)
        return sum(float(number) for page in pages for number in IN_MEMORY.findall(page))

    def report(self, what: str, count: int = 1) -> None:
        """Print what has been used since the last report, for each of so many."""
        before, self._last = self._last, self.now()
        cpu, memory, files, took = (now - then for now, then in zip(self._last, before, strict=True))
        print(
            f"| {what} | {count:,} | {cpu / count * 1e6:,.0f} µs | {memory * 1024 / count:,.1f} kB | {files:+,} "
            f"| {took:.1f} s |",
            flush=True,
        )


async def connected(address: str, cookie: str = "") -> ClientConnection:
    headers = {"Cookie": cookie} if cookie else {}
    return await connect(address, additional_headers=headers, max_size=None, open_timeout=120, ping_interval=None)


async def opened(address: str, cookie: str = "") -> ClientConnection:
    """Open a socket and read until the match is shown."""
    async with gate:
        socket = await connected(address, cookie)
        while decode(await socket.recv())["type"] != "state":
            pass
        return socket


class IdleSockets:
    """Sockets on which nobody acts. Like a page, they read what comes and send a ping once a heartbeat."""

    def __init__(self) -> None:
        self._sockets: list[ClientConnection] = []
        self._tasks: list[asyncio.Task[None]] = []
        self.pings: list[float] = []
        """Seconds until each ping was answered."""

    @property
    def still_open(self) -> int:
        return sum(socket.state is State.OPEN for socket in self._sockets)

    async def open(self, address: str, cookie: str) -> None:
        socket = await opened(address, cookie)
        self._sockets.append(socket)
        self._tasks += [asyncio.create_task(self._read(socket)), asyncio.create_task(self._ping(socket))]

    async def close(self) -> None:
        await gathered(*(socket.close() for socket in self._sockets))
        await gathered(*self._tasks)

    async def _read(self, socket: ClientConnection) -> None:
        with suppress(ConnectionClosed):
            async for frame in socket:
                message = decode(frame)
                if message["type"] == "pong":
                    self.pings.append(time.perf_counter() - float(message["id"]))

    async def _ping(self, socket: ClientConnection) -> None:
        with suppress(ConnectionClosed):
            while True:
                await asyncio.sleep(HEARTBEAT)
                await socket.send(encode({"type": "ping", "id": str(time.perf_counter())}).decode())


async def gathered(*work: Awaitable[Any]) -> list[Any]:
    return list(await asyncio.gather(*work))


async def laid(url: str, game: str) -> list[tuple[str, str, str]]:
    async with gate:
        return await lay([url], game)


async def seated(table: list[tuple[str, str, str]]) -> list[Player]:
    """Connect the two players of a match."""
    players = [Player(await connected(*table[seat][:2]), seat, table[seat][2], [], 1) for seat in range(2)]
    for player in players:
        await player.sit_down()
    return players


async def measure_sockets(matches: int, figures: Figures) -> None:
    """Report matches, an idle socket on each of them, moves of others meanwhile, and a heartbeat of nothing else."""
    made = await gathered(*(laid(figures.next_url(), GAME) for _ in range(min(matches, MADE))))
    figures.report("a match, made and joined over HTTP", len(made))
    seats = [match[0] for match in made]
    seats += await copy_matches(figures, seats, matches - len(made))
    figures.report("copies of them in the database")
    idle = IdleSockets()
    await gathered(*(idle.open(address, cookie) for address, cookie, _ in seats))
    figures.report("a match that is loaded, with an idle socket", matches)
    moves = sum(await gathered(*(soak_match(figures.next_url()) for _ in range(TOGETHER))))
    figures.report("a move of another match meanwhile", moves)
    idle.pings.clear()
    await asyncio.sleep(HEARTBEAT)
    figures.report(f"an idle socket, in {HEARTBEAT:.0f} seconds, with its ping", matches)
    lasted = quantiles(idle.pings, n=100)
    print(f"held at once: {figures.matches_in_memory():,.0f} matches in memory, {idle.still_open:,} sockets open; ")
    print(f"their pings: {len(idle.pings):,}, p50 {lasted[49] * 1000:.1f} ms, p99 {lasted[98] * 1000:.1f} ms")
    await idle.close()
    figures.report("closing it", matches)


Seat = tuple[str, str, str]
"""A seat of a match: the socket's address, the visitor's cookie and a set-up."""


async def copy_matches(figures: Figures, originals: Sequence[Seat], count: int) -> list[Seat]:
    """Copy matches in the database: making thousands over HTTP would take longer than the run."""
    share = -(-count // len(originals))
    copies: list[Seat] = []
    async with open_store(figures.processes[0].settings) as store, store.begin() as connection:
        for address, cookie, setup in originals:
            path = address.split("/api/")[1]
            original = path.split("/")[1]
            for copy in await copy_match(connection, original, min(share, count - len(copies))):
                copied = f"{figures.next_socket_url()}/api/{path.replace(original, copy)}"
                copies.append((copied, cookie, setup))
    return copies


async def copy_match(connection: AsyncConnection, match_id: str, count: int) -> list[str]:
    """Copy a match so many times, and return the ids."""
    copies = [token_urlsafe(12) for _ in range(count)]
    for table in (tables.matches, tables.seats, tables.members, tables.events, tables.secrets):
        key = table.c.id if table is tables.matches else table.c.match
        rows = (await connection.execute(select(table).where(key == match_id))).mappings().all()
        copied = [{**row, key.key: copy} for copy in copies for row in rows]
        if copied:
            await connection.execute(insert(table), copied)
    return copies


async def measure_spectators(count: int, figures: Figures) -> None:
    """Report spectators who arrive, and moves that are shown to them; a few of them read nothing."""
    table = await laid(figures.next_url(), GAME)
    path, players = table[0][0].split("/api/")[1].replace("?scene=0", ""), await seated(table)
    figures.report("two players", 2)

    def watching() -> Awaitable[ClientConnection]:
        return opened(f"{figures.next_socket_url()}/api/{path}")

    sockets = await gathered(*(watching() for _ in range(count)))
    figures.report("a spectator who arrives, with the board", count)
    slow = await gathered(*(watching() for _ in range(SLOW_READERS)))
    for socket in slow:
        socket.transport.pause_reading()
    received: Counter[str] = Counter()
    readers = [asyncio.create_task(_read(socket, received)) for socket in sockets]
    figures.report("a spectator who stops reading", SLOW_READERS)
    moves, before = await show_moves(players), -1
    while received["messages"] > before:
        before = received["messages"]
        await asyncio.sleep(2)
    figures.report(f"a message to a spectator, {moves} moves", before)
    for socket in (*sockets, *slow):
        socket.transport.abort()
    await gathered(*readers)
    await asyncio.sleep(2)
    figures.report("leaving", count)


async def show_moves(players: list[Player]) -> int:
    """Let two people play some moves, each after the last was acknowledged; return how many."""
    tasks = [asyncio.create_task(player.play()) for player in players]
    while sum(len(player.latencies) for player in players) < MOVES_SHOWN and not all(task.done() for task in tasks):
        await asyncio.sleep(0.05)
    for player in players:
        await player.socket.close()
    await gathered(*tasks)
    return sum(len(player.latencies) for player in players)


async def _read(socket: ClientConnection, received: Counter[str]) -> None:
    with suppress(ConnectionClosed):
        async for _ in socket:
            received["messages"] += 1


async def soak(seconds: float, figures: Figures) -> None:
    """Report in ten parts matches that are made, played and left: memory and files must not grow from part to part."""
    for number in range(1, SOAK_PARTS + 1):
        until, moves = time.perf_counter() + seconds / SOAK_PARTS, 0
        while time.perf_counter() < until:
            moves += sum(await gathered(*(soak_match(figures.next_url()) for _ in range(SOAK_TOGETHER))))
        if moves:
            figures.report(f"soak, part {number}: a move", moves)


async def soak_match(url: str) -> int:
    return await show_moves(await seated(await laid(url, GAME)))


def first_move(game_id: str) -> Position:
    """Return the position in which a seat makes the first move."""
    position = caserne.game(game_id).start()
    while position.in_setup:
        position = position.play(position.random_setup(1))
    while position.actor == "chance":
        position = position.play(position.legal()[0])
    return position


def measure_scenes() -> None:
    """Print the processor time and the size of the picture that a browser gets for each move."""
    set_policy(Policy.ALWAYS)  # as in a server that has run for some seconds
    print("\n| picture of one view | ms | kB | warnings | board, once | kB |\n|---|---|---|---|---|---|")
    for game_id in rooms():
        seen = first_move(game_id).view(0)
        costs = [_cost(draw, illustrate(seen, "fr")) for draw in (_scene, draw_board)]
        took = f"{_cost(illustrate, seen, 'fr')[0] + costs[0][0]:.1f} | {costs[0][1]:.0f}"
        warnings = _cost(render.warnings, seen, render.listed_moves(seen, "fr"), "fr")[0]
        print(f"| {game_id} | {took} | {warnings:.1f} | {costs[1][0]:.0f} | {costs[1][1]:.0f} |", flush=True)


def _scene(drawn: Scene) -> str:
    return messages.write("state", board=Board.of(drawn).key.decode(), scene=render.scene(drawn))


def _cost(work: Callable[..., Any], *arguments: Any) -> tuple[float, float]:
    """Return the milliseconds of processor time that a function takes, and the size of its result in kB."""
    work(*arguments)
    began = time.process_time()
    for _ in range(REPEATS):
        found = work(*arguments)
    return (time.process_time() - began) / REPEATS * 1000, len(found) / 1024 if isinstance(found, str) else 0


def measure_bots() -> None:
    """Print the processor time of one move by level, in the middle of a game."""
    print("\n| ms of processor time a move | " + " | ".join(LEVELS) + " |\n|---|" + "---|" * len(LEVELS))
    for game_id in rooms():
        position = first_move(game_id)
        print(f"| {game_id} | {' | '.join(_bot_cost(level, position) for level in LEVELS)} |", flush=True)


def _bot_cost(level: str, position: Position) -> str:
    with closing(bot(level, position.game, 1)) as player:
        return f"{_cost(player.move, position.view(0))[0]:.0f}"


async def measure(given: argparse.Namespace, figures: Figures) -> None:
    print("| what | count | processor time of one | memory of one | open files | took |\n|---|---|---|---|---|---|")
    await asyncio.sleep(WARM_UP)
    figures.report("the start", len(figures.processes))
    if given.matches:
        await measure_sockets(given.matches, figures)
    if given.spectators:
        await measure_spectators(given.spectators, figures)
    await soak(given.soak, figures)
    total = figures.now()
    print(f"\nat the end: {total[1]:,.0f} MB, {total[2]:,} open files")


def measure_servers(given: argparse.Namespace) -> None:
    """Start the processes, and measure them."""
    most = given.spectators + SLOW_READERS
    settings: dict[str, Any] = {"spectators_per_match": most, "spectators_per_address": most}
    with tempfile.TemporaryDirectory() as folder, ExitStack() as services:
        if given.processes > 1:
            settings |= {"database": services.enter_context(postgres())(), "redis": services.enter_context(redis())}
        servers = [ServerProcess(Path(folder), **settings) for _ in range(given.processes)]
        try:
            for server in servers:
                server.start()
            asyncio.run(measure(given, Figures(servers)))
        finally:
            for server in servers:
                server.stop()
                print(server.tracebacks()[-3000:])


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--matches", type=int, default=1000)
    arguments.add_argument("--spectators", type=int, default=1000)
    arguments.add_argument("--soak", type=float, default=120)
    arguments.add_argument("--processes", type=int, default=1)
    arguments.add_argument("--servers-only", action="store_true", help="leave out pictures and bots")
    given = arguments.parse_args()
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    print(f"{machine()}, {given.processes} processes, load average {os.getloadavg()[0]:.1f}\n")
    measure_servers(given)
    if not given.servers_only:
        measure_scenes()
        measure_bots()


if __name__ == "__main__":
    main()
