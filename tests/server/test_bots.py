"""Bots think in processes of their own: they get an observation alone, and one that breaks harms nobody."""

from __future__ import annotations

import asyncio
import multiprocessing

import pytest
from rooms_by_kind import TOY

import caserne
from caserne.core.observation import Observation
from caserne.server.live.bots import BotFailed, BotPool
from caserne.server.live.computers import pause


def seen() -> Observation:
    return caserne.game(TOY).start().play("A").play("B").play("1").view(0)


async def with_one_worker() -> None:
    pool = BotPool(1)
    await pool.open()
    try:
        answers = await asyncio.gather(*(pool.move("random", seen()) for _ in range(20)))
        assert set(answers) <= {"x1", "x2", "x3"}
        with pytest.raises(BotFailed, match="UnknownBot"):
            await pool.move("nobody", seen())
        assert await pool.move("1", seen()) in ("x1", "x2", "x3")
        await survive_a_crash(pool)
    finally:
        await pool.close()
    assert not multiprocessing.active_children()


async def survive_a_crash(pool: BotPool) -> None:
    (worker,) = multiprocessing.active_children()
    worker.kill()
    worker.join()
    with pytest.raises(BotFailed):
        await pool.move("1", seen())
    assert await pool.move("1", seen()) in ("x1", "x2", "x3")


def test_a_pool_of_bots_answers_and_survives() -> None:
    asyncio.run(with_one_worker())


@pytest.mark.parametrize(
    ("elapsed", "pace", "waits"), [(0.1, 0.8, 0.7), (0.7, 0.8, 0.1), (0.9, 0.8, 0.7), (2.5, 0.0, 0.0)]
)
def test_moves_are_shown_at_multiples_of_a_pace(elapsed: float, pace: float, waits: float) -> None:
    assert pause(elapsed, pace) == pytest.approx(waits)
