"""One worker process: it runs one job after another, and Ctrl+C is left to the server, which ends it."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any

from caserne.bots.workers import interruptions_blocked, use_one_core_each
from caserne.core.game.errors import CaserneError
from caserne.core.kernel.compiled import Policy, set_policy


class WorkFailed(Exception):
    """A worker could not do its job: it crashed or took too long, or a bot gave up."""


class Worker:
    """A process that runs jobs."""

    def __init__(self, nice: int, policy: Policy) -> None:
        """Start it with a niceness, so that people's moves get the processor first; `policy`: whether it compiles."""
        use_one_core_each()
        context = get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process: BaseProcess = context.Process(target=_work, args=(theirs, nice, policy), daemon=True)
        with interruptions_blocked():
            self._process.start()
        theirs.close()

    def run(self, work: Callable[..., Any], arguments: tuple[Any, ...], timeout: float) -> Any:
        """Return the result or the error that was raised; EOFError or OSError if the process is gone or too slow."""
        self._pipe.send((work, arguments))
        if not self._pipe.poll(timeout):
            raise TimeoutError
        return self._pipe.recv()

    def end(self) -> None:
        self._pipe.close()
        self._process.kill()
        self._process.join()


def _work(pipe: Connection, nice: int, policy: Policy) -> None:
    """Run jobs until the server closes the pipe."""
    if hasattr(os, "nice"):
        os.nice(nice)
    set_policy(policy)
    with contextlib.suppress(EOFError, OSError):
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
