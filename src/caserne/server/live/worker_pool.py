"""Worker processes for what takes long: bots think and boards are drawn there, so that no match waits for another."""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections.abc import Callable, Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from secrets import randbelow
from typing import Any

import structlog

from caserne.core.game.errors import CaserneError
from caserne.core.game.observation import Observation
from caserne.server.errors import RequestError
from caserne.server.live.fair_queue import FairQueue, Owner, Priority
from caserne.server.supervision import cancel, supervise

PLAY_ONLY = (Priority.PLAY, Priority.PREPARATION)
"""What most workers do; bots are prepared where they will play."""
BESIDE_PLAY = (Priority.ANSWER, Priority.REVIEW, Priority.BOTS_ONLY)
"""What one more worker does, so that a bot that somebody waits for never waits for these."""
MAX_ANSWERS = 20
"""How many computations may wait for one address."""
JOB_TIMEOUT = 120.0
"""Seconds after which a worker counts as broken."""
COMPILE_TIMEOUT = 1800.0
"""The same while bots may still be compiling."""
WORKER_NICE = 5
"""The niceness of workers, so that people's moves get the processor first."""
log = structlog.get_logger("caserne.workers")


class WorkFailed(Exception):
    """A worker could not do its job: it crashed or took too long, or a bot gave up."""


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
        self._preparing: asyncio.Task[None] | None = None

    async def open(self) -> None:
        self._tasks = [
            supervise(f"worker {number}", partial(self._run_jobs, accepted))
            for number, accepted in enumerate(self._lanes)
        ]

    async def close(self) -> None:
        await cancel(*self._tasks, self._preparing)
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def move(self, bot: str, observation: Observation, priority: Priority, owner: Owner) -> str:
        """Return the bot's move; WorkFailed if it cannot name one."""
        return str(await self.run(priority, owner, _move, bot, observation, randbelow(2**31)))

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

    def prepare(self, work: Callable[..., None], jobs: Sequence[tuple[Any, ...]]) -> None:
        """Run jobs that get the workers ready, one after another, while no move waits."""
        if jobs:
            self._preparing = asyncio.create_task(self._prepare(work, jobs), name="preparing bots")

    async def _prepare(self, work: Callable[..., None], jobs: Sequence[tuple[Any, ...]]) -> None:
        for job in jobs:
            try:
                await self.run(Priority.PREPARATION, Owner(), work, *job)
            except WorkFailed as error:
                log.warning("a bot could not be prepared", job=job, error=str(error))

    @property
    def _timeout(self) -> float:
        return JOB_TIMEOUT if self._preparing is None or self._preparing.done() else COMPILE_TIMEOUT

    async def _run_jobs(self, accepted: Collection[Priority]) -> None:
        """Run jobs of some priorities in one worker; a broken one is replaced."""
        worker: _Worker | None = None
        try:
            while True:
                job = await self._jobs.get(accepted)
                if job.result.done():  # nobody waits any more
                    continue
                worker = worker or _Worker()
                try:
                    reply = await asyncio.get_running_loop().run_in_executor(
                        self._threads, worker.run, job, self._timeout
                    )
                except (EOFError, OSError) as error:
                    worker.end()
                    worker, reply = None, WorkFailed(repr(error))
                if not job.result.done():
                    (job.result.set_exception if isinstance(reply, Exception) else job.result.set_result)(reply)
        finally:
            if worker:
                worker.end()


class _Worker:
    """One process that runs jobs."""

    def __init__(self) -> None:
        context = get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process: BaseProcess = context.Process(target=_work, args=(theirs,), daemon=True)
        self._process.start()
        theirs.close()

    def run(self, job: _Job, timeout: float) -> Any:
        """Return the job's result or the error it raised; EOFError or OSError if the process is gone."""
        self._pipe.send((job.work, job.arguments))
        if not self._pipe.poll(timeout):
            raise TimeoutError
        return self._pipe.recv()

    def end(self) -> None:
        self._pipe.close()
        self._process.kill()
        self._process.join()


def _work(pipe: Connection) -> None:
    """Run jobs until the server closes the pipe."""
    if hasattr(os, "nice"):
        os.nice(WORKER_NICE)
    with contextlib.suppress(EOFError, KeyboardInterrupt, OSError):
        while True:
            work, arguments = pipe.recv()
            pipe.send(_result(work, arguments))


def _result(work: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
    """Return what a function returns, or the error that it raises."""
    try:
        return work(*arguments)
    except CaserneError as error:
        return error
    except Exception as error:
        return WorkFailed(f"{type(error).__name__}: {error}")


def _move(name: str, observation: Observation, seed: int) -> str:
    from caserne.bots.names import bot

    try:
        with contextlib.closing(bot(name, observation.game, seed)) as player:
            return player.move(observation)
    except CaserneError as error:
        raise WorkFailed(f"{type(error).__name__}: {error}") from error
