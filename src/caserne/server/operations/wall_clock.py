"""Notices jumps of the wall clock, by comparing it with a clock that nobody can set."""

from __future__ import annotations

import time

import structlog

JUMP_SECONDS = 60.0
"""A smaller difference is a correction, or a slow machine."""
SUSPICION_SECONDS = 86_400.0
"""For so long after a jump nothing is deleted because of its age."""
log = structlog.get_logger("caserne.clock")


class WallClock:
    """Remembers how far the wall clock is ahead of the steady clock."""

    def __init__(self) -> None:
        self._ahead = time.time() - steady_seconds()
        self._suspected_until = 0.0

    def check(self) -> None:
        """Log a jump since the last check."""
        ahead = time.time() - steady_seconds()
        jump, self._ahead = ahead - self._ahead, ahead
        if abs(jump) > JUMP_SECONDS:
            self.suspect("the wall clock has jumped", seconds=round(jump))

    def suspect(self, reason: str, **details: int) -> None:
        """Log why the wall clock may be wrong; it is not trusted for a day."""
        log.warning(reason, **details, consequence="nothing is deleted for a day")
        self._suspected_until = steady_seconds() + SUSPICION_SECONDS

    @property
    def is_trusted(self) -> bool:
        return steady_seconds() >= self._suspected_until


def steady_seconds() -> float:
    """Return the seconds since this machine was started, those in which it slept included if it knows them."""
    return time.clock_gettime(time.CLOCK_BOOTTIME) if hasattr(time, "CLOCK_BOOTTIME") else time.monotonic()
