"""Run the tests that every room must pass on one room, wherever its folder is."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

from caserne.core.game.errors import CaserneError, RoomError

TESTS = Path(__file__).parent / "tests"
SETTINGS = Path(__file__).parent / "pytest.ini"


class NoPytest(CaserneError):
    """The tests need pytest, which only authors of rooms install."""


def room_id(folder: Path) -> str:
    """Return the id of the room in a folder; RoomError if it is none."""
    if not (folder / "game.py").is_file():
        raise RoomError.of("no_room", folder=folder)
    return folder.resolve().name


def run_tests(folder: Path, *, quick: bool) -> int:
    """Run the tests of all rooms and the room's own; return pytest's exit code, 0 if all passed."""
    if find_spec("pytest") is None:
        raise NoPytest.of("needs_pytest")
    own_tests = [str(folder / "tests")] if (folder / "tests").is_dir() else []
    only = ["-m", "not slow"] if quick else []
    command = [sys.executable, "-m", "pytest", "-q", "-c", str(SETTINGS), "--confcutdir", str(TESTS), *only, str(TESTS)]
    return subprocess.run([*command, *own_tests], env=_environment(folder), check=False).returncode


def _environment(folder: Path) -> dict[str, str]:
    """Return variables with which the room is found and tested alone."""
    return {
        **os.environ,
        "CASERNE_CHECK": room_id(folder),
        "CASERNE_GAMES": _with(str(folder.resolve().parent), "CASERNE_GAMES"),
        "CASERNE_LANG": "en",
        "PYTHONPATH": _with(str(TESTS), "PYTHONPATH"),
    }


def _with(folder: str, variable: str) -> str:
    """Return a list of folders with one more at its front."""
    return os.pathsep.join(filter(None, [folder, os.environ.get(variable)]))
