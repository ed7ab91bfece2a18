"""The bot pool: bots get only an observation, and a broken worker is replaced."""

from __future__ import annotations

import asyncio
import multiprocessing
from time import sleep

import pytest
from rooms_by_kind import TOY

import caserne
from caserne.core.game.observation import Observation
from caserne.server.live.bot_pool import BotFailed, BotPool
from caserne.server.live.bot_turns import pause


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
        await let_moves_go_first(pool)
        await survive_a_crash(pool)
    finally:
        await pool.close()
    assert not multiprocessing.active_children()


async def let_moves_go_first(pool: BotPool) -> None:
    """Background jobs and preparation wait for moves."""
    pool.prepare(sleep, [("no time",), (0,)])
    others = [asyncio.create_task(pool.run(sleep, 0)) for _ in range(3)]
    await asyncio.sleep(0)  # they are queued now
    await pool.move("1", seen())
    assert not others[-1].done()
    await asyncio.gather(*others)
    await pool.run(sleep, 0)  # after the preparation


async def survive_a_crash(pool: BotPool) -> None:
    (worker,) = multiprocessing.active_children()
    worker.kill()
    worker.join()
    with pytest.raises(BotFailed):
        await pool.move("1", seen())
    assert await pool.move("1", seen()) in ("x1", "x2", "x3")


@pytest.mark.slow
def test_a_pool_of_bots_answers_and_survives() -> None:
    asyncio.run(with_one_worker())


@pytest.mark.parametrize(
    ("elapsed", "pace", "waits"), [(0.1, 0.8, 0.7), (0.7, 0.8, 0.1), (0.9, 0.8, 0.7), (2.5, 0.0, 0.0)]
)
def test_moves_are_shown_at_multiples_of_a_pace(elapsed: float, pace: float, waits: float) -> None:
    assert pause(elapsed, pace) == pytest.approx(waits)
