"""The turns of bots, with moves that a test chooses: when they act, for whom, and what happens if they fail."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from live_table import Socket, eventually, new_guest, new_match, open_hub, watching
from rooms_by_kind import TOY

from caserne.bots.precompile import Part, part_of_level
from caserne.core.match.events import Forfeited
from caserne.server.live import bot_turns
from caserne.server.live.bot_turns import ATTEMPTS
from caserne.server.live.fair_queue import Owner, Priority
from caserne.server.live.hub import Hub
from caserne.server.live.live_match import LiveMatch
from caserne.server.live.stored import Quarantined
from caserne.server.live.worker import WorkFailed
from caserne.server.people.identity import Visitor
from caserne.server.storage.match_state import MatchState


class Bots:
    """Stands in for the worker processes: every bot plays the first legal move, or what a test wants."""

    def __init__(self, hub: Hub) -> None:
        self.asked: list[tuple[str, Priority, Owner]] = []
        self.replies: list[str | Exception] = []
        """What they reply before they play the first legal move."""
        self.may_reply = asyncio.Event()
        self.may_reply.set()
        hub.services.workers.move = self.move  # type: ignore[method-assign]

    async def move(self, bot: str, seen: Any, priority: Priority, owner: Owner) -> str:
        self.asked.append((bot, priority, owner))
        await self.may_reply.wait()
        reply = self.replies.pop(0) if self.replies else seen.legal()[0]
        if isinstance(reply, Exception):
            raise reply
        return str(reply)


Opened = tuple[Hub, Bots, LiveMatch, Visitor]


@asynccontextmanager
async def against_a_bot(
    folder: Path, *seats: Any, **request: Any
) -> AsyncIterator[tuple[Hub, Bots, LiveMatch, Visitor]]:
    async with open_hub(folder) as hub:
        bots, ann = Bots(hub), await new_guest(hub)
        yield hub, bots, await new_match(hub, ann, seats=list(seats or ("me", {"bot": 1})), **request), ann


def run(story: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(story())  # type: ignore[arg-type]


def test_a_bot_arranges_its_set_up_rolls_and_plays_whole_turns(tmp_path: Path) -> None:
    async def story() -> None:
        async with against_a_bot(tmp_path) as (hub, bots, live, ann), watching(hub, live, ann) as socket:
            await socket.ask("ready", setup="A")
            await eventually(lambda: not live.match.position.in_setup)
            await socket.ask("roll", version=live.version)
            await socket.ask("step", version=live.version, move="x1")
            await socket.ask("step", version=live.version, move="C?")
            await eventually(lambda: live.match.roller() == 0)
            assert [bot for bot, _, _ in bots.asked] == ["1"] * 3  # set-up, stake, guess: nobody asks it to roll
            assert {priority for _, priority, _ in bots.asked} == {Priority.PLAY}

    run(story)


def test_what_a_bot_needs_is_compiled_first(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_hub(tmp_path) as hub:
            bots, ann = Bots(hub), await new_guest(hub)
            bots.may_reply.clear()
            compiler = hub.services.compiler
            wanted = part_of_level(TOY, "3")
            compiler._waiting = [Part("breakthrough"), Part(TOY), wanted]
            await new_match(hub, ann, seats=["me", {"bot": 3}])
            await eventually(lambda: bool(bots.asked))
            assert compiler._waiting == [wanted, Part(TOY), Part("breakthrough")]

    run(story)


def test_a_bot_works_for_a_player_who_is_there_else_for_a_spectator_else_for_whoever_plays(tmp_path: Path) -> None:
    async def story() -> None:
        async with against_a_bot(tmp_path) as (hub, _, live, ann):
            assert bot_turns._owner(live) == Owner(ann.id, ann.id)
            async with watching(hub, live, "0 first by name"), watching(hub, live, "1 second"):
                assert bot_turns._owner(live) == Owner("0 first by name", "address")
                async with watching(hub, live, ann):
                    assert bot_turns._owner(live) == Owner(ann.id, "address")

    run(story)


def test_bots_among_themselves_wait_for_a_spectator_and_are_least_urgent(tmp_path: Path) -> None:
    async def story() -> None:
        async with against_a_bot(tmp_path, {"bot": 1}, {"bot": 2}) as (hub, bots, live, ann):
            hub._bot_turns.start(live)
            await asyncio.sleep(0.05)
            assert bots.asked == []
            async with watching(hub, live, ann):
                await eventually(lambda: live.state == MatchState.OVER)
            assert {priority for _, priority, _ in bots.asked} == {Priority.BOTS_ONLY}
            assert {bot for bot, _, _ in bots.asked} == {"1", "2"}

    run(story)


def test_a_bot_that_fails_once_is_asked_again_and_then_forfeits(tmp_path: Path) -> None:
    async def story() -> None:
        async with against_a_bot(tmp_path) as (hub, bots, live, ann):
            await eventually(lambda: live.match.sealed(1) is not None)
            bots.asked.clear()
            bots.replies = [WorkFailed()] * (ATTEMPTS - 1)
            async with watching(hub, live, ann) as socket:
                await socket.ask("ready", setup="A")
                await turn(socket, live)
                await eventually(lambda: live.match.roller() == 0)
                assert len(bots.asked) == ATTEMPTS + 1
                bots.replies = [WorkFailed()] * ATTEMPTS
                await turn(socket, live)
                await eventually(lambda: live.state == MatchState.OVER)
            ended = live.match.record.events
            assert any(isinstance(event, Forfeited) and event.seat == 1 for event in ended)

    run(story)


def test_a_bot_that_breaks_the_rules_forfeits(tmp_path: Path) -> None:
    async def story() -> None:
        async with against_a_bot(tmp_path) as (hub, bots, live, ann):
            await eventually(lambda: live.match.sealed(1) is not None)
            bots.replies = ["x1", "x3"]  # the second must be a guess
            async with watching(hub, live, ann) as socket:
                await socket.ask("ready", setup="A")
                await turn(socket, live)
                ended = await socket.until(lambda message: bool(message.get("result")))
                assert ended["result"]["by"] == "forfeit"
                assert ended["result"]["returns"] == [1.0, -1.0]

    run(story)


async def turn(socket: Socket, live: LiveMatch) -> None:
    """Play a whole turn, with a guess that may be wrong or right."""
    await eventually(lambda: live.match.roller() == 0)
    await socket.ask("roll", version=live.version)
    await socket.ask("step", version=live.version, move="x1")
    await socket.ask("step", version=live.version, move="A?")


def test_a_bot_declines_offers_and_accepts_that_a_move_is_taken_back(tmp_path: Path) -> None:
    async def story() -> None:
        opened = against_a_bot(tmp_path, game="breakthrough")
        async with opened as (hub, bots, live, ann), watching(hub, live, ann) as socket:
            await socket.ask("offer", what="draw")
            await eventually(lambda: live.match.offer is None)
            assert live.state == MatchState.PLAYING
            assert bots.asked == []
            await socket.ask("move", version=live.version, move=live.match.position.legal()[0])
            await eventually(lambda: live.match.actor == 0)
            assert (await socket.ask("offer", what="take-back"))["type"] == "ack"
            await eventually(lambda: live.match.offer is None)
            assert str(live.match.position) == str(live.match.game.start())

    run(story)


def test_a_bot_whose_position_was_taken_back_while_it_thought_does_not_move(tmp_path: Path) -> None:
    async def story() -> None:
        opened = against_a_bot(tmp_path, game="breakthrough")
        async with opened as (hub, bots, live, ann), watching(hub, live, ann) as socket:
            bots.may_reply.clear()
            await socket.ask("move", version=live.version, move=live.match.position.legal()[0])
            await eventually(lambda: len(bots.asked) == 1)
            await socket.ask("take_back", version=live.version)
            version = live.version
            bots.may_reply.set()
            await eventually(lambda: not hub._bot_turns._busy)
            assert (live.version, live.match.actor) == (version, 0)

    run(story)


def test_one_task_thinks_for_a_bot_however_often_it_is_started(tmp_path: Path) -> None:
    async def story() -> None:
        async with against_a_bot(tmp_path) as (hub, bots, live, ann):
            await eventually(lambda: not hub._bot_turns._busy)
            hub.forget(live.id)
            bots.may_reply.clear()
            bots.asked.clear()
            other = await new_match(hub, ann, seats=["me", {"bot": 1}])
            for _ in range(3):
                hub._bot_turns.start(other)
            await eventually(lambda: len(bots.asked) == 1)
            await hub._start_bots()
            bots.may_reply.set()
            await eventually(lambda: not hub._bot_turns._busy)
            assert len(bots.asked) == 1

    run(story)


def test_a_bot_moves_after_a_pause_that_counts_the_time_it_has_thought(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pauses: list[tuple[float, float]] = []

    def no_pause(elapsed: float, pace: float) -> float:
        pauses.append((elapsed, pace))
        return 0.0

    async def story() -> None:
        async with open_hub(tmp_path, bot_pace=0.8) as hub:
            Bots(hub)
            live = await new_match(hub, await new_guest(hub), seats=["me", {"bot": 1}])
            await eventually(lambda: live.match.sealed(1) is not None)

    monkeypatch.setattr(bot_turns, "monotonic", count(100, 0.25).__next__)
    monkeypatch.setattr(bot_turns, "pause", no_pause)
    run(story)
    assert pauses == [(0.25, 0.8)]


def test_a_bot_gives_up_a_match_that_can_no_longer_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def unreadable(*_: Any, **__: Any) -> None:
        raise Quarantined.of("match_over")

    async def story() -> None:
        monkeypatch.setattr(LiveMatch, "change", unreadable)
        async with against_a_bot(tmp_path) as (hub, bots, _, _):
            await eventually(lambda: bool(bots.asked) and not hub._bot_turns._busy)
            assert len(bots.asked) == 1

    run(story)


def test_a_bot_that_is_made_an_offer_while_it_thinks_answers_first(tmp_path: Path) -> None:
    async def story() -> None:
        opened = against_a_bot(tmp_path, game="breakthrough")
        async with opened as (hub, bots, live, ann), watching(hub, live, ann) as socket:
            bots.may_reply.clear()
            await socket.ask("move", version=live.version, move=live.match.position.legal()[0])
            await eventually(lambda: len(bots.asked) == 1)
            await socket.ask("offer", what="take-back")
            bots.may_reply.set()
            await eventually(lambda: live.match.actor == 0 and not hub._bot_turns._busy)
            assert live.match.position == live.match.positions[0]
            assert live.state == MatchState.PLAYING

    run(story)


@pytest.mark.parametrize(("elapsed", "waits"), [(0.0, 0.8), (0.5, 0.3), (0.8, 0.8), (1.0, 0.6)])
def test_moves_of_bots_are_shown_at_multiples_of_a_pace(elapsed: float, waits: float) -> None:
    assert bot_turns.pause(elapsed, 0.8) == pytest.approx(waits)
