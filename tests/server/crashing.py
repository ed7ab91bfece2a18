"""A server that is killed at random moments under load: acknowledged requests must be stored once, and clocks right."""

from __future__ import annotations

import asyncio
import random
import time
from dataclasses import dataclass, field
from typing import Any

from patience import PATIENCE
from play import wanted
from server_process import ServerProcess
from websockets.exceptions import WebSocketException

from caserne.client import Client, Closed, MatchConnection, RequestRefused

MINUTES = 60
LIFE = (0.5, 3.0)
"""Seconds of play before the server is killed."""


@dataclass
class Acknowledged:
    """A request that the server has acknowledged as stored."""

    kind: str
    seat: int
    version: int
    """The version before it; for a set-up, which is not bound to a version, the one after it."""
    move: str | None


@dataclass
class MatchLog:
    """A match, its acknowledged requests, and the last clocks its players saw."""

    match: str
    players: tuple[Client, Client]
    acknowledged: list[Acknowledged] = field(default_factory=list)
    unanswered: dict[int, tuple[str, str, dict[str, Any]]] = field(default_factory=dict)
    """By seat: the id, kind and fields of a request that was not answered before the crash."""
    clocks: dict[str, Any] = field(default_factory=dict)
    over: bool = False


@dataclass
class RestartReport:
    """What was found after a restart."""

    acknowledged: int
    clock_errors: list[float]
    """Seconds by which the running clocks are wrong."""
    absences: list[float]
    """Seconds between the crash and the time since when an absent player is shown as offline."""


class CrashTest:
    """Matches that are played on through all crashes; one that is over is replaced by a new one."""

    def __init__(self, server: ServerProcess, games: list[str], seed: int) -> None:
        self.server, self.games, self.dice = server, games, random.Random(seed)
        self.logs: list[MatchLog] = []

    async def create_matches(self) -> None:
        self.logs = [await self._create(game) for game in self.games]

    async def close(self) -> None:
        for log in self.logs:
            await self._leave(log)

    async def round(self, pause: float = 0) -> RestartReport:
        """Play, kill the server, restart it, and check what was acknowledged."""
        for number, log in enumerate(self.logs):
            if log.over:
                await self._leave(log)
                self.logs[number] = await self._create(self.games[number])
        tables = [[await player.open(log.match) for player in log.players] for log in self.logs]
        players = [
            asyncio.create_task(self._play(table, seat, log))
            for pair, log in zip(tables, self.logs, strict=True)
            for seat, table in enumerate(pair)
        ]
        async with asyncio.timeout(PATIENCE):
            while not any(log.acknowledged for log in self.logs):
                await asyncio.sleep(0.05)
        await asyncio.sleep(self.dice.uniform(*LIFE))
        killed = self._kill()
        await asyncio.gather(*players)
        for pair in tables:
            for table in pair:
                await table.close()
        await asyncio.sleep(pause)
        await asyncio.to_thread(self.server.start)
        started = time.time()
        return await self._check(killed, started)

    async def _create(self, game: str) -> MatchLog:
        ann, bob = Client(self.server.url), Client(self.server.url)
        match = await ann.create(game, ["me", "guest"], time={"minutes": MINUTES})
        await bob.join(match)
        return MatchLog(match, (ann, bob))

    async def _leave(self, log: MatchLog) -> None:
        for player in log.players:
            await player.__aexit__(None, None, None)

    def _kill(self) -> float:
        self.server.kill()
        return time.time()

    async def _play(self, table: MatchConnection, seat: int, log: MatchLog) -> None:
        """Repeat an unanswered request, then play until the socket closes."""
        try:
            if seat in log.unanswered:
                await self._ask(table, seat, log, *log.unanswered[seat])
            while True:
                log.clocks = table.state["clocks"]
                request = None if table.state["result"] else wanted(table, self.dice)
                version = table.version
                if request is None:
                    await table.until(lambda table, version=version: table.version > version, seconds=600)
                else:
                    await self._ask(table, seat, log, f"{seat}-{version}-{request[0]}", *request)
                    await table.until(lambda table, version=version: table.version > version)
        except (Closed, TimeoutError, OSError, WebSocketException):
            pass

    async def _ask(
        self, table: MatchConnection, seat: int, log: MatchLog, name: str, kind: str, fields: dict[str, Any]
    ) -> None:
        log.unanswered[seat] = name, kind, fields
        try:
            done = await table.ask(kind, id=name, **fields)
        except RequestRefused as refused:
            if refused.code != "stale":
                raise
        else:
            log.acknowledged.append(
                Acknowledged(kind, seat, fields.get("version", done["version"]), fields.get("move"))
            )
        del log.unanswered[seat]

    async def _check(self, killed: float, started: float) -> RestartReport:
        found = RestartReport(0, [], [])
        for log in self.logs:
            async with await log.players[0].open(log.match) as table:
                assert sorted(table.events) == list(range(table.version)), "a gap in the record"
                for request in log.acknowledged:
                    check_acknowledged(table, request)
                found.acknowledged += len(log.acknowledged)
                found.clock_errors += clock_errors(log.clocks, table.state["clocks"], killed, started)
                await table.until(lambda table: table.table["seats"][1]["offline_since"] is not None)
                found.absences.append(abs(killed - table.table["seats"][1]["offline_since"] / 1000))
                log.over = table.state["result"] is not None
        return found


def check_acknowledged(table: MatchConnection, request: Acknowledged) -> None:
    """Fail unless an acknowledged request is in the record, at its version."""
    if request.kind == "move":
        event = table.events[request.version]
        assert (event["event"], event["seat"], event["move"]) == ("action", request.seat, request.move)
    elif request.kind == "roll":
        later = [event for number, event in table.events.items() if number >= request.version]
        assert next(event["event"] for event in later if event.get("act") != "contribute") == "chance"
    else:
        sealed = [event for event in table.events.values() if event.get("act") == "seal"]
        assert [event["seat"] for event in sealed].count(request.seat) == 1


def clock_errors(before: dict[str, Any], after: dict[str, Any], killed: float, started: float) -> list[float]:
    """Return by how many seconds the clocks that ran through the crash differ from the time that the server ran."""
    if not before or before["running"] != after["running"]:
        return []
    charged_rightly = (killed - before["at"] / 1000) + (after["at"] / 1000 - started)
    charged = [(before["seats"][seat] - after["seats"][seat]) / 1000 for seat in after["running"]]
    return [abs(seconds - charged_rightly) for seconds in charged]
