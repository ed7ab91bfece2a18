"""Requests through a socket: for which seat they count, what everybody is shown, and what is refused."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from live_table import (
    WITHOUT_PICTURES,
    Message,
    Socket,
    at_a_table,
    eventually,
    hide_letters,
    new_guest,
    new_match,
    open_hub,
    watching,
)
from rooms_by_kind import with_open_setups
from sqlalchemy import update

from caserne.server.live.hub import Hub
from caserne.server.live.live_match import LiveMatch
from caserne.server.live.viewer import Viewer
from caserne.server.matches import lobby
from caserne.server.storage.tables import drafts
from caserne.server.storage.unavailable import StorageUnavailable
from caserne.server.storage.writer import Conflict


def of_type(kind: str, socket: Socket) -> list[Message]:
    return [message for message in socket.heard if message["type"] == kind]


def visitor_of(live: LiveMatch, seat: int) -> str:
    return next(viewer.visitor for viewer in live.viewers if seat in viewer.seats)


async def synchronised(*sockets: Socket) -> None:
    """Wait until everything that was sent before has arrived."""
    for socket in sockets:
        await socket.ask("ping")


def test_a_player_gets_network_lag_back_that_the_client_has_measured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene(hub: Hub, live: LiveMatch, ann: Socket, bob: Socket) -> None:
        time, at = hub.services.time, hub.services.time.now()
        await hub._heartbeat.close()
        monkeypatch.setattr(time, "now", lambda: at)
        assert (await ann.ask("ping", lag=300))["at"] == at
        await ann.ask("roll", version=live.version)
        mine, theirs = live.clocks.left
        at += 1000
        time.note_beat()
        await ann.ask("step", version=live.version, move="x1")
        await ann.ask("move", version=live.version, move="B?")
        assert live.clocks.left == (mine - 1000 + 300, theirs)
        at += 1000
        time.note_beat()
        await bob.ask("roll", version=live.version)
        await bob.ask("step", version=live.version, move="x1")
        await bob.ask("step", version=live.version, move="B?")
        assert live.clocks.left == (mine - 1000 + 300, theirs - 1000)

    at_a_table(tmp_path, scene)


def test_a_draft_is_shown_in_all_windows_of_its_seat_and_to_nobody_else(tmp_path: Path) -> None:
    async def scene(hub: Hub, live: LiveMatch, ann: Socket, bob: Socket) -> None:
        await ann.ask("roll", version=live.version)
        async with watching(hub, live, visitor_of(live, 0)) as window, watching(hub, live, "spectator") as spectator:
            for kind, fields, moves in (("step", {"move": "x2"}, ["x2"]), ("undo", {}, [])):
                answer = await ann.ask(kind, version=live.version, **fields)
                await synchronised(window, bob, spectator)
                assert (answer["type"], answer["draft"]["moves"]) == ("draft", moves)
                shown = of_type("draft", window)[-1]
                assert (shown["id"], shown["draft"]["moves"]) == (None, moves)
            assert of_type("draft", bob) == of_type("draft", spectator) == []

    at_a_table(tmp_path, scene)


def test_a_draft_is_not_shown_in_a_window_that_looks_from_another_seat_of_the_same_person(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_hub(tmp_path) as hub:
            ann = await new_guest(hub)
            live = await new_match(hub, ann, seats=["me", "guest"], here=True)
            await hide_letters(live)
            async with watching(hub, live, ann) as first, watching(hub, live, ann) as second:
                await first.ask("roll", version=live.version, seat=0)
                await first.ask("look", seat=0)
                await second.ask("look", seat=1)
                await first.ask("step", version=live.version, move="x1")
                await synchronised(second)
                assert of_type("draft", second) == []
                await second.ask("look", seat=None)
                await first.ask("undo", version=live.version)
                await synchronised(second)
                assert len(of_type("draft", second)) == 1

    asyncio.run(story())


def test_a_step_that_is_sent_twice_is_made_once(tmp_path: Path) -> None:
    async def scene(hub: Hub, live: LiveMatch, ann: Socket, bob: Socket) -> None:
        await ann.ask("roll", version=live.version)
        for _ in range(2):
            await ann.ask("step", id="s", version=live.version, move="x1")
        await synchronised(ann)
        assert [draft["draft"]["moves"] for draft in of_type("draft", ann)] == [["x1"], ["x1"]]
        version = live.version
        for _ in range(2):
            await ann.ask("step", id="reveals", version=version, move="C?")
            await synchronised(ann)
            assert ann.heard[-2]["type"] != "refused"
        assert [message["version"] for message in of_type("ack", ann) if message["id"] == "reveals"] == [
            version + 2
        ] * 2

    at_a_table(tmp_path, scene)


def test_on_a_shared_screen_a_secret_move_needs_the_view_of_its_seat(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_hub(tmp_path) as hub:
            ann = await new_guest(hub)
            live = await new_match(hub, ann, here=True)
            async with watching(hub, live, ann) as screen:
                assert screen.last("welcome")["looking"] is None
                assert await screen.refused("ready", setup="A") == "look_first"
                assert await screen.refused("ready", setup="A", seat=1) == "look_first"
                await screen.ask("look", seat=1)
                assert await screen.refused("ready", setup="A", seat=0) == "look_first"
                await screen.ask("ready", setup="B")  # for the seat that is looked from
                await eventually(lambda: live.match.sealed(1) == "B")
                await screen.ask("look", seat=0)
                await screen.ask("ready", setup="C")
                await screen.ask("offer", what="draw")
                assert (await screen.ask("roll", version=live.version))["type"] == "ack"

    asyncio.run(story())


def test_a_player_with_one_seat_may_move_while_the_board_is_covered(tmp_path: Path) -> None:
    async def scene(hub: Hub, live: LiveMatch, ann: Socket, bob: Socket) -> None:
        await ann.ask("look", seat=None)
        await ann.ask("roll", version=live.version)
        assert (await ann.ask("move", version=live.version, move="x1"))["type"] == "ack"

    at_a_table(tmp_path, scene)


def test_on_a_shared_screen_without_secrets_whoever_is_to_act_acts(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_hub(tmp_path) as hub:
            ann = await new_guest(hub)
            live = await new_match(hub, ann, game="breakthrough", here=True)
            async with watching(hub, live, ann) as screen:
                for seat in (0, 1, 0):
                    assert live.match.actor == seat
                    move = live.match.position.legal()[0]
                    assert (await screen.ask("move", version=live.version, move=move))["type"] == "ack"

    asyncio.run(story())


def test_seats_of_others_and_views_of_others_are_refused(tmp_path: Path) -> None:
    async def scene(hub: Hub, live: LiveMatch, ann: Socket, bob: Socket) -> None:
        version = live.version
        assert await ann.refused("resign", version=version, seat=1) == "not_your_seat"
        assert await ann.refused("look", seat=1) == "not_your_seat"
        assert (await ann.ask("look", seat=None))["type"] == "ack"
        covered = await ann.until(lambda message: message["type"] == "state" and message["draft"] is None)
        assert "A." not in covered["position"]
        async with watching(hub, live, "spectator") as spectator:
            assert await spectator.refused("resign", version=version) == "only_watching"
            assert await spectator.refused("look", seat=0) == "not_your_seat"
            assert await spectator.refused("chat", preset="hello") == "only_watching"
        assert live.version == version

    at_a_table(tmp_path, scene)


def test_a_look_shows_the_match_from_its_first_event(tmp_path: Path) -> None:
    async def scene(hub: Hub, live: LiveMatch, ann: Socket, bob: Socket) -> None:
        await ann.ask("roll", version=live.version)
        answer = await ann.ask("look", seat=0)
        assert answer["version"] == live.version
        await synchronised(ann)
        shown = ann.last("state")
        assert (shown["since"], len(shown["events"])) == (0, live.version)

    at_a_table(tmp_path, scene)


def test_what_a_frame_lacks_is_named_and_what_is_no_object_closes_the_connection(tmp_path: Path) -> None:
    async def scene(hub: Hub, live: LiveMatch, ann: Socket, bob: Socket) -> None:
        answer = await ann.ask("move", version=live.version)
        assert (answer["type"], answer["error"]["code"]) == ("refused", "bad_request")
        assert "`move`" in answer["error"]["text"]
        for frame in ('{"type": "ping", "id": 5}', '{"type": "ping"}'):
            ann.write(frame)
        await eventually(lambda: len([m for m in of_type("refused", ann) if m["id"] is None]) == 2)
        ann.write("[1, 2]")
        await eventually(lambda: ann.closed == 1008)
        assert ann.last("bye")["reason"] == "not_json"
        assert (await bob.ask("ping"))["type"] == "pong"

    at_a_table(tmp_path, scene)


@pytest.mark.parametrize(
    ("error", "code"), [(StorageUnavailable("away"), "unavailable"), (ZeroDivisionError(), "our_fault")]
)
def test_errors_of_the_server_are_answered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception, code: str
) -> None:
    async def fail(*arguments: Any) -> None:
        raise error

    async def scene(hub: Hub, live: LiveMatch, ann: Socket, bob: Socket) -> None:
        monkeypatch.setattr(LiveMatch, "reload_if_uncertain", fail)
        assert await ann.refused("roll", version=live.version) == code
        monkeypatch.undo()
        assert (await ann.ask("roll", version=live.version))["type"] == "ack"

    at_a_table(tmp_path, scene)


def test_a_considered_move_is_explained_and_changes_nothing(tmp_path: Path) -> None:
    async def scene(hub: Hub, live: LiveMatch, ann: Socket, bob: Socket) -> None:
        version = live.version
        assert await ann.refused("consider", move="x1") == "not_your_turn"
        await ann.ask("roll", version=version)
        assert (await ann.ask("consider", move="x1"))["move"] == "x1"
        assert await ann.refused("consider") == "tui.nothing_here"
        assert await ann.refused("consider", move="A?") == "illegal_move"
        assert await bob.refused("consider", move="x1") == "not_your_turn"
        await ann.ask("step", version=live.version, move="x1")
        assert (await ann.ask("consider", move="A?"))["move"] == "A?"
        assert live.version == version + 3  # two contributions to the die, and its result

    at_a_table(tmp_path, scene)


def test_nobody_considers_a_move_while_set_ups_are_arranged(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_hub(tmp_path) as hub:
            ann, bob = await new_guest(hub), await new_guest(hub)
            live = await new_match(hub, ann, bob, game=with_open_setups())
            async with watching(hub, live, ann) as socket:
                setup = live.match.position.random_setup(0)
                assert await socket.refused("consider", move=setup) == "not_your_turn"
                assert await socket.refused("move", version=0, move=setup) == "setups_first"

    asyncio.run(story())


def test_buttons_follow_the_match(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_hub(tmp_path) as hub:
            ann, bob = await new_guest(hub), await new_guest(hub)
            live = await new_match(hub, ann)

            async def can(socket: Socket) -> set[str]:
                await synchronised(socket)
                return set(next(message for message in reversed(socket.heard) if "can" in message)["can"])

            async with watching(hub, live, ann) as first, watching(hub, live, "spectator") as spectator:
                assert await can(first) == {"contribute"}
                await lobby.join(hub.services.store, hub, live.id, bob, None)
                async with watching(hub, live, bob) as second:
                    assert await can(first) == {"contribute", "ready", "abort"}
                    await first.ask("ready", setup="A")
                    assert await can(first) == {"contribute", "withdraw", "abort"}
                    await second.ask("ready", setup="A")
                    assert await can(first) == {"contribute", "roll", "abort", "offer:draw"}
                    assert await can(second) == {"contribute", "abort"}
                    await first.ask("roll", version=live.version)
                    assert await can(first) == {"move", "step", "abort", "offer:draw"}
                    await first.ask("step", version=live.version, move="x1")
                    assert await can(first) == {"move", "step", "undo", "abort", "offer:draw"}
                    await first.ask("step", version=live.version, move="A?")
                    assert await can(first) == {"resign"}
                    await first.ask("resign", version=live.version)
                    assert await can(first) == await can(second) == set()
                assert await can(spectator) == set()

    asyncio.run(story())


def test_a_window_without_pictures_and_positions_is_sent_neither(tmp_path: Path) -> None:
    async def scene(hub: Hub, live: LiveMatch, ann: Socket, bob: Socket) -> None:
        assert "position" in ann.last("state")
        assert "scene" not in ann.last("state")
        bare = replace(WITHOUT_PICTURES, position=False)
        async with watching(hub, live, visitor_of(live, 0), bare) as program:
            assert "position" not in program.last("state")
            assert {type(viewer) for viewer in live.viewers} == {Viewer}
            await program.ask("roll", version=live.version)
            await synchronised(program)
            assert [move["move"] for move in program.last("state")["legal"]] == ["x1", "x2", "x3"]

    at_a_table(tmp_path, scene)


# When


def test_requests_for_another_moment_are_refused(tmp_path: Path) -> None:
    async def scene(hub: Hub, live: LiveMatch, ann: Socket, bob: Socket) -> None:
        await ann.ask("roll", version=live.version)
        for version in (live.version - 1, live.version + 1):
            for kind, fields in (("step", {"move": "x1"}), ("undo", {}), ("end", {}), ("move", {"move": "x1"})):
                assert await ann.refused(kind, version=version, **fields) == "stale"
        assert await bob.refused("step", version=live.version, move="x1") == "not_your_turn"
        await ann.ask("step", version=live.version, move="x1")
        assert await ann.refused("undo", version=live.version - 1) == "stale"
        assert live.draft(0).moves == ("x1",)

    at_a_table(tmp_path, scene)


def test_before_play_a_seat_may_only_contribute_and_after_the_end_nothing(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_hub(tmp_path) as hub:
            ann, bob = await new_guest(hub), await new_guest(hub)
            live = await new_match(hub, ann)
            async with watching(hub, live, ann) as socket:
                for kind, fields in (
                    ("ready", {"setup": "A"}),
                    ("resign", {"version": 0}),
                    ("offer", {"what": "draw"}),
                ):
                    assert await socket.refused(kind, **fields) == "not_begun"
                assert (await socket.ask("contribute", bytes="0f" * 16))["type"] == "ack"
                await lobby.join(hub.services.store, hub, live.id, bob, None)
                await socket.ask("resign", version=live.version)
                for kind, fields in (("contribute", {"bytes": "0f" * 16}), ("step", {"version": 0, "move": "x1"})):
                    assert await socket.refused(kind, **fields) == "match_over"

    asyncio.run(story())


def test_a_match_on_a_shared_screen_that_is_over_is_not_opened_again_by_taking_a_move_back(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_hub(tmp_path) as hub:
            ann = await new_guest(hub)
            live = await new_match(hub, ann, game="breakthrough", here=True)
            async with watching(hub, live, ann) as socket:
                await socket.ask("move", version=0, move=live.match.position.legal()[0])
                await socket.ask("resign", version=1)
                assert await socket.refused("take_back", version=live.version) == "match_over"

    asyncio.run(story())


def test_a_step_that_another_process_has_overtaken_is_refused_and_the_draft_is_loaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def overtaken(*_: Any) -> None:
        raise Conflict

    async def scene(hub: Hub, live: LiveMatch, ann: Socket, bob: Socket) -> None:
        await ann.ask("roll", version=live.version)
        await ann.ask("step", version=live.version, move="x1")
        async with hub.services.store.begin() as connection:
            await connection.execute(update(drafts).values(moves='["x3"]'))
        with monkeypatch.context() as meanwhile:
            meanwhile.setattr(hub.services.store, "write", overtaken)
            assert await ann.refused("undo", version=live.version) == "stale"
        assert live.draft(0).moves == ("x3",)

    at_a_table(tmp_path, scene)
