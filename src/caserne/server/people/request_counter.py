"""Counts requests in Redis, so that all processes share their counts; while Redis is away, each counts by itself."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from time import monotonic
from typing import Any, TypeVar

import structlog
from limits.aio.storage import MemoryStorage, RedisStorage
from limits.aio.strategies import FixedWindowRateLimiter
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

REDIS_SECONDS = 1.0
"""How long Redis may take to count."""
AWAY_SECONDS = 5.0
"""For so long after an error Redis is not asked again."""
log = structlog.get_logger("caserne.limits")
T = TypeVar("T")


class RequestCounter:
    """A counter in Redis, and one in this process."""

    def __init__(self, redis: str = "") -> None:
        self._own = FixedWindowRateLimiter(MemoryStorage())
        self._shared = FixedWindowRateLimiter(_storage(redis)) if redis else None
        self._away_until = 0.0

    async def ask(self, question: Callable[[FixedWindowRateLimiter], Awaitable[T]]) -> T:
        """Ask the shared counter, or this process's own if Redis does not answer."""
        if self._shared and monotonic() >= self._away_until:
            try:
                return await question(self._shared)
            except (OSError, RedisError) as error:
                self._away_until = monotonic() + AWAY_SECONDS
                log.warning("each process counts requests by itself", error=type(error).__name__)
        return await question(self._own)


def _storage(redis: str) -> RedisStorage:
    options: dict[str, Any] = {"socket_timeout": REDIS_SECONDS, "socket_connect_timeout": REDIS_SECONDS}
    options["retry"] = Retry(NoBackoff(), 0)
    return RedisStorage(f"async+{redis}", implementation="redispy", **options)
