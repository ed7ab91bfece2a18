"""What browsers draw boards from, and what they ask about cells that somebody touched."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx
import pytest
from play import any_setup
from server_process import ServerProcess

from caserne.client import Client, Refusal
from caserne.core.registry import rooms

every_game = pytest.mark.parametrize("game", rooms())


@every_game
def test_every_game_has_a_picture_by_day_and_by_night(server: ServerProcess, game: str) -> None:
    day, night = (
        httpx.get(f"{server.url}/api/games/{game}/picture.svg", params={"dark": dark}, timeout=120)
        for dark in (False, True)
    )
    assert day.headers["content-type"] == "image/svg+xml"
    assert day.text.startswith("<svg")
    assert day.text != night.text


@every_game
def test_the_same_drawings_come_by_http_and_with_the_board(server: ServerProcess, game: str) -> None:
    async def both() -> tuple[Any, Any]:
        async with Client(server.url) as me:
            match = await me.create(game, ["me", "guest"])
            async with await me.open(match, scene=True) as table:
                return table.board["art"], await me.call("POST", f"/api/games/{game}/art", {"seat": 0})

    live, asked = asyncio.run(both())
    assert live == asked


def test_cells_that_were_touched_are_refused_with_the_rule(server: ServerProcess) -> None:
    async def touched(*cells: str) -> Refusal:
        async with Client(server.url) as me:
            match = await me.create("movers", ["me", {"bot": 1}])
            async with await me.open(match) as table:
                await table.ask("ready", setup=any_setup(table, 0))
                await table.until(lambda table: "move" in table.state["can"])
                with pytest.raises(Refusal) as refused:
                    await table.ask("consider", cells=list(cells))
                return refused.value

    assert asyncio.run(touched("a2", "a8")).code == "illegal_move"
    assert asyncio.run(touched("a2", "a8")).rules != []
    assert asyncio.run(touched("a2")).rules == []
