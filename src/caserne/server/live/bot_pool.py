"""Worker processes in which bots think, so that no match waits for another's bot; a bot gets only an observation."""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import count
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from secrets import randbelow
from typing import Any

import structlog

from caserne.core.game.observation import Observation

MAX_QUEUED = 1000
"""How many jobs may wait for a worker."""
JOB_TIMEOUT = 120.0
"""Seconds after which a worker counts as broken."""
COMPILE_TIMEOUT = 1800.0
"""The same while bots may still be compiling."""
WORKER_NICE = 5
"""The niceness of workers, so that people's moves get the processor first."""
URGENT, BACKGROUND = 0, 1
"""Priorities of jobs."""
log = structlog.get_logger("caserne.bots")


class BotFailed(Exception):
    """A bot could not name a move: it crashed, took too long or gave up."""


@dataclass(frozen=True, order=True)
class _Job:
    priority: int
    number: int
    work: Callable[..., Any] = field(compare=False)
    """A function at module level, so that it can be pickled."""
    arguments: tuple[Any, ...] = field(compare=False)
    result: asyncio.Future[Any] = field(compare=False)


class BotPool:
    """A few worker processes that run jobs: moves first, then in the order in which they came."""

    def __init__(self, processes: int = 0) -> None:
        self._size = processes or max(1, (os.cpu_count() or 2) - 1)
        self._jobs: asyncio.PriorityQueue[_Job] = asyncio.PriorityQueue(MAX_QUEUED)
        self._numbers = count()
        self._threads = ThreadPoolExecutor(self._size, "bots")
        self._tasks: list[asyncio.Task[None]] = []
        self._preparing: asyncio.Task[None] | None = None

    async def open(self) -> None:
        self._tasks = [asyncio.create_task(self._run_jobs(), name=f"bot {n}") for n in range(self._size)]

    async def close(self) -> None:
        tasks = self._tasks + ([self._preparing] if self._preparing else [])
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def move(self, bot: str, observation: Observation) -> str:
        """Return the bot's move; BotFailed if it cannot name one."""
        return str(await self._submit(URGENT, _move, bot, observation, randbelow(2**31)))

    async def run(self, work: Callable[..., Any], *arguments: Any) -> Any:
        """Call a function in a worker once no move waits, and return its result; BotFailed if it fails there."""
        return await self._submit(BACKGROUND, work, *arguments)

    def prepare(self, work: Callable[..., None], jobs: Sequence[tuple[Any, ...]]) -> None:
        """Run jobs that get the workers ready, one after another, while no move waits."""
        if jobs:
            self._preparing = asyncio.create_task(self._prepare(work, jobs), name="preparing bots")

    async def _prepare(self, work: Callable[..., None], jobs: Sequence[tuple[Any, ...]]) -> None:
        for job in jobs:
            try:
                await self.run(work, *job)
            except BotFailed as error:
                log.warning("a bot could not be prepared", job=job, error=str(error))

    async def _submit(self, priority: int, work: Callable[..., Any], *arguments: Any) -> Any:
        result: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        await self._jobs.put(_Job(priority, next(self._numbers), work, arguments, result))
        return await result

    @property
    def _timeout(self) -> float:
        return JOB_TIMEOUT if self._preparing is None or self._preparing.done() else COMPILE_TIMEOUT

    async def _run_jobs(self) -> None:
        """Run jobs in one worker; a broken one is replaced."""
        worker: _Worker | None = None
        try:
            while True:
                job = await self._jobs.get()
                worker = worker or _Worker()
                try:
                    reply = await asyncio.get_running_loop().run_in_executor(
                        self._threads, worker.run, job, self._timeout
                    )
                except (EOFError, OSError) as error:
                    worker.end()
                    worker, reply = None, error
                if not job.result.done():
                    if isinstance(reply, Exception):
                        job.result.set_exception(BotFailed(repr(reply)))
                    else:
                        job.result.set_result(reply)
        finally:
            if worker:
                worker.end()


class _Worker:
    """One process in which bots think."""

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
            try:
                result = work(*arguments)
            except Exception as error:
                result = RuntimeError(f"{type(error).__name__}: {error}")
            pipe.send(result)


def _move(name: str, observation: Observation, seed: int) -> str:
    from caserne.bots.names import bot

    with contextlib.closing(bot(name, observation.game, seed)) as player:
        return player.move(observation)
