"""Tune Python for a server process."""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager

GC_THRESHOLD = 20_000
"""New objects between two runs of the garbage collector."""
SWITCH_SECONDS = 0.001
"""After what time a thread that computes lets another run."""


@contextmanager
def quick_start() -> Iterator[None]:
    """Collect no garbage until a server process is tuned: modules that are being imported are none."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def tune_interpreter() -> None:
    """Exempt the objects that exist now from garbage collection, and collect less often; let threads wait less.

    Running matches are many small objects, hardly any of them garbage, and traversing all of them is slow. A thread
    that computes keeps the event loop waiting for the length of the switch interval.
    """
    sys.setswitchinterval(SWITCH_SECONDS)
    gc.freeze()
    gc.set_threshold(GC_THRESHOLD)
    gc.enable()
