"""The time by which clocks run, in milliseconds: it passes as the monotonic clock does, and all processes share it.

A process reads the wall clock once, at its start; after that, setting the wall clock changes nothing. Server time never
goes back: a process that starts later, or learns that another is ahead, moves forward and stores the difference as an
outage, so that it counts against no clock. Heartbeats are stored twice a second; a longer silence is an outage too,
because moves could not be stored either.
"""

from __future__ import annotations

from time import monotonic_ns, time_ns

from caserne.server.live.clock import Outage, merged

LEAST_OUTAGE = 2_000
"""A shorter silence is no outage."""
NEVER = 1 << 62
"""The end of an outage that lasts."""


class ServerTime:
    """The time of one process, and the outages that it knows."""

    def __init__(self) -> None:
        self._ahead = _milliseconds(time_ns()) - _milliseconds(monotonic_ns())
        self._known: list[Outage] = []
        self._last_beat = self.now()

    def now(self) -> int:
        return _milliseconds(monotonic_ns()) + self._ahead

    def advance_to(self, at: int) -> None:
        """Move forward to the time of another process; never back."""
        step = max(0, at - self.now())
        self._ahead += step
        self._last_beat += step

    @property
    def silent_for(self) -> int:
        """Milliseconds since a heartbeat was last stored."""
        return self.now() - self._last_beat

    @property
    def outages(self) -> list[Outage]:
        """The outages in order, without overlaps; the last one may last until now."""
        if self.silent_for <= LEAST_OUTAGE:
            return self._known
        return merged([*self._known, (self._last_beat, NEVER)])

    def note_outages(self, outages: list[Outage]) -> None:
        """Add outages that are stored, or will be."""
        self._known = merged([*self._known, *outages])

    def note_beat(self) -> Outage | None:
        """Note that a heartbeat was stored; return the outage that ended with it."""
        ended = (self._last_beat, self.now())
        self._last_beat = ended[1]
        if ended[1] - ended[0] <= LEAST_OUTAGE:
            return None
        self.note_outages([ended])
        return ended


def _milliseconds(nanoseconds: int) -> int:
    return nanoseconds // 1_000_000
