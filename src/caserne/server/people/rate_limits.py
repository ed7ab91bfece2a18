"""How often somebody may do what costs others something: log in, make matches, speak."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from time import time

from limits import parse_many
from limits.aio.storage import MemoryStorage, RedisStorage, Storage
from limits.aio.strategies import FixedWindowRateLimiter

from caserne.server.errors import Refused


@dataclass(frozen=True)
class Limit:
    """What is counted, and how much of it is allowed."""

    name: str
    rates: str


WELCOME = Limit("welcome", "120/minute")
"""New guests from one address."""
LOGIN = Limit("login", "10/minute;60/hour")
"""Passwords tried from one address, or for one name."""
ACCESS = Limit("access", "10/minute;60/hour")
"""Access codes tried from one address."""
ACCOUNT = Limit("account", "10/hour")
"""New accounts from one address."""
MATCH = Limit("match", "30/minute")
"""New matches of one visitor."""
BOARD = Limit("board", "20/minute;200/day")
"""Boards that one visitor shares."""
KEEP = Limit("keep", "60/minute")
"""Set-ups that one visitor keeps."""
PAINT = Limit("paint", "120/minute;3000/hour")
"""Boards that are drawn for one visitor, such as those one paints: each is drawn anew."""
DEVICE = Limit("device", "20/hour")
"""Links to another device of one visitor, and links tried from one address."""
CHAT = Limit("chat", "30/minute")
"""Lines that one visitor says."""
THINK = Limit("think", "240/minute")
"""Boards drawn, set-ups found and games reviewed for one visitor."""


class Limiter:
    """Counts by kind and person; all processes count together where there is a Redis."""

    def __init__(self, redis: str = "", *, on: bool = True) -> None:
        storage: Storage = RedisStorage(f"async+{redis}", implementation="redispy") if redis else MemoryStorage()
        self._counter = FixedWindowRateLimiter(storage)
        self._on = on

    async def spend(self, limit: Limit, who: str) -> None:
        """Count one more; Refused if it is too many."""
        if not self._on:
            return
        for item in parse_many(limit.rates):
            if not await self._counter.hit(item, limit.name, who):
                until, _ = await self._counter.get_window_stats(item, limit.name, who)
                raise Refused.of("server.too_often", seconds=max(1, ceil(until - time())))
