"""Chess clocks kept by the server: plain values that can be stored and read at any moment."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

DAY = 86_400_000
LAG_LIMIT = 500
"""At most this many milliseconds of a move are given back as network lag."""
GRACE = 10_000
"""Milliseconds after a seat's time has run out before another may claim."""
UNTIMED_LIMIT = 7 * DAY
"""Without an agreed time another may claim after this long."""

Outage = tuple[int, int]
"""From when to when no move could be stored, in server time."""


def merged(outages: Iterable[Outage]) -> list[Outage]:
    """Return outages in order, those that overlap as one.

    >>> merged([(5, 9), (1, 3), (8, 12)])
    [(1, 3), (5, 12)]
    """
    found: list[Outage] = []
    for began, ended in sorted(outages):
        if found and began <= found[-1][1]:
            found[-1] = found[-1][0], max(ended, found[-1][1])
        else:
            found.append((began, ended))
    return found


@dataclass(frozen=True)
class Time:
    """The agreed time control: none, a base time with an increment, or days for each turn."""

    base: int | None = None
    """Milliseconds; None: no clock."""
    increment: int = 0
    per_turn: bool = False
    """Whether every turn starts with the whole base."""

    @classmethod
    def read(cls, agreed: dict[str, Any] | None) -> Self:
        """Read `{"minutes": 10, "increment": 5}` (seconds), `{"days": 3}` or None."""
        if agreed is None:
            return cls()
        if "days" in agreed:
            return cls(int(agreed["days"] * DAY), per_turn=True)
        return cls(int(agreed["minutes"] * 60_000), int(agreed.get("increment", 0) * 1000))


@dataclass(frozen=True)
class Clocks:
    """The time every seat has left, and whose clock runs since when."""

    time: Time
    left: tuple[int, ...]
    """Milliseconds at `since`; all zero without a clock."""
    running: tuple[int, ...] = ()
    """The seats whose time runs."""
    since: int = 0
    """In server time."""

    @classmethod
    def new(cls, time: Time, seats: int) -> Self:
        return cls(time, (time.base or 0,) * seats)

    @classmethod
    def stored(cls, time: Time, seats: int, stored: dict[str, Any] | None) -> Self:
        """Read the result of `as_json`."""
        if stored is None:
            return cls.new(time, seats)
        return cls(time, tuple(stored["left"]), tuple(stored["running"]), stored["since"])

    def as_json(self) -> dict[str, Any]:
        return {"left": self.left, "running": self.running, "since": self.since}

    def elapsed(self, at: int, outages: Sequence[Outage] = ()) -> int:
        """Return the milliseconds since `since`, without outages, which must not overlap."""
        down = sum(max(0, min(ended, at) - max(began, self.since)) for began, ended in outages)
        return max(0, at - self.since - down)

    def left_at(self, at: int, outages: Sequence[Outage] = ()) -> list[int | None]:
        """Return what every seat has left, at least 0; None without a clock."""
        if self.time.base is None:
            return [None] * len(self.left)
        gone = self.elapsed(at, outages)
        return [max(0, left - gone * (seat in self.running)) for seat, left in enumerate(self.left)]

    def passed(self, waiting: Sequence[int], at: int, outages: Sequence[Outage] = (), lag: int = 0) -> Self:
        """Return the clocks after an event, with those of the seats in `waiting` running.

        A seat that is no longer in `waiting` has ended its turn: it gets its increment, and its network lag back, up to
        LAG_LIMIT.
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
        """Return the clocks at the end of the match."""
        gone = self.elapsed(at, outages)
        left = tuple(left - gone * (seat in self.running) for seat, left in enumerate(self.left))
        return replace(self, left=left, running=(), since=at)

    def overdue(self, at: int, outages: Sequence[Outage] = ()) -> tuple[int, ...]:
        """Return the seats that have let their time and the grace run out, so that another may claim."""
        gone = self.elapsed(at, outages)
        return tuple(seat for seat in self.running if gone > self._claimable_after(seat))

    def _claimable_after(self, seat: int) -> int:
        return UNTIMED_LIMIT if self.time.base is None else self.left[seat] + GRACE
