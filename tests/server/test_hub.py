"""The matches of a process: which are in memory, and who may watch."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
from live_table import (
    WITHOUT_PICTURES,
    Socket,
    at_a_table,
    eventually,
    new_guest,
    new_match,
    open_hub,
    watching,
)
from rooms_by_kind import TOY

from caserne.bots.precompile import Part
from caserne.server.errors import RequestError
from caserne.server.live.admission import MAX_WINDOWS
from caserne.server.live.bus import EVENTS, TABLE, ChangeNotice, LocalBus
from caserne.server.live.fair_queue import Owner
from caserne.server.live.hub import Hub
from caserne.server.live.live_match import LiveMatch
from caserne.server.operations import administration
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


# The process itself


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
