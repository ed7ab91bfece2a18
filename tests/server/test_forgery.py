"""Conditions of an offer that try to be something else: a take-back, a die, a result. Nothing of it is ever stored."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing
from typing import Any

import pytest
from patience import PATIENCE
from play import any_setup
from rooms_by_kind import TOY, with_terms, without_secrets_or_luck
from server_process import ServerProcess
from test_table import arrange, forward, two_people

from caserne.client import Client, MatchConnection, RequestRefused

FORGERIES: dict[str, dict[str, Any]] = {
    "a take-back": {"act": "take-back", "to": 2},
    "a die": {"event": "chance", "move": "3"},
    "a move": {"event": "action", "move": "x1", "seat": 0},
    "a result": {"returns": 1},
    "a won match": {"act": "resign", "returns": "[1, -1]"},
    "the secret": {"act": "private", "secret": "00", "sealed": "{}"},
    "another seat": {"seat": 0},
    "another offer": {"what": "draw"},
    "the match itself": {"self": 1},
    "itself": {"terms": 1},
    "nothing": {},
    "no number": {"indemnity": "much"},
    "a negative number": {"indemnity": -1},
    "a huge number": {"indemnity": 10**15},
}
GAMES = {
    "hidden, with dice": (TOY, "draw"),
    "nothing hidden": (without_secrets_or_luck(), "draw"),
    "with terms": with_terms(),
    "with terms, another offer": (with_terms()[0], "draw"),
}


@asynccontextmanager
async def offered(url: str, game: str, what: str) -> AsyncIterator[tuple[str, MatchConnection, MatchConnection]]:
    """A match in which the first seat has proposed something that the second is to answer."""
    async with two_people(url, game) as (ann, bob):
        if ann.state["setup"]:
            await arrange(ann, bob)
        while f"offer:{what}" not in ann.state["can"]:
            await forward({0: ann, 1: bob})
        await ann.ask("offer", what=what)
        await bob.until(lambda table: table.state["offer"] is not None)
        yield ann.welcome["match"], ann, bob


async def answer(table: MatchConnection, frame: dict[str, Any]) -> dict[str, Any]:
    """What the server says to a raw frame."""
    said = asyncio.get_running_loop().create_future()
    table._answers[frame["id"]] = said
    await table.send(json.dumps(frame))
    return dict(await asyncio.wait_for(said, PATIENCE))


def stored(server: ServerProcess, match: str) -> list[str]:
    """The lines of a match in the database."""
    file = server.settings.database_file
    with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as database:
        rows = database.execute("SELECT body FROM events WHERE match = ? ORDER BY number", [match])
        return [body for (body,) in rows]


@pytest.mark.parametrize("game", GAMES)
def test_forged_terms_are_refused_and_nothing_is_stored(server: ServerProcess, game: str) -> None:
    async def scene() -> None:
        async with offered(server.url, *GAMES[game]) as (match, ann, bob):
            before, version = stored(server, match), bob.version
            for name, terms in FORGERIES.items():
                said = await answer(bob, {"type": "terms", "id": name, "terms": terms})
                assert said["type"] == "refused", (name, stored(server, match)[len(before) :])
                assert said["error"]["code"] not in ("our_fault", "bad_request"), name
                assert said["error"]["text"]
            assert stored(server, match) == before
            assert bob.version == version
            await bob.ask("decline")
            await ann.until(lambda table: table.state["offer"] is None)

    asyncio.run(scene())


ATTACKS = ("a take-back", "a die", "a result")
SHOWN = ("position", "actor", "result")


async def attack(ann: Client, bob: Client, terms: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """A match in which the second seat answers an offer with forged terms, and what the first is shown of it."""
    match = await ann.create(TOY, ["me", "guest"])
    await bob.join(match)
    async with await ann.open(match, scene=True) as first, await bob.open(match) as second:
        for table in (first, second):
            await table.ask("ready", setup=any_setup(table, table.welcome["looking"]))
        await first.until(lambda table: "roll" in table.state["can"])
        await first.ask("offer", what="draw")
        await second.until(lambda table: table.state["offer"] is not None)
        await answer(second, {"type": "terms", "id": "f", "terms": terms})
        return match, {name: first.state[name] for name in SHOWN}


def test_forged_terms_have_no_effect_after_a_restart(server_with: Callable[..., ServerProcess]) -> None:
    """A process that loads the match reads the stored lines anew: that is when a forged line would count."""
    server = server_with()

    async def scene() -> None:
        async with Client(server.url) as ann, Client(server.url) as bob:
            attacked = {name: await attack(ann, bob, FORGERIES[name]) for name in ATTACKS}
            server.kill()
            server.start()
            for name, (match, before) in attacked.items():
                async with await ann.open(match, scene=True) as table:
                    assert {shown: table.state[shown] for shown in SHOWN} == before, name
                    assert "roll" in table.state["can"], name

    asyncio.run(scene())


@pytest.mark.parametrize("name", ["game_id", "self", "options", "preset"])
def test_an_option_is_never_taken_for_an_argument(server: ServerProcess, name: str) -> None:
    async def scene() -> None:
        async with Client(server.url) as ann:
            with pytest.raises(RequestRefused, match="unknown_option") as refused:
                await ann.create(TOY, ["me", "guest"], options={name: TOY})
            assert refused.value.status == 422

    asyncio.run(scene())


def test_nothing_is_offered_while_set_ups_are_arranged(server: ServerProcess) -> None:
    async def scene() -> None:
        async with two_people(server.url, TOY) as (ann, bob):
            with pytest.raises(RequestRefused, match="no_offer_in_setup"):
                await ann.ask("offer", what="draw")
            await bob.ask("ping")
            assert bob.version == 0

    asyncio.run(scene())
