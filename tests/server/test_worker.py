"""One worker process, seen from the server: how it is started, asked and ended."""

from __future__ import annotations

from typing import Any

import pytest
from rooms_by_kind import TOY

import caserne
from caserne.bots.bot import Budget
from caserne.bots.names import bot
from caserne.core.kernel.compiled import Policy
from caserne.server.live import worker as working
from caserne.server.live import worker_pool
from caserne.server.live.worker import Worker, WorkFailed


class Process:
    """Notes what is done to a process and to the pipe that leads there."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.done: list[str] = []
        self.started_with: dict[str, Any] = {}
        self.replies: list[Any] = []
        monkeypatch.setattr(working, "get_context", lambda kind: self if kind == "spawn" else None)
        monkeypatch.setattr(working, "use_one_core_each", lambda: self.done.append("one core each"))

    def Pipe(self) -> tuple[Process, Any]:
        theirs = type("Theirs", (), {"close": lambda _: self.done.append("their end is closed")})()
        return self, theirs

    def Process(self, **arguments: Any) -> Process:
        self.started_with = arguments
        return self

    def start(self) -> None:
        self.done.append("started")

    def send(self, job: Any) -> None:
        self.done.append(f"sent {job}")

    def poll(self, timeout: float) -> bool:
        self.done.append(f"waited {timeout}")
        return bool(self.replies)

    def recv(self) -> Any:
        return self.replies.pop()

    def close(self) -> None:
        self.done.append("closed")

    def kill(self) -> None:
        self.done.append("killed")

    def join(self) -> None:
        self.done.append("joined")


@pytest.fixture
def process(monkeypatch: pytest.MonkeyPatch) -> Process:
    return Process(monkeypatch)


def test_a_worker_is_started_for_one_core_and_ends_with_the_server(process: Process) -> None:
    Worker(7, Policy.CACHED)
    assert process.done == ["one core each", "started", "their end is closed"]
    assert process.started_with["daemon"] is True
    assert process.started_with["target"] is working._work
    assert process.started_with["args"][1:] == (7, Policy.CACHED)


def test_a_worker_is_sent_a_job_and_replies_in_time_or_not(process: Process) -> None:
    worker = Worker(7, Policy.CACHED)
    process.done.clear()
    process.replies = [8]
    assert worker.run(divmod, (7, 2), timeout=3) == 8
    assert process.done == [f"sent {(divmod, (7, 2))}", "waited 3"]
    with pytest.raises(TimeoutError):
        worker.run(divmod, (7, 2), timeout=3)


def test_a_worker_that_is_ended_is_killed_and_waited_for(process: Process) -> None:
    worker = Worker(7, Policy.CACHED)
    process.done.clear()
    worker.end()
    assert process.done == ["closed", "killed", "joined"]


# What it does


@pytest.mark.parametrize(("name", "seconds"), [("mcts@50n", worker_pool.MOST_SECONDS), ("mcts@1s", 1.0)])
def test_a_bot_whose_budget_is_in_nodes_has_a_limit_of_time_too(name: str, seconds: float) -> None:
    game = caserne.game(TOY)
    before: Budget = bot(name, game).budget
    with worker_pool._quick_bot(name, game.start().view(0), 5) as player:
        assert (player.budget.seconds, player.budget.nodes) == (seconds, before.nodes)


def test_a_bot_that_cannot_play_fails_with_the_reason() -> None:
    seen = caserne.game(TOY).start().view(0)
    with pytest.raises(WorkFailed, match=r"UnknownBot: .*nobody"):
        worker_pool._move("nobody", seen, 5)
    with pytest.raises(WorkFailed, match="UnknownBot"):
        worker_pool._analyse("nobody", seen, 5)
    assert worker_pool._move("random", seen, 5) in ("A", "B", "C")
