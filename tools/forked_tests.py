"""Runs pytest again and again, each time in a copy of a process that has imported the code and its tests already.

    python forked_tests.py OPTION_OF_PYTEST ...

It runs in the repository whose tests it imports, which is its working directory. The first line that it reads are
arguments of pytest, a list for each time that it runs before the process is copied; each further line is a `Run`, and
is answered by a line with the exit status of pytest; all in JSON. See `mutant_tests.py`.
"""

from __future__ import annotations

import gc
import json
import marshal
import os
import resource
import runpy
import signal
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from types import CodeType, FunctionType

LOOPS_AFTER = 60
"""Seconds of processor time after which a process loops endlessly, and is killed."""
HANGS = 124
"""The exit status of a run that took longer than it may."""


@dataclass(frozen=True)
class Run:
    """What one copy of the process does."""

    arguments: list[str]
    """Of pytest."""
    seconds: float | None
    """How long it may take; None: as long as it takes, also of processor time."""
    variables: Mapping[str, str] = field(default_factory=dict)
    """Of the environment."""
    script: str | None = None
    """Runs before the tests, which may import what lies beside it."""
    file: str = ""
    """A module that was changed since it was imported."""
    code: str = ""
    """What it is compiled to now, marshalled, in hexadecimal digits; empty: everything must be imported again."""


def main(options: list[str]) -> None:
    replies = os.fdopen(os.dup(1), "w")
    with open(os.devnull, "r+") as nowhere:
        for stream in (1, 2):
            os.dup2(nowhere.fileno(), stream)
    for arguments in json.loads(sys.stdin.readline()):
        _pytest([*options, *arguments])
    for line in sys.stdin:
        print(_finish(Run(**json.loads(line)), options), file=replies, flush=True)


def _finish(run: Run, options: list[str]) -> int:
    """Return the exit status of a run; whatever it has started ends with it."""
    child = os.fork()
    if not child:
        _start(run)
        os._exit(_pytest([*options, *run.arguments]))
    deadline = time.monotonic() + (run.seconds or float("inf"))
    ended, status = 0, 0
    while not ended and time.monotonic() < deadline:
        time.sleep(0.01)
        ended, status = os.waitpid(child, os.WNOHANG)
    with suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)  # servers, too
    if ended:
        return os.waitstatus_to_exitcode(status)
    os.waitpid(child, 0)
    return HANGS


def _start(run: Run) -> None:
    """Prepare a copy of the process."""
    os.setsid()
    with open(os.devnull) as nothing:
        os.dup2(nothing.fileno(), 0)
    os.environ.update(run.variables)
    if run.seconds:
        resource.setrlimit(resource.RLIMIT_CPU, (LOOPS_AFTER, LOOPS_AFTER))
    if run.script:
        sys.path.append(os.path.dirname(run.script))
        runpy.run_path(run.script)
    if run.file and not (run.code and _replace_functions(run.file, marshal.loads(bytes.fromhex(run.code)))):
        _forget_modules()


def _replace_functions(file: str, module: CodeType) -> bool:
    """Give all functions of a module the code that they have now; False if one of them has other variables now."""
    codes = {(code.co_qualname, code.co_firstlineno): code for code in _codes(module)}
    for found in gc.get_objects():
        if isinstance(found, FunctionType) and found.__code__.co_filename == file:
            try:
                found.__code__ = codes[found.__code__.co_qualname, found.__code__.co_firstlineno]
            except ValueError:
                return False
    return True


def _codes(code: CodeType) -> Iterator[CodeType]:
    """Yield the code of everything inside a module."""
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield inner
            yield from _codes(inner)


def _forget_modules() -> None:
    """Have everything of this repository imported again."""
    for name, module in list(sys.modules.items()):
        if name != "__main__" and (getattr(module, "__file__", None) or "").startswith(os.getcwd()):
            del sys.modules[name]


def _pytest(arguments: list[str]) -> int:
    import pytest  # not where a worker of a server imports this file again

    return int(pytest.main(arguments))


if __name__ == "__main__":
    main(sys.argv[1:])
