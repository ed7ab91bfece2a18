"""Pictures of games, and the drawings from which browsers assemble boards."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx
import pytest
from patience import PATIENCE
from server_process import ServerProcess

from caserne.client import Client
from caserne.core.game.registry import rooms

every_game = pytest.mark.parametrize("game", rooms())


@every_game
def test_every_game_has_a_light_and_a_dark_picture(server: ServerProcess, game: str) -> None:
    day, night = (
        httpx.get(f"{server.url}/api/games/{game}/picture.svg", params={"dark": dark}, timeout=PATIENCE)
        for dark in (False, True)
    )
    assert day.headers["content-type"] == "image/svg+xml"
    assert day.text.startswith("<svg")
    assert day.text != night.text


@every_game
def test_http_and_websocket_send_the_same_drawings(server: ServerProcess, game: str) -> None:
    async def both() -> tuple[Any, Any]:
        async with Client(server.url) as me:
            match = await me.create(game, ["me", "guest"])
            async with await me.open(match, scene=True) as table:
                return table.board["art"], await me.call("POST", f"/api/games/{game}/art", {"seat": 0})

    live, asked = asyncio.run(both())
    assert live == asked
