"""A plugin of pytest that numbers the tests for the trace, notes their seconds and ends those that take too long."""

import os
import signal
from pathlib import Path

import pytest

FOLDER, LIMIT = Path(os.environ["CALL_TRACE_FOLDER"]), float(os.environ["CALL_TRACE_SECONDS"])
names: list[str] = []


class TooSlow(BaseException):
    """A test takes too long; no `Exception`, so that hypothesis does not look for a shorter example."""


def pytest_runtest_logstart(nodeid):
    names.append(nodeid)
    with (FOLDER / "current").open("r+b") as file:
        file.write(len(names).to_bytes(4))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item):
    def end(number, frame):
        raise TooSlow

    signal.signal(signal.SIGALRM, end)
    signal.setitimer(signal.ITIMER_REAL, LIMIT)
    try:
        return (yield)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def pytest_runtest_logreport(report):
    if report.when == "call":
        with (FOLDER / "tests").open("a") as file:
            file.write(f"{len(names)} {report.duration} {report.outcome} {report.nodeid}\n")
