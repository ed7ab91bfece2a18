"""Runs a callback before the process shuts down: uvicorn's own shutdown closes all sockets without a message."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread
from types import FrameType
from typing import Any

SIGNALS = (signal.SIGINT, signal.SIGTERM)


@contextmanager
def run_before_shutdown(callback: Callable[[], Awaitable[None]]) -> Iterator[None]:
    """On SIGINT or SIGTERM, await the callback and then pass the signal on; a second signal stops at once."""
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
        loop.call_soon_threadsafe(lambda: tasks.append(loop.create_task(run_callback(number))))

    tasks: list[asyncio.Task[None]] = []
    for number in SIGNALS:
        signal.signal(number, handle)
    try:
        yield
    finally:
        for number in SIGNALS:
            signal.signal(number, original[number])
