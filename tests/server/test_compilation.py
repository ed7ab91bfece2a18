"""Everything that live matches need is compiled before the port opens, and only once."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from rooms_by_kind import TOY

from caserne.server.operations import compilation

ONCE = f"""
from caserne.core.kernel.compiled import watch_compilation
from caserne.server.operations import compilation
compiled = []
with watch_compilation(compiled.append):
    if "{TOY}" in compilation.uncompiled_games():
        compilation.compile_game("{TOY}")
    for game, level in compilation.uncompiled_bots():
        if game == "{TOY}":
            compilation.compile_bot(game, level)
assert "{TOY}" not in compilation.uncompiled_games()
assert "{TOY}" not in dict(compilation.uncompiled_bots())
print(len(compiled))
"""


def run(code: str, **environment: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code], env={**os.environ, **environment}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.slow
def test_what_one_process_has_compiled_is_cached_for_all(tmp_path: Path) -> None:
    first, second = (int(run(ONCE, CASERNE_CACHE=str(tmp_path))) for _ in range(2))
    assert first > 0
    assert second == 0


@pytest.mark.skipif(sys.platform == "win32", reason="has no flock: each process compiles for itself")
def test_processes_that_start_together_compile_each_bot_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import fcntl

    exercised: list[str] = []
    marker = tmp_path / "bot.ready"
    monkeypatch.setattr(compilation, "_bot_marker", lambda game, level: marker)
    monkeypatch.setattr(compilation, "exercise_bot", lambda game, level: exercised.append(level))
    with (tmp_path / "bot.lock").open("w") as another:
        fcntl.flock(another, fcntl.LOCK_EX)
        compilation.compile_bot(TOY, "1")
        assert exercised == []
    for _ in range(2):
        compilation.compile_bot(TOY, "1")
    assert exercised == ["1"]


WHOLE_MATCHES = """
import gc
from random import Random
import caserne
from caserne.core.presentation.illustrate import illustrate
from caserne.core.match.match import Match
from caserne.core.game.registry import rooms
from caserne.core.match.setups import suggest_setup
from caserne.server.operations.compilation import MAX_MOVES
from caserne.server.operations.warmup import exercise_rules
from numba.core.dispatcher import Dispatcher

def signatures():
    rules = [found for found in gc.get_objects() if isinstance(found, Dispatcher)]
    return {(rule.py_func.__module__, rule.py_func.__qualname__, kind) for rule in rules for kind in rule.signatures}

dice = Random(5)
for game in map(caserne.game, rooms()):
    exercise_rules(game, MAX_MOVES)
    before = signatures()
    match = Match(game)
    while match.position.in_setup:
        seat = match.waiting()[0]
        match.submit(seat, suggest_setup(match, seat))
    while match.actor is not None and match.position.ply < MAX_MOVES:
        if match.position.ply % 20 == 0:
            illustrate(match.view(None), "fr")
        if match.actor == "chance":
            match.roll()
        else:
            match.submit(match.actor, dice.choice(match.view(match.actor).legal()))
    print(*(rule for rule in signatures() - before))
"""


@pytest.mark.slow
def test_a_whole_match_needs_no_rule_that_was_not_compiled_before() -> None:
    assert run(WHOLE_MATCHES).split() == []
