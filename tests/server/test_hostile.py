"""Malformed and hostile frames: answered with an error or a closed socket, never with a traceback or a change."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from forked_server import ForkedServer
from patience import PATIENCE
from play import any_setup
from rooms_by_kind import TOY, with_open_setups
from server_process import ServerProcess
from test_table import two_people
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from caserne.client import Client, Closed, MatchConnection, RequestRefused


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server that allows the usual number of frames a second."""
    process = ForkedServer(Path(tmp_path_factory.mktemp("strict")), frames_per_second=20).start()
    yield process
    process.stop()
    assert process.tracebacks() == ""


CLOSING = {
    "no JSON": "nonsense",
    "half a frame": '{"type": "move"',
    "no object": "[1, 2, 3]",
    "a number": "17",
    "nothing": "",
    "not text": b"\x00\xff\xfe",
    "too long": json.dumps({"type": "chat", "id": "x", "text": "a" * 20_000}),
    "deep": "[" * 10_000,
    "deep inside": '{"type": "leave", "id": "x", "extra": ' + "[" * 10_000,
}


@pytest.mark.parametrize("frame", CLOSING.values(), ids=CLOSING)
def test_a_frame_that_cannot_be_read_closes_the_socket(server: ServerProcess, frame: str | bytes) -> None:
    async def scene() -> None:
        async with two_people(server.url, TOY) as (ann, bob):
            await ann.send(frame)
            with pytest.raises(Closed) as closed:
                await ann.until(lambda _: False, seconds=PATIENCE)
            assert closed.value.reason in ("not_json", "not_text", "too_long")
            await bob.ask("ping")
            assert bob.version == 0

    asyncio.run(scene())


REFUSED: dict[str, dict[str, Any]] = {
    "no type": {"id": "1"},
    "unknown type": {"type": "win", "id": "1"},
    "no id": {"type": "resign", "version": 0},
    "long id": {"type": "resign", "id": "x" * 41, "version": 0},
    "unknown field": {"type": "resign", "id": "1", "version": 0, "please": True},
    "wrong type": {"type": "move", "id": "1", "version": "0", "move": "a"},
    "huge version": {"type": "resign", "id": "1", "version": 10**30},
    "negative version": {"type": "resign", "id": "1", "version": -1},
    "wrong version": {"type": "resign", "id": "1", "version": 7},
    "another's seat": {"type": "resign", "id": "1", "version": 0, "seat": 1},
    "no seat": {"type": "resign", "id": "1", "version": 0, "seat": 63},
    "a move too early": {"type": "move", "id": "1", "version": 0, "move": "A?"},
    "no set-up": {"type": "ready", "id": "1", "setup": "ABC"},
    "no bytes": {"type": "contribute", "id": "1", "bytes": "xyz"},
    "few bytes": {"type": "contribute", "id": "1", "bytes": "00"},
    "no offer": {"type": "accept", "id": "1"},
    "odd offer": {"type": "offer", "id": "1", "what": "my kingdom"},
    "no terms": {"type": "terms", "id": "1", "terms": {"a": 1}},
    "nothing to undo": {"type": "undo", "id": "1", "version": 0},
    "nothing to end": {"type": "end", "id": "1", "version": 0},
    "no die": {"type": "roll", "id": "1", "version": 0},
    "nothing to claim": {"type": "claim", "id": "1", "version": 0},
    "nothing to take back": {"type": "take_back", "id": "1", "version": 0},
    "another's eyes": {"type": "look", "id": "1", "seat": 1},
    "consider nothing": {"type": "consider", "id": "1"},
    "surrogates": {"type": "ready", "id": "1", "setup": "\ud800"},
}


@pytest.mark.parametrize("frame", REFUSED.values(), ids=REFUSED)
def test_an_invalid_request_is_refused(server: ServerProcess, frame: dict[str, Any]) -> None:
    async def scene() -> None:
        async with two_people(server.url, TOY) as (ann, bob):
            await expect_refusal(ann, frame)
            await bob.ask("ping")
            assert bob.version == 0

    asyncio.run(scene())


async def expect_refusal(table: MatchConnection, frame: dict[str, Any]) -> None:
    """The frame is refused, or the socket closed."""
    refused = asyncio.get_running_loop().create_future()
    if "id" in frame:
        table._answers[frame["id"]] = refused
    await table.send(json.dumps(frame))
    if "id" in frame:
        answer = await asyncio.wait_for(refused, PATIENCE)
        if answer["type"] == "bye":
            return
        assert answer["type"] == "refused"
        assert answer["error"]["text"]
    else:
        await table.ask("ping")


async def out_of_turn(url: str) -> None:
    async with two_people(url, with_open_setups()) as (ann, bob):
        for table in (ann, bob):
            await table.ask("ready", setup=any_setup(table, table.welcome["looking"]))
        await ann.until(lambda table: bool(table.state["legal"]))
        await bob.until(lambda table: table.state["setup"] is None)
        move = ann.state["legal"][0]["move"]
        with pytest.raises(RequestRefused, match="not_your_turn"):
            await bob.move(move)
        version = ann.version
        await ann.move(move)
        with pytest.raises(RequestRefused, match="stale"):
            await ann.ask("move", version=version, move=move)
        with pytest.raises(RequestRefused, match="not_your_turn"):
            await ann.move(move)


def test_moves_out_of_turn_are_refused(server: ServerProcess) -> None:
    asyncio.run(out_of_turn(server.url))


async def send_many(table: MatchConnection) -> None:
    for number in range(10_000):
        await table.send(json.dumps({"type": "ready", "id": f"f{number}", "setup": "?"}))
    await table.until(lambda _: False, seconds=PATIENCE)


async def a_flood(url: str) -> None:
    async with two_people(url, TOY) as (ann, bob):
        with pytest.raises(Closed, match=r"too_many_frames|closed"):
            await send_many(ann)
        await bob.ask("ping")
        assert bob.version == 0


@pytest.mark.slow
def test_ten_thousand_frames_at_once_close_the_socket(strict: ServerProcess) -> None:
    asyncio.run(a_flood(strict.url))


async def connect_from_outside(url: str) -> None:
    async with Client(url) as ann:
        match = await ann.create(TOY, ["me", "guest"])
        address = f"{url.replace('http', 'ws', 1)}/api/matches/{match}/live"
        cookie = "; ".join(f"{name}={value}" for name, value in ann.cookies.items())
        forged = cookie[:-4] + secrets.token_hex(2)
        for headers in (
            {"Cookie": cookie, "Origin": "https://elsewhere.example"},
            {"Cookie": cookie, "Origin": "null"},
        ):
            with pytest.raises(InvalidStatus):
                await connect(address, additional_headers=headers)
        for headers in ({"Cookie": forged}, {"Cookie": "caserne=.."}):
            async with connect(address, additional_headers=headers) as socket:
                assert json.loads(await socket.recv())["reason"] == "unknown_visitor"
                with pytest.raises(ConnectionClosed):
                    await socket.recv()
        async with connect(address) as socket:
            assert json.loads(await socket.recv())["seats"] == []
        async with connect(address, additional_headers={"Cookie": cookie, "Origin": url}) as socket:
            assert json.loads(await socket.recv())["seats"] == [0]


def test_other_origins_and_forged_cookies_are_rejected(server: ServerProcess) -> None:
    asyncio.run(connect_from_outside(server.url))
