"""A match that is called off opens nothing that play has not opened; its rematch starts fresh."""

from __future__ import annotations

import asyncio
import io
import json
import zipfile
from contextlib import AsyncExitStack
from typing import Any

import pytest
from patience import PATIENCE
from play import any_setup
from rooms_by_kind import TOY, with_open_setups

from caserne.client import Client, MatchConnection

CLOSED = (409, "called_off")


async def call_off(url: str, mine: str, theirs: str, *, after_roll: bool = False) -> dict[str, Any]:
    """Seal both set-ups and call the match off at once; return what the one who does it, and a spectator, then see."""
    async with Client(url) as thief, Client(url) as victim, Client(url) as anybody:
        match = await thief.create(TOY, ["me", "guest"])
        await victim.join(match)
        async with AsyncExitStack() as tables:
            table, other, out = [
                await tables.enter_async_context(await client.open(match, scene=True))
                for client in (thief, victim, anybody)
            ]
            await other.ask("ready", setup=theirs)
            await table.ask("ready", setup=mine)
            if after_roll:
                await table.until(lambda table: "roll" in table.state["can"])
                await table.ask("roll", version=table.version)
            await table.ask("abort", version=table.version)
            for viewer in (table, other, out):
                await viewer.until(lambda table: table.state["result"] is not None)
            return {"match": match, "seen": [seen(table), seen(out)], "own": seen(other)}


def seen(table: MatchConnection) -> dict[str, Any]:
    """Return what a viewer was shown, without what differs between any two matches."""
    told = [{key: event.get(key) for key in ("act", "seat", "move", "revealed")} for event in table.events.values()]
    return {"told": told, **{name: table.state[name] for name in ("scene", "position", "result", "setup")}}


def test_calling_a_match_off_does_not_show_the_other_set_up(server):
    """The attack: seal, wait for the other's seal, call the match off, look, and ask for a rematch."""
    one, other = (asyncio.run(call_off(server.url, "C", theirs)) for theirs in "AB")
    assert one["seen"] == other["seen"]
    assert one["own"] != other["own"]
    assert all(event["act"] != "reveal" for viewer in one["seen"] for event in viewer["told"])


@pytest.mark.slow
def test_nor_does_anything_that_is_there_for_finished_matches(server, visit):
    anne, bob = visit(server.url), visit(server.url)
    match = anne.make()
    bob.ok("POST", f"/api/matches/{match}/join", {})
    anne.seal(match)
    bob.seal(match)
    assert anne.say(match, "abort")["type"] == "ack"
    for visitor in (anne, bob, visit(server.url)):
        for method, what in [("GET", "record"), ("GET", "replay"), ("GET", "replay?step=4"), ("POST", "verify")]:
            assert visitor.refused(method, f"/api/matches/{match}/{what}") == CLOSED
        assert visitor.refused("GET", f"/api/matches/{match}/review") == CLOSED
    with zipfile.ZipFile(io.BytesIO(anne.get("/api/me/export").content)) as archive:
        assert archive.namelist() == []
    assert anne.ok("GET", f"/api/matches/{match}")["result"]["by"] == "abort"
    again = anne.ok("POST", f"/api/matches/{match}/rematch")["match"]
    assert bob.ok("POST", f"/api/matches/{match}/rematch")["match"] == again
    with anne.socket(again) as table, anne.socket(match) as before:
        fresh, old = first_state(table), first_state(before)
    assert fresh["state"]["version"] == 0
    assert fresh["state"]["setup"]["ready"] == []
    assert fresh["welcome"]["dice"] != old["welcome"]["dice"]


def first_state(socket) -> dict[str, Any]:
    heard: dict[str, Any] = {}
    while "state" not in heard:
        message = json.loads(socket.recv(PATIENCE))
        heard[message["type"]] = message
    return heard


def test_a_set_up_that_was_sealed_alone_stays_closed_too(server):
    """With the salt, few possible set-ups would be told apart by their hash."""

    async def scene() -> list[str | None]:
        async with Client(server.url) as ann, Client(server.url) as bob:
            match = await ann.create(with_open_setups(), ["me", "guest"])
            await bob.join(match)
            async with await ann.open(match) as first, await bob.open(match) as second:
                await first.ask("ready", setup=any_setup(first, 0))
                await second.until(lambda table: table.version > 0)
                await second.ask("abort", version=second.version)
                await second.until(lambda table: table.state["result"] is not None)
                return [event.get("act") for event in second.events.values()]

    assert asyncio.run(scene()) == ["seal", "abort"]


def test_dice_are_still_proved(server):
    aborted = asyncio.run(call_off(server.url, "A", "B", after_roll=True))
    assert "secret" in [event["act"] for event in aborted["seen"][0]["told"]]
