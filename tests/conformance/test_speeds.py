"""Interpreted and compiled rules play the same games, and other options compile nothing."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from games_and_options import every_game
from play_and_hash import digests

HERE = Path(__file__).parent


@pytest.mark.slow
def test_interpreted_rules_play_the_same_games_without_a_warning():
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(HERE)}
    run = subprocess.run(
        [sys.executable, "-W", "error", HERE / "play_and_hash.py"],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    assert json.loads(run.stdout) == digests()


@pytest.mark.slow
@every_game
def test_other_options_and_other_processes_compile_nothing(game_id):
    compiled = _compiled_by_using(game_id)
    assert compiled["other options"] == []
    if compiled["defaults"]:  # no process had used them before
        assert _compiled_by_using(game_id)["defaults"] == []


def _compiled_by_using(game_id: str) -> dict[str, list[str]]:
    """The rules that a new process had to compile, given the cache of the processes before it."""
    environment = {**os.environ, "PYTHONPATH": str(HERE)}
    command = [sys.executable, HERE / "use_everything.py", game_id]
    run = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    compiled: dict[str, list[str]] = json.loads(run.stdout)
    return compiled
