"""Notices between processes through a real Redis: batches, lost connections, and what was not sent."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager

import msgspec
import pytest
from fault_proxy import FaultProxy
from live_table import eventually
from redis.asyncio import Redis
from redis.exceptions import RedisError

from caserne.server.live import redis_bus as module
from caserne.server.live.bus import EVENTS, TABLE, ChangeNotice, LocalBus
from caserne.server.live.redis_bus import RedisBus, _Notices
from caserne.server.supervision import failing


class Process:
    """One end of the bus, and what it has heard."""

    def __init__(self, url: str, name: str) -> None:
        self.bus = RedisBus(url, name)
        self.heard: list[ChangeNotice] = []
        self.gaps = 0

    async def listen(self, notices: list[ChangeNotice]) -> None:
        self.heard += notices

    async def note_gap(self) -> None:
        self.gaps += 1


@asynccontextmanager
async def opened(url: str, *names: str) -> AsyncIterator[list[Process]]:
    processes = [Process(url, name) for name in names]
    for process in processes:
        await process.bus.open(process.listen, process.note_gap)
    try:
        yield processes
    finally:
        for process in processes:
            await process.bus.close()


@asynccontextmanager
async def through_a_proxy(url: str) -> AsyncIterator[tuple[FaultProxy, Process]]:
    """A process whose connection to Redis a test can break."""
    async with AsyncExitStack() as both:
        proxy = await both.enter_async_context(FaultProxy(int(url.rpartition(":")[2])))
        (one,) = await both.enter_async_context(opened(f"redis://127.0.0.1:{proxy.port}", "one"))
        yield proxy, one


def run(story: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(story())  # type: ignore[arg-type]


def notice(match: str, version: int = 1, what: str = EVENTS) -> ChangeNotice:
    return ChangeNotice(match, version, what)


def test_a_notice_reaches_the_other_processes_and_not_its_own(bus: str) -> None:
    async def story() -> None:
        async with opened(bus, "one", "two", "three") as (one, two, three):
            assert one.bus.is_connected
            one.bus.publish(notice("a"))
            two.bus.publish(notice("b"))
            await eventually(lambda: notice("a") in three.heard and notice("b") in three.heard)
            await eventually(lambda: bool(one.heard and two.heard))
            assert (one.heard, two.heard) == ([notice("b")], [notice("a")])
            assert [process.gaps for process in (one, two, three)] == [0, 0, 0]

    run(story)


def test_a_bus_that_is_not_open_hears_nothing() -> None:
    assert not RedisBus("redis://127.0.0.1:1", "one").is_connected


def test_of_several_notices_for_a_match_that_wait_the_last_is_sent() -> None:
    async def story() -> None:
        waiting = _Notices()
        waiting.add([notice("a", 1), notice("a", 1, TABLE), notice("b", 1)])
        waiting.add([notice("a", 2)])
        async with waiting.next_batch() as batch:
            assert batch == [notice("a", 2), notice("a", 1, TABLE), notice("b", 1)]
            waiting.add([notice("c")])
        async with waiting.next_batch() as batch:
            assert batch == [notice("c")]
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(waiting.next_batch().__aenter__(), 0.01)

    run(story)


def test_notices_that_could_not_be_sent_wait_before_newer_ones_of_other_matches() -> None:
    async def story() -> None:
        waiting = _Notices()
        waiting.add([notice("a", 1), notice("b", 1)])

        async def fail() -> None:
            async with waiting.next_batch():
                waiting.add([notice("b", 2)])
                raise OSError("away")

        with pytest.raises(OSError, match="away"):
            await fail()
        async with asyncio.timeout(60), waiting.next_batch() as batch:
            assert batch == [notice("a", 1), notice("b", 2)]

    run(story)


def test_a_lost_connection_is_a_gap_until_it_is_back_and_nothing_published_meanwhile_is_lost(bus: str) -> None:
    async def story() -> None:
        async with opened(bus, "two") as (two,), through_a_proxy(bus) as (proxy, one):
            proxy.cut()
            await eventually(lambda: not one.bus.is_connected and one.gaps >= 1)
            await eventually(lambda: "bus receiver" in failing())  # by which /health knows
            one.bus.publish(notice("a"))
            before = one.gaps
            proxy.heal()
            await eventually(lambda: one.bus.is_connected and one.gaps > before)
            await eventually(lambda: two.heard == [notice("a")])
            assert two.gaps == 0

    run(story)


def test_a_connection_that_falls_silent_is_pinged_and_given_up(bus: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        async with through_a_proxy(bus) as (proxy, one):
            monkeypatch.setattr(module, "REDIS_SECONDS", 0.1)
            proxy.pause()
            await eventually(lambda: one.gaps > 0 and not one.bus.is_connected)
            monkeypatch.undo()
            proxy.heal()
            await eventually(lambda: one.bus.is_connected)

    run(story)


def test_a_connection_on_which_nothing_happens_is_kept_while_pings_are_answered(bus: str) -> None:
    async def story() -> None:
        redis = Redis.from_url(bus)
        async with redis, redis.pubsub() as channel:
            await channel.subscribe("quiet")
            answers = module._answers(channel)
            kinds = [(await anext(answers))["type"] for _ in range(3)]
            assert kinds == ["subscribe", "pong", "pong"]

    run(story)


def test_a_bus_that_redis_does_not_answer_is_not_opened() -> None:
    async def story() -> None:
        process = Process("redis://127.0.0.1:1", "one")
        with pytest.raises(RedisError):
            await process.bus.open(process.listen, process.note_gap)
        await process.bus.close()

    run(story)


def test_notices_are_written_as_processes_of_other_versions_read_them() -> None:
    frame = msgspec.json.encode(["one", [notice("a", 7, TABLE)]])
    assert frame == b'["one",[["a",7,"table"]]]'
    assert module.read(frame) == ("one", [notice("a", 7, TABLE)])


def test_one_process_alone_tells_nobody() -> None:
    async def story() -> None:
        local = LocalBus()
        assert local.is_connected
        local.publish(notice("a"))
        await local.close()

    run(story)
