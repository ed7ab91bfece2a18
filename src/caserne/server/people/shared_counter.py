"""Counts requests in Redis, so that all processes share their counts; while Redis is away, each counts by itself."""

from __future__ import annotations

from time import monotonic
from typing import Any

import structlog
from limits.aio.storage import RedisStorage
from limits.aio.strategies import FixedWindowRateLimiter
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from caserne.server.people.request_counter import Question, RequestCounter, T

REDIS_SECONDS = 1.0
"""How long Redis may take to count."""
AWAY_SECONDS = 5.0
"""For so long after an error Redis is not asked again."""
log = structlog.get_logger("caserne.limits")


class SharedCounter(RequestCounter):
    """A counter in Redis, and one in this process for when it is away."""

    def __init__(self, redis: str) -> None:
        super().__init__()
        self._shared = FixedWindowRateLimiter(_storage(redis))
        self._away_until = 0.0

    async def ask(self, question: Question[T]) -> T:
        """Ask the shared counter, or this process's own if Redis does not answer."""
        if monotonic() >= self._away_until:
            try:
                return await question(self._shared)
            except (OSError, RedisError) as error:
                self._away_until = monotonic() + AWAY_SECONDS
                log.warning("each process counts requests by itself", error=type(error).__name__)
        return await super().ask(question)


def _storage(redis: str) -> RedisStorage:
    options: dict[str, Any] = {"socket_timeout": REDIS_SECONDS, "socket_connect_timeout": REDIS_SECONDS}
    options["retry"] = Retry(NoBackoff(), 0)
    return RedisStorage(f"async+{redis}", implementation="redispy", **options)
