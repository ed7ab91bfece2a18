"""A queue in which nobody waits for all the jobs of somebody else: by priority, then by turns."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Collection
from dataclasses import dataclass
from enum import IntEnum, auto
from typing import Generic, TypeVar

T = TypeVar("T")


class Priority(IntEnum):
    """What a job is for, the most urgent first."""

    PLAY = auto()
    """The move of a bot in a match with people."""
    ANSWER = auto()
    """A drawing or a computation for which somebody waits."""
    REVIEW = auto()
    BOTS_ONLY = auto()
    """The move of a bot in a match without people."""


@dataclass(frozen=True)
class Owner:
    """The person for whom a job runs."""

    visitor: str = ""
    address: str = ""


class FairQueue(Generic[T]):
    """Jobs by priority; at each priority addresses take turns, and so do the visitors of one address."""

    def __init__(self) -> None:
        self._waiting: dict[Priority, dict[str, dict[str, deque[T]]]] = {priority: {} for priority in Priority}
        """By priority, address and visitor; who is next comes first."""
        self._changed = asyncio.Condition()

    def pending(self, address: str) -> int:
        """Return how many jobs of an address wait."""
        return sum(len(jobs) for by_address in self._waiting.values() for jobs in by_address.get(address, {}).values())

    async def put(self, priority: Priority, owner: Owner, job: T) -> None:
        """Add a job after the others of its owner."""
        by_visitor = self._waiting[priority].setdefault(owner.address, {})
        by_visitor.setdefault(owner.visitor, deque()).append(job)
        async with self._changed:
            self._changed.notify_all()

    async def get(self, accepted: Collection[Priority]) -> T:
        """Remove and return the next job of one of the accepted priorities, as soon as there is one."""
        async with self._changed:
            await self._changed.wait_for(lambda: any(self._waiting[priority] for priority in accepted))
            most_urgent = min(priority for priority in accepted if self._waiting[priority])
            return _take_turn(self._waiting[most_urgent])


def _take_turn(by_address: dict[str, dict[str, deque[T]]]) -> T:
    """Remove the next job of the address and visitor whose turn it is, and put them behind the others."""
    address, by_visitor = next(iter(by_address.items()))
    visitor, jobs = next(iter(by_visitor.items()))
    job = jobs.popleft()
    del by_visitor[visitor], by_address[address]
    if jobs:
        by_visitor[visitor] = jobs
    if by_visitor:
        by_address[address] = by_visitor
    return job
