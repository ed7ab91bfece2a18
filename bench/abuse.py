"""Measure what a player notices while others abuse the server: moves, pings and the answers of a bot, in one run.

    python bench/abuse.py [--seconds 20] [--unlimited]

Anne plays Bob, Carl plays a bot of level 1. Guests at other addresses meanwhile make matches on new maps of the largest
size, have thirty matches of strong bots among themselves, or come and go by the hundred as spectators of Anne's match.
The server has its default limits; with `--unlimited` nothing but the order of work protects the players.
"""

from __future__ import annotations

import argparse
import asyncio
import multiprocessing
import os
import random
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from machine import machine

sys.path.insert(0, str(Path(__file__).parent.parent / "tests" / "server"))
from play import wanted
from rooms_by_kind import with_painted_boards, without_secrets_or_luck
from server_process import ServerProcess

from caserne.client import Client, MatchConnection
from caserne.core.game.board_form import SEPARATOR

GUESTS, BOT_MATCHES, SPECTATORS = 3, 30, 320
STRONG, WEAK = {"bot": 5}, {"bot": 1}
PAUSE = 0.05
"""Seconds between two requests of a player."""
MATCH_PAUSE = 2.5
"""Seconds between two new matches of a player at least: the server allows a visitor 30 a minute."""
REFUSED_PAUSE = 1.0
"""Seconds that a guest waits after a refusal."""
CAMPS = ("J-", "R-")
ATTACK_NICE = 15
"""The attackers are on the same machine, but would not take the server's processors elsewhere."""
FIRST_ANSWERS = 5
GAME = without_secrets_or_luck()


class Latencies(dict[str, list[float]]):
    """Seconds by kind of request."""

    @asynccontextmanager
    async def timed(self, kind: str) -> AsyncIterator[None]:
        began = time.perf_counter()
        yield
        self.setdefault(kind, []).append(time.perf_counter() - began)


# Players


async def play(url: str, latencies: Latencies, opened: asyncio.Queue[str]) -> None:
    """Let Anne and Bob play one match after another; time Anne's moves and pings."""
    async with Client(url) as anne, Client(url) as bob:
        while True:
            async with _no_faster_than(MATCH_PAUSE):
                match = await anne.create(GAME, ["me", "guest"])
                await bob.join(match)
                async with await anne.open(match) as first, await bob.open(match) as second:
                    opened.put_nowait(match)
                    await asyncio.gather(act(first, latencies), act(second, Latencies()))


async def play_bot(url: str, latencies: Latencies) -> None:
    """Let Carl play a weak bot; time its answers."""
    async with Client(url) as carl:
        while True:
            async with _no_faster_than(MATCH_PAUSE), await carl.open(await carl.create(GAME, ["me", WEAK])) as table:
                await act(table, Latencies(), latencies)


@asynccontextmanager
async def _no_faster_than(seconds: float) -> AsyncIterator[None]:
    """Wait at the end of the block until so many seconds have passed since its beginning."""
    rest = asyncio.create_task(asyncio.sleep(seconds))
    yield
    await rest


async def act(table: MatchConnection, latencies: Latencies, answers: Latencies | None = None) -> None:
    """Make random moves until the match is over."""
    dice = random.Random(1)
    while table.state["result"] is None:
        await asyncio.sleep(PAUSE)
        async with latencies.timed("ping"):
            await table.ask("ping", lag=0)
        if (request := wanted(table, dice)) is None:
            continue
        async with latencies.timed("move" if request[0] == "move" else "other"):
            await table.ask(request[0], **request[1])
        if answers is not None and request[0] == "move":
            async with answers.timed("bot"):
                await table.until(lambda table: table.state["actor"] in (0, None))


# Abuse


class Guest:
    """Somebody with a cookie and an address of their own."""

    def __init__(self, url: str, number: int) -> None:
        self.url, self.address = url, f"127.0.1.{number}"
        transport = httpx.AsyncHTTPTransport(local_address=self.address, verify=False)
        self.http = httpx.AsyncClient(base_url=url, transport=transport, timeout=120)

    async def create(self, **wishes: Any) -> str:
        return str((await self.http.post("/api/matches", json=wishes)).raise_for_status().json()["match"])

    async def watch(self, match: str) -> ClientConnection:
        cookies = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        address = f"{self.url.replace('http', 'ws', 1)}/api/matches/{match}/live"
        headers = {"Cookie": cookies} if cookies else {}
        return await connect(address, additional_headers=headers, local_addr=(self.address, 0), open_timeout=120)


async def make_maps(url: str, _: str) -> None:
    """Make matches on maps that nobody has seen, and look at them."""
    game, form = with_painted_boards()
    rows, dice = form.blank(form.most, form.most), random.Random()
    cells = [cell for cell in form.combinations() if cell.endswith("-") and cell not in CAMPS]

    async def attack(guest: Guest) -> None:
        while True:
            text = SEPARATOR.join(_repaint(row, cells, dice) for row in rows)
            try:
                match = await guest.create(game=game, seats=["me", "guest"], options={form.option: text})
            except httpx.HTTPStatusError:
                await asyncio.sleep(REFUSED_PAUSE)
                continue
            socket = await guest.watch(match)
            await socket.recv()
            await guest.http.get(f"/api/matches/{match}/picture.svg")
            await socket.close()

    await asyncio.gather(*(attack(Guest(url, number)) for number in range(1, GUESTS + 1)))


def _repaint(row: str, cells: list[str], dice: random.Random) -> str:
    pairs = [row[place : place + 2] for place in range(0, len(row), 2)]
    return "".join(pair if pair in CAMPS else dice.choice(cells) for pair in pairs)


async def make_bots_play(url: str, _: str) -> None:
    """Make matches of bots among themselves, and watch them all."""
    guests = [Guest(url, number) for number in range(1, GUESTS + 1)]
    sockets = []
    for number in range(BOT_MATCHES):
        guest = guests[number % GUESTS]
        sockets.append(await guest.watch(await guest.create(game=GAME, seats=[STRONG, STRONG])))
    await asyncio.gather(*map(_read, sockets))


async def crowd(url: str, match: str) -> None:
    """Come and go as spectators of the players' match."""
    guests = [Guest(url, number) for number in range(1, 6)]
    while True:
        sockets = [await guests[number % len(guests)].watch(match) for number in range(SPECTATORS)]
        await asyncio.sleep(PAUSE)
        await asyncio.gather(*(socket.close() for socket in sockets))


async def _read(socket: ClientConnection) -> None:
    try:
        async for _ in socket:
            pass
    except ConnectionClosed:
        pass


ABUSES: dict[str, Callable[[str, str], Awaitable[None]] | None] = {
    "idle": None,
    "new maps": make_maps,
    "bots among themselves": make_bots_play,
    "spectators": crowd,
    "idle again": None,
}


def run_abuse(name: str, url: str, match: str) -> None:
    os.nice(ATTACK_NICE)
    abuse = ABUSES[name]
    assert abuse
    asyncio.run(_run(abuse(url, match)))


async def _run(work: Awaitable[None]) -> None:
    await work


async def measure(url: str, name: str, seconds: float) -> Latencies:
    """Return the players' latencies under one abuse."""
    latencies, opened = Latencies(), asyncio.Queue[str]()
    players = [asyncio.create_task(play(url, latencies, opened)), asyncio.create_task(play_bot(url, latencies))]
    match = await opened.get()
    while len(latencies.get("bot", [])) < FIRST_ANSWERS:  # its process starts
        await asyncio.sleep(PAUSE)
    attack = None
    if ABUSES[name]:
        attack = multiprocessing.get_context("spawn").Process(target=run_abuse, args=(name, url, match), daemon=True)
        attack.start()
        await asyncio.sleep(seconds / 2)  # until it is under way
    latencies.clear()
    await asyncio.sleep(seconds)
    if attack:
        assert attack.is_alive(), f"the abuse failed: {name}"
        attack.kill()
    for player in players:
        assert not player.done(), player.exception()
        player.cancel()
    await asyncio.gather(*players, return_exceptions=True)
    return latencies


def row(name: str, latencies: Latencies) -> str:
    """Return one line of the table: p50 and p99 in milliseconds of each kind."""
    cells = []
    for kind in ("move", "ping", "bot"):
        cuts = statistics.quantiles(latencies[kind], n=100)
        cells += [f"{cuts[49] * 1000:.1f}", f"{cuts[98] * 1000:.1f}"]
    return f"| {name} | {' | '.join(cells)} | {len(latencies['move'])} |"


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--seconds", type=float, default=20)
    arguments.add_argument("--only", choices=list(ABUSES))
    arguments.add_argument("--unlimited", action="store_true")
    given = arguments.parse_args()
    print(f"{machine()}, load average {os.getloadavg()[0]:.1f}\n")
    print("| ms | move p50 | p99 | ping p50 | p99 | level 1's answer p50 | p99 | moves |")
    print("|---|---|---|---|---|---|---|---|", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        server = ServerProcess(Path(folder), rate_limits=not given.unlimited).start()
        try:
            for name in [given.only] if given.only else ABUSES:
                print(row(name, asyncio.run(measure(server.url, name, given.seconds))), flush=True)
        finally:
            server.stop()
            print("\n".join(line for line in server.tracebacks().splitlines() if "[error" in line)[-3000:])


if __name__ == "__main__":
    main()
