"""Shuts the process down in time: says goodbye to all sockets, closes the services, and ends whatever hangs.

uvicorn's own shutdown closes all sockets without a message.
"""

from __future__ import annotations

import asyncio
import faulthandler
import signal
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread
from types import FrameType
from typing import Any

import structlog

SIGNALS = (signal.SIGINT, signal.SIGTERM)
EXIT_SECONDS = 9.0
"""How long after a signal the process ends, whatever hangs."""
CLOSE_SECONDS = 3.0
"""How long all services together may take to close."""
log = structlog.get_logger("caserne.server")


@contextmanager
def run_before_shutdown(callback: Callable[[], Awaitable[None]]) -> Iterator[None]:
    """On SIGINT or SIGTERM, await the callback and then pass the signal on; a second signal stops at once.

    A process that hangs prints where it does and ends, even if its event loop no longer runs.
    """
    if current_thread() is not main_thread():  # only the main thread may handle signals
        yield
        return
    loop = asyncio.get_running_loop()
    original: dict[int, Any] = {number: signal.getsignal(number) for number in SIGNALS}

    async def run_callback(number: int) -> None:
        try:
            await callback()
        finally:
            signal.raise_signal(number)

    def handle(number: int, _: FrameType | None) -> None:
        signal.signal(number, original[number])
        faulthandler.dump_traceback_later(EXIT_SECONDS, exit=True)
        loop.call_soon_threadsafe(lambda: tasks.append(loop.create_task(run_callback(number))))

    tasks: list[asyncio.Task[None]] = []
    for number in SIGNALS:
        signal.signal(number, handle)
    try:
        yield
    finally:
        for number in SIGNALS:
            signal.signal(number, original[number])


async def close_in_time(*closings: Callable[[], Awaitable[None]]) -> None:
    """Close services one after another; log those that fail or take too long, and go on."""
    deadline = asyncio.get_running_loop().time() + CLOSE_SECONDS
    for close in closings:
        try:
            async with asyncio.timeout_at(deadline):
                await close()
        except Exception as error:
            log.warning("could not be closed", what=close.__qualname__, error=type(error).__name__)
