"""Matches in this process with fake sockets: cases that take too long to bring about from outside."""

from __future__ import annotations

import asyncio
import json
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from bare_match import bare, begun
from live_table import Notices, Socket, at_a_table, new_guest, new_match, open_hub, watching
from patience import PATIENCE
from rooms_by_kind import TOY, for_three
from sqlalchemy import insert, select, update

import caserne
from caserne.core.game.errors import CaserneError
from caserne.core.match.events import Action, Chance, Proposed, TakenBack
from caserne.core.match.match import Match
from caserne.server.live import clock, commands, live_match, messages, render
from caserne.server.live.bus import EVENTS, TABLE, ChangeNotice
from caserne.server.live.compiler import Compiler
from caserne.server.live.hub import Hub
from caserne.server.live.live_match import LiveMatch
from caserne.server.live.requests import RequestHandler
from caserne.server.live.stored import Quarantined, replay
from caserne.server.live.viewer import Viewer
from caserne.server.live.viewpoint import Viewpoint
from caserne.server.operations import administration
from caserne.server.storage.match_state import MatchState
from caserne.server.storage.store import StoredNews
from caserne.server.storage.tables import chat, drafts, events, matches
from caserne.server.supervision import cancel


def test_a_spectator_who_leaves_does_not_wait_for_the_lock(tmp_path: Path) -> None:
    """Hundreds that left at once stood in the queue for the lock, before the players' moves."""

    async def scene(hub: Hub, live: LiveMatch, ann: Socket, bob: Socket) -> None:
        async with AsyncExitStack() as spectator:
            await spectator.enter_async_context(watching(hub, live, "spectator"))
            async with live.lock, asyncio.timeout(PATIENCE):
                await spectator.aclose()

    at_a_table(tmp_path, scene)


def test_the_other_seat_is_shown_when_time_and_grace_are_over_and_may_claim(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene(hub: Hub, live: LiveMatch, ann: Socket, bob: Socket) -> None:
        now = hub.services.time.now()
        monkeypatch.setattr(hub.services.time, "now", lambda: now)  # on a busy machine the grace would pass
        claim = messages.ClaimRequest(id="c", version=live.version)
        live.clocks = replace(live.clocks, since=live.clocks.since - 60_000)
        await hub.notify_timeouts()
        with pytest.raises(commands.RequestError, match="time"):
            await commands.perform(live, 1, claim, "1:c", 0)
        live.clocks = replace(live.clocks, since=live.clocks.since - clock.GRACE)
        await hub.notify_timeouts()
        await hub.notify_timeouts()
        shown = await bob.until(lambda message: "claim" in message.get("can", ()))
        assert shown["version"] == live.version
        await commands.perform(live, 1, claim, "1:c", 0)
        for socket in (ann, bob):
            ended = await socket.until(lambda message: bool(message.get("result")))
            assert (ended["result"]["by"], ended["result"]["returns"]) == ("timeout", [-1.0, 1.0])
        claims = [["claim" in message.get("can", ()) for message in socket.heard].count(True) for socket in (ann, bob)]
        assert claims == [0, 1]

    at_a_table(tmp_path, scene)


def test_a_frame_that_fails_for_one_viewer_is_sent_to_the_others_and_the_match_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = render.state

    def broken_for_bob(live: LiveMatch, viewpoint: Viewpoint, since: int) -> dict[str, Any]:
        return state(live, viewpoint, since) if viewpoint.looking == 0 else {}["nothing"]

    async def scene(hub: Hub, live: LiveMatch, ann: Socket, bob: Socket) -> None:
        monkeypatch.setattr(render, "state", broken_for_bob)
        version = await commands.perform(live, 0, messages.RollRequest(id="r", version=live.version), "0:r", 0)
        shown = await ann.until(lambda message: message.get("version") == version)
        assert "move" in shown["can"]
        await bob.until(lambda message: message == {"type": "bye", "reason": "our_fault"})
        assert (await hub.services.store.load(live.id)).table.row["version"] == version  # type: ignore[union-attr]

    at_a_table(tmp_path, scene)


def test_a_move_is_accepted_after_an_outage_of_the_database_without_a_reload_of_the_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*arguments: Any) -> None:
        raise OSError("the database is away")

    async def scene(hub: Hub, live: LiveMatch, ann: Socket, bob: Socket) -> None:
        viewer = next(viewer for viewer in live.viewers if 0 in viewer.seats)
        assert isinstance(viewer, Viewer)
        answer = RequestHandler(viewer, live).answer
        roll = {"type": "roll", "version": live.version}
        with monkeypatch.context() as outage:
            outage.setattr(hub.services.store, "write", fail)
            outage.setattr(hub.services.store, "load", fail)
            await answer(json.dumps({**roll, "id": "during"}))
            await ann.until(lambda message: message["type"] == "refused" and message["id"] == "during")
        await answer(json.dumps({**roll, "id": "after"}))
        acknowledged = await ann.until(lambda message: message.get("id") == "after")
        assert (acknowledged["type"], acknowledged["version"]) == ("ack", live.version)
        await bob.until(lambda message: message["type"] == "state" and message["version"] == live.version)

    at_a_table(tmp_path, scene)


def test_a_change_of_another_process_while_a_match_is_loaded_is_not_missed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its notice came too early for the match, which then stayed behind until the next sweep."""

    async def scene(hub: Hub, live: LiveMatch, ann: Socket, bob: Socket) -> None:
        hub.forget(live.id)
        has_read, may_go_on, load = asyncio.Event(), asyncio.Event(), hub.services.store.load

        async def slow_load(match_id: str) -> Any:
            stored = await load(match_id)
            has_read.set()
            await may_go_on.wait()
            return stored

        monkeypatch.setattr(hub.services.store, "load", slow_load)
        loading = asyncio.create_task(hub.match(live.id))
        await has_read.wait()
        await live.change(lambda match: match.resign(0))
        await hub._follow([ChangeNotice(live.id, live.version, EVENTS)])
        may_go_on.set()
        assert (await loading).version == live.version

    at_a_table(tmp_path, scene)


def test_a_long_match_is_loaded_by_compiled_rules_one_event_in_each_step(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    async def use_compiled_rules(_: Compiler, game_id: str) -> None:
        asked.append(game_id)

    async def scene(hub: Hub, live: LiveMatch, ann: Socket, bob: Socket) -> None:
        monkeypatch.setattr(Compiler, "use_compiled_rules", use_compiled_rules)
        for shortest in (live.version, live.version - 1):
            monkeypatch.setattr(live_match, "INTERPRETED_EVENTS", shortest)
            assert (await LiveMatch.load(hub.services, live.id)).version == live.version
        assert asked == [live.match.game.id]
        stored = await hub.services.store.load(live.id)
        assert stored is not None
        assert sum(1 for _ in replay(stored)) == live.version > 0

    at_a_table(tmp_path, scene)


def test_stored_events_that_cannot_be_read_dismiss_the_viewers_and_the_hub_goes_on(tmp_path: Path) -> None:
    async def scene(hub: Hub, live: LiveMatch, ann: Socket, bob: Socket) -> None:
        version = live.version
        forged = {"event": "chance", "act": "terms", "seat": 1, "what": "draw", "move": "3"}
        async with hub.services.store.begin() as writing:
            row = {"match": live.id, "number": version, "body": json.dumps(forged), "at": 1}
            await writing.execute(insert(events).values(row))
            await writing.execute(update(matches).where(matches.c.id == live.id).values(version=version + 1))
        await hub._follow([ChangeNotice(live.id, version + 1, EVENTS)])
        for socket in (ann, bob):
            bye = await socket.until(lambda message: message["type"] == "bye")
            assert bye["reason"] == "quarantined"
            assert f"line {version + 2}: the field 'act'" in bye["error"]["text"]
        assert live.id not in hub.loaded
        with pytest.raises(Quarantined, match="cannot be opened"):
            await hub.match(live.id)

    at_a_table(tmp_path, scene)


@pytest.mark.parametrize("error", [OSError("the disk is full"), asyncio.CancelledError()])
def test_a_change_that_could_not_be_stored_is_not_shown_and_the_match_is_as_before_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: BaseException
) -> None:
    async def fail(*arguments: Any) -> None:
        raise error

    async def scene(hub: Hub, live: LiveMatch, ann: Socket, bob: Socket) -> None:
        version, position = live.version, live.match.position
        monkeypatch.setattr(hub.services.store, "write", fail)
        async with live.lock:
            with pytest.raises(type(error)):
                await live.change(lambda match: match.resign(0))
        monkeypatch.undo()
        assert (live.uncertain, live.version, live.match.position) == (False, version, position)
        assert not any(message.get("result") for message in bob.heard)
        assert (await ann.ask("roll", version=version))["type"] == "ack"

    at_a_table(tmp_path, scene)


def test_a_request_that_is_refused_half_way_leaves_the_match_as_before(tmp_path: Path) -> None:
    async def scene(hub: Hub, live: LiveMatch, ann: Socket, bob: Socket) -> None:
        await ann.ask("roll", version=live.version)
        version = live.version

        def stake_and_guess_wrongly(match: Any) -> None:
            match.submit(0, "x1")
            match.submit(0, "x1")

        async with live.lock:
            with pytest.raises(CaserneError):
                await live.change(stake_and_guess_wrongly)
        assert (live.uncertain, live.version) == (False, version)
        assert (await ann.ask("move", version=version, move="x1"))["type"] == "ack"

    at_a_table(tmp_path, scene)


def test_a_request_that_is_repeated_after_a_restart_is_acknowledged_as_before(tmp_path: Path) -> None:
    async def scene(hub: Hub, live: LiveMatch, ann: Socket, bob: Socket) -> None:
        roll = messages.RollRequest(id="r", version=live.version)
        async with live.lock:
            rolled = await commands.perform(live, 0, roll, "0:r", 0)
        assert rolled > live.requests["ready:1"] > live.requests["ready:0"]
        restarted = await LiveMatch.load(hub.services, live.id)
        assert restarted.requests == live.requests
        async with restarted.lock:
            assert await commands.perform(restarted, 0, roll, "0:r", 0) == rolled == restarted.version

    at_a_table(tmp_path, scene)


def test_a_sealed_set_up_outlives_a_restart(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_hub(tmp_path) as hub:
            live = await new_match(hub, await new_guest(hub), await new_guest(hub))
            async with live.lock:
                await commands.perform(live, 0, messages.ReadyRequest(id="r", setup="C"), "0:r", 0)
            restarted = await LiveMatch.load(hub.services, live.id)
            assert (restarted.match.sealed(0), restarted.match.sealed(1)) == ("C", None)

    asyncio.run(story())


# Clocks


@pytest.mark.parametrize(
    ("time", "state", "seats"),
    [
        (None, "playing", [0, 1]),
        ({"minutes": 1}, "playing", []),
        ({"days": 3}, "playing", [0, 1]),
        ({"days": 3}, "open", []),
        (None, "over", []),
    ],
)
def test_set_ups_count_against_days_and_not_against_minutes(
    time: dict[str, int] | None, state: str, seats: list[int]
) -> None:
    in_setup = Match(caserne.game(TOY))
    assert bare(in_setup, state=state, time=time).seats_on_clock() == seats
    if state == "playing":
        match = begun(TOY)
        live = bare(match, time=time)
        assert live.seats_on_clock() == live.seats_to_act() == [0]  # who rolls
        match.roll()
        match.submit(0, "x1")
        match.submit(0, "A?")
        assert live.seats_on_clock() == [1]


def test_play_begins_once_all_have_come_and_is_stored_with_its_clocks(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_hub(tmp_path) as hub:
            notices = Notices(hub)
            ann, bob = await new_guest(hub), await new_guest(hub)
            live = await new_match(hub, ann, time={"days": 1})
            async with live.lock:
                await live.begin()
            assert (live.state, live.clocks.running) == (MatchState.OPEN, ())
            notices.clear()
            joined = await new_match(hub, ann, bob, time={"days": 1})
            assert (joined.state, joined.clocks.running) == (MatchState.PLAYING, (0, 1))
            assert ChangeNotice(joined.id, 0, TABLE) in notices
            again = await LiveMatch.load(hub.services, joined.id)
            assert (again.state, again.clocks) == (MatchState.PLAYING, joined.clocks)
            notices.clear()
            async with joined.lock:
                await joined.begin()
            assert notices == []

    asyncio.run(story())


def test_clocks_stop_at_the_end_and_nobody_is_waited_for(tmp_path: Path) -> None:
    async def scene(hub: Hub, live: LiveMatch, ann: Socket, bob: Socket) -> None:
        async def waiting() -> Any:
            return json.loads((await hub.services.store.load(live.id)).table.row["waiting"])  # type: ignore[union-attr]

        await ann.ask("roll", version=live.version)
        assert (live.clocks.running, await waiting()) == ((0,), [0])
        await ann.ask("resign", version=live.version)
        assert (live.clocks.running, await waiting()) == ((), [])
        assert (await LiveMatch.load(hub.services, live.id)).clocks == live.clocks

    at_a_table(tmp_path, scene)


# Changes


def test_a_request_that_changes_nothing_is_not_stored_and_a_refused_one_reloads_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene(hub: Hub, live: LiveMatch, ann: Socket, bob: Socket) -> None:
        async def fail(*_: Any) -> None:
            raise AssertionError

        match = live.match
        monkeypatch.setattr(hub.services.store, "write", fail)
        monkeypatch.setattr(hub.services.store, "load", fail)
        async with live.lock:
            assert await live.change(lambda match: None) == live.version
            with pytest.raises(CaserneError):
                await live.change(lambda match: match.submit(1, "x1"))
        monkeypatch.undo()
        assert live.match is match

    at_a_table(tmp_path, scene)


def test_a_change_is_made_on_what_is_stored(tmp_path: Path) -> None:
    async def scene(hub: Hub, live: LiveMatch, ann: Socket, bob: Socket) -> None:
        await cancel(*hub._tasks)
        notices, version = Notices(hub), live.version
        live.match.resign(1)
        live.uncertain = True
        async with live.lock:
            await live.change(lambda match: match.propose(0, "draw"))
        assert (live.uncertain, live.version, live.state) == (False, version + 1, MatchState.PLAYING)
        told = (version, EVENTS), (version, TABLE), (version + 1, EVENTS)
        assert notices == [ChangeNotice(live.id, number, what) for number, what in told]
        assert [type(event) for event in live.match.record.events[version:]] == [Proposed]

    at_a_table(tmp_path, scene)


def test_a_match_that_was_loaded_again_is_shown_with_its_table(tmp_path: Path) -> None:
    async def scene(hub: Hub, live: LiveMatch, ann: Socket, bob: Socket) -> None:
        await cancel(*hub._tasks)
        async with hub.services.store.begin() as connection:
            await connection.execute(update(matches).values(rematch="next"))
        live.uncertain = True
        async with live.lock:
            await live.reload_if_uncertain()
        await bob.until(lambda message: message["type"] == "table" and message["rematch"] == "next")

    at_a_table(tmp_path, scene)


def test_a_draft_outlives_what_happens_at_the_table_and_not_a_move(tmp_path: Path) -> None:
    async def scene(hub: Hub, live: LiveMatch, ann: Socket, bob: Socket) -> None:
        async def stored() -> int:
            async with hub.services.store.read() as connection:
                return len((await connection.execute(select(drafts))).all())

        await ann.ask("roll", version=live.version)
        await ann.ask("step", version=live.version, move="x1")
        await ann.ask("offer", what="draw")
        assert (live.draft(0).moves, await stored()) == (("x1",), 1)
        await ann.ask("move", version=live.version, move="A?")
        assert (live.draft(0).moves, await stored()) == ((), 0)

    at_a_table(tmp_path, scene)


def test_a_move_a_die_and_a_move_taken_back_change_the_board() -> None:
    for event, changes in (
        (Action(0, "x1"), True),
        (Chance("3"), True),
        (TakenBack(0, 0), True),
        (Proposed(0, "draw"), False),
    ):
        assert live_match._changes_board([event]) == changes
        assert live_match._changes_board([Proposed(0, "draw"), event]) == changes
    assert not live_match._changes_board([])


def test_a_seat_that_could_not_be_left_is_still_played_by_its_person(tmp_path: Path) -> None:
    game, options = for_three()

    async def story() -> None:
        async with open_hub(tmp_path) as hub:
            people = [await new_guest(hub) for _ in range(3)]
            live = await new_match(hub, *people, game=game, options=options, seats=["me", "guest", "guest"])
            live.after_change = lambda _: None
            async with live.lock:
                live.match.leave(1, bot="2")
                live._add_departures(live.match.record.events)
                assert live.seating.bot(1) == "2"
                live.uncertain = True
                await live.reload_if_uncertain()
            assert (live.seating.left, live.seating.seats_of(people[1].id)) == ({}, (1,))

    asyncio.run(story())


# Tables


def test_a_table_that_has_not_changed_is_not_shown_and_only_new_lines_of_chat_are(tmp_path: Path) -> None:
    async def scene(hub: Hub, live: LiveMatch, ann: Socket, bob: Socket) -> None:
        live.table_notices.announce = lambda: None  # type: ignore[method-assign]
        for preset in ("hello", "thanks"):
            await ann.ask("chat", preset=preset)
        await bob.ask("ping")
        before = [message["type"] for message in bob.heard]
        async with live.lock:
            await live.reload_table()
        await bob.ask("ping")
        assert [message["type"] for message in bob.heard] == [*before, "pong"]
        async with hub.services.store.begin() as connection:
            line = {"match": live.id, "number": 2, "seat": 0, "visitor": None, "name": "Ann", "at": 1}
            await connection.execute(insert(chat).values({**line, "preset": "sorry", "request": "x"}))
            await connection.execute(update(matches).values(rematch="next"))
        async with live.lock:
            await live.reload_table()
        await bob.ask("ping")
        assert sorted(message["type"] for message in bob.heard[len(before) + 1 :]) == ["chat", "pong", "state", "table"]
        assert bob.last("chat")["line"]["preset"] == "sorry"
        assert bob.last("table")["rematch"] == "next"

    at_a_table(tmp_path, scene)


def test_the_table_of_a_match_that_was_removed_is_refused(tmp_path: Path) -> None:
    async def scene(hub: Hub, live: LiveMatch, ann: Socket, bob: Socket) -> None:
        await administration.remove_match(hub.services.store, live.id)
        with pytest.raises(commands.RequestError, match="no such match"):
            await live.reload_table()

    at_a_table(tmp_path, scene)


def test_a_match_with_another_number_of_seats_than_its_game_is_not_read() -> None:
    with pytest.raises(Quarantined, match="the field 'seats'"):
        bare(Match(caserne.game(TOY)), ["ann"])


def test_news_that_cannot_be_read_leave_a_match_that_must_be_loaded_again(tmp_path: Path) -> None:
    async def scene(hub: Hub, live: LiveMatch, ann: Socket, bob: Socket) -> None:
        await cancel(*hub._tasks)
        row: Any = {"version": live.version + 2, "state": "playing", "clocks": None, "ending": None}
        rolled: Any = {"number": live.version, "body": "{", "request": None}
        with pytest.raises(Quarantined):
            live.catch_up(StoredNews(row, [rolled], None))
        assert live.uncertain

    at_a_table(tmp_path, scene)
