"""What a window is sent: the welcome, boards that are drawn once, states that a slow client skips, covered screens."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from live_table import (
    WITHOUT_PICTURES,
    Socket,
    at_a_table,
    eventually,
    hide_letters,
    new_guest,
    new_match,
    open_hub,
    watching,
)
from structlog.testing import capture_logs

from caserne.core.presentation.illustrate import illustrate
from caserne.server.live import audience, board_art
from caserne.server.live.audience import Frames
from caserne.server.live.board_art import MAX_DRAWINGS, Board, Drawings, draw_board
from caserne.server.live.connection import LAGGING_OUTBOX
from caserne.server.live.fair_queue import Owner
from caserne.server.live.hub import Hub
from caserne.server.live.live_match import LiveMatch
from caserne.server.live.table_notices import MESSAGES_PER_SECOND, MIN_PAUSE, TableNotices
from caserne.server.live.viewer import Viewer, ViewerOptions
from caserne.server.live.worker import WorkFailed
from caserne.server.matches import lobby

PICTURES = ViewerOptions()


def draw_here(hub: Hub, *, fails: bool = False) -> list[Any]:
    """Draw boards in this process instead of a worker; return the scenes that are drawn."""
    drawn: list[Any] = []

    async def run(priority: Any, owner: Any, work: Any, *arguments: Any) -> Any:
        drawn.append(arguments[0])
        await asyncio.sleep(0)
        if fails:
            raise WorkFailed
        return work(*arguments)

    hub.services.workers.run = run  # type: ignore[method-assign]
    return drawn


def kinds(socket: Socket) -> list[str]:
    return [message["type"] for message in socket.heard]


# The welcome


@pytest.mark.thorough
def test_the_welcome_names_the_match_the_seats_and_the_table(tmp_path: Path) -> None:
    async def scene(hub: Hub, live: LiveMatch, ann: Socket, bob: Socket) -> None:
        welcome = bob.heard[0]
        assert (welcome["type"], welcome["match"], welcome["game"]) == ("welcome", live.id, live.match.game.id)
        assert (welcome["seats"], welcome["looking"], welcome["protocol"]) == ([1], 1, 1)
        assert welcome["heartbeat"] == hub.services.settings.heartbeat
        assert welcome["dice"] == live.match.record.dice
        assert welcome["table"]["state"] == "playing"
        assert welcome["table"]["watchers"] == 0
        async with watching(hub, live, "spectator"), watching(hub, live, "spectator"):
            await bob.until(lambda message: message["type"] == "table" and message["watchers"] == 1)

    at_a_table(tmp_path, scene)


@pytest.mark.thorough
@pytest.mark.parametrize(("known", "since"), [(0, 0), (2, 2), (4, 4), (5, 0), (-1, 0)])
def test_a_client_that_comes_back_is_sent_the_events_that_it_has_not(tmp_path: Path, known: int, since: int) -> None:
    async def scene(hub: Hub, live: LiveMatch, ann: Socket, bob: Socket) -> None:
        assert live.version == 4
        async with watching(hub, live, "spectator", replace(WITHOUT_PICTURES, version=known)) as socket:
            shown = socket.last("state")
            assert (shown["since"], shown["version"]) == (since, 4)
            assert [event["number"] for event in shown["events"]] == list(range(since, 4))

    at_a_table(tmp_path, scene)


def test_events_are_sent_once(tmp_path: Path) -> None:
    async def scene(hub: Hub, live: LiveMatch, ann: Socket, bob: Socket) -> None:
        await ann.ask("roll", version=live.version)
        await ann.ask("step", version=live.version, move="x1")
        await ann.ask("step", version=live.version, move="B?")
        await bob.ask("ping")
        states = [message for message in bob.heard if message["type"] == "state"]
        numbers = [event["number"] for state in states for event in state["events"]]
        assert numbers == list(range(live.version))

    at_a_table(tmp_path, scene)


def test_the_table_is_sent_again_when_somebody_leaves_or_the_match_ends_and_not_with_every_move(tmp_path: Path) -> None:
    async def scene(hub: Hub, live: LiveMatch, ann: Socket, bob: Socket) -> None:
        live.table_notices.announce = lambda: None  # type: ignore[method-assign]
        before = kinds(bob).count("table")
        await ann.ask("roll", version=live.version)
        await bob.ask("ping")
        assert kinds(bob).count("table") == before
        await ann.ask("resign", version=live.version)
        await bob.until(lambda message: message["type"] == "table" and message["state"] == "over")

    at_a_table(tmp_path, scene)


# Boards


def test_a_board_is_drawn_once_for_everybody_and_sent_before_the_state(tmp_path: Path) -> None:
    async def scene(hub: Hub, live: LiveMatch, ann: Socket, bob: Socket) -> None:
        drawn = draw_here(hub)
        async with watching(hub, live, "one", PICTURES) as one, watching(hub, live, "two", PICTURES) as two:
            for socket in (one, two):
                assert kinds(socket).index("board") < kinds(socket).index("state")
                assert socket.last("board")["art"]
                assert socket.last("state")["scene"]["names"]
            await ann.ask("roll", version=live.version)
            await one.until(lambda message: message.get("version") == live.version)
            assert kinds(one).count("board") == 1
            assert len(drawn) == 1

    at_a_table(tmp_path, scene)


def test_a_board_that_cannot_be_drawn_closes_the_window_with_a_reason(tmp_path: Path) -> None:
    async def scene(hub: Hub, live: LiveMatch, ann: Socket, bob: Socket) -> None:
        draw_here(hub, fails=True)
        with capture_logs() as logged:
            async with watching(hub, live, "spectator", PICTURES) as socket:
                await eventually(lambda: socket.closed is not None)
                assert (socket.last("bye")["reason"], socket.closed) == ("our_fault", 1011)
        assert "a board could not be drawn" in [line["event"] for line in logged]
        assert (await ann.ask("ping"))["type"] == "pong"

    at_a_table(tmp_path, scene)


def test_boards_are_kept_drawn_and_the_last_used_is_dropped_last(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(board_art, "MAX_DRAWINGS", 2)

    class Named(Board):
        key = property(lambda self: self.fields)  # type: ignore[assignment]

    def board(name: bytes) -> Any:
        return Named(name, None)  # type: ignore[arg-type]

    async def story() -> None:
        drawings, drawn = Drawings(), list[bytes]()

        async def draw(name: bytes) -> str:
            async def work() -> str:
                drawn.append(name)
                await asyncio.sleep(0)
                return name.decode()

            return await drawings.draw(board(name), work)

        assert await asyncio.gather(draw(b"a"), draw(b"a"), draw(b"b")) == ["a", "a", "b"]
        assert drawings.find(board(b"a")) == "a"
        assert await draw(b"c") == "c"
        assert [drawings.find(board(name)) for name in (b"a", b"b", b"c")] == ["a", None, "c"]
        assert drawn == [b"a", b"b", b"c"]

    asyncio.run(story())
    assert MAX_DRAWINGS > 2


def test_a_drawing_that_fails_is_tried_again() -> None:
    async def story() -> None:
        drawings = Drawings()
        board: Any = type("Named", (), {"key": b"x"})()

        async def fail() -> str:
            raise WorkFailed

        async def succeed() -> str:
            return "drawn"

        with pytest.raises(WorkFailed):
            await drawings.draw(board, fail)
        assert await drawings.draw(board, succeed) == "drawn"

    asyncio.run(story())


def test_equal_boards_are_one_board_whatever_stands_on_them(tmp_path: Path) -> None:
    async def scene(hub: Hub, live: LiveMatch, ann: Socket, bob: Socket) -> None:
        mine, theirs = (Board.of(illustrate(live.match.view(seat), "en")) for seat in (0, 1))
        assert mine == theirs
        assert mine.key == theirs.key
        frame = json.loads(draw_board(mine.scene))
        assert (frame["type"], frame["width"], frame["height"]) == ("board", 2, 1)
        assert [cell["id"] for cell in frame["cells"]] == ["hand0", "hand1"]

    at_a_table(tmp_path, scene)


def test_a_board_is_drawn_again_when_it_is_no_longer_kept(tmp_path: Path) -> None:
    async def scene(hub: Hub, live: LiveMatch, ann: Socket, bob: Socket) -> None:
        drawn = draw_here(hub)
        async with watching(hub, live, "spectator", PICTURES) as socket:
            viewer: Any = next(viewer for viewer in live.viewers if viewer.visitor == "spectator")
            hub.services.drawings = Drawings()
            viewer._board = b"another"
            await viewer.resend()
            await eventually(lambda: kinds(socket).count("board") == 2)
            assert len(drawn) == 2

    at_a_table(tmp_path, scene)


def test_a_draft_is_sent_without_a_board_that_the_window_has(tmp_path: Path) -> None:
    async def scene(hub: Hub, live: LiveMatch, ann: Socket, bob: Socket) -> None:
        draw_here(hub)
        visitor = next(viewer.visitor for viewer in live.viewers if 0 in viewer.seats)
        async with watching(hub, live, visitor, PICTURES) as window:
            await window.ask("roll", version=live.version)
            draft = await window.ask("step", version=live.version, move="x1")
            assert draft["scene"]
            assert "board" not in draft
            assert kinds(window).count("board") == 1

    at_a_table(tmp_path, scene)


# Slow clients and crowds


def test_what_was_missed_is_sent_without_the_table(tmp_path: Path) -> None:
    async def scene(hub: Hub, live: LiveMatch, ann: Socket, bob: Socket) -> None:
        live.table_notices.announce = lambda: None  # type: ignore[method-assign]
        await bob.ask("ping")
        before = kinds(bob)
        viewer: Any = next(viewer for viewer in live.viewers if 1 in viewer.seats)
        await viewer.resend()
        await bob.ask("ping")
        assert kinds(bob) == [*before, "state", "pong"]

    at_a_table(tmp_path, scene)


def test_a_viewer_learns_from_one_event_in_each_step(tmp_path: Path) -> None:
    async def scene(hub: Hub, live: LiveMatch, ann: Socket, bob: Socket) -> None:
        viewer = Viewer(Socket(), live, Owner("visitor"), WITHOUT_PICTURES)  # type: ignore[arg-type]
        assert sum(1 for _ in viewer.learn()) == live.version - 1  # the last step has nothing after it

    at_a_table(tmp_path, scene)


def test_a_client_that_lags_behind_is_sent_the_last_state_later(tmp_path: Path) -> None:
    async def scene(hub: Hub, live: LiveMatch, ann: Socket, bob: Socket) -> None:
        reads, send_text = asyncio.Event(), bob.send_text

        async def slow(text: str) -> None:
            await reads.wait()
            await send_text(text)

        bob.send_text = slow  # type: ignore[method-assign]
        viewer = next(viewer for viewer in live.viewers if 1 in viewer.seats)
        heard = len(bob.heard)
        for number in range(LAGGING_OUTBOX + 1):
            viewer.connection.send("note", text=number)  # type: ignore[attr-defined]
        await ann.ask("roll", version=live.version)
        await ann.ask("step", version=live.version, move="x1")
        await ann.ask("step", version=live.version, move="B?")
        reads.set()
        last = await bob.until(lambda message: message.get("version") == live.version)
        assert last["since"] == 4
        assert kinds(bob)[heard:].count("state") == 1

    at_a_table(tmp_path, scene)


def test_spectators_who_come_together_share_their_messages_and_later_ones_get_new_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = [100.0]
    monkeypatch.setattr(audience, "monotonic", lambda: clock[0])

    async def scene(hub: Hub, live: LiveMatch, ann: Socket, bob: Socket) -> None:
        live._spectator_frames = Frames(made=clock[0])
        first = live.spectator_frames()
        clock[0] += audience.RECENT_SECONDS - 0.01
        assert live.spectator_frames() is first
        clock[0] += 0.01
        assert live.spectator_frames() is not first
        shared = live.spectator_frames()
        await ann.ask("roll", version=live.version)
        assert live.spectator_frames() is not shared  # something has happened

    at_a_table(tmp_path, scene)


@pytest.mark.parametrize(("viewers", "pause"), [(1, MIN_PAUSE), (1000, 1000 / MESSAGES_PER_SECOND)])
def test_a_table_that_was_quiet_is_shown_at_once_and_then_after_a_pause(
    monkeypatch: pytest.MonkeyPatch, viewers: int, pause: float
) -> None:
    class Loop:
        """Keeps what is to be called later."""

        def call_later(self, seconds: float, work: Callable[[], None]) -> object:
            assert seconds == pause
            later.append(work)
            return self

    shown, later = list[int](), list[Callable[[], None]]()
    monkeypatch.setattr(asyncio, "get_running_loop", Loop)
    notices = TableNotices(lambda: shown.append(viewers) or viewers)
    notices.announce()
    assert (len(shown), len(later)) == (1, 1)
    notices.announce()
    notices.announce()
    assert len(shown) == 1
    later.pop()()
    assert (len(shown), len(later)) == (2, 1)  # both together
    later.pop()()
    assert (len(shown), len(later)) == (2, 0)  # nothing has changed since
    notices.announce()
    assert len(shown) == 3


# Shared screens


def test_a_shared_screen_is_covered_when_the_turn_of_the_seat_that_looks_is_over(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_hub(tmp_path) as hub:
            ann = await new_guest(hub)
            live = await new_match(hub, ann, here=True)
            await hide_letters(live)
            async with watching(hub, live, ann) as screen:
                await screen.ask("look", seat=0)
                await screen.ask("roll", version=live.version)
                await screen.ask("step", version=live.version, move="x1")
                viewer = next(iter(live.viewers))
                assert viewer.looking == 0
                await screen.ask("step", version=live.version, move="B?")
                await screen.ask("ping")
                assert viewer.looking is None
                shown = screen.last("state")
                assert (shown["since"], shown["legal"]) == (0, [])

    asyncio.run(story())


def test_who_sits_down_is_welcomed_again_with_the_seat(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_hub(tmp_path) as hub:
            ann, bob = await new_guest(hub), await new_guest(hub)
            live = await new_match(hub, ann)
            async with watching(hub, live, ann) as host, watching(hub, live, bob) as guest:
                await host.ask("chat", preset="hello")
                await guest.ask("mute", seat=0, on=True)
                await lobby.join(hub.services.store, hub, live.id, bob, None)
                await eventually(lambda: kinds(guest).count("welcome") == 2)
                assert guest.last("welcome")["chat"] == []
                assert (guest.last("welcome")["seats"], guest.last("welcome")["looking"]) == ([1], 1)
                await host.ask("ping")
                assert kinds(host).count("welcome") == 1
                assert host.last("table")["state"] == "playing"

    asyncio.run(story())
