"""Worker processes: bots get only an observation, a broken worker is replaced, and moves wait for nothing else."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import sys
from multiprocessing.process import BaseProcess
from time import sleep

import pytest
from rooms_by_kind import TOY

import caserne
from caserne.core.game.errors import IllegalMove, UnknownGame
from caserne.core.game.observation import Observation
from caserne.core.kernel.compiled import Policy
from caserne.core.match.match import Match
from caserne.server.errors import RequestError
from caserne.server.live import bot_turns
from caserne.server.live.bot_turns import pause
from caserne.server.live.fair_queue import Owner, Priority
from caserne.server.live.worker import Worker, WorkFailed
from caserne.server.live.worker_pool import MAX_ANSWERS, WorkerPool

ANNE = Owner("anne", "192.168.1.2")


def seen() -> Observation:
    return caserne.game(TOY).start().play("A").play("B").play("1").view(0)


async def move(pool: WorkerPool, bot: str = "1") -> str:
    return await pool.move(bot, seen(), Priority.PLAY, ANNE)


def workers() -> list[BaseProcess]:
    """The workers of this process, the oldest first; the servers that other tests use are not daemons."""
    daemons = [child for child in multiprocessing.active_children() if child.daemon]
    return sorted(daemons, key=lambda child: child.pid or 0)


async def with_one_worker() -> None:
    pool = WorkerPool(1)
    await pool.open()
    try:
        answers = await asyncio.gather(*(move(pool, "random") for _ in range(20)))
        assert set(answers) <= {"x1", "x2", "x3"}
        with pytest.raises(WorkFailed, match="UnknownBot"):
            await move(pool, "nobody")
        assert await move(pool) in ("x1", "x2", "x3")
        await survive_a_crash(pool)
        await let_moves_pass(pool)
        await answer_with_errors_of_users(pool)
    finally:
        await pool.close()
    assert not workers()


async def let_moves_pass(pool: WorkerPool) -> None:
    """Reviews and bots among themselves have a worker of their own."""
    others = [asyncio.create_task(pool.run(Priority.REVIEW, ANNE, sleep, 3600)) for _ in range(3)]
    await asyncio.sleep(0)  # they are queued now
    await move(pool)
    assert not any(other.done() for other in others)
    for other in others:
        other.cancel()
    (worker,) = workers()[1:]
    worker.kill()  # it would sleep on


async def answer_with_errors_of_users(pool: WorkerPool) -> None:
    """An error that a user can correct is raised as it was, with its sentence in any language."""
    with pytest.raises(UnknownGame) as unknown:
        await pool.answer(ANNE, caserne.game, "chess")
    assert "chess" in unknown.value.text("fr")
    with pytest.raises(IllegalMove) as refused:
        await pool.answer(ANNE, seen().game.start().play, "x1")
    assert refused.value.rules
    with pytest.raises(WorkFailed, match="ZeroDivisionError"):
        await pool.answer(ANNE, divmod, 1, 0)


async def survive_a_crash(pool: WorkerPool) -> None:
    (worker,) = workers()
    worker.kill()
    worker.join()
    with pytest.raises(WorkFailed):
        await move(pool)
    assert await move(pool) in ("x1", "x2", "x3")


@pytest.mark.skipif(sys.platform == "win32", reason="has no signals of this kind")
def test_ctrl_c_while_a_worker_imports_its_modules_is_left_to_the_server() -> None:
    worker = Worker(0, Policy.CACHED)
    try:
        (process,) = workers()
        os.kill(process.pid or 0, signal.SIGINT)
        assert worker.run(divmod, (7, 2), timeout=300) == (3, 1)
    finally:
        worker.end()


@pytest.mark.slow
def test_workers_answer_and_survive() -> None:
    asyncio.run(with_one_worker())


def test_an_address_cannot_queue_computations_without_end() -> None:
    async def ask_too_often() -> None:
        pool = WorkerPool(1)  # not open: everything waits
        waiting = [asyncio.create_task(pool.answer(ANNE, sleep, 0)) for _ in range(MAX_ANSWERS)]
        await asyncio.sleep(0)
        with pytest.raises(RequestError, match="busy"):
            await pool.answer(Owner("another guest", ANNE.address), sleep, 0)
        for task in waiting:
            task.cancel()

    asyncio.run(ask_too_often())


@pytest.mark.parametrize(
    ("elapsed", "pace", "waits"), [(0.1, 0.8, 0.7), (0.7, 0.8, 0.1), (0.9, 0.8, 0.7), (2.5, 0.0, 0.0)]
)
def test_moves_are_shown_at_multiples_of_a_pace(elapsed: float, pace: float, waits: float) -> None:
    assert pause(elapsed, pace) == pytest.approx(waits)


def test_a_bot_that_fails_loses_a_match_of_two_and_is_replaced_in_a_larger_one() -> None:
    pair, three = Match(caserne.game(TOY)), Match(caserne.game("manoeuvre", players=3))
    bot_turns._forfeit(pair, 0)
    bot_turns._forfeit(three, 0)
    assert pair.record.end is not None
    assert (three.record.end, three.left()) == (None, [0])
