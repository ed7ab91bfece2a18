"""A server that is killed at random moments under load: what was acknowledged must be there, once, and clocks right."""

from __future__ import annotations

import asyncio
import random
import time
from dataclasses import dataclass, field
from typing import Any

from play import wanted
from server_process import ServerProcess
from websockets.exceptions import WebSocketException

from caserne.client import Client, Closed, MatchConnection, RequestRefused

MINUTES = 60
LIFE = (0.5, 3.0)
"""Seconds of play before the power goes."""


@dataclass
class Promise:
    """What the server said to be stored: a request's kind, seat and move, and the version before it."""

    kind: str
    seat: int
    version: int
    """Before it; for a set-up, which any version will do for, after it."""
    move: str | None


@dataclass
class Diary:
    """A match, what its players were promised, and the last clocks they saw."""

    match: str
    players: tuple[Client, Client]
    promises: list[Promise] = field(default_factory=list)
    unanswered: dict[int, tuple[str, str, dict[str, Any]]] = field(default_factory=dict)
    """By seat: the id, kind and fields of a request that the crash swallowed."""
    clocks: dict[str, Any] = field(default_factory=dict)
    over: bool = False


@dataclass
class Found:
    """What a restart showed."""

    promises: int
    clock_errors: list[float]
    """Seconds by which the running clocks are off."""
    absences: list[float]
    """Seconds between the crash and when a player who has not come back is said to have gone."""


class CrashTest:
    """Matches that people play on through all crashes; one that is over makes room for the next."""

    def __init__(self, server: ServerProcess, games: list[str], seed: int) -> None:
        self.server, self.games, self.dice = server, games, random.Random(seed)
        self.diaries: list[Diary] = []

    async def lay(self) -> None:
        self.diaries = [await self._laid(game) for game in self.games]

    async def close(self) -> None:
        for diary in self.diaries:
            await self._leave(diary)

    async def round(self, pause: float = 0) -> Found:
        """Play, crash, restart, and look whether all promises are kept."""
        for number, diary in enumerate(self.diaries):
            if diary.over:
                await self._leave(diary)
                self.diaries[number] = await self._laid(self.games[number])
        tables = [[await player.open(diary.match) for player in diary.players] for diary in self.diaries]
        players = [
            asyncio.create_task(self._play(table, seat, diary))
            for pair, diary in zip(tables, self.diaries, strict=True)
            for seat, table in enumerate(pair)
        ]
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

    async def _laid(self, game: str) -> Diary:
        ann, bob = Client(self.server.url), Client(self.server.url)
        match = await ann.create(game, ["me", "guest"], time={"minutes": MINUTES})
        await bob.join(match)
        return Diary(match, (ann, bob))

    async def _leave(self, diary: Diary) -> None:
        for player in diary.players:
            await player.__aexit__(None, None, None)

    def _kill(self) -> float:
        self.server.kill()
        return time.time()

    async def _play(self, table: MatchConnection, seat: int, diary: Diary) -> None:
        """Do what can be done until the socket closes; first of all, ask again for what was not answered."""
        try:
            if seat in diary.unanswered:
                await self._ask(table, seat, diary, *diary.unanswered[seat])
            while True:
                diary.clocks = table.state["clocks"]
                request = None if table.state["result"] else wanted(table, self.dice)
                version = table.version
                if request is None:
                    await table.until(lambda table, version=version: table.version > version, seconds=600)
                else:
                    await self._ask(table, seat, diary, f"{seat}-{version}-{request[0]}", *request)
                    await table.until(lambda table, version=version: table.version > version)
        except (Closed, TimeoutError, OSError, WebSocketException):
            pass

    async def _ask(
        self, table: MatchConnection, seat: int, diary: Diary, name: str, kind: str, fields: dict[str, Any]
    ) -> None:
        diary.unanswered[seat] = name, kind, fields
        try:
            done = await table.ask(kind, id=name, **fields)
        except RequestRefused as refused:
            if refused.code != "stale":
                raise
        else:
            diary.promises.append(Promise(kind, seat, fields.get("version", done["version"]), fields.get("move")))
        del diary.unanswered[seat]

    async def _check(self, killed: float, started: float) -> Found:
        found = Found(0, [], [])
        for diary in self.diaries:
            async with await diary.players[0].open(diary.match) as table:
                assert sorted(table.events) == list(range(table.version)), "a gap in the record"
                for promise in diary.promises:
                    check_promise(table, promise)
                found.promises += len(diary.promises)
                found.clock_errors += clock_errors(diary.clocks, table.state["clocks"], killed, started)
                await table.until(lambda table: table.table["seats"][1]["offline_since"] is not None)
                found.absences.append(abs(killed - table.table["seats"][1]["offline_since"] / 1000))
                diary.over = table.state["result"] is not None
        return found


def check_promise(table: MatchConnection, promise: Promise) -> None:
    """What was promised is in the record, where it was promised."""
    if promise.kind == "move":
        event = table.events[promise.version]
        assert (event["event"], event["seat"], event["move"]) == ("action", promise.seat, promise.move)
    elif promise.kind == "roll":
        later = [event for number, event in table.events.items() if number >= promise.version]
        assert next(event["event"] for event in later if event.get("act") != "contribute") == "chance"
    else:
        sealed = [event for event in table.events.values() if event.get("act") == "seal"]
        assert [event["seat"] for event in sealed].count(promise.seat) == 1


def clock_errors(before: dict[str, Any], after: dict[str, Any], killed: float, started: float) -> list[float]:
    """By how much the clocks that ran through the crash differ from the time that the server was there."""
    if not before or before["running"] != after["running"]:
        return []
    charged_rightly = (killed - before["at"] / 1000) + (after["at"] / 1000 - started)
    charged = [(before["seats"][seat] - after["seats"][seat]) / 1000 for seat in after["running"]]
    return [abs(seconds - charged_rightly) for seconds in charged]
