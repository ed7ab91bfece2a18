"""Two server processes on one PostgreSQL and one Redis: any process serves any match."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from forked_server import ForkedServer
from play import any_setup, play_on
from rooms_by_kind import TOY, with_long_turns, with_open_setups
from server_process import ServerProcess
from services import Fresh

from caserne.client import Client, RequestRefused

Pair = tuple[ServerProcess, ServerProcess]
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory, new_database: Fresh, bus: str) -> Iterator[Pair]:
    folder, database = Path(tmp_path_factory.mktemp("pair")), new_database()
    one, other = (ForkedServer(folder, database=database, redis=bus) for _ in range(2))
    with ExitStack() as stopping:
        for server in (one, other):
            stopping.callback(server.stop)
            server.launch()
        yield one.wait(), other.wait()
    assert one.tracebacks() == other.tracebacks() == ""


async def match_through_both(pair: Pair, game: str, moves: int) -> None:
    one, other = pair
    async with Client(one.url) as ann, Client(other.url) as bob:
        match = await ann.create(game, ["me", "guest"])
        assert await bob.join(match) == 1
        async with await ann.open(match) as here, await bob.open(match) as there:
            await asyncio.gather(*(play_on(table, random.Random(1), moves) for table in (here, there)))
            version = max(here.version, there.version)
            for table in (here, there):
                await table.until(lambda table: table.version >= version)
                assert sorted(table.events) == list(range(table.version))
            assert here.state["result"] == there.state["result"]


@pytest.mark.parametrize(("game", "moves"), [(TOY, 10_000), (with_open_setups(), 20)])
def test_a_match_is_played_through_both(pair: Pair, game: str, moves: int) -> None:
    asyncio.run(match_through_both(pair, game, moves))


async def the_same_move_through_both(pair: Pair) -> None:
    one, other = pair
    async with Client(one.url) as ann, Client(other.url) as bob:
        match = await ann.create(with_open_setups(), ["me", "guest"])
        await bob.join(match)
        twin = Client(other.url, cookies=ann.cookies)
        async with twin, await ann.open(match) as here, await twin.open(match) as there, await bob.open(match) as guest:
            await here.ask("ready", setup=any_setup(here, 0))
            await guest.ask("ready", setup=any_setup(guest, 1))
            await here.until(lambda table: "move" in table.state["can"])
            await there.until(lambda table: "move" in table.state["can"])
            moves = [move["move"] for move in here.state["legal"]]
            asked = [
                table.ask("move", version=table.version, move=moves[n % len(moves)])
                for n, table in enumerate((here, there))
            ]
            answers = await asyncio.gather(*asked, return_exceptions=True)
            assert [isinstance(answer, RequestRefused) for answer in answers].count(True) == 1
            await guest.until(lambda table: table.state["actor"] == 1)
            played = [event for event in guest.events.values() if event["event"] == "action"]
            assert len(played) == 3


def test_of_two_moves_at_once_one_is_played(pair: Pair) -> None:
    asyncio.run(the_same_move_through_both(pair))


async def one_request_through_both(pair: Pair) -> None:
    one, other = pair
    async with Client(one.url) as ann:
        match = await ann.create(with_open_setups(), ["me", {"bot": 1}])
        async with await ann.open(match) as here:
            await here.ask("ready", id="once", setup=any_setup(here, 0))
            twin = Client(other.url, cookies=ann.cookies)
            async with twin, await twin.open(match) as there:
                answer = await there.ask("ready", id="once", setup=any_setup(there, 0))
                assert answer["version"] <= there.version
                seals = [event for event in there.events.values() if event.get("act") == "seal" and event["seat"] == 0]
                assert len(seals) == 1


def test_a_request_performed_by_one_is_not_repeated_by_the_other(pair: Pair) -> None:
    asyncio.run(one_request_through_both(pair))


async def one_draft_through_both(pair: Pair) -> None:
    one, other = pair
    async with Client(one.url) as ann:
        match = await ann.create(with_long_turns(), ["me", "me"], here=True)
        twin = Client(other.url, cookies=ann.cookies)
        async with twin, await ann.open(match) as here, await twin.open(match) as there:
            while not here.state["legal"]:
                version = here.version
                await here.ask("roll", version=version)
                await here.until(lambda table, version=version: table.version > version)
            version, move = here.version, here.state["legal"][0]["move"]
            await here.ask("step", version=version, move=move)
            await there.until(lambda table: bool(table.draft and table.draft["moves"] == [move]))
            await there.ask("undo", version=version)
            await here.until(lambda table: bool(table.draft and table.draft["moves"] == []))
            assert here.version == there.version == version


def test_a_draft_is_the_same_through_both(pair: Pair) -> None:
    asyncio.run(one_draft_through_both(pair))


async def chat_and_presence(pair: Pair) -> None:
    one, other = pair
    async with Client(one.url) as ann, Client(other.url) as bob:
        match = await ann.create(TOY, ["me", "guest"])
        await bob.join(match)
        async with await ann.open(match) as here:
            async with await bob.open(match) as there:
                await here.until(lambda table: all(seat["online"] for seat in table.table["seats"]))
                await there.ask("chat", preset="hello")
                await here.until(lambda table: bool(table.chat))
                assert here.chat[-1]["preset"] == "hello"
            await here.until(lambda table: table.table["seats"][1]["offline_since"] is not None)


def test_chat_and_presence_reach_the_other_process(pair: Pair) -> None:
    asyncio.run(chat_and_presence(pair))
