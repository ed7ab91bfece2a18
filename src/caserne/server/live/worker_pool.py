"""Worker processes for what takes long: bots think and boards are drawn there, so that no match waits for another."""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections.abc import Callable, Collection, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from secrets import randbelow
from typing import Any

from caserne.bots.bot import Analysis, Bot
from caserne.core.game.errors import CaserneError
from caserne.core.game.observation import Observation
from caserne.core.kernel.compiled import Policy
from caserne.server.errors import RequestError
from caserne.server.live.fair_queue import FairQueue, Owner, Priority
from caserne.server.live.worker import Worker, WorkFailed
from caserne.server.supervision import cancel, supervise

PLAY_ONLY = (Priority.PLAY,)
"""What most workers do."""
BESIDE_PLAY = (Priority.ANSWER, Priority.REVIEW, Priority.BOTS_ONLY)
"""What one more worker does, so that a bot that somebody waits for never waits for these."""
MAX_ANSWERS = 20
"""How many computations may wait for one address."""
JOB_TIMEOUT = 120.0
"""Seconds after which a worker counts as broken."""
WORKER_NICE = 5
MOST_SECONDS = 2.0
"""For a move of a bot whose budget is in nodes: interpreted, until it is compiled, it could take minutes."""


@dataclass(frozen=True)
class _Job:
    work: Callable[..., Any]
    """A function at module level, so that it can be pickled."""
    arguments: tuple[Any, ...]
    result: asyncio.Future[Any]


class WorkerPool:
    """Worker processes that run jobs: the most urgent first, and people take turns."""

    def __init__(self, bot_processes: int = 0) -> None:
        players = bot_processes or max(1, (os.cpu_count() or 2) - 1)
        self._lanes: list[Collection[Priority]] = [PLAY_ONLY] * players + [BESIDE_PLAY]
        self._jobs: FairQueue[_Job] = FairQueue()
        self._threads = ThreadPoolExecutor(len(self._lanes), "workers")
        self._tasks: list[asyncio.Task[None]] = []

    async def open(self) -> None:
        self._tasks = [
            supervise(f"worker {number}", partial(self._run_jobs, accepted))
            for number, accepted in enumerate(self._lanes)
        ]

    async def close(self) -> None:
        await cancel(*self._tasks)
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def move(self, bot: str, observation: Observation, priority: Priority, owner: Owner) -> str:
        """Return the bot's move; WorkFailed if it cannot name one."""
        return str(await self.run(priority, owner, _move, bot, observation, randbelow(2**31)))

    async def analyse(self, bot: str, observation: Observation, owner: Owner) -> Analysis:
        """Return the bot's analysis for a person who plays and waits for it."""
        analysis: Analysis = await self.run(Priority.PLAY, owner, _analyse, bot, observation, randbelow(2**31))
        return analysis

    async def answer(self, owner: Owner, work: Callable[..., Any], *arguments: Any) -> Any:
        """Compute something that a person waits for; refused while too much waits for the same address."""
        if self._jobs.pending(owner.address) >= MAX_ANSWERS:
            raise RequestError.of("server.busy")
        return await self.run(Priority.ANSWER, owner, work, *arguments)

    async def run(self, priority: Priority, owner: Owner, work: Callable[..., Any], *arguments: Any) -> Any:
        """Call a function in a worker and return its result; WorkFailed if it fails there, unless the user erred."""
        result: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        await self._jobs.put(priority, owner, _Job(work, arguments, result))
        return await result

    async def _run_jobs(self, accepted: Collection[Priority]) -> None:
        """Run jobs of some priorities in one worker; a broken one is replaced."""
        worker: Worker | None = None
        try:
            while True:
                job = await self._jobs.get(accepted)
                if job.result.done():  # nobody waits any more
                    continue
                worker = worker or Worker(WORKER_NICE, Policy.CACHED)
                try:
                    reply = await asyncio.get_running_loop().run_in_executor(
                        self._threads, worker.run, job.work, job.arguments, JOB_TIMEOUT
                    )
                except (EOFError, OSError) as error:
                    worker.end()
                    worker, reply = None, WorkFailed(repr(error))
                if not job.result.done():
                    (job.result.set_exception if isinstance(reply, Exception) else job.result.set_result)(reply)
        finally:
            if worker:
                worker.end()


def _move(name: str, observation: Observation, seed: int) -> str:
    with _quick_bot(name, observation, seed) as player:
        return player.move(observation)


def _analyse(name: str, observation: Observation, seed: int) -> Analysis:
    with _quick_bot(name, observation, seed) as player:
        return player.analyse(observation)


@contextlib.contextmanager
def _quick_bot(name: str, observation: Observation, seed: int) -> Iterator[Bot]:
    """Open the bot of that name, with a limit of seconds; WorkFailed if it fails."""
    from caserne.bots.names import bot

    try:
        with contextlib.closing(bot(name, observation.game, seed)) as player:
            if player.budget.seconds is None:
                player.budget = replace(player.budget, seconds=MOST_SECONDS)
            yield player
    except CaserneError as error:
        raise WorkFailed(f"{type(error).__name__}: {error}") from error
