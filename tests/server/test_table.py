"""Matches over websockets: drafts, set-ups, reconnects, seats that leave, one screen for all."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import pytest
from play import any_setup, play_on
from rooms_by_kind import TOY, cheapest_terms, for_three, with_long_turns, with_open_setups, with_terms
from server_process import ServerProcess

from caserne.client import Client, Closed, MatchConnection, RequestRefused

PLAIN, LONG = with_open_setups(), with_long_turns()
Test = Callable[[str], Awaitable[None]]


@asynccontextmanager
async def two_people(url: str, game: str, **wishes: Any) -> AsyncIterator[tuple[MatchConnection, MatchConnection]]:
    """A match that has begun, seen from both seats."""
    async with Client(url) as ann, Client(url) as bob:
        match = await ann.create(game, ["me", "guest"], **wishes)
        await bob.join(match)
        async with await ann.open(match) as first, await bob.open(match) as second:
            yield first, second


async def arrange(*tables: MatchConnection) -> None:
    """Set-ups for everybody."""
    for table in tables:
        await table.ask("ready", setup=any_setup(table, table.welcome["looking"]))
    version = tables[-1].version
    for table in tables:
        await table.until(lambda table: table.version >= version and not table.state["setup"])


def moves(table: MatchConnection) -> list[str]:
    return [move["move"] for move in table.state["legal"]]


async def set_ups_are_sealed(url: str) -> None:
    async with two_people(url, TOY) as (ann, bob):
        await ann.ask("ready", setup="A")
        await bob.until(lambda table: table.state["setup"]["ready"] == [0])
        assert ann.state["setup"]["mine"] == "A"
        assert bob.state["setup"]["mine"] is None
        assert '"A"' not in str(bob.events)
        await ann.ask("withdraw")
        await bob.until(lambda table: table.state["setup"]["ready"] == [])
        await ann.ask("ready", setup="B")
        await bob.ask("ready", setup="C")
        await ann.until(lambda table: table.state["setup"] is None)
        with pytest.raises(RequestRefused, match="nothing_sealed"):
            await ann.ask("withdraw")
        assert [event["move"] for event in ann.events.values() if event["event"] == "action"] == ["B", None]


async def a_draft_with_undo(url: str) -> None:
    async with two_people(url, LONG) as (ann, bob):
        tables = {0: ann, 1: bob}
        while not (isinstance(ann.state["actor"], int) and len(moves(tables[ann.state["actor"]])) > 1):
            await forward(tables)
        me, other = tables[ann.state["actor"]], tables[1 - ann.state["actor"]]
        before, version = str(other.state), me.version
        chosen = moves(me)[0]
        answer = await me.ask("step", version=version, move=chosen)
        assert answer["draft"]["moves"] == [chosen]
        assert me.version == version
        assert str(other.state) == before
        undone = await me.ask("undo", version=version)
        assert undone["draft"]["moves"] == []
        assert [move["move"] for move in undone["legal"]] == [move["move"] for move in me.state["legal"]]
        await complete_turn(me, version)
        held = me.draft["moves"]  # type: ignore[index]
        await me.close()
        await me.connect(me.version)
        assert me.draft == {"moves": held, "can_undo": True, "can_end": True}
        await me.ask("end", version=version)
        await other.until(lambda table: table.version == version + len(held))
        played = [event["move"] for number, event in other.events.items() if number >= version]
        assert played == held


async def complete_turn(me: MatchConnection, version: int) -> None:
    """Steps until the turn is over."""
    while not (me.draft and me.draft["can_end"]):
        with pytest.raises(RequestRefused, match="turn_goes_on"):
            await me.ask("end", version=version)
        await me.ask("step", version=version, move=moves(me)[0])
    with pytest.raises(RequestRefused, match="turn_is_over"):
        await me.ask("step", version=version, move="roll")


async def forward(tables: dict[int, MatchConnection]) -> None:
    """Let a seat that can move or roll do so."""
    version = tables[0].version
    for table in tables.values():
        if "roll" in table.state["can"]:
            await table.ask("roll", version=version)
            break
        if "move" in table.state["can"]:
            await table.move(moves(table)[0])
            break
    for table in tables.values():
        await table.until(lambda table: table.version > version)


async def a_move_that_reveals_something_is_played_at_once(url: str) -> None:
    async with two_people(url, TOY) as (ann, bob):
        await arrange(ann, bob)
        await ann.ask("roll", version=ann.version)
        version = ann.version
        held = await ann.ask("step", version=version, move="x2")
        assert held["type"] == "draft"
        played = await ann.ask("step", version=version, move="A?")
        assert (played["type"], played["version"]) == ("ack", version + 2)


async def a_move_sent_twice_is_played_once(url: str) -> None:
    async with two_people(url, PLAIN) as (ann, bob):
        await arrange(ann, bob)
        version, move = ann.version, moves(ann)[0]
        first = await ann.ask("move", id="m1", version=version, move=move)
        again = await ann.ask("move", id="m1", version=version, move=move)
        assert first["version"] == again["version"] == version + 1
        await ann.close()
        await ann.connect(ann.version)
        assert (await ann.ask("move", id="m1", version=version, move=move))["version"] == version + 1
        assert ann.version == version + 1


async def a_reconnecting_client_misses_nothing(url: str) -> None:
    async with two_people(url, PLAIN) as (ann, bob):
        await arrange(ann, bob)
        known = ann.version
        await ann.close()
        await bob.until(lambda table: table.table["seats"][0]["offline_since"] is not None)
        await ann.connect(known)
        await ann.move(moves(ann)[0])
        await bob.until(lambda table: table.state["actor"] == 1)
        await ann.close()
        await bob.move(moves(bob)[0])
        await ann.connect(known)
        assert ann.state["since"] == known
        assert sorted(ann.events) == list(range(bob.version))
        await ann.close()
        await ann.connect(10_000)
        assert ann.state["since"] == 0


async def a_seat_that_leaves(url: str) -> None:
    async with AsyncExitStack() as leaving:
        ann, bob, eve = [await leaving.enter_async_context(Client(url)) for _ in range(3)]
        game, options = for_three()
        match = await ann.create(game, ["me", "guest", "guest"], options=options)
        assert [await bob.join(match), await eve.join(match)] == [1, 2]
        tables = [await leaving.enter_async_context(await player.open(match)) for player in (ann, bob, eve)]
        playing = [asyncio.create_task(play_on(table, random.Random(n))) for n, table in enumerate(tables[:2])]
        await play_on(tables[2], random.Random(2), moves=3)
        await leave(tables[2])
        states = await asyncio.gather(*playing)
        assert states[0]["result"]["returns"][2] == min(states[0]["result"]["returns"])
        assert tables[0].table["seats"][2]["left"]
        assert tables[0].table["seats"][2]["level"]


async def leave(table: MatchConnection) -> None:
    left = False
    while not left:
        try:
            left = bool(await table.ask("leave", version=table.version))
        except RequestRefused as refused:
            if refused.code != "stale":
                raise


async def one_screen_for_two(url: str) -> None:
    async with Client(url) as family:
        match = await family.create(TOY, ["me", "me"], here=True)
        async with await family.open(match) as table:
            assert table.welcome["seats"] == [0, 1]
            assert table.welcome["looking"] is None
            with pytest.raises(RequestRefused, match="look_first"):
                await table.ask("ready", setup="A", seat=0)
            for seat, secret in enumerate("AB"):
                await table.ask("look", seat=seat)
                await table.ask("ready", setup=secret)
            await table.ask("look", seat=None)
            await table.until(lambda table: "roll" in table.state["can"])
            assert table.state["legal"] == []
            await table.ask("roll", version=table.version)
            assert table.state["legal"] == []
            await table.ask("look", seat=0)
            await table.until(lambda table: bool(table.state["legal"]))
            assert "A" in [event["move"] for event in table.events.values() if event["event"] == "action"]
            await table.ask("look", seat=1)
            await table.until(lambda table: table.state["legal"] == [])


async def spectators(url: str) -> None:
    async with two_people(url, TOY) as (ann, bob), Client(url) as eve:
        await eve.call("GET", f"/api/matches/{ann.welcome['match']}")
        async with await eve.open(ann.welcome["match"]) as watching:
            await arrange(ann, bob)
            await watching.until(lambda table: table.state["setup"] is None)
            assert [e["move"] for e in watching.events.values() if e["event"] == "action"] == [None, None]
            assert (watching.state["can"], watching.state["legal"]) == ([], [])
            with pytest.raises(RequestRefused, match="only_watching"):
                await watching.ask("resign", version=watching.version)
            await ann.until(lambda table: table.table["watchers"] == 1)
    async with Client(url) as ann, Client(url) as eve:
        match = await ann.create(TOY, ["me", "guest"], spectators=False)
        await eve.call("GET", f"/api/matches/{match}")
        with pytest.raises(Closed, match="no_spectators"):
            await eve.open(match)


async def take_backs(url: str) -> None:
    async with two_people(url, PLAIN) as (ann, bob):
        await arrange(ann, bob)
        position = ann.state["legal"]
        await ann.move(moves(ann)[0])
        await ann.ask("take_back", version=ann.version)
        await bob.until(lambda table: "accept" in table.state["can"])
        await bob.ask("accept")
        await ann.until(lambda table: bool(table.state["legal"]))
        assert ann.state["legal"] == position
    async with Client(url) as ann:
        match = await ann.create(PLAIN, ["me", {"bot": 1}])
        async with await ann.open(match) as table:
            await table.ask("ready", setup=any_setup(table, 0))
            await table.until(lambda table: bool(table.state["legal"]))
            version = table.version
            await table.move(moves(table)[0])
            await table.until(lambda table: table.version > version + 1)
            await table.ask("take_back", version=table.version)
            assert table.state["legal"]


async def offers_and_ends(url: str) -> None:
    async with two_people(url, TOY) as (ann, bob):
        with pytest.raises(RequestRefused):
            await ann.ask("resign", version=ann.version + 1)
        await ann.ask("abort", version=ann.version)
        await bob.until(lambda table: table.state["result"] is not None)
        assert bob.state["result"]["by"] == "abort"
    async with two_people(url, TOY) as (ann, bob):
        await arrange(ann, bob)
        await ann.ask("offer", what="draw")
        await bob.until(lambda table: "accept" in table.state["can"])
        await bob.ask("decline")
        await ann.until(lambda table: table.state["offer"] is None)
        await ann.ask("offer", what="draw")
        await bob.until(lambda table: "accept" in table.state["can"])
        await bob.ask("accept")
        assert bob.state["result"]["returns"] == [0, 0]
        with pytest.raises(RequestRefused):
            await ann.ask("claim", version=bob.version)


async def an_offer_with_conditions(url: str) -> None:
    game, what = with_terms()
    async with two_people(url, game) as (ann, bob):
        if ann.state["setup"]:
            await arrange(ann, bob)
        while f"offer:{what}" not in ann.state["can"]:
            await forward({0: ann, 1: bob})
        await ann.ask("offer", what=what)
        await bob.until(lambda table: "terms" in table.state["can"])
        terms = cheapest_terms(game, what)
        await bob.ask("terms", terms=terms)
        await ann.until(lambda table: "accept" in table.state["can"])
        assert ann.state["offer"]["terms"] == terms
        await ann.ask("accept")
        await bob.until(lambda table: table.state["result"] is not None)
        assert bob.state["result"]["by"] == what


async def what_a_move_would_do(url: str) -> None:
    async with two_people(url, PLAIN) as (ann, bob):
        await arrange(ann, bob)
        legal = ann.state["legal"][0]
        found = await ann.ask("consider", move=legal["move"])
        assert found["trails"]
        assert (await ann.ask("consider", cells=legal["cells"]))["move"] == legal["move"]
        with pytest.raises(RequestRefused) as refused:
            await ann.ask("consider", cells=["a1", "a1"])
        assert refused.value.rules
        with pytest.raises(RequestRefused, match="not_your_turn"):
            await bob.ask("consider", move=legal["move"])


async def lines_of_chat(url: str) -> None:
    async with two_people(url, TOY) as (ann, bob):
        await ann.ask("chat", id="c1", preset="hello")
        await ann.ask("chat", id="c1", preset="hello")
        await bob.until(lambda table: bool(table.chat))
        await bob.ask("mute", seat=0, on=True)
        await ann.ask("chat", preset="thanks")
        assert [line["preset"] for line in bob.chat] == ["hello"]
        for wrong in ({"text": "free"}, {"preset": "nonsense"}, {}):
            with pytest.raises(RequestRefused):
                await ann.ask("chat", **wrong)
        assert [line["preset"] for line in ann.chat] == ["hello", "thanks"]
    async with two_people(url, TOY, chat="free") as (ann, bob):
        await ann.ask("chat", text=" in\0 one\nline ")
        await bob.until(lambda table: bool(table.chat))
        assert bob.chat[0]["text"] == "in one line"
        with pytest.raises(RequestRefused):
            await ann.ask("chat", text="\u200b")


SCENES: list[Test] = [
    set_ups_are_sealed,
    a_draft_with_undo,
    a_move_that_reveals_something_is_played_at_once,
    a_move_sent_twice_is_played_once,
    a_reconnecting_client_misses_nothing,
    a_seat_that_leaves,
    one_screen_for_two,
    spectators,
    take_backs,
    offers_and_ends,
    an_offer_with_conditions,
    what_a_move_would_do,
    lines_of_chat,
]


SLOW = (a_seat_that_leaves, a_draft_with_undo)


@pytest.mark.parametrize(
    "scene",
    [pytest.param(scene, id=scene.__name__, marks=[pytest.mark.slow] if scene in SLOW else []) for scene in SCENES],
)
def test_at_the_table(server: ServerProcess, scene: Test) -> None:
    asyncio.run(scene(server.url))  # type: ignore[arg-type]
