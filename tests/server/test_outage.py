"""Outages of the database and of Redis: tasks come back, health tells the truth, clocks rest, and shutdown ends."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from time import monotonic
from typing import Any

import httpx
import pytest
from fault_proxy import FaultProxy
from forked_server import ForkedServer
from live_table import Notices, Socket, at_a_table, new_guest, new_match, open_hub, watching
from patience import PATIENCE
from rooms_by_kind import TOY
from server_process import ServerProcess
from services import Fresh
from test_storage import add_matches, event_job, open_store, stored

from caserne.client import Client, RequestRefused
from caserne.server.live import hub as hub_module
from caserne.server.live import presence, server_time
from caserne.server.live.bus import EVENTS, TABLE, ChangeNotice
from caserne.server.live.clock import Clocks, Time
from caserne.server.live.hub import Hub
from caserne.server.live.live_match import LiveMatch
from caserne.server.live.server_time import ServerTime
from caserne.server.matches import lobby
from caserne.server.storage.match_state import MatchState
from caserne.server.storage.store import Store, now
from caserne.server.storage.unavailable import StorageUnavailable
from caserne.server.storage.writer import Conflict
from caserne.server.supervision import cancel

# Server time


class SteppedTime:
    """A monotonic clock that a test moves."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.seconds = 1000
        monkeypatch.setattr(server_time, "monotonic_ns", lambda: self.seconds * 1_000_000_000)


def test_time_without_stored_heartbeats_is_charged_to_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    steps, time = SteppedTime(monkeypatch), ServerTime()
    clocks = Clocks.new(Time.read({"minutes": 1}), 2).passed([0], time.now())
    steps.seconds += 1
    assert time.note_beat() is None
    steps.seconds += 300
    assert clocks.overdue(time.now(), time.outages) == ()  # while the outage lasts
    assert clocks.left_at(time.now(), time.outages) == [59_000, 60_000]
    began, ended = time.note_beat() or (0, 0)
    assert ended - began == 300_000
    steps.seconds += 2
    assert clocks.passed([1], time.now(), time.outages).left == (57_000, 60_000)


def test_a_process_that_learns_of_a_later_time_moves_on_and_never_back(monkeypatch: pytest.MonkeyPatch) -> None:
    SteppedTime(monkeypatch)
    time = ServerTime()
    before = time.now()
    time.advance_to(before + 3_600_000)
    assert (time.now(), time.silent_for) == (before + 3_600_000, 0)
    time.advance_to(before)
    assert time.now() == before + 3_600_000


def test_overlapping_outages_count_once(monkeypatch: pytest.MonkeyPatch) -> None:
    SteppedTime(monkeypatch)
    time = ServerTime()
    at = time.now()
    time.note_outages([(at + 10_000, at + 30_000), (at + 20_000, at + 40_000), (at + 10_000, at + 30_000)])
    clocks = Clocks.new(Time.read({"minutes": 1}), 2).passed([0], at)
    assert clocks.left_at(at + 50_000, time.outages) == [40_000, 60_000]


# Tasks


def test_the_writer_goes_on_when_its_connection_breaks_while_conflicts_are_looked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(wanted: Any) -> Any:
        raise OSError("the connection is lost")

    async def story() -> None:
        async with open_store(f"sqlite:///{tmp_path}/caserne.db") as store:
            await add_matches(store, "a", "b")
            monkeypatch.setattr(store.writer, "_stored_events", broken)
            jobs = [event_job("a", 0, "first"), event_job("gone", 0, "lost"), event_job("b", 0, "first")]
            async with asyncio.timeout(PATIENCE):
                done = await asyncio.gather(*map(store.write, jobs), return_exceptions=True)
                assert list(map(type, done)) == [type(None), Conflict, type(None)]
                await store.write(event_job("a", 1, "second"))
            assert await stored(store, "a") == (2, ["first", "second"])

    asyncio.run(story())


def test_a_transaction_that_fails_is_reported_and_the_next_one_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(jobs: Any) -> None:
        raise OSError("the disk is full")

    async def story() -> None:
        async with open_store(f"sqlite:///{tmp_path}/caserne.db") as store:
            await add_matches(store, "a")
            with monkeypatch.context() as outage:
                outage.setattr(store.writer, "_commit", fail)
                with pytest.raises(StorageUnavailable, match="OSError"):
                    await store.write(event_job("a", 0, "lost"))
            await store.write(event_job("a", 0, "first"))
            assert await stored(store, "a") == (1, ["first"])

    asyncio.run(story())


def test_the_sweeper_goes_on_after_a_failed_sweep(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene(hub: Hub, live: LiveMatch, ann: Socket, bob: Socket) -> None:
        sweeps, twice = 0, asyncio.Event()

        def start(live: LiveMatch) -> None:
            nonlocal sweeps
            sweeps += 1
            if sweeps == 1:
                raise StorageUnavailable("away")
            twice.set()

        monkeypatch.setattr(hub._bot_turns, "start", start)
        await cancel(*hub._tasks)
        monkeypatch.setattr(hub_module, "SWEEP_SECONDS", 0.01)
        hub._start_tasks()
        await asyncio.wait_for(twice.wait(), PATIENCE)

    at_a_table(tmp_path, scene)


def test_a_match_that_could_not_be_stored_is_loaded_again_without_a_request(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub_module, "CLOCK_SECONDS", 0.01)

    async def scene(hub: Hub, live: LiveMatch, ann: Socket, bob: Socket) -> None:
        version, clocks, notices = live.version, live.clocks, list[ChangeNotice]()
        monkeypatch.setattr(hub.services.bus, "publish", notices.append)
        live.match.resign(0)
        live.clocks, live.uncertain = replace(live.clocks, running=()), True
        async with asyncio.timeout(PATIENCE):
            while live.uncertain:
                await asyncio.sleep(0.01)
        assert (live.version, live.clocks) == (version, clocks)
        assert ChangeNotice(live.id, version, EVENTS) in notices  # other processes may not know what was stored

    at_a_table(tmp_path, scene)


@pytest.mark.parametrize("fails", ["load_tables", "write"])
def test_a_match_begins_though_the_database_was_away_when_the_last_seat_had_been_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fails: str
) -> None:
    """The seat was stored, but not that the match begins: it waited for a guest for ever."""

    async def away(_: Any) -> None:
        raise StorageUnavailable("away")

    async def story() -> None:
        async with open_hub(tmp_path) as hub:
            await cancel(*hub._tasks)
            store, ann, bob = hub.services.store, await new_guest(hub), await new_guest(hub)
            live = await new_match(hub, ann)
            with monkeypatch.context() as outage:
                outage.setattr(store, fails, away)
                with pytest.raises(StorageUnavailable):
                    await lobby.join(store, hub, live.id, bob, None)
            notices = Notices(hub)
            assert await lobby.join(store, hub, live.id, bob, None) == 1
            assert live.state == (await LiveMatch.load(hub.services, live.id)).state == MatchState.PLAYING
            assert ChangeNotice(live.id, 0, TABLE) in notices

    asyncio.run(story())


def test_a_match_begins_though_its_process_died_when_the_last_seat_had_been_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def dies(_: str) -> None:
        """Do nothing more."""

    async def story() -> None:
        async with open_hub(tmp_path) as hub:
            ann, bob = await new_guest(hub), await new_guest(hub)
            live = await new_match(hub, ann)
            monkeypatch.setattr(hub, "refresh_table", dies)
            await lobby.join(hub.services.store, hub, live.id, bob, None)
        async with open_hub(tmp_path) as hub:
            live = await hub.match(live.id)
            assert live.state == MatchState.OPEN
            async with watching(hub, live, ann) as socket:
                assert socket.last("welcome")["table"]["state"] == MatchState.PLAYING
            assert (await LiveMatch.load(hub.services, live.id)).state == MatchState.PLAYING

    asyncio.run(story())


def test_what_a_process_stored_before_it_died_is_shown_though_it_sent_no_notice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The players at the other process waited for the next sweep, up to 30 seconds."""

    async def scene(hub: Hub, live: LiveMatch, ann: Socket, bob: Socket) -> None:
        await cancel(*hub._tasks)
        await hub._heartbeat.close()
        last_beats = {"other": now()}
        hub._heartbeat._update_processes(last_beats)
        at_the_other = await LiveMatch.load(hub.services, live.id)
        await at_the_other.change(lambda match: match.resign(0))
        monkeypatch.setattr(presence, "monotonic", lambda: monotonic() + presence.DEAD_AFTER)
        hub._heartbeat._update_processes(last_beats)
        await bob.until(lambda message: message.get("version") == at_the_other.version)

    at_a_table(tmp_path, scene)


# A whole process


async def health(url: str) -> tuple[int, dict[str, Any]]:
    async with httpx.AsyncClient(timeout=PATIENCE) as client:
        answer = await client.get(f"{url}/health")
    return answer.status_code, answer.json()


async def until_health(url: str, condition: Callable[[int, dict[str, Any]], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not condition(*await health(url)):
            await asyncio.sleep(0.1)


async def without_redis(server: ServerProcess, redis: FaultProxy) -> str:
    """New visitors, matches and logins work while Redis is away, and health says so; return a match."""
    async with Client(server.url) as ann:
        await ann.call("POST", "/api/account", {"name": "Ann", "password": "long enough"})
        redis.cut()
        await until_health(server.url, lambda status, body: (status, body["status"]) == (200, "degraded"))
        match = await ann.create(TOY, ["me", "guest"])
        async with Client(server.url) as bob:
            await bob.call("POST", "/api/login", {"name": "Ann", "password": "long enough"})
        redis.heal()
        await until_health(server.url, lambda status, body: (status, body["status"]) == (200, "ok"))
        return match


async def with_a_silent_database(server: ServerProcess, database: FaultProxy, match: str) -> None:
    """Requests are answered, not kept waiting, and health says that nothing can be stored."""
    async with Client(server.url) as bob:
        database.pause()
        with pytest.raises(RequestRefused, match="try again") as refused:
            await bob.join(match)
        assert (refused.value.status, refused.value.code) == (503, "unavailable")
    await until_health(server.url, lambda status, body: (status, body["status"]) == (503, "no database"))
    status, body = await health(server.url)
    assert (status, "nothing could be stored" in body["problems"][0]) == (503, True)


@pytest.mark.slow
def test_outages_are_answered_with_sentences_and_sigterm_ends_a_process_whose_database_is_silent(
    tmp_path: Path, new_database: Fresh, bus: str
) -> None:
    database, redis_port = new_database(), int(bus.rpartition(":")[2])
    port = int(database.rpartition(":")[2].partition("/")[0])

    async def story() -> None:
        async with FaultProxy(port) as silent, FaultProxy(redis_port) as redis:
            through = {"database": database.replace(str(port), str(silent.port)), "rate_limits": True}
            server = ForkedServer(tmp_path, redis=f"redis://127.0.0.1:{redis.port}", secret="s", **through)
            await asyncio.to_thread(server.start)
            try:
                match = await without_redis(server, redis)
                await with_a_silent_database(server, silent, match)
            finally:
                await asyncio.to_thread(server.stop)  # raises if the process does not end

    asyncio.run(story())


def test_the_store_says_that_the_database_is_away(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_store(f"sqlite:///{tmp_path}/caserne.db") as store:
            assert isinstance(store, Store)
            with pytest.raises(StorageUnavailable):
                async with store.read():
                    raise ConnectionResetError

    asyncio.run(story())
