"""docs/protocol.md has an example of every message, and every example is one that the server sends or reads."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
import uvicorn
from play import any_setup
from rooms_by_kind import with_long_turns, without_secrets_or_luck
from server_process import FACTORY, ServerProcess

from caserne.client import Client, Closed, MatchConnection, RequestRefused
from caserne.server.live import messages, views

DOCS = Path(__file__).parents[2] / "docs" / "protocol.md"


def examples(heading: str) -> dict[str, dict[str, Any]]:
    """Return the examples under a heading, by type."""
    section = DOCS.read_text("utf-8").partition(f"### {heading}\n")[2].partition("\n###")[0]
    found = [
        json.loads(line) for block in re.findall(r"```json\n(.*?)```", section, re.S) for line in block.splitlines()
    ]
    return {message["type"]: message for message in found}


async def receive_everything(url: str) -> dict[str, dict[str, Any]]:
    """Return one message of every type that the server sends."""
    heard: dict[str, dict[str, Any]] = {}
    async with Client(url) as ann:
        for game in (with_long_turns(), without_secrets_or_luck()):
            match = await ann.create(game, ["me", "me"], here=True)
            async with await ann.open(match, scene=True) as table:
                heard |= await listen(table)
    return heard


async def listen(table: MatchConnection) -> dict[str, dict[str, Any]]:
    heard: dict[str, dict[str, Any]] = {
        "welcome": table.welcome,
        "board": table.board,
        "state": table.state,
        "table": table.table,
    }
    receive = table._receive

    def keep(message: dict[str, Any]) -> None:
        heard[message["type"]] = dict(message)
        receive(message)

    table._receive = keep  # type: ignore[method-assign]
    await table.ask("ping")
    await table.ask("chat", preset="hello")
    await table.ask("earlier_chat", before=1)
    with contextlib.suppress(RequestRefused):
        await table.ask("end", version=table.version)
    while not table.state["legal"]:
        await begin(table)
    move = table.state["legal"][0]["move"]
    await table.ask("consider", move=move)
    await table.ask("step", version=table.version, move=move)
    await table.ask("undo", version=table.version)
    await table.send("nonsense")
    with contextlib.suppress(Closed):
        await table.until(lambda _: False)
    return heard


async def begin(table: MatchConnection) -> None:
    """Take one step towards a position in which a seat moves."""
    version = table.version
    if table.state["setup"]:
        seat = table.state["waiting"][0]
        await table.ask("look", seat=seat)
        await table.ask("ready", setup=any_setup(table, seat))
    else:
        await table.ask("roll", version=version)
    await table.until(lambda table: table.version > version)


def test_a_client_closes_idle_connections_before_the_server_does() -> None:
    """A program that asked again after the server's five seconds was disconnected without an answer."""
    pool = Client("http://localhost")._http._transport._pool  # type: ignore[attr-defined]
    assert pool._keepalive_expiry < uvicorn.Config(FACTORY).timeout_keep_alive


def test_every_request_has_an_example_that_the_server_reads() -> None:
    given = examples("What clients send")
    known = {request.__struct_config__.tag for request in get_args(messages.AnyRequest)}
    assert set(given) == known
    for message in given.values():
        messages.read(json.dumps(message))


def test_every_message_of_the_server_has_an_example_with_its_fields(server: ServerProcess) -> None:
    given, heard = examples("What the server sends"), asyncio.run(receive_everything(server.url))
    assert set(given) == set(heard)
    for kind, message in heard.items():
        assert set(given[kind]) - {"type"} == set(message) - {"type"}, kind
        assert_has_type(kind, message)


def assert_has_type(kind: str, message: dict[str, Any]) -> None:
    """Fail if a message has a field that its type does not have, lacks one, or has a value of another type."""
    fields = {name: value for name, value in message.items() if name != "type"}
    for event in fields.get("events", ()):  # events of the table have the record's details as well
        msgspec.convert(event, views.EventView)
    fields |= {"events": []} if "events" in fields else {}
    read = msgspec.convert(fields, views.MESSAGES[kind])
    assert msgspec.json.decode(msgspec.json.encode(read)) == fields, kind


@pytest.mark.parametrize("heading", ["What clients send", "What the server sends"])
def test_every_example_is_explained(heading: str) -> None:
    text = DOCS.read_text("utf-8").partition("## Examples")[0]
    for message in examples(heading).values():
        for field in message:
            assert re.search(rf"\b{field}\b", text), field
