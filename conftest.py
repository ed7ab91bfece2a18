"""For all tests: the toy game is a room like any other, sentences are English, a slow machine is no failure.

Kernels run compiled from their first call, whatever a process has tested before; dice fall alike in every run.
"""

import os
import random
import secrets
from importlib.util import find_spec
from pathlib import Path

import hypothesis
import pytest

from caserne.core.kernel.compiled import Policy, set_policy

collect_ignore = [
    "src/caserne/server/storage/migrations",  # scripts that only alembic can run
    "tests/server/clock_shim",  # runs at the start of servers whose clock is shifted
]
if find_spec("torch") is None:
    collect_ignore += ["src/caserne/learn", "tests/learn"]
if find_spec("pyspiel") is None:
    collect_ignore += ["src/caserne/env/openspiel.py", "tests/env/test_openspiel.py"]
collect_ignore_glob = ["*/conftest.py"]  # doctests would import them once more, all under one name

os.environ["CASERNE_GAMES"] = str(Path(__file__).parent / "tests" / "toy_games")
os.environ["CASERNE_LANG"] = "en"

set_policy(Policy.ALWAYS)

hypothesis.settings.register_profile("patient", deadline=None)
hypothesis.settings.load_profile("patient")


def pytest_addoption(parser):
    parser.addoption("--luck", default="0", help="other dice in the matches of all tests: none may depend on them")


@pytest.fixture(autouse=True)
def same_luck_in_every_run(request, monkeypatch):
    """Draw secrets, and so the dice of matches in this process, from the name of the test."""
    drawn = random.Random(f"{request.config.getoption('luck')} {request.node.nodeid}")
    monkeypatch.setattr(secrets, "token_bytes", lambda count=32: drawn.randbytes(count))
    monkeypatch.setattr(secrets, "randbelow", drawn.randrange)


def pytest_terminal_summary(terminalreporter):
    """End with a plain list of what could not be tested."""
    import needs

    for need in needs.missing():
        terminalreporter.write_line(f"Missing: {need.name}. Not tested: {need.why}.")
