"""Keeps background tasks running: one that fails is logged and counted, and runs again after a pause."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from time import monotonic

import structlog
from prometheus_client import Counter

FIRST_PAUSE, LONGEST_PAUSE = 0.1, 3.0
"""Seconds before a failed task runs again; the pause doubles with each failure in a row."""
SETTLED_SECONDS = 10.0
"""A task that has run for so long without a failure counts as healthy."""
FAILURES = Counter("caserne_task_failures", "Failures of background tasks", ["task"], registry=None)
log = structlog.get_logger("caserne.tasks")
_failing: dict[str, tuple[str, float]] = {}
"""By task: the class of its last error, and when the task was to run again."""

Work = Callable[[], Awaitable[None]]


def supervise(name: str, work: Work) -> asyncio.Task[None]:
    """Start a task that does some work once; after an error it tries again until it succeeds."""
    return asyncio.create_task(_run(name, work), name=name)


def repeat(name: str, step: Work, every: float = 0.0) -> asyncio.Task[None]:
    """Start a task that repeats a step, with a pause of `every` seconds before each, until it is cancelled."""

    async def repeat_step() -> None:
        while True:
            await asyncio.sleep(every)
            await _run(name, step)

    return asyncio.create_task(repeat_step(), name=name)


def failing() -> dict[str, str]:
    """Return the class of the last error of each task that has failed and not recovered since."""
    return {name: error for name, (error, again) in _failing.items() if monotonic() - again < SETTLED_SECONDS}


async def cancel(*tasks: asyncio.Task[None] | None) -> None:
    """Cancel tasks and wait until they have ended."""
    running = [task for task in tasks if task]
    for task in running:
        task.cancel()
    await asyncio.gather(*running, return_exceptions=True)


async def _run(name: str, work: Work) -> None:
    """Run some work until it succeeds."""
    pause = FIRST_PAUSE
    while True:
        began = monotonic()
        try:
            await work()
        except Exception as error:
            if monotonic() - began > SETTLED_SECONDS:
                pause = FIRST_PAUSE
            log.exception("a background task failed", task=name, again_after=pause)
            FAILURES.labels(name).inc()
            _failing[name] = type(error).__name__, monotonic() + pause
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)
        else:
            _failing.pop(name, None)
            return
