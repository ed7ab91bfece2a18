"""Notes which functions each test calls, in the process of the tests and in the servers that it starts.

It runs at the start of every Python process that has this folder in PYTHONPATH (`tools/mutants.py`). The number of the
test that runs is in a file that all processes share; each process appends `NUMBER LINE FILE` to a file of its own when
a test calls a function for the first time.
"""

import mmap
import os
import sys
import threading
from pathlib import Path

FOLDER, TRACED = Path(os.environ["CALL_TRACE_FOLDER"]), os.environ["CALL_TRACE_UNDER"]
CURRENT = FOLDER / "current"
"""The number of the test that runs, in four bytes."""


def _record_calls() -> None:
    with CURRENT.open("r+b") as file:
        current = mmap.mmap(file.fileno(), 4)
    notes = os.open(FOLDER / f"{os.getpid()}.calls", os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    seen, test = set(), b""

    def note(frame, event, argument):
        nonlocal test
        code = frame.f_code
        if not code.co_filename.startswith(TRACED):
            return
        if current[:4] != test:
            test = current[:4]
            seen.clear()
        if code not in seen:
            seen.add(code)
            line = f"{int.from_bytes(test)} {code.co_firstlineno} {code.co_filename}\n"
            os.write(notes, line.encode())

    threading.settrace(note)
    sys.settrace(note)


_record_calls()
