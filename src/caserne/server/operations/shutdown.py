"""Saying goodbye before the process stops: the web server closes all sockets without a word as its first act."""

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
def before_stopping(goodbye: Callable[[], Awaitable[None]]) -> Iterator[None]:
    """When a signal tells the process to stop, say goodbye first; the same signal again stops at once."""
    if current_thread() is not main_thread():  # which alone may listen to signals
        yield
        return
    loop = asyncio.get_running_loop()
    stops: dict[int, Any] = {number: signal.getsignal(number) for number in SIGNALS}

    async def go(number: int) -> None:
        try:
            await goodbye()
        finally:
            signal.raise_signal(number)

    def hear(number: int, _: FrameType | None) -> None:
        signal.signal(number, stops[number])
        loop.call_soon_threadsafe(lambda: going.append(loop.create_task(go(number))))

    going: list[asyncio.Task[None]] = []
    for number in SIGNALS:
        signal.signal(number, hear)
    try:
        yield
    finally:
        for number in SIGNALS:
            signal.signal(number, stops[number])
