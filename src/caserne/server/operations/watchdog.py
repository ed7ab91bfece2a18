"""Watches the event loop: measures how late it is, and logs what holds it for too long."""

from __future__ import annotations

import asyncio
import sys
import traceback
from threading import Event, Thread, get_ident
from time import monotonic
from types import FrameType

import structlog

from caserne.server.operations import metrics
from caserne.server.supervision import cancel, repeat

BEAT_SECONDS = 0.1
"""How often the loop's lag is measured."""
STALL_SECONDS = 0.1
"""How late the loop may be before what it runs is logged."""
FRAMES_SHOWN = 6
log = structlog.get_logger("caserne.loop")


class LoopWatchdog:
    """A task that beats in the event loop, and a thread that looks what the loop runs when a beat is late."""

    def __init__(self) -> None:
        self._last_beat = monotonic()
        self._loop_thread = get_ident()
        self._closed = Event()
        self._task: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Start watching the loop in which this is called."""
        self._last_beat, self._loop_thread = monotonic(), get_ident()
        self._task = repeat("watchdog", self._beat, BEAT_SECONDS)
        Thread(target=self._watch, name="watchdog", daemon=True).start()

    async def close(self) -> None:
        self._closed.set()
        await cancel(self._task)

    async def _beat(self) -> None:
        beat = monotonic()
        metrics.LOOP_LAG.observe(max(0.0, beat - self._last_beat - BEAT_SECONDS))
        self._last_beat = beat

    def _watch(self) -> None:
        logged = 0.0
        while not self._closed.wait(STALL_SECONDS / 2):
            beat = self._last_beat
            late = monotonic() - beat - BEAT_SECONDS
            if late > STALL_SECONDS and beat != logged:
                logged = beat
                metrics.LOOP_STALLS.inc()
                running = running_in(sys._current_frames().get(self._loop_thread))
                log.warning("the event loop is held up", late_ms=round(late * 1000), running=running)


def running_in(frame: FrameType | None) -> list[str]:
    """Return the innermost calls of a thread, the current one first; code locations, no data."""
    calls = traceback.extract_stack(frame)[::-1] if frame else []
    return [f"{call.filename}:{call.lineno} {call.name}" for call in calls[:FRAMES_SHOWN]]
