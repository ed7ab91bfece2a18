"""Which processes are alive, which time no clock counts, and who is seen to be at the table; on a real database."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
from live_table import at_a_table, open_hub, watching
from sqlalchemy import delete, insert, select, update

from caserne.server.live import presence, server_time
from caserne.server.live.bus import TABLE, ChangeNotice
from caserne.server.live.clock import DAY, Outage
from caserne.server.live.hub import Hub
from caserne.server.live.live_match import LiveMatch
from caserne.server.live.presence import BEATS_PER_CHECK, DEAD_AFTER, FORGOTTEN_AFTER
from caserne.server.live.server_time import LEAST_OUTAGE
from caserne.server.storage.store import now
from caserne.server.storage.tables import matches, outages, processes
from caserne.server.supervision import cancel

START = 1_700_000_000_000


class Times:
    """The clocks of a machine, in milliseconds, which a test moves."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = START
        monkeypatch.setattr(server_time, "time_ns", lambda: START * 1_000_000)
        monkeypatch.setattr(server_time, "monotonic_ns", lambda: (self.now - START) * 1_000_000)
        monkeypatch.setattr(presence, "monotonic", lambda: (self.now - START) / 1000)
        monkeypatch.setattr(presence, "now", lambda: self.now)


@pytest.fixture
def times(monkeypatch: pytest.MonkeyPatch) -> Times:
    return Times(monkeypatch)


async def execute(hub: Hub, *statements: Any) -> None:
    async with hub.services.store.begin() as connection:
        for statement in statements:
            await connection.execute(statement)


async def rows(hub: Hub, *columns: Any) -> list[tuple[Any, ...]]:
    async with hub.services.store.read() as connection:
        return [tuple(row) for row in (await connection.execute(select(*columns))).all()]


def quietly(folder: Path, story: Callable[[Hub], Awaitable[None]]) -> None:
    """Run a story with a process that does nothing by itself."""

    async def run() -> None:
        async with open_hub(folder) as hub:
            await cancel(*hub._tasks)
            await hub._heartbeat.close()
            await story(hub)

    asyncio.run(run())


async def outages_of_a_start(hub: Hub, folder: Path) -> list[Outage]:
    """Start another process on the database; return the outages that it knows, which are stored then."""
    async with open_hub(folder) as started:
        known = list(started.services.outages)
    assert sorted(await rows(hub, outages.c.began, outages.c.ended)) == known
    return known


@pytest.mark.parametrize(("silence", "is_outage"), [(LEAST_OUTAGE, False), (LEAST_OUTAGE + 1, True)])
def test_the_time_before_a_start_in_which_no_process_ran_counts_against_no_clock(
    tmp_path: Path, times: Times, silence: int, is_outage: bool
) -> None:
    async def story(hub: Hub) -> None:
        await execute(hub, update(processes).values(time=START - silence))
        assert await outages_of_a_start(hub, tmp_path) == ([(START - silence, START)] if is_outage else [])

    quietly(tmp_path, story)


def test_before_there_were_heartbeats_the_last_move_was_the_last_sign_of_life(tmp_path: Path, times: Times) -> None:
    async def scene(hub: Hub, live: LiveMatch, *_: Any) -> None:
        await cancel(*hub._tasks)
        await hub._heartbeat.close()
        await execute(hub, delete(processes), update(matches).values(changed=START - DAY))
        assert await outages_of_a_start(hub, tmp_path) == [(START - DAY, START)]

    at_a_table(tmp_path, scene)


def test_the_first_start_of_all_follows_no_outage(tmp_path: Path, times: Times) -> None:
    async def story(hub: Hub) -> None:
        assert hub.services.outages == []
        assert await rows(hub, processes.c.id, processes.c.beat, processes.c.time) == [
            (hub.services.process, START, START)
        ]

    quietly(tmp_path, story)


def test_a_process_starts_at_the_time_of_one_that_is_ahead_and_forgets_those_of_long_ago(
    tmp_path: Path, times: Times
) -> None:
    async def story(hub: Hub) -> None:
        ages = {"ahead": 0, "old": FORGOTTEN_AFTER, "too old": FORGOTTEN_AFTER + 1}
        for name, age in ages.items():
            time = START + DAY if name == "ahead" else None
            row = {"id": name, "started": 0, "beat": START - age, "time": time}
            await execute(hub, insert(processes).values(row))
        async with open_hub(tmp_path) as started:
            assert started.services.time.now() == START + DAY
            assert started.services.outages == []
        assert {"ahead", "old"} <= {name for (name,) in await rows(hub, processes.c.id)}
        assert "too old" not in {name for (name,) in await rows(hub, processes.c.id)}

    quietly(tmp_path, story)


def test_heartbeats_are_stored_and_a_long_silence_between_two_of_them_is_an_outage(
    tmp_path: Path, times: Times
) -> None:
    async def story(hub: Hub) -> None:
        times.now += LEAST_OUTAGE
        await hub._heartbeat._beat()
        assert await rows(hub, processes.c.beat, processes.c.time) == [(times.now, times.now)]
        assert await rows(hub, outages.c.began) == []
        began = times.now
        times.now += LEAST_OUTAGE + 1
        await hub._heartbeat._beat()
        assert await rows(hub, outages.c.began, outages.c.ended) == [(began, times.now)]
        assert hub._heartbeat._unstored == []

    quietly(tmp_path, story)


def test_an_outage_that_another_process_has_stored_too_is_stored_once(tmp_path: Path, times: Times) -> None:
    async def story(hub: Hub) -> None:
        hub._heartbeat._unstored = [(START - 9000, START), (START - 9000, START - 1000), (START - 3000, START)]
        await hub._heartbeat._store_outages()
        assert await rows(hub, outages.c.began) == [(START - 9000,), (START - 3000,)]
        assert hub.services.outages == [(START - 9000, START)]
        assert hub._heartbeat._unstored == []

    quietly(tmp_path, story)


def test_every_few_beats_a_process_learns_of_the_outages_and_the_time_of_the_others(
    tmp_path: Path, times: Times
) -> None:
    async def story(hub: Hub) -> None:
        far, near = (START - 2 * FORGOTTEN_AFTER, START - FORGOTTEN_AFTER), (START - 9000, START - 5000)
        for began, ended in (far, near):
            await execute(hub, insert(outages).values(began=began, ended=ended))
        ahead = {"id": "other", "started": START, "beat": START, "time": START + LEAST_OUTAGE + 1}
        await execute(hub, insert(processes).values(ahead))
        for beats in range(1, BEATS_PER_CHECK + 1):
            await hub._heartbeat._beat()
            learned = beats == BEATS_PER_CHECK
            assert ("other" in hub.services.live_processes) == learned
        assert hub.services.time.now() == START + LEAST_OUTAGE + 1
        assert hub.services.outages == [near, (START, START + LEAST_OUTAGE + 1)]
        await hub._heartbeat._beat()
        assert (START, START + LEAST_OUTAGE + 1) in await rows(hub, outages.c.began, outages.c.ended)

    quietly(tmp_path, story)


def test_a_process_that_is_hardly_behind_keeps_its_time(tmp_path: Path, times: Times) -> None:
    async def story(hub: Hub) -> None:
        hub._heartbeat._catch_up(START + LEAST_OUTAGE)
        assert (hub.services.time.now(), hub.services.outages) == (START, [])

    quietly(tmp_path, story)


def test_a_process_is_alive_while_its_heartbeat_changes_whatever_its_clock_says(tmp_path: Path, times: Times) -> None:
    async def story(hub: Hub) -> None:
        heartbeat, services, changes = hub._heartbeat, hub.services, list[set[str]]()
        heartbeat._on_change = lambda: changes.append(services.live_processes - {services.process})
        heartbeat._update_processes({"long dead": START - DEAD_AFTER, "wrong clock": START - DEAD_AFTER + 1})
        assert changes == [{"wrong clock"}]
        assert services.dead_processes == {"long dead": START - DEAD_AFTER}
        times.now += DEAD_AFTER - 1
        heartbeat._update_processes({"long dead": START - DEAD_AFTER, "wrong clock": 5})
        heartbeat._update_processes({"long dead": START - DEAD_AFTER, "wrong clock": 5})
        assert len(changes) == 1
        times.now += DEAD_AFTER - 1
        heartbeat._update_processes({"long dead": 7, "wrong clock": 5})
        assert changes[1:] == [{"long dead", "wrong clock"}]
        times.now += 1
        heartbeat._update_processes({"long dead": 8, "wrong clock": 5})
        assert changes[2:] == [{"long dead"}]
        assert services.dead_processes == {"wrong clock": 5}
        heartbeat._update_processes({})
        assert changes[3:] == [set()]
        assert services.dead_processes == {}
        assert services.live_processes == {services.process}

    quietly(tmp_path, story)


@pytest.mark.thorough
def test_a_player_is_at_the_table_until_the_last_window_is_closed(tmp_path: Path) -> None:
    async def scene(hub: Hub, live: LiveMatch, ann: Any, bob: Any) -> None:
        notices: list[ChangeNotice] = []
        hub.services.bus.publish = notices.append  # type: ignore[method-assign]
        visitor = next(viewer.visitor for viewer in live.viewers if 0 in viewer.seats)

        async def seen() -> tuple[bool, bool]:
            """Whether the seat is online here, and for whoever loads the match."""
            shown = [table.seating.as_json(hub.services.live_processes, {}, "en")[0] for table in (live, await load())]
            assert all((view["offline_since"] is None) == view["online"] for view in shown)
            return shown[0]["online"], shown[1]["online"]

        async def load() -> LiveMatch:
            return await LiveMatch.load(hub.services, live.id)

        async with AsyncExitStack() as windows:
            await windows.enter_async_context(watching(hub, live, visitor))
            assert await seen() == (True, True)
        assert await seen() == (True, True)
        before = now()
        await ann.close(1000)
        await bob.until(lambda message: message["type"] == "table" and not message["seats"][0]["online"])
        assert await seen() == (False, False)
        assert live.seating.as_json(hub.services.live_processes, {}, "en")[0]["offline_since"] >= before  # type: ignore[operator]
        assert ChangeNotice(live.id, live.version, TABLE) in notices

    at_a_table(tmp_path, scene)
