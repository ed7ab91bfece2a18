"""Rate limits for requests that cost others something: logging in, making matches, writing chat."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from operator import methodcaller
from time import time
from typing import NoReturn

from limits import RateLimitItem, parse_many

from caserne.server.errors import RequestError
from caserne.server.people.request_counter import RequestCounter


@dataclass(frozen=True)
class Limit:
    """A kind of request, and how many are allowed."""

    name: str
    rates: str


NEW_GUEST = Limit("welcome", "120/minute")
"""New guests from one address."""
LOGIN = Limit("login", "10/minute;60/hour")
"""Login attempts from one address."""
LOGIN_NAME = Limit("login-name", "60/hour")
"""Login attempts for one name from anywhere; beyond that the name is under attack."""
LOGIN_ATTACKED = Limit("login-attacked", "3/hour")
"""Login attempts from one address for a name under attack."""
NAME = Limit("name", "20/minute;60/hour")
"""New names chosen from one address: a refused one tells that somebody has it."""
ACCESS = Limit("access", "10/minute;60/hour")
"""Attempts to enter the access code from one address."""
ACCOUNT = Limit("account", "10/hour")
"""New accounts from one address."""
MATCH = Limit("match", "30/minute")
"""New matches of one visitor."""
MATCHES_HERE = Limit("match-here", "120/minute")
"""New matches from one address."""
BOT_MATCHES_HERE = Limit("bot-match-here", "60/hour")
"""New matches of bots among themselves from one address."""
WATCH = Limit("watch", "300/minute")
"""Websockets that are opened from one address."""
BOARD = Limit("board", "20/minute;200/day")
"""Boards that one visitor shares."""
SAVE_SETUP = Limit("keep", "60/minute")
"""Set-ups that one visitor saves."""
DRAWING = Limit("paint", "120/minute;3000/hour")
"""Boards drawn for one visitor without a cache, such as in the board editor."""
DEVICE = Limit("device", "20/hour")
"""Links to another device that one visitor makes, or that are tried from one address."""
CHAT = Limit("chat", "30/minute")
"""Chat lines of one visitor."""
COMPUTATION = Limit("think", "240/minute")
"""Boards drawn, set-ups found and matches reviewed for one visitor; a costly one counts as several."""
COMPUTATION_HERE = Limit("think-here", "1200/minute")
"""The same for one address."""


class Limiter:
    """Counts requests by kind and person; with Redis, all processes share their counts."""

    def __init__(self, redis: str = "", *, enabled: bool = True) -> None:
        self._counter = _counter(redis)
        self._enabled = enabled

    async def spend(self, limit: Limit, who: str, cost: int = 1) -> None:
        """Count a request, as several if it is costly; RequestError if that exceeds the limit."""
        exceeded = await self._count(limit, who, cost)
        if exceeded is not None:
            await self._refuse(exceeded, limit, who)

    async def check(self, limit: Limit, who: str) -> None:
        """Count nothing; RequestError if no request is left. For limits that count only what fails."""
        for item in parse_many(limit.rates) if self._enabled else ():
            if not await self._counter.ask(methodcaller("test", item, limit.name, who)):
                await self._refuse(item, limit, who)

    async def spend_login(self, name: str, address: str) -> None:
        """Count a login attempt by its address.

        A name that is attacked from many addresses allows few attempts from each. Its owner is never locked out:
        attempts from elsewhere do not count at the owner's address.
        """
        await self.spend(LOGIN, address)
        if await self._count(LOGIN_NAME, name) is not None:
            await self.spend(LOGIN_ATTACKED, f"{address} {name}")

    async def _count(self, limit: Limit, who: str, cost: int = 1) -> RateLimitItem | None:
        """Count a request; return the rate that it exceeds, if any."""
        for item in parse_many(limit.rates) if self._enabled else ():
            if not await self._counter.ask(methodcaller("hit", item, limit.name, who, cost=cost)):
                return item
        return None

    async def _refuse(self, exceeded: RateLimitItem, limit: Limit, who: str) -> NoReturn:
        until, _ = await self._counter.ask(methodcaller("get_window_stats", exceeded, limit.name, who))
        raise RequestError.of("server.too_often", seconds=max(1, ceil(until - time())))


def _counter(redis: str) -> RequestCounter:
    if not redis:
        return RequestCounter()
    from caserne.server.people.shared_counter import SharedCounter

    return SharedCounter(redis)
