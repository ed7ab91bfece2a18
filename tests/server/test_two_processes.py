"""Two processes with one database: each shows what was done through the other."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from live_table import (
    Notices,
    eventually,
    hide_letters,
    new_guest,
    new_match,
    open_hub,
    watching,
)
from rooms_by_kind import TOY, for_three
from sqlalchemy import update

from caserne.core.match.setups import suggest_setup
from caserne.server.live import commands, messages
from caserne.server.live.bus import EVENTS, TABLE, ChangeNotice
from caserne.server.live.hub import Hub
from caserne.server.live.live_match import LiveMatch, Overtaken
from caserne.server.matches import lobby
from caserne.server.operations import administration
from caserne.server.people.identity import Visitor
from caserne.server.storage.match_state import MatchState
from caserne.server.storage.tables import matches
from caserne.server.supervision import cancel


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


@pytest.mark.thorough
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
