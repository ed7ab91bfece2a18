"""Clocks that the server keeps: plain values, so they survive in the database and can be told at any moment."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

DAY = 86_400_000
LAG_LIMIT = 500
"""Of each move's time at most this many milliseconds are taken for the network's."""
GRACE = 10_000
"""How long after its time a seat is still waited for, before somebody may claim."""
UNTIMED_LIMIT = 7 * DAY
"""Where no time was agreed, a seat is waited for this long."""

Outage = tuple[int, int]
"""When no server was there, in milliseconds since 1970."""


@dataclass(frozen=True)
class Time:
    """What was agreed: nothing, some time a player with an increment a turn, or days for every turn."""

    base: int | None = None
    """Milliseconds; None: no clock."""
    increment: int = 0
    per_turn: bool = False
    """Whether the base is given anew for every turn."""

    @classmethod
    def read(cls, agreed: dict[str, Any] | None) -> Self:
        """From `{"minutes": 10, "increment": 5}` (seconds), `{"days": 3}` or None."""
        if agreed is None:
            return cls()
        if "days" in agreed:
            return cls(int(agreed["days"] * DAY), per_turn=True)
        return cls(int(agreed["minutes"] * 60_000), int(agreed.get("increment", 0) * 1000))


@dataclass(frozen=True)
class Clocks:
    """How much time every seat has left, and whose runs since when."""

    time: Time
    left: tuple[int, ...]
    """Milliseconds at `since`; all zero where there is no clock."""
    running: tuple[int, ...] = ()
    """The seats that are waited for."""
    since: int = 0

    @classmethod
    def new(cls, time: Time, seats: int) -> Self:
        return cls(time, (time.base or 0,) * seats)

    @classmethod
    def stored(cls, time: Time, seats: int, stored: dict[str, Any] | None) -> Self:
        """From what `as_json` gave."""
        if stored is None:
            return cls.new(time, seats)
        return cls(time, tuple(stored["left"]), tuple(stored["running"]), stored["since"])

    def as_json(self) -> dict[str, Any]:
        return {"left": self.left, "running": self.running, "since": self.since}

    def elapsed(self, at: int, outages: Sequence[Outage] = ()) -> int:
        """For how long the running seats have been waited for, without the time when no server was there."""
        down = sum(max(0, min(ended, at) - max(began, self.since)) for began, ended in outages)
        return max(0, at - self.since - down)

    def left_at(self, at: int, outages: Sequence[Outage] = ()) -> list[int | None]:
        """What every seat has left, never less than nothing; None where there is no clock."""
        if self.time.base is None:
            return [None] * len(self.left)
        gone = self.elapsed(at, outages)
        return [max(0, left - gone * (seat in self.running)) for seat, left in enumerate(self.left)]

    def passed(self, waiting: Sequence[int], at: int, outages: Sequence[Outage] = (), lag: int = 0) -> Self:
        """After something has happened: those in `waiting` are waited for from now on.

        A seat that is no longer waited for has ended its turn: it gets its increment, and the time that its move
        spent on the network back, within limits.
        """
        gone = self.elapsed(at, outages)
        left = list(self.left)
        for seat in self.running:
            done = seat not in waiting
            left[seat] -= max(0, gone - min(lag, LAG_LIMIT) * done)
            if done:
                left[seat] = (self.time.base or 0) if self.time.per_turn else max(0, left[seat]) + self.time.increment
        return replace(self, left=tuple(left), running=tuple(waiting), since=at)

    def stopped(self, at: int, outages: Sequence[Outage] = ()) -> Self:
        """After the end of the match."""
        gone = self.elapsed(at, outages)
        left = tuple(left - gone * (seat in self.running) for seat, left in enumerate(self.left))
        return replace(self, left=left, running=(), since=at)

    def overdue(self, seat: int, at: int, outages: Sequence[Outage] = ()) -> bool:
        """Whether a seat has been waited for so long that another may claim."""
        if seat not in self.running:
            return False
        allowed = UNTIMED_LIMIT if self.time.base is None else self.left[seat] + GRACE
        return self.elapsed(at, outages) > allowed
