"""Counts the calls of every step of an event loop: a measure of work that does not depend on the machine."""

from __future__ import annotations

import asyncio
import sys
import traceback
from collections.abc import Callable
from dataclasses import dataclass, field
from threading import get_ident
from typing import Any


@dataclass
class LoopMeter:
    """The longest step of a loop, and where those were that made more calls than allowed."""

    allowed: int
    most: int = 0
    excesses: list[str] = field(default_factory=list)
    thread: int = 0

    def measure(self, run: Callable[[], Any]) -> None:
        """Run one step and count the functions that it calls, in Python and in C."""
        calls = 0

        def count(frame: Any, event: str, _: Any) -> None:
            nonlocal calls
            if event in ("call", "c_call"):
                calls += 1
                if calls == self.allowed:
                    self.excesses.append("".join(traceback.format_stack(frame)[-12:]))

        sys.setprofile(count)
        try:
            run()
        finally:
            sys.setprofile(None)
            self.most = max(self.most, calls)


def meter_loop(allowed: int) -> LoopMeter:
    """Measure from now on the steps of the loop that runs in the thread `meter.thread`, once that is set."""
    meter, original = LoopMeter(allowed), asyncio.Handle._run

    def run(handle: asyncio.Handle) -> None:
        if get_ident() == meter.thread:
            meter.measure(lambda: original(handle))
        else:
            original(handle)

    asyncio.Handle._run = run  # type: ignore[method-assign]
    return meter
