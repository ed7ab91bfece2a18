"""Nobody waits for somebody else's jobs: the order of the queue, bots among themselves, and notices to spectators."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Generator, Iterable
from contextlib import ExitStack
from itertools import count
from typing import Any

import pytest
from patience import PATIENCE
from server_process import ServerProcess
from visiting import GAME, Visitor
from websockets.sync.client import ClientConnection

import caserne
from caserne.server.live import hub, slices
from caserne.server.live.fair_queue import FairQueue, Owner, Priority
from caserne.server.live.slices import Slices
from caserne.server.live.table_notices import TableNotices
from caserne.server.matches.lobby import MAX_BOT_MATCHES

GUEST, FAMILY, NEIGHBOUR = Owner("guest", "10.0.0.1"), Owner("family", "10.0.0.2"), Owner("neighbour", "10.0.0.2")

Jobs = Iterable[tuple[Priority, Owner, str]]


def served(jobs: Jobs, accepted: Iterable[Priority] = tuple(Priority)) -> list[str]:
    """Return the order in which a worker that accepts some priorities gets jobs that wait."""

    async def serve() -> list[str]:
        queue: FairQueue[str] = FairQueue()
        found = [job for job in jobs if job[0] in set(accepted)]
        for job in jobs:
            await queue.put(*job)
        return [await queue.get(tuple(accepted)) for _ in found]

    return asyncio.run(serve())


def test_thirty_jobs_of_a_guest_delay_another_by_one() -> None:
    attack = [(Priority.PLAY, GUEST, f"guest {n}") for n in range(30)]
    order = served([*attack, (Priority.PLAY, FAMILY, "family")])
    assert order[:3] == ["guest 0", "family", "guest 1"]


def test_thirty_guests_at_one_address_have_one_turn() -> None:
    attack = [(Priority.PLAY, Owner(f"guest {n}", GUEST.address), f"guest {n}") for n in range(30)]
    assert served([*attack, (Priority.PLAY, FAMILY, "family")]).index("family") == 1


def test_visitors_at_one_address_take_turns() -> None:
    order = served([(Priority.PLAY, owner, f"{owner.visitor} {n}") for owner in (FAMILY, NEIGHBOUR) for n in (1, 2)])
    assert order == ["family 1", "neighbour 1", "family 2", "neighbour 2"]


def test_play_goes_before_answers_before_reviews_before_bots_among_themselves() -> None:
    order = served([(priority, GUEST, priority.name) for priority in reversed(Priority)])
    assert order == ["PLAY", "ANSWER", "REVIEW", "BOTS_ONLY"]


def test_a_worker_gets_only_what_it_accepts() -> None:
    jobs = [(Priority.REVIEW, GUEST, "review"), (Priority.PLAY, FAMILY, "move")]
    assert served(jobs, [Priority.PLAY]) == ["move"]


def test_a_job_that_comes_later_is_taken_by_a_worker_that_waits() -> None:
    async def serve() -> str:
        queue: FairQueue[str] = FairQueue()
        worker = asyncio.create_task(queue.get([Priority.PLAY]))
        await queue.put(Priority.REVIEW, GUEST, "review")
        await asyncio.sleep(0)
        assert not worker.done()
        await queue.put(Priority.PLAY, GUEST, "move")
        return await worker

    assert asyncio.run(serve()) == "move"


class Table:
    """Counts the messages about who is at a table."""

    def __init__(self) -> None:
        self.viewers = self.sent = 0

    def show(self) -> int:
        self.sent += self.viewers
        return self.viewers


@pytest.mark.parametrize("spectators", [320, 3200])
def test_arriving_spectators_cost_a_linear_number_of_messages(spectators: int) -> None:
    """Each arrival used to send the table to everybody: 320 spectators, 51,000 messages."""

    async def arrive() -> int:
        table = Table()
        notices = TableNotices(table.show)
        for _ in range(spectators):
            table.viewers += 1
            notices.announce()
        assert table.sent == 1  # the first arrival is shown at once
        notices._show_changes()  # the pause is over
        assert table.sent == 1 + spectators
        notices.announce()
        assert table.sent == 1 + spectators  # the next pause
        return table.sent

    assert asyncio.run(arrive()) == 1 + spectators


def bots(game: str = GAME) -> dict[str, object]:
    return {"game": game, "seats": [{"bot": 1}] * caserne.game(game).seats}


def test_bots_among_themselves_play_while_somebody_watches(anne: Visitor) -> None:
    match = anne.make(seats=[{"bot": 1}, {"bot": 1}])
    assert anne.ok("GET", f"/api/matches/{match}")["state"] == "playing"
    with anne.socket(match) as socket:
        first = next_state(socket)
        assert first["version"] == 0  # nothing has happened while nobody watched
        while next_state(socket)["version"] < 3:
            pass


def test_a_visitor_has_a_few_matches_of_bots_under_way(server: ServerProcess, anne: Visitor, bob: Visitor) -> None:
    for _ in range(MAX_BOT_MATCHES):
        anne.ok("POST", "/api/matches", bots())
    assert anne.refused("POST", "/api/matches", bots()) == (409, "too_many_bot_matches")
    anne.make(seats=["me", {"bot": 1}])  # play goes on
    bob.ok("POST", "/api/matches", bots())


def next_state(socket: ClientConnection) -> dict[str, Any]:
    while (message := json.loads(socket.recv(PATIENCE)))["type"] != "state":
        pass
    return message


def test_spectators_are_limited_by_match_and_by_address(server_with: Callable[..., ServerProcess]) -> None:
    server = server_with(spectators_per_match=3, spectators_per_address=4)
    with Visitor(server.url) as host, ExitStack() as watching:
        full, other = host.make(), host.make()

        def watch(match: str) -> str:
            socket = watching.enter_context(Visitor(server.url).socket(match))
            first = json.loads(socket.recv(PATIENCE))
            return str(first.get("reason", first["type"]))

        assert [watch(full) for _ in range(4)] == ["welcome"] * 3 + ["too_many_spectators"]
        assert [watch(other) for _ in range(2)] == ["welcome", "too_many_windows"]
        with host.socket(full) as socket:  # who plays is always admitted
            assert json.loads(socket.recv(PATIENCE))["type"] == "welcome"


def test_everybody_learns_how_many_watch(anne: Visitor, server: ServerProcess) -> None:
    match = anne.make()
    with ExitStack() as watching:
        sockets = [watching.enter_context(Visitor(server.url).socket(match)) for _ in range(20)]
        for socket in sockets:
            watchers = 0
            while watchers < len(sockets):
                message = json.loads(socket.recv(PATIENCE))
                watchers = message.get("table", message).get("watchers", 0)


def test_long_work_is_done_in_turns_with_a_round_of_the_loop_between_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(slices, "monotonic", count().__next__)  # the time of a slice is over after each step
    order: list[str] = []

    def work(name: str) -> Generator[None, None, str]:
        for _ in range(3):
            order.append(name)
            yield
        return name

    async def answer_pings() -> None:
        while len(order) < 10:
            order.append("ping")
            await asyncio.sleep(0)

    async def run() -> list[str]:
        turns = Slices()
        results = await asyncio.gather(turns.run(work("one")), turns.run(work("two")), answer_pings())
        return [result for result in results if result]

    assert asyncio.run(run()) == ["one", "two"]
    assert [name for name in order if name != "ping"] == ["one", "two"] * 3
    slices_between_pings = "".join(name[0] for name in order[: order.index("two") + 5]).split("p")
    assert all(len(found) <= 1 for found in slices_between_pings)


def test_a_slice_goes_on_until_its_time_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(slices, "monotonic", count().__next__)
    monkeypatch.setattr(slices, "SLICE_SECONDS", 3)
    order: list[str] = []

    def work() -> Generator[None, None, None]:
        for _ in range(6):
            order.append("w")
            yield

    async def answer_pings() -> None:
        while order.count("w") < 6:
            order.append("p")
            await asyncio.sleep(0)

    async def run() -> None:
        await asyncio.gather(Slices().run(work()), answer_pings())

    asyncio.run(run())
    assert [part for part in "".join(order).split("p") if part] == ["www", "www"]


def test_others_have_a_round_of_the_loop_and_no_longer_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    pauses: list[float] = []
    sleep = asyncio.sleep

    async def noted(seconds: float) -> None:
        pauses.append(seconds)
        await sleep(0)

    def work() -> Generator[None, None, None]:
        yield

    async def run() -> None:
        await Slices().wait()
        await Slices().run(work())
        async for _ in hub.in_portions(range(2 * hub.PORTION)):  # type: ignore[arg-type]
            pass

    monkeypatch.setattr(slices, "monotonic", count().__next__)  # each slice is over after a step
    monkeypatch.setattr(asyncio, "sleep", noted)
    asyncio.run(run())
    assert pauses == [0] * 4


def test_thousands_of_matches_are_looked_at_in_portions_with_a_round_of_the_loop_between_them() -> None:
    """The clocks of all matches were looked at in one step, however many there were."""
    seen: list[Any] = []

    async def look() -> None:
        async for portion in hub.in_portions(range(2 * hub.PORTION + 1)):  # type: ignore[arg-type]
            asyncio.get_running_loop().call_soon(seen.append, "others")
            seen.append(len(portion))

    asyncio.run(look())
    assert seen == [hub.PORTION, "others", hub.PORTION, "others", 1, "others"]
