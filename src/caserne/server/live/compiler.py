"""Compiles what the cache does not hold, in processes of its own, while people play by interpreted rules already."""

from __future__ import annotations

import asyncio
import os

import structlog

import caserne
from caserne.bots.levels import LEVELS, network_problem
from caserne.bots.precompile import Part, all_parts, compile_part, part_of_level
from caserne.core.game.registry import playable_rooms
from caserne.core.kernel.compiled import Policy
from caserne.server.live.worker import Worker, WorkFailed

COMPILER_NICE = 10
TIMEOUT = 1800.0
"""Seconds after which the compilation of one part counts as failed."""
FIRST_LOAD_SECONDS = 2.0
"""How long compiled rules wait before they are loaded at the start, so that the first page comes sooner."""
log = structlog.get_logger("caserne.compiler")


class Compiler:
    """Compiles rules and bots, what somebody waits for first; uses compiled rules in this process once they are there.

    With several server processes one compiles a part, and the others wait for it.
    """

    def __init__(self) -> None:
        self._processes = max(1, (os.cpu_count() or 2) - 1)
        self._waiting: list[Part] = []
        """What is left to compile, the most urgent first."""
        self._finished: dict[Part, asyncio.Event] = {}
        self._loads: dict[Part, asyncio.Task[None]] = {}
        self._tasks: list[asyncio.Task[None]] = []

    async def open(self) -> None:
        _report_networks()
        parts = all_parts()
        self._waiting = [part for part in parts if not part.is_compiled()]
        self._finished = {part: asyncio.Event() for part in parts}
        for part in set(parts) - set(self._waiting):
            self._finished[part].set()
        self._tasks = [asyncio.create_task(self._compile(), name=f"compiler {n}") for n in range(self._processes)]
        self._tasks.append(asyncio.create_task(self._load_rules(), name="loading rules"))

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def prefer(self, game_id: str, bot: str | None = None) -> None:
        """Compile the rules of a game next, after one of its bots if that is waited for."""
        own = [part for part in self._waiting if part.game == game_id]
        wanted = part_of_level(game_id, bot) if bot in LEVELS else Part(game_id)
        own.sort(key=lambda part: part != wanted)
        self._waiting = own + [part for part in self._waiting if part.game != game_id]

    async def wait_for(self, game_id: str, bot: str) -> None:
        """Return once a bot is compiled."""
        self.prefer(game_id, bot)
        await self._finished[part_of_level(game_id, bot)].wait()

    async def use_compiled_rules(self, game_id: str) -> None:
        """Load the compiled rules of a game now, if there are any; interpreted ones take ten times as long."""
        compiled = self._finished.get(Part(game_id))
        if compiled and compiled.is_set():
            await asyncio.shield(self._loaded(Part(game_id)))

    async def _compile(self) -> None:
        """Compile in one process what is left; a part that fails stays interpreted."""
        worker: Worker | None = None
        try:
            while self._waiting:
                part = self._waiting.pop(0)
                worker = worker or Worker(COMPILER_NICE, Policy.ALWAYS)
                try:
                    reply = await asyncio.to_thread(worker.run, compile_part, (part,), TIMEOUT)
                except (EOFError, OSError) as error:
                    worker.end()
                    worker, reply = None, WorkFailed(repr(error))
                if isinstance(reply, Exception):
                    log.warning("not compiled", game=part.game, level=part.level, error=str(reply))
                self._finished[part].set()
        finally:
            if worker:
                worker.end()

    async def _load_rules(self) -> None:
        """Replace the interpreted rules of each game by compiled ones, once they are there."""
        await asyncio.sleep(FIRST_LOAD_SECONDS)
        rules = [part for part in self._finished if part.level is None]
        await asyncio.gather(*(self._load_once_compiled(part) for part in rules))

    async def _load_once_compiled(self, part: Part) -> None:
        await self._finished[part].wait()
        await self._loaded(part)

    def _loaded(self, part: Part) -> asyncio.Task[None]:
        """Return the task that loads the compiled rules of a game; there is one for each game."""
        if part not in self._loads:
            self._loads[part] = asyncio.create_task(asyncio.to_thread(caserne.game(part.game).rules.load_arrays))
        return self._loads[part]


def _report_networks() -> None:
    """Log which games play without the network that should have come with them."""
    for game_id in playable_rooms():
        if problem := network_problem(caserne.game(game_id)):
            log.warning("levels search without their network", game=game_id, error=str(problem))


def progress() -> tuple[int, int]:
    """Return how many parts are compiled, by whichever process, and how many there are."""
    parts = all_parts()
    return sum(part.is_compiled() for part in parts), len(parts)
