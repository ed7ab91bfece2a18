"""A wall clock that is wrong, or is set while a server runs: nothing is deleted, and nobody loses on time."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from patience import PATIENCE
from play import play_on
from rooms_by_kind import without_secrets_or_luck
from server_process import ServerProcess
from sqlalchemy import insert, select
from visiting import Visitor, finished_match

from caserne.client import Client, MatchConnection
from caserne.server.config import Settings
from caserne.server.operations import expiry, wall_clock
from caserne.server.operations.administration import open_store
from caserne.server.people.erasure import DAY
from caserne.server.storage.match_state import MatchState
from caserne.server.storage.store import Store, now
from caserne.server.storage.tables import days, matches

HOUR = 3600
MINUTES = 60
"""The time of each player; the wall clock is set by more."""


class Shim:
    """A server process whose wall clock a test can set."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self._file = folder / "shift"
        self.set_wall_clock(0)
        monkeypatch.setenv("CLOCK_SHIFT_FILE", str(self._file))
        shim = str(Path(__file__).parent / "clock_shim")
        monkeypatch.setenv("PYTHONPATH", os.pathsep.join(filter(None, [shim, os.environ.get("PYTHONPATH")])))
        self.server = ServerProcess(folder)

    def set_wall_clock(self, seconds_ahead: int) -> None:
        new = self._file.with_suffix(".new")
        new.write_text(str(seconds_ahead))
        new.replace(self._file)

    def wait_for_log(self, text: str) -> None:
        deadline = time.monotonic() + PATIENCE
        while text not in self.server.log.read_text():
            assert time.monotonic() < deadline, self.server.log.read_text()
            time.sleep(0.05)


@pytest.fixture
def shim(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    made = Shim(tmp_path, monkeypatch)
    yield made
    made.server.stop()


@pytest.mark.slow
def test_a_start_with_the_clock_91_days_ahead_deletes_nothing(shim: Shim, visit: Callable[[str], Visitor]) -> None:
    shim.server.start()
    anne, bob = visit(shim.server.url), visit(shim.server.url)
    under_way, over = anne.make(), finished_match(anne, bob)
    bob.ok("POST", f"/api/matches/{under_way}/join", {})
    shim.server.stop()
    shim.set_wall_clock(91 * 24 * HOUR)
    shim.server.start()
    shim.wait_for_log("the wall clock is far from that of the last run")
    with closing(sqlite3.connect(shim.server.settings.database_file)) as database:
        found = {match for (match,) in database.execute("SELECT id FROM matches")}
    assert found == {under_way, over}


async def play_while_the_clock_is_set(shim: Shim) -> None:
    async with Client(shim.server.url) as ann, Client(shim.server.url) as bob:
        match = await ann.create(without_secrets_or_luck(), ["me", "guest"], time={"minutes": MINUTES})
        await bob.join(match)
        for number, hours in enumerate((0, -2, 0, 2, 0)):
            shim.set_wall_clock(hours * HOUR)
            if number % 2:
                await asyncio.to_thread(shim.server.stop)
                await asyncio.to_thread(shim.server.start)
            async with await ann.open(match) as here, await bob.open(match) as there:
                await asyncio.gather(*(play_on(table, None, 2, first_move) for table in (here, there)))
                for table in (here, there):
                    assert "claim" not in table.state["can"]
                    assert min(table.state["clocks"]["seats"]) > MINUTES * 60_000 / 2


def first_move(table: MatchConnection, _: object) -> str:
    return str(table.state["legal"][0]["move"])


@pytest.mark.slow
def test_setting_the_clock_back_and_forth_loses_no_game_on_time(shim: Shim) -> None:
    shim.server.start()
    asyncio.run(play_while_the_clock_is_set(shim))


# Age by two signs


async def add_match(store: Store, name: str, state: str, changed: int) -> None:
    row = {"id": name, "game": "g", "header": "{}", "settings": "{}", "state": state, "version": 0}
    async with store.begin() as writing:
        await writing.execute(insert(matches).values(**row, created=changed, changed=changed, waiting="[]"))


def remaining_after(tmp_path: Path, run_days: list[int]) -> set[str]:
    """Return the matches that are left after a deletion, if a server ran on given days before today."""

    async def delete() -> set[str]:
        async with open_store(Settings(database=f"sqlite:///{tmp_path}/caserne.db")) as store:
            for state in MatchState:
                await add_match(store, f"old {state}", state, now() - 100 * DAY)
                await add_match(store, f"new {state}", state, now() - 10 * DAY)
            async with store.begin() as writing:
                for ago in run_days:
                    await writing.execute(insert(days).values(day=now() // DAY - ago))
            await expiry.Expiry(store, 90).delete()
            async with store.read() as reading:
                return set(await reading.scalars(select(matches.c.id)))

    return asyncio.run(delete())


NEW = {f"new {state}" for state in MatchState}
OLD = {f"old {state}" for state in MatchState}


@pytest.mark.thorough
@pytest.mark.parametrize("run_days", [range(1, 120), range(1, 120, 7)], ids=["daily", "weekly"])
def test_what_is_old_by_both_signs_is_deleted_unless_it_is_being_played(tmp_path: Path, run_days: range) -> None:
    assert remaining_after(tmp_path, list(run_days)) == NEW | {"old playing"}


@pytest.mark.thorough
@pytest.mark.parametrize("run_days", [[], [91], [91, 92, 93], range(80)], ids=str)
def test_what_is_old_by_the_wall_clock_alone_stays(tmp_path: Path, run_days: list[int]) -> None:
    assert remaining_after(tmp_path, [day for day in run_days if day]) == NEW | OLD


@pytest.mark.parametrize("jump", [-HOUR, HOUR])
def test_a_jump_of_the_wall_clock_suspends_deletion_for_a_day(monkeypatch: pytest.MonkeyPatch, jump: int) -> None:
    wall, steady = 1_000_000.0, 500.0
    monkeypatch.setattr(wall_clock.time, "time", lambda: wall)
    monkeypatch.setattr(wall_clock, "steady_seconds", lambda: steady)
    clock = wall_clock.WallClock()
    wall, steady = wall + 30, steady + 10  # corrected a little
    clock.check()
    assert clock.is_trusted
    wall += jump
    clock.check()
    assert not clock.is_trusted
    wall, steady = wall + wall_clock.SUSPICION_SECONDS, steady + wall_clock.SUSPICION_SECONDS
    clock.check()
    assert clock.is_trusted
