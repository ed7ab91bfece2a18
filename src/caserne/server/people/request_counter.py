"""Counts requests in this process."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeVar

from limits.aio.storage import MemoryStorage
from limits.aio.strategies import FixedWindowRateLimiter

T = TypeVar("T")
Question = Callable[[FixedWindowRateLimiter], Awaitable[T]]


class RequestCounter:
    """A counter in this process."""

    def __init__(self) -> None:
        self._own = FixedWindowRateLimiter(MemoryStorage())

    async def ask(self, question: Question[T]) -> T:
        """Count something, or ask for a count."""
        return await question(self._own)
