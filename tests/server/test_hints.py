"""Hints: only against bots, for the seat to move, from what it knows, and counted in the record."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from play import any_setup
from rooms_by_kind import TOY, with_learned_beliefs, with_long_turns, without_secrets_or_luck
from server_process import ServerProcess

from caserne.client import Client, MatchConnection, RequestRefused
from caserne.core.match.record import Record
from caserne.core.match.verify import verify
from caserne.server.matches.hints import MOST_WEIGHED

PLAIN, LONG = without_secrets_or_luck(), with_long_turns()


async def hint(client: Client, match: str, version: int) -> dict[str, Any]:
    found: dict[str, Any] = await client.call("POST", f"/api/matches/{match}/hint", {"version": version})
    return found


async def refusal(client: Client, match: str, version: int) -> str:
    with pytest.raises(RequestRefused) as refused:
        await hint(client, match, version)
    return refused.value.code


async def to_move(table: MatchConnection) -> None:
    """Roll until the client is to move."""
    while "hint" not in table.state["can"]:
        if "roll" in table.state["can"]:
            await table.ask("roll", version=table.version)
        version = table.version
        await table.until(
            lambda table, version=version: table.version > version or bool({"hint", "roll"} & set(table.state["can"]))
        )


async def a_hint_is_a_legal_move_and_counted(url: str) -> None:
    async with Client(url) as ann:
        match = await ann.create(PLAIN, ["me", {"bot": 1}])
        async with await ann.open(match) as table:
            await to_move(table)
            version = table.version
            found = await hint(ann, match, version)
            assert found["move"] in [move["move"] for move in table.state["legal"]]
            assert found["cells"]
            assert -1 <= found["value"] <= 1
            assert len({found["move"], *(other["move"] for other in found["weighed"])}) == 1 + MOST_WEIGHED
            await table.until(lambda table: table.version == version + 1)
            assert table.events[version]["act"] == "hint"
            assert await refusal(ann, match, version) == "stale"
            await table.move(found["move"])
            await table.until(lambda table: table.version == version + 3)  # the bot has answered
            assert await refusal(ann, match, version + 2) == "stale"
            await table.ask("resign", version=table.version)
        record = Record.loads(await _record(ann, match))
        assert [event.act for event in record.events if getattr(event, "act", "") == "hint"] == ["hint"]
        verify(record)


async def _record(client: Client, match: str) -> str:
    return (await client._http.get(f"/api/matches/{match}/record")).text


async def a_hint_for_the_rest_of_a_turn(url: str) -> None:
    async with Client(url) as ann:
        match = await ann.create(LONG, ["me", {"bot": 1}])
        async with await ann.open(match) as table:
            await to_move(table)
            for _ in range(2):
                version = table.version
                found = await hint(ann, match, version)
                await table.until(lambda table, version=version: table.version > version)
                answer = await table.ask("step", version=table.version, move=found["move"])
                if answer["type"] == "ack" or "hint" not in answer["can"]:
                    break  # the turn is over


async def a_hint_says_what_else_was_weighed_and_what_hidden_pieces_may_be(url: str) -> None:
    """It speaks of pieces of others alone, and only of those that are not shown."""
    async with Client(url) as ann:
        match = await ann.create(with_learned_beliefs(), ["me", {"bot": 1}], colours="as listed")
        async with await ann.open(match, scene=True) as table:
            await table.ask("ready", setup=any_setup(table, 0))
            await to_move(table)
            found = await hint(ann, match, table.version)
            legal = {move["move"] for move in table.state["legal"]}
            assert {other["move"] for other in found["weighed"]} <= legal - {found["move"]}
            assert all(other["cells"] for other in found["weighed"])
            seen = {piece["cell"]: piece for piece in table.state["scene"]["pieces"]}
            hidden = {cell for cell, piece in seen.items() if piece["seat"] == 1}
            assert {belief["cell"] for belief in found["beliefs"]} == hidden, "nothing is shown before the first fight"
            symbols = {piece["symbol"] for piece in seen.values() if piece["seat"] == 0}
            for belief in found["beliefs"]:
                assert {chance["symbol"] for chance in belief["chances"]} <= symbols


async def no_hint_against_people(url: str) -> None:
    async with Client(url) as ann, Client(url) as bob, Client(url) as guest:
        match = await ann.create(TOY, ["me", "guest"])
        assert await refusal(ann, match, 0) == "not_begun"
        await bob.join(match)
        async with await ann.open(match) as table:
            assert await refusal(ann, match, table.version) == "hint_against_people"
            assert await refusal(guest, match, table.version) == "only_watching"
            assert "hint" not in table.state["can"]
            assert not any(event.get("act") == "hint" for event in table.events.values())


async def no_hint_for_a_set_up(url: str) -> None:
    async with Client(url) as ann:
        match = await ann.create(TOY, ["me", {"bot": 1}])
        async with await ann.open(match) as table:
            assert await refusal(ann, match, table.version) in ("not_your_turn", "stale")


SCENES = [
    a_hint_is_a_legal_move_and_counted,
    a_hint_for_the_rest_of_a_turn,
    a_hint_says_what_else_was_weighed_and_what_hidden_pieces_may_be,
    no_hint_against_people,
    no_hint_for_a_set_up,
]


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.__name__)
def test_hints(server: ServerProcess, scene) -> None:  # type: ignore[no-untyped-def]
    asyncio.run(scene(server.url))
