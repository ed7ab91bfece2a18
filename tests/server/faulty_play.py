"""Matches that are played on through faults, and the checks afterwards.

Safety: nothing acknowledged is lost, nothing is stored twice, every record verifies. Liveness: after the end of a fault
every match goes on, over the sockets that were open before.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from inspect import isawaitable
from time import monotonic
from typing import Any

from crashing import Acknowledged, check_acknowledged
from play import wanted
from websockets.exceptions import WebSocketException

from caserne.client import Client, Closed, MatchConnection, RequestRefused

MINUTES = 60
AGAIN = ("unavailable", "our_fault")
"""Refusals after which the same request is sent again, as a player would."""
PATIENCE = 60.0
"""Seconds after which a match counts as stuck."""
LOST = (Closed, OSError, TimeoutError, WebSocketException)


@dataclass
class Table:
    """One match with both players, and what the server has acknowledged."""

    game: str
    match: str
    clients: tuple[Client, Client]
    acknowledged: list[Acknowledged] = field(default_factory=list)
    unanswered: tuple[str, int, str, dict[str, Any]] | None = None
    """The id, seat, kind and fields of the request without an answer."""
    last_acknowledged: float = 0.0
    over: bool = False
    step: str = ""
    """What is being waited for, for messages."""


@dataclass(frozen=True)
class Outcome:
    """What one fault did."""

    fault: str
    stall: float
    """Seconds from the end of the fault until every match had gone on."""
    losses: list[str]
    """Why sockets were closed; a page would have had to reconnect."""


class Chaos:
    """Matches between visitors of one or two server processes."""

    def __init__(self, urls: Sequence[str], games: Sequence[str], seed: int) -> None:
        self._urls, self._games, self._dice = urls, games, random.Random(seed)
        self.tables: list[Table] = []
        self.finished: list[Table] = []
        self._losses: list[str] = []
        self._tasks: list[asyncio.Task[None]] = []

    async def open(self) -> None:
        self.tables = [await self._create(game) for game in self._games]
        self._tasks = [asyncio.create_task(self._play_matches(place)) for place in range(len(self.tables))]

    async def try_fault(
        self, name: str, begin: Callable[[], object], end: Callable[[], object], seconds: float
    ) -> Outcome:
        """Begin a fault, end it after some time, and wait until every match has gone on."""
        before = len(self._losses)
        begin()
        await asyncio.sleep(seconds)
        ended = end()
        if isawaitable(ended):
            await ended
        healed = monotonic()
        while stuck := [table for table in self.tables if table.last_acknowledged < healed]:
            self._raise_errors()
            waiting = [(table.game, table.match, table.step, table.unanswered) for table in stuck]
            assert monotonic() < healed + PATIENCE, f"{name}: matches are stuck: {waiting}, after {self._losses[-6:]}"
            await asyncio.sleep(0.02)
        stall = max(table.last_acknowledged for table in self.tables) - healed
        return Outcome(name, stall, self._losses[before:])

    async def close(self) -> int:
        """Stop playing, and check everything that was acknowledged; return how much that was."""
        self._raise_errors()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        checked = 0
        for table in [*self.finished, *self.tables]:
            checked += await self._check(table)
            for client in table.clients:
                await client.__aexit__(None, None, None)
        return checked

    def _raise_errors(self) -> None:
        for task in self._tasks:
            if task.done():
                task.result()

    async def _create(self, game: str) -> Table:
        clients = Client(self._urls[0]), Client(self._urls[-1])
        match = await self._insist(lambda: clients[0].create(game, ["me", "guest"], time={"minutes": MINUTES}))
        await self._insist(lambda: clients[1].join(match))
        return Table(game, match, clients, last_acknowledged=monotonic())

    async def _insist(self, call: Callable[[], Any]) -> Any:
        """Call the server until it can answer."""
        while True:
            try:
                return await call()
            except RequestRefused as refused:
                if refused.code not in AGAIN:
                    raise
            except Exception as error:
                if not isinstance(error, LOST) and "httpx" not in type(error).__module__:
                    raise
            await asyncio.sleep(0.2)

    async def _play_matches(self, place: int) -> None:
        """Play one match after another."""
        while True:
            table, playing = self.tables[place], False
            table.step = "opening sockets"
            try:
                async with AsyncExitStack() as closing:
                    seats = [
                        await closing.enter_async_context(await client.open(table.match)) for client in table.clients
                    ]
                    playing = True
                    await self._play(table, seats)
            except LOST as error:
                if playing:
                    self._losses.append(f"{table.game}: {error!r}")
                await asyncio.sleep(0.1)
            if table.over:
                table.step = "making the next match"
                following = await self._create(table.game)
                following.last_acknowledged = table.last_acknowledged
                self.tables[place] = following
                self.finished.append(table)

    async def _play(self, table: Table, seats: Sequence[MatchConnection]) -> None:
        while not table.over:
            if table.unanswered is None:
                table.unanswered = self._choose(seats)
            if table.unanswered is None:
                table.step = f"nobody is to act at versions {[seat.version for seat in seats]}"
                table.over = seats[0].state["result"] is not None
                await asyncio.sleep(0.01)
            else:
                table.step = "asking"
                version = await self._ask(table, seats[table.unanswered[1]])
                for number, seat in enumerate(seats):
                    table.step = f"showing version {version} to seat {number}, which has {seat.version}"
                    await seat.until(lambda seat, version=version: seat.version >= version, PATIENCE)

    def _choose(self, seats: Sequence[MatchConnection]) -> tuple[str, int, str, dict[str, Any]] | None:
        for seat, connection in enumerate(seats):
            request = None if connection.state["result"] else wanted(connection, self._dice)
            if request is not None:
                return f"{seat}-{connection.version}-{self._dice.getrandbits(32)}", seat, *request
        return None

    async def _ask(self, table: Table, connection: MatchConnection) -> int:
        """Send the request that waits for an answer; return the version after it."""
        assert table.unanswered is not None
        name, seat, kind, fields = table.unanswered
        try:
            async with asyncio.timeout(PATIENCE):
                done = await connection.ask(kind, id=name, **fields)
        except RequestRefused as refused:
            if refused.code == "stale":
                table.unanswered = None
            elif refused.code not in AGAIN:
                raise
            await asyncio.sleep(0.05)
            return 0
        version = int(done["version"])
        table.acknowledged.append(Acknowledged(kind, seat, fields.get("version", version), fields.get("move")))
        table.unanswered, table.last_acknowledged = None, monotonic()
        return version

    # Checks

    async def _check(self, table: Table) -> int:
        async with await table.clients[0].open(table.match) as connection:
            assert sorted(connection.events) == list(range(connection.version)), "a gap in the record"
            for request in table.acknowledged:
                check_acknowledged(connection, request)
            _check_nothing_twice(table, connection)
            assert min(connection.state["clocks"]["seats"]) > 0
            if not connection.state["result"]:
                await connection.ask("resign", version=connection.version)
        verified = await table.clients[0].call("POST", f"/api/matches/{table.match}/verify")
        assert verified
        return len(table.acknowledged)


def _check_nothing_twice(table: Table, connection: MatchConnection) -> None:
    """Fail if a move is in the record that no player has asked for, or one more often than asked for."""
    asked = [(request.version, request.seat, request.move) for request in table.acknowledged if request.kind == "move"]
    setups = sum(request.kind == "ready" for request in table.acknowledged)
    if table.unanswered is not None:  # it may or may not have been stored before the fault
        _, seat, kind, fields = table.unanswered
        if kind == "move":
            asked.append((fields["version"], seat, fields["move"]))
        setups += kind == "ready"
    actions = [(number, event) for number, event in connection.events.items() if event["event"] == "action"]
    played = [(number, event["seat"], event["move"]) for number, event in actions]
    assert len(set(played) - set(asked)) <= setups, set(played) - set(asked)
