"""Long work in the event loop: a slice at a time, so that moves and pings are answered in between."""

from __future__ import annotations

import asyncio
from collections.abc import Generator
from typing import TypeVar

T = TypeVar("T")

EVENTS_PER_SLICE = 20
"""Events of a record that take a few milliseconds to play again."""


class Slices:
    """Gives turns to long work; all of it together does one slice in each round of the event loop."""

    def __init__(self) -> None:
        self._turn = asyncio.Lock()

    async def wait(self) -> None:
        """Wait for a turn to do one slice of work."""
        async with self._turn:
            await asyncio.sleep(0)

    async def run(self, work: Generator[None, None, T]) -> T:
        """Run a generator to its end, and return what it returns."""
        while True:
            async with self._turn:
                try:
                    next(work)
                except StopIteration as done:
                    result: T = done.value
                    return result
                await asyncio.sleep(0)
