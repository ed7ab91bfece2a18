"""Authors of rooms are told the file, the line and the remedy."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

TOY = Path(__file__).parents[1] / "toy_games" / "oracle"
PLAYED = "CB 0 0 0 0"


@pytest.fixture
def room(tmp_path):
    """A copy of the toy game, to be broken."""
    return Path(shutil.copytree(TOY, tmp_path / "rooms" / "broken", ignore=shutil.ignore_patterns("__pycache__")))


def change(file: Path, old: str, new: str) -> None:
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), "utf-8")


def caserne(room: Path, *arguments: str, interpreted: bool = True) -> tuple[int, str]:
    """Run a command with the broken room beside the others: the exit code and what it wrote."""
    environment = {
        **os.environ,
        "CASERNE_GAMES": str(room.parent),
        "CASERNE_CACHE": str(room.parent / "cache"),
        "NUMBA_DISABLE_JIT": "1" if interpreted else "0",
    }
    run = subprocess.run(
        [sys.executable, "-m", "caserne", *arguments], env=environment, capture_output=True, text=True, check=False
    )
    return run.returncode, run.stdout + run.stderr


@pytest.fixture
def renamed(room):
    change(room / "__init__.py", 'id="oracle"', 'id="broken"')
    return room


@pytest.mark.parametrize("command", [("legal", "broken", PLAYED), ("perft", "broken", PLAYED, "2")])
def test_too_small_a_MAX_MOVES_is_told_with_its_line(renamed, command):
    change(
        renamed / "rules.py",
        "PLACEMENTS = 12, 3,",
        "PLACEMENTS = 12, 2,",
    )
    code, said = caserne(renamed, *command)
    assert code == 2
    assert f"{renamed / 'rules.py'}, line 19: MAX_MOVES is 2" in said


def test_too_small_a_MAX_MOVES_overwrites_nothing_in_compiled_batches(renamed):
    change(renamed / "rules.py", "PLACEMENTS = 12, 3,", "PLACEMENTS = 12, 1,")
    code, said = caserne(renamed, "simulate", "broken", "--games", "2000", interpreted=False)
    assert code == 2
    assert "MAX_MOVES is 1" in said
