"""Background tasks come back after errors, and their failures are counted."""

from __future__ import annotations

import asyncio

import pytest
from patience import PATIENCE

from caserne.server import supervision
from caserne.server.supervision import FAILURES, cancel, failing, repeat, supervise


@pytest.fixture(autouse=True)
def no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supervision, "FIRST_PAUSE", 0.0)


def failures_of(name: str) -> float:
    return float(FAILURES.labels(name)._value.get())


def test_work_is_tried_until_it_succeeds_and_its_failures_are_counted() -> None:
    seen: list[dict[str, str]] = []

    async def work() -> None:
        seen.append(failing())
        if len(seen) < 4:
            raise OSError("the database is away")

    async def story() -> None:
        await supervise("stubborn", work)
        assert "stubborn" not in failing()

    asyncio.run(story())
    assert [found.get("stubborn") for found in seen] == [None, "OSError", "OSError", "OSError"]
    assert failures_of("stubborn") == 3


def test_a_repeated_step_goes_on_after_an_error() -> None:
    async def story() -> None:
        steps, done = 0, asyncio.Event()

        async def step() -> None:
            nonlocal steps
            steps += 1
            if steps == 2:
                raise ValueError("one bad step")
            if steps == 4:
                done.set()

        task = repeat("steps", step)
        await asyncio.wait_for(done.wait(), PATIENCE)
        await cancel(task)
        assert task.cancelled()

    asyncio.run(story())
    assert failures_of("steps") == 1


def test_pauses_double_up_to_the_longest(monkeypatch: pytest.MonkeyPatch) -> None:
    pauses: list[float] = []

    async def sleep(seconds: float) -> None:
        pauses.append(seconds)

    async def work() -> None:
        if len(pauses) < 7:
            raise OSError

    monkeypatch.setattr(supervision, "FIRST_PAUSE", 0.1)
    monkeypatch.setattr(supervision.asyncio, "sleep", sleep)
    asyncio.run(supervision._run("slow", work))
    assert pauses == [0.1, 0.2, 0.4, 0.8, 1.6, 3.0, 3.0]
