"""Interpreted and compiled rules play the same games, and other options compile nothing."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from games_and_options import every_game
from play_and_hash import BOUNDED_GAMES, BOUNDED_PLIES, digests

from caserne.core.kernel.cache import cache_folder

HERE = Path(__file__).parent


@pytest.mark.slow
def test_interpreted_rules_play_the_same_games_without_a_warning():
    played = _run("-W", "error", HERE / "play_and_hash.py", NUMBA_DISABLE_JIT="1")
    assert json.loads(played) == digests()


@pytest.mark.slow
@every_game
def test_rules_stay_within_their_arrays(game_id):
    """Play with Numba's bounds checks on; what they compile is kept beside other compiled rules."""
    cache = cache_folder("caserne.core.kernel").parent / "bounds_checked"
    played = _run(HERE / "play_and_hash.py", game_id, NUMBA_BOUNDSCHECK="1", CASERNE_CACHE=str(cache))
    assert json.loads(played) == digests(game_id, BOUNDED_PLIES, BOUNDED_GAMES)


@pytest.mark.slow
@every_game
def test_other_options_and_other_processes_compile_nothing(game_id):
    compiled = _compiled_by_using(game_id)
    assert compiled["other options"] == []
    if compiled["defaults"]:  # no process had used them before
        assert _compiled_by_using(game_id)["defaults"] == []


def _compiled_by_using(game_id: str) -> dict[str, list[str]]:
    """The rules that a new process had to compile, given the cache of the processes before it."""
    compiled: dict[str, list[str]] = json.loads(_run(HERE / "use_everything.py", game_id))
    return compiled


def _run(*arguments: object, **environment: str) -> str:
    """Run a script of this folder with some environment variables changed; return what it printed."""
    path = os.pathsep.join([str(HERE), *filter(None, [os.environ.get("PYTHONPATH")])])
    command = [sys.executable, *map(str, arguments)]
    variables = {**os.environ, "PYTHONPATH": path, **environment}
    run = subprocess.run(command, env=variables, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    return run.stdout
