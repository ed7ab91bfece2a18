"""The matches of a process: which are in memory, who may watch, and how two processes share them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from live_table import (
    WITHOUT_PICTURES,
    Notices,
    Socket,
    at_a_table,
    eventually,
    hide_letters,
    new_guest,
    new_match,
    open_hub,
    watching,
)
from rooms_by_kind import TOY, for_three
from sqlalchemy import update

from caserne.bots.precompile import Part
from caserne.core.match.setups import suggest_setup
from caserne.server.errors import RequestError
from caserne.server.live import commands, messages
from caserne.server.live.admission import MAX_WINDOWS
from caserne.server.live.bus import EVENTS, TABLE, ChangeNotice, LocalBus
from caserne.server.live.fair_queue import Owner
from caserne.server.live.hub import Hub
from caserne.server.live.live_match import LiveMatch, Overtaken
from caserne.server.matches import lobby
from caserne.server.operations import administration
from caserne.server.people.identity import Visitor
from caserne.server.storage.match_state import MatchState
from caserne.server.storage.tables import matches
from caserne.server.supervision import cancel


def run(folder: Path, story: Callable[[Hub], Awaitable[None]], **settings: Any) -> None:
    """Run a story with a process that does nothing by itself."""

    async def whole() -> None:
        async with open_hub(folder, **settings) as hub:
            await cancel(*hub._tasks)
            await story(hub)

    asyncio.run(whole())


# Matches in memory


def test_the_rules_of_a_match_that_somebody_opens_are_compiled_first(tmp_path: Path) -> None:
    async def story(hub: Hub) -> None:
        live = await new_match(hub, await new_guest(hub))
        hub.forget(live.id)
        compiler = hub.services.compiler
        compiler._waiting = [Part("breakthrough"), Part(TOY)]
        await hub.match(live.id)
        assert compiler._waiting == [Part(TOY), Part("breakthrough")]

    run(tmp_path, story)


def test_a_match_that_does_not_exist_is_refused_and_not_remembered(tmp_path: Path) -> None:
    async def story(hub: Hub) -> None:
        for _ in range(2):
            with pytest.raises(RequestError, match="no such match"):
                await hub.match("nowhere")
        assert hub.loaded == []

    run(tmp_path, story)


def test_a_match_that_nobody_watches_is_unloaded_in_the_second_sweep(tmp_path: Path) -> None:
    async def story(hub: Hub) -> None:
        ann = await new_guest(hub)
        live, watched, changing = [await new_match(hub, ann) for _ in range(3)]
        async with watching(hub, watched, ann), changing.lock:
            for left in ([live, watched, changing], [watched, changing], [watched, changing]):
                await hub._sweep()
                assert hub.loaded == [match.id for match in left]
        for left in ([watched, changing], []):
            await hub._sweep()
            assert hub.loaded == [match.id for match in left]
        assert (await hub.match(live.id)).id == live.id

    run(tmp_path, story)


def test_a_client_that_has_been_silent_for_three_heartbeats_is_dismissed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(hub: Hub) -> None:
        ann, bob = await new_guest(hub), await new_guest(hub)
        live = await new_match(hub, ann, bob)
        async with watching(hub, live, ann) as silent, watching(hub, live, bob) as other:
            for viewer in live.viewers:
                silence = 3 * hub.services.settings.heartbeat + (viewer.visitor == ann.id)
                monkeypatch.setattr(type(viewer), "silent_for", property(lambda self: self.silence))
                viewer.silence = silence  # type: ignore[attr-defined]
            await hub._sweep()
            assert silent.last("bye")["reason"] == "silent"
            assert (silent.closed, other.closed) == (1001, None)
            await eventually(lambda: len(live.viewers) == 1)

    run(tmp_path, story)


def test_everybody_is_told_that_the_server_stops(tmp_path: Path) -> None:
    async def scene(hub: Hub, live: LiveMatch, ann: Socket, bob: Socket) -> None:
        assert hub.sockets == 2
        await hub.dismiss_all()
        for socket in (ann, bob):
            assert (socket.last("bye")["reason"], socket.closed) == ("server_stops", 1001)

    at_a_table(tmp_path, scene)


def test_a_server_that_stops_waits_for_changes_under_way(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_hub(tmp_path) as hub:
            live = await new_match(hub, await new_guest(hub))
            await live.lock.acquire()
            closing = asyncio.create_task(hub.close())
            while not all(task.done() for task in hub._tasks):
                await asyncio.sleep(0)
            for _ in range(50):
                await asyncio.sleep(0)
            assert not closing.done()
            live.lock.release()
            await closing

    asyncio.run(story())


def test_matches_that_could_not_be_stored_are_loaded_again_and_removed_ones_left_alone(tmp_path: Path) -> None:
    async def story(hub: Hub) -> None:
        ann, bob = await new_guest(hub), await new_guest(hub)
        removed, kept, other = [await new_match(hub, ann, bob) for _ in range(3)]
        await administration.remove_match(hub.services.store, removed.id)
        for live in (removed, kept):
            live.match.resign(0)
            live.uncertain = True
        other.match.resign(0)
        await hub._reload_uncertain()
        assert (kept.uncertain, kept.version) == (False, 0)
        assert (other.uncertain, other.version) == (False, 1)  # nothing was wrong with it

    run(tmp_path, story)


def test_a_match_that_could_not_be_stored_is_loaded_again_before_anybody_is_welcomed(tmp_path: Path) -> None:
    async def story(hub: Hub) -> None:
        ann, bob = await new_guest(hub), await new_guest(hub)
        live = await new_match(hub, ann, bob)
        live.match.resign(0)
        live.uncertain = True
        async with watching(hub, live, ann) as socket:
            assert (socket.last("state")["version"], socket.last("state")["result"]) == (0, None)

    run(tmp_path, story)


def test_a_change_while_a_match_could_not_be_loaded_is_not_remembered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(hub: Hub) -> None:
        loading = asyncio.create_task(hub.match("nowhere"))
        await asyncio.sleep(0)
        await hub._follow([ChangeNotice("nowhere", 1, EVENTS)])
        with pytest.raises(RequestError, match="no such match"):
            await loading
        assert hub._changed_while_loading == set()

    run(tmp_path, story)


def test_a_change_while_a_match_was_loaded_is_looked_for_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(hub: Hub) -> None:
        live = await new_match(hub, await new_guest(hub))
        hub.forget(live.id)
        followed: list[list[ChangeNotice]] = []

        async def follow(notices: list[ChangeNotice]) -> None:
            followed.append(notices)

        loading = asyncio.create_task(hub.match(live.id))
        await asyncio.sleep(0)
        await hub._follow([ChangeNotice(live.id, 1, EVENTS), ChangeNotice("elsewhere", 1, EVENTS)])
        monkeypatch.setattr(hub, "_follow", follow)
        await loading
        await hub.match(live.id)
        assert followed == [[ChangeNotice(live.id, 0, what) for what in (EVENTS, TABLE)]]

    run(tmp_path, story)


def test_a_process_listens_to_the_others_until_it_stops(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[Any] = []

    async def opened(bus: LocalBus, *listeners: Any) -> None:
        calls.append(listeners)

    async def closed(bus: LocalBus) -> None:
        calls.append("closed")

    async def story(hub: Hub) -> None:
        assert calls == [(hub._follow, hub._follow_everything)]

    monkeypatch.setattr(LocalBus, "open", opened)
    monkeypatch.setattr(LocalBus, "close", closed)
    run(tmp_path, story)
    assert calls[1:] == ["closed"]


def test_a_server_that_stops_tells_everybody_even_if_somebody_cannot_be_told(tmp_path: Path) -> None:
    class Broken:
        visitor, seats = "nobody", ()

        async def dismiss(self, reason: str) -> None:
            raise OSError("the connection is lost")

    async def story() -> None:
        async with open_hub(tmp_path) as hub:
            ann = await new_guest(hub)
            live = await new_match(hub, ann)
            async with watching(hub, live, ann) as socket:
                live.viewers.add(Broken())  # type: ignore[arg-type]
                await hub.close()
                assert (socket.last("bye")["reason"], socket.closed) == ("server_stops", 1001)

    asyncio.run(story())


def test_overdue_seats_are_shown_once_and_nothing_is_shown_before(tmp_path: Path) -> None:
    async def scene(hub: Hub, live: LiveMatch, ann: Socket, bob: Socket) -> None:
        await cancel(*hub._tasks)
        live.table_notices.announce = lambda: None  # type: ignore[method-assign]
        await bob.ask("ping")
        before = [message["type"] for message in bob.heard]
        await hub.notify_timeouts()
        await bob.ask("ping")
        assert [message["type"] for message in bob.heard] == [*before, "pong"]
        live.overdue_seats = lambda: (0,)  # type: ignore[method-assign]
        for _ in range(2):
            await hub.notify_timeouts()
        await bob.ask("ping")
        assert [message["type"] for message in bob.heard] == [*before, "pong", "state", "pong"]

    at_a_table(tmp_path, scene)


# Who may watch


def test_what_a_seat_has_learned_is_found_before_a_viewer_waits_for_the_match(tmp_path: Path) -> None:
    """The players would wait meanwhile."""

    async def scene(hub: Hub, live: LiveMatch, ann: Socket, bob: Socket) -> None:
        history = live.match._history(None)
        assert history.length < live.version
        async with live.lock:
            arriving = asyncio.create_task(hub.watch(Socket(), live.id, Owner("visitor", "address"), WITHOUT_PICTURES))  # type: ignore[arg-type]
            await eventually(lambda: history.length == live.version)
            assert len(live.viewers) == 2
            await cancel(arriving)

    at_a_table(tmp_path, scene)


def test_spectators_arrive_one_after_another_and_players_at_once(tmp_path: Path) -> None:
    async def story(hub: Hub) -> None:
        ann = await new_guest(hub)
        live = await new_match(hub, ann)
        async with hub.services.spectator_turns._turn:
            arriving = asyncio.create_task(hub.watch(Socket(), live.id, Owner("visitor", "address"), WITHOUT_PICTURES))  # type: ignore[arg-type]
            async with watching(hub, live, ann):
                assert [viewer.visitor for viewer in live.viewers] == [ann.id]
        await eventually(lambda: "visitor" in {viewer.visitor for viewer in live.viewers})
        await hub.dismiss_all()
        await arriving

    run(tmp_path, story)


def test_a_player_has_some_windows_and_further_ones_count_as_spectators(tmp_path: Path) -> None:
    async def story(hub: Hub) -> None:
        ann = await new_guest(hub)
        live = await new_match(hub, ann)
        async with AsyncExitStack() as windows:
            for _ in range(MAX_WINDOWS + 1):
                socket = await windows.enter_async_context(watching(hub, live, ann))
                assert socket.last("welcome")["seats"] == [0]
            with pytest.raises(RequestError, match="windows"):
                await hub.watch(Socket(), live.id, next(iter(live.viewers)).owner, None)  # type: ignore[arg-type]

    run(tmp_path, story, spectators_per_address=1)


def test_places_of_spectators_are_free_again_when_they_leave(tmp_path: Path) -> None:
    async def story(hub: Hub) -> None:
        ann = await new_guest(hub)
        live, other = await new_match(hub, ann), await new_match(hub, ann)
        for match in (live, other, live):
            async with watching(hub, match, "first"), watching(hub, match, "second"):
                with pytest.raises(RequestError, match="2 people watch"):
                    async with watching(hub, match, "third"):
                        pass
        assert (hub._admission._by_match, hub._admission._by_address) == ({}, {})

    run(tmp_path, story, spectators_per_match=2)


def test_nobody_but_players_watches_a_match_without_spectators(tmp_path: Path) -> None:
    async def story(hub: Hub) -> None:
        ann = await new_guest(hub)
        live = await new_match(hub, ann, spectators=False)
        with pytest.raises(RequestError, match="spectators"):
            async with watching(hub, live, "somebody"):
                pass
        async with AsyncExitStack() as windows:
            for _ in range(MAX_WINDOWS + 1):  # the last one counts as a spectator
                await windows.enter_async_context(watching(hub, live, ann))

    run(tmp_path, story)


# Two processes


class Pair:
    """Two processes with one database, and a match in both; notices wait until the test delivers them."""

    def __init__(self, here: Hub, there: Hub, people: tuple[Visitor, Visitor]) -> None:
        self.here, self.there, self.people = here, there, people
        self.from_here, self.from_there = Notices(here), Notices(there)

    async def match(self, **request: Any) -> tuple[LiveMatch, LiveMatch]:
        live = await new_match(self.here, *self.people, **request)
        if live.match.game.id == TOY:
            await hide_letters(live)
        return live, await self.there.match(live.id)


@asynccontextmanager
async def two_processes(folder: Path) -> AsyncIterator[Pair]:
    async with open_hub(folder) as here, open_hub(folder) as there:
        await cancel(*here._tasks, *there._tasks)
        yield Pair(here, there, (await new_guest(here), await new_guest(here)))


def through_both(folder: Path, story: Callable[[Pair], Awaitable[None]]) -> None:
    async def whole() -> None:
        async with two_processes(folder) as pair:
            await story(pair)

    asyncio.run(whole())


def test_a_move_through_one_process_is_shown_by_the_other_with_clocks_and_without_the_draft(tmp_path: Path) -> None:
    async def story(pair: Pair) -> None:
        here, there = await pair.match(time={"minutes": 1})
        ann, bob = pair.people
        async with watching(pair.here, here, ann) as first, watching(pair.there, there, bob) as second:
            await first.ask("roll", version=here.version)
            await pair.from_here.reach(pair.there)
            await first.ask("step", version=here.version, move="x1")
            await pair.from_here.reach(pair.there)
            assert there.draft(0).moves == ("x1",)
            assert ChangeNotice(here.id, here.version, TABLE) not in pair.from_here
            moved = await first.ask("move", version=here.version, move="C?")
            assert ChangeNotice(here.id, here.version, EVENTS) in pair.from_here
            await pair.from_here.reach(pair.there)
            shown = await second.until(lambda message: message.get("version") == moved["version"])
            assert shown["clocks"]["running"] == [1]
            assert (there.drafts, there.clocks, there.state) == ({}, here.clocks, MatchState.PLAYING)
            key = f"{ann.id}:{moved['id']}"
            assert there.requests[key] == moved["version"]
            await first.ask("resign", version=here.version)
            await pair.from_here.reach(pair.there)
            await second.until(lambda message: bool(message.get("result")))
            assert there.state == MatchState.OVER
            assert second.last("table")["state"] == "over"

    through_both(tmp_path, story)


def test_a_request_for_a_version_that_another_process_has_passed_is_refused(
    tmp_path: Path,
) -> None:
    async def story(pair: Pair) -> None:
        here, there = await pair.match()
        roll = messages.RollRequest(id="r", version=here.version)
        async with here.lock:
            rolled = await commands.perform(here, 0, roll, "ann:r", 0)
        with pytest.raises(Overtaken, match="gone on to version"):
            async with there.lock:
                await commands.perform(there, 0, roll, "bob:r", 0)
        assert there.version == rolled
        async with there.lock:
            assert await commands.perform(there, 0, roll, "ann:r", 0) == rolled

    through_both(tmp_path, story)


def test_set_ups_that_are_sealed_through_two_processes_at_once_are_both_stored(tmp_path: Path) -> None:
    async def story(pair: Pair) -> None:
        here = await new_match(pair.here, *pair.people)
        there = await pair.there.match(here.id)
        for seat, live in enumerate((here, there)):
            async with live.lock:
                await commands.perform(live, seat, messages.ReadyRequest(id="r", setup="B"), f"{seat}:r", 0)
        assert not there.match.position.in_setup

    through_both(tmp_path, story)


def test_the_same_request_through_both_processes_at_once_is_acknowledged_twice_and_done_once(tmp_path: Path) -> None:
    async def story(pair: Pair) -> None:
        here, there = await pair.match()
        roll = messages.RollRequest(id="r", version=here.version)
        for live in (here, there):
            async with live.lock:
                assert await commands.perform(live, 0, roll, "ann:r", 0) == roll.version + 3

    through_both(tmp_path, story)


def test_who_sits_down_at_one_process_is_seen_at_the_other_and_play_begins(tmp_path: Path) -> None:
    async def story(pair: Pair) -> None:
        ann, bob = pair.people
        here = await new_match(pair.here, ann)
        there = await pair.there.match(here.id)
        async with watching(pair.there, there, bob) as guest:
            assert guest.last("welcome")["seats"] == []
            await lobby.join(pair.here.services.store, pair.here, here.id, bob, None)
            assert ChangeNotice(here.id, here.version, TABLE) in pair.from_here
            await pair.from_here.reach(pair.there)
            await guest.until(lambda message: message["type"] == "welcome" and message["seats"] == [1])
            assert there.state == here.state == MatchState.PLAYING
            assert "ready" in (await guest.until(lambda message: bool(message.get("can"))))["can"]

    through_both(tmp_path, story)


def test_lines_of_chat_are_in_one_order_whatever_process_they_come_through(tmp_path: Path) -> None:
    async def story(pair: Pair) -> None:
        here, there = await pair.match()
        ann, bob = pair.people
        async with watching(pair.here, here, ann) as first, watching(pair.there, there, bob) as second:
            await first.ask("chat", preset="hello")
            await second.ask("chat", preset="thanks")  # before the notice of the first has arrived
            await pair.from_here.reach(pair.there)
            await pair.from_there.reach(pair.here)
            await pair.from_there.reach(pair.here)
            for socket in (first, second):
                await eventually(lambda heard=socket.heard: sum(m["type"] == "chat" for m in heard) == 2)
                lines = [message["line"] for message in socket.heard if message["type"] == "chat"]
                assert [(line["number"], line["preset"]) for line in lines] == [(0, "hello"), (1, "thanks")]

    through_both(tmp_path, story)


def test_a_seat_that_was_left_through_one_process_is_played_by_a_bot_for_the_other_too(tmp_path: Path) -> None:
    game, options = for_three()

    async def story(pair: Pair) -> None:
        ann, bob = pair.people
        carl = await new_guest(pair.here)
        here = await new_match(pair.here, ann, bob, carl, game=game, options=options, seats=["me", "guest", "guest"])
        there = await pair.there.match(here.id)
        for live in (here, there):
            live.after_change = lambda _: None  # no bot plays
        while here.match.position.in_setup:
            for seat in here.match.waiting():
                request = messages.ReadyRequest(id="r", setup=suggest_setup(here.match, seat))
                async with here.lock:
                    await commands.perform(here, seat, request, f"{seat}:r", 0)
        async with watching(pair.there, there, ann) as socket:
            async with here.lock:
                await commands.perform(here, 1, messages.LeaveRequest(id="l", version=here.version), "bob:l", 0)
            await pair.from_here.reach(pair.there)
            table = await socket.until(lambda message: message["type"] == "table" and message["seats"][1]["left"])
            seats = table["seats"]
            assert [seat["left"] for seat in seats] == [False, True, False]
            assert seats[1]["level"] == there.seating.bot(1) == here.seating.bot(1)
            assert there.seating.seats_of(bob.id) == ()
            assert (await LiveMatch.load(pair.there.services, here.id)).seating.left == there.seating.left

    through_both(tmp_path, story)


def test_with_several_processes_an_opened_match_is_brought_up_to_date_first(tmp_path: Path) -> None:
    async def story(pair: Pair) -> None:
        here, there = await pair.match()
        async with here.lock:
            await here.change(lambda match: match.resign(0))
        assert (await pair.there.match(here.id)).version < here.version
        services = pair.there.services
        services.settings = replace(services.settings, redis="redis://elsewhere")
        assert (await pair.there.match(here.id)).version == here.version == there.version

    through_both(tmp_path, story)


def test_after_lost_notices_watched_matches_are_brought_up_to_date(tmp_path: Path) -> None:
    async def story(pair: Pair) -> None:
        here, there = await pair.match()
        async with watching(pair.there, there, pair.people[1]) as socket:
            async with here.lock:
                await here.change(lambda match: match.resign(0))
            await pair.there._sweep()
            assert there.version < here.version  # one process alone misses no notices
            services = pair.there.services
            services.settings = replace(services.settings, redis="redis://elsewhere")
            await pair.there._sweep()
            await socket.until(lambda message: bool(message.get("result")))
            async with pair.here.services.store.begin() as connection:
                await connection.execute(update(matches).where(matches.c.id == here.id).values(rematch=here.id))
            await pair.there._follow_everything()
            await socket.until(lambda message: message["type"] == "table" and message["rematch"] is not None)

    through_both(tmp_path, story)


def test_tables_that_change_elsewhere_are_reloaded_or_announced(tmp_path: Path) -> None:
    async def story(pair: Pair) -> None:
        here, _ = await pair.match()
        removed = await new_match(pair.here, pair.people[0])
        await administration.remove_match(pair.here.services.store, removed.id)
        pair.from_here.clear()
        await pair.here.refresh_tables([removed.id, "elsewhere", here.id])
        assert pair.from_here == [ChangeNotice("elsewhere", 0, TABLE), ChangeNotice(here.id, here.version, TABLE)]

    through_both(tmp_path, story)


def test_when_a_process_dies_its_players_are_shown_as_gone_and_what_it_stored_is_shown(tmp_path: Path) -> None:
    async def story(pair: Pair) -> None:
        here, there = await pair.match()
        ann, bob = pair.people
        services = pair.there.services
        services.live_processes = {pair.here.services.process, services.process}
        async with watching(pair.here, here, ann), watching(pair.there, there, bob) as second:
            await pair.from_here.reach(pair.there)
            await second.until(lambda message: message["type"] == "table" and message["seats"][0]["online"])
            async with here.lock:
                await here.change(lambda match: match.resign(0))
            services.live_processes = {services.process}
            services.dead_processes = {pair.here.services.process: 17}
            pair.there._note_processes()
            await second.until(lambda message: bool(message.get("result")))
            seat = second.last("table")["seats"][0]
            assert (seat["online"], seat["offline_since"]) == (False, 17)

    through_both(tmp_path, story)


def test_when_a_process_dies_its_bots_act_and_an_earlier_look_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(pair: Pair) -> None:
        here, _ = await pair.match()
        started: list[str] = []
        monkeypatch.setattr(pair.here._bot_turns, "start", lambda live: started.append(live.id))
        pair.here._note_processes()
        first = pair.here._taking_over
        pair.here._note_processes()
        assert first is not None
        assert pair.here._taking_over is not None
        await asyncio.gather(first, return_exceptions=True)
        await pair.here._taking_over
        assert first.cancelled()
        assert started == [here.id]

    through_both(tmp_path, story)


def test_tables_are_loaded_under_the_locks_of_their_matches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was loaded before would be older than a change that is made here meanwhile."""

    async def story(pair: Pair) -> None:
        here, _ = await pair.match()
        loads, load = list[bool](), pair.here.services.store.load_tables

        async def noted(match_ids: Any) -> Any:
            loads.append(here.lock.locked())
            return await load(match_ids)

        monkeypatch.setattr(pair.here.services.store, "load_tables", noted)
        await pair.here._follow([ChangeNotice(here.id, 0, TABLE)])
        assert (loads, here.lock.locked()) == ([True], False)

    through_both(tmp_path, story)


def test_a_table_that_cannot_be_read_dismisses_its_viewers_and_the_others_are_brought_up_to_date(
    tmp_path: Path,
) -> None:
    async def story(pair: Pair) -> None:
        good, bad = sorted([(await pair.match())[1], (await pair.match())[1]], key=lambda live: live.id, reverse=True)
        spectators = watching(pair.there, bad, "one"), watching(pair.there, good, "two")
        async with spectators[0] as lost, spectators[1] as kept, pair.here.services.store.begin() as connection:
            await connection.execute(update(matches).where(matches.c.id == bad.id).values(state="asleep"))
            await connection.execute(update(matches).where(matches.c.id == good.id).values(rematch="next"))
            await connection.commit()
            await pair.there._follow([ChangeNotice(live.id, 0, TABLE) for live in (good, bad)])
            assert (lost.last("bye")["reason"], lost.closed) == ("quarantined", 1001)
            assert "'state'" in lost.last("bye")["error"]["text"]
            await kept.until(lambda message: message["type"] == "table" and message["rematch"] == "next")
            assert pair.there.loaded == [good.id]

    through_both(tmp_path, story)


def test_a_match_that_could_not_be_stored_is_loaded_again_before_it_follows_another_process(tmp_path: Path) -> None:
    async def story(pair: Pair) -> None:
        here, there = await pair.match()
        there.match.resign(1)
        there.uncertain = True
        async with here.lock:
            await commands.perform(here, 0, messages.RollRequest(id="r", version=here.version), "ann:r", 0)
        await pair.from_here.reach(pair.there)
        assert (there.uncertain, there.version, there.state) == (False, here.version, MatchState.PLAYING)
        assert there.match.position == here.match.position

    through_both(tmp_path, story)


def test_nothing_goes_on_after_a_server_has_stopped(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_hub(tmp_path) as hub:
            await new_match(hub, await new_guest(hub), seats=["me", {"bot": 1}])
        assert asyncio.all_tasks() == {asyncio.current_task()}

    asyncio.run(story())


def test_an_open_process_sweeps_looks_at_clocks_recovers_and_has_workers(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_hub(tmp_path):
            running = {task.get_name() for task in asyncio.all_tasks()}
            assert {"sweeper", "clocks", "recovery", "heartbeat", "worker 0", "worker 1"} <= running

    asyncio.run(story())
