"""A whole match of every game that is found, between people and against a bot, over real sockets."""

from __future__ import annotations

import asyncio
import random
from contextlib import AsyncExitStack
from typing import Any

import pytest
from play import play_on
from rooms_by_kind import TOY
from server_process import ServerProcess

import caserne
from caserne.client import Client
from caserne.core.game.option_forms import presets
from caserne.core.game.registry import rooms

every_game = pytest.mark.parametrize(
    "game", [pytest.param(game, marks=[] if game == TOY else [pytest.mark.slow]) for game in rooms()]
)


def short(game: str) -> dict[str, Any]:
    """The options of a first game, which is often the shortest."""
    return presets(game).get("first", {})


async def between_people(url: str, game: str) -> None:
    seats = caserne.game(game, **short(game)).seats
    async with AsyncExitStack() as leaving:
        host, *guests = [await leaving.enter_async_context(Client(url)) for _ in range(seats)]
        match = await host.create(game, ["me"] + ["guest"] * (seats - 1), options=short(game))
        for guest in guests:
            await guest.join(match)
        tables = [await leaving.enter_async_context(await player.open(match)) for player in (host, *guests)]
        states = await asyncio.gather(*(play_on(table, random.Random(seat)) for seat, table in enumerate(tables)))
        assert all(state["result"] == states[0]["result"] for state in states)


async def against_a_bot(url: str, game: str) -> None:
    seats = caserne.game(game, **short(game)).seats
    async with Client(url) as host:
        match = await host.create(game, ["me"] + [{"bot": 1}] * (seats - 1), options=short(game))
        async with await host.open(match) as table:
            state = await play_on(table, random.Random(0))
            assert state["result"]["returns"]


@every_game
def test_people_play_a_whole_match(server: ServerProcess, game: str) -> None:
    asyncio.run(between_people(server.url, game))


@every_game
def test_a_person_plays_a_whole_match_against_a_bot(server: ServerProcess, game: str) -> None:
    asyncio.run(against_a_bot(server.url, game))
