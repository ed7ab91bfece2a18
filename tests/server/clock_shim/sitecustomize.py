"""Shifts the wall clock of a Python process by the seconds in a file; the monotonic clock stays as it is."""

import os
import time
from pathlib import Path

_file = Path(os.environ["CLOCK_SHIFT_FILE"])
_time, _time_ns = time.time, time.time_ns


def _shift() -> int:
    return int(_file.read_text() or 0)


time.time = lambda: _time() + _shift()
time.time_ns = lambda: _time_ns() + _shift() * 1_000_000_000
