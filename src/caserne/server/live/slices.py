"""Long work in the event loop: a slice at a time, so that moves and pings are answered in between."""

from __future__ import annotations

import asyncio
from collections.abc import Generator
from time import monotonic
from typing import TypeVar

T = TypeVar("T")

SLICE_SECONDS = 0.002
"""A slice ends after the step in which this time is over."""


class Slices:
    """Gives turns to long work; all of it together does one slice in each round of the event loop."""

    def __init__(self) -> None:
        self._turn = asyncio.Lock()

    async def wait(self) -> None:
        """Wait for a turn to do one slice of work."""
        async with self._turn:
            await asyncio.sleep(0)

    async def run(self, work: Generator[None, None, T]) -> T:
        """Run a generator, whose steps are short, to its end, and return what it returns."""
        while True:
            async with self._turn:
                end = monotonic() + SLICE_SECONDS
                try:
                    next(work)
                    while monotonic() < end:
                        next(work)
                except StopIteration as done:
                    result: T = done.value
                    return result
                await asyncio.sleep(0)
