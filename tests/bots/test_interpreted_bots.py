"""Bots that are not compiled yet choose the same moves, only slower."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from choose_moves import all_choices

SCRIPT = Path(__file__).parent / "choose_moves.py"


@pytest.mark.slow
def test_interpreted_bots_choose_the_same_moves_without_a_warning():
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    command = [sys.executable, "-W", "error", SCRIPT]
    run = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    assert json.loads(run.stdout) == all_choices()
