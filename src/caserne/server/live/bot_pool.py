"""Bots think in processes of their own, so that no match waits for another's bot; to move, they get an observation."""

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

WAITING = 1000
"""How many observations may wait for a bot."""
PATIENCE = 120.0
"""Seconds after which a bot is taken for broken."""
PATIENCE_WITH_COMPILERS = 1800.0
"""The same while bots may still have to be compiled."""
POLITENESS = 5
"""By how much bots step back when people's moves want the same processor."""
URGENT, SOMETIME = 0, 1
log = structlog.get_logger("caserne.bots")


class BotFailed(Exception):
    """A bot could not name a move: it crashed, took too long or gave up."""


@dataclass(frozen=True, order=True)
class _Question:
    urgency: int
    number: int
    work: Callable[..., Any] = field(compare=False)
    """A function of a module, which the worker finds by its name."""
    given: tuple[Any, ...] = field(compare=False)
    answer: asyncio.Future[Any] = field(compare=False)


class BotPool:
    """A few processes that answer questions: moves first, else in the order in which they came."""

    def __init__(self, processes: int = 0) -> None:
        self._size = processes or max(1, (os.cpu_count() or 2) - 1)
        self._questions: asyncio.PriorityQueue[_Question] = asyncio.PriorityQueue(WAITING)
        self._numbers = count()
        self._threads = ThreadPoolExecutor(self._size, "bots")
        self._tasks: list[asyncio.Task[None]] = []
        self._preparing: asyncio.Task[None] | None = None

    async def open(self) -> None:
        self._tasks = [asyncio.create_task(self._serve(), name=f"bot {n}") for n in range(self._size)]

    async def close(self) -> None:
        tasks = self._tasks + ([self._preparing] if self._preparing else [])
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def move(self, bot: str, observation: Observation) -> str:
        """The bot's move; BotFailed if there is none."""
        return str(await self._ask(URGENT, _move, bot, observation, randbelow(2**31)))

    async def run(self, work: Callable[..., Any], *given: Any) -> Any:
        """What a function gives in one of the processes, when no move waits; BotFailed if it fails there."""
        return await self._ask(SOMETIME, work, *given)

    def prepare(self, work: Callable[..., None], jobs: Sequence[tuple[Any, ...]]) -> None:
        """Let the processes get ready, one job after another, while nobody waits for a move."""
        if jobs:
            self._preparing = asyncio.create_task(self._prepare(work, jobs), name="preparing bots")

    async def _prepare(self, work: Callable[..., None], jobs: Sequence[tuple[Any, ...]]) -> None:
        for job in jobs:
            try:
                await self.run(work, *job)
            except BotFailed as error:
                log.warning("a bot could not be prepared", job=job, error=str(error))

    async def _ask(self, urgency: int, work: Callable[..., Any], *given: Any) -> Any:
        answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        await self._questions.put(_Question(urgency, next(self._numbers), work, given, answer))
        return await answer

    @property
    def _patience(self) -> float:
        return PATIENCE if self._preparing is None or self._preparing.done() else PATIENCE_WITH_COMPILERS

    async def _serve(self) -> None:
        """Ask one worker after another: a broken one is replaced."""
        worker: _Worker | None = None
        try:
            while True:
                question = await self._questions.get()
                worker = worker or _Worker()
                try:
                    reply = await asyncio.get_running_loop().run_in_executor(
                        self._threads, worker.ask, question, self._patience
                    )
                except (EOFError, OSError) as error:
                    worker.end()
                    worker, reply = None, error
                if not question.answer.done():
                    if isinstance(reply, Exception):
                        question.answer.set_exception(BotFailed(repr(reply)))
                    else:
                        question.answer.set_result(reply)
        finally:
            if worker:
                worker.end()


class _Worker:
    """One process in which bots think."""

    def __init__(self) -> None:
        context = get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process: BaseProcess = context.Process(target=_think, args=(theirs,), daemon=True)
        self._process.start()
        theirs.close()

    def ask(self, question: _Question, patience: float) -> Any:
        """The answer, or what went wrong in finding it; EOFError or OSError if the process is gone."""
        self._pipe.send((question.work, question.given))
        if not self._pipe.poll(patience):
            raise TimeoutError
        return self._pipe.recv()

    def end(self) -> None:
        self._pipe.close()
        self._process.kill()
        self._process.join()


def _think(pipe: Connection) -> None:
    """What a worker does until its server goes."""
    if hasattr(os, "nice"):
        os.nice(POLITENESS)
    with contextlib.suppress(EOFError, KeyboardInterrupt, OSError):
        while True:
            work, given = pipe.recv()
            try:
                answer = work(*given)
            except Exception as error:
                answer = RuntimeError(f"{type(error).__name__}: {error}")
            pipe.send(answer)


def _move(name: str, observation: Observation, seed: int) -> str:
    from caserne.bots.names import bot

    with contextlib.closing(bot(name, observation.game, seed)) as player:
        return player.move(observation)
