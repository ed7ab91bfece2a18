"""Everything that matches need is compiled once, ahead, by processes of its own; what somebody waits for goes first."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from pathlib import Path
from threading import Thread

import pytest
from rooms_by_kind import TOY

import caserne
from caserne.bots import precompile
from caserne.bots.precompile import Part
from caserne.core.game.rules import Rules
from caserne.server.live.compiler import Compiler

ONCE = f"""
from caserne.bots.precompile import Part, compile_part
from caserne.core.kernel.compiled import watch_compilation
compiled = []
with watch_compilation(compiled.append):
    compile_part(Part("{TOY}"))
assert Part("{TOY}").is_compiled()
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
def test_a_process_waits_for_what_another_is_compiling(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import fcntl

    exercised: list[str] = []
    marker, part = tmp_path / "part.ready", Part(TOY, "1")
    monkeypatch.setattr(Part, "marker", lambda part: marker)
    monkeypatch.setattr(precompile, "exercise_bot", lambda game, level: exercised.append(level))
    with (tmp_path / "part.lock").open("w") as another:
        fcntl.flock(another, fcntl.LOCK_EX)
        waiting = Thread(target=precompile.compile_part, args=(part,))
        waiting.start()
        marker.touch()
    waiting.join()
    assert exercised == []
    marker.unlink()
    for _ in range(2):
        precompile.compile_part(part)
    assert exercised == ["1"]


def test_the_game_and_the_bot_that_somebody_waits_for_are_compiled_first() -> None:
    compiler = Compiler()
    compiler._waiting = [Part("stratego"), Part("movers"), Part("stratego", "1"), Part("movers", "1"), Part(TOY)]
    compiler.prefer("movers")
    assert compiler._waiting[:2] == [Part("movers"), Part("movers", "1")]
    compiler.prefer("movers", "1")
    assert compiler._waiting[:3] == [Part("movers", "1"), Part("movers"), Part("stratego")]
    compiler.prefer("stratego", "exec:program")
    assert compiler._waiting[:3] == [Part("stratego"), Part("stratego", "1"), Part("movers", "1")]


def test_compiled_rules_are_loaded_at_once_for_a_long_match(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that was killed had to replay long matches by interpreted rules after its start."""
    loaded: list[Rules] = []
    monkeypatch.setattr(Rules, "load_arrays", lambda rules: loaded.append(rules))

    async def load() -> None:
        compiler = Compiler()
        compiler._finished = {Part("movers"): asyncio.Event(), Part("stratego"): asyncio.Event()}
        compiler._finished[Part("movers")].set()
        await asyncio.gather(*(compiler.use_compiled_rules(game) for game in ("movers", "movers", "stratego", "other")))

    asyncio.run(load())
    assert loaded == [caserne.game("movers").rules]


def test_nothing_is_compiled_after_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("caserne.server.live.compiler.all_parts", list)

    async def open_and_close() -> list[bool]:
        compiler = Compiler()
        await compiler.open()
        await compiler.close()
        return [task.done() for task in compiler._tasks]

    ended = asyncio.run(open_and_close())
    assert ended
    assert all(ended)


def test_levels_that_differ_only_in_their_budget_are_one_part() -> None:
    levels = precompile.caserne.game("manoeuvre").levels
    assert (levels[4], levels[5]) == ("mcts:leaf=learned@200n", "mcts:leaf=learned@1s")
    assert precompile.part_of_level("manoeuvre", "6") == Part("manoeuvre", "5")


WHOLE_MATCHES = """
import gc
from random import Random
import caserne
from caserne.bots.precompile import exercise_rules
from caserne.core.game.registry import rooms
from caserne.core.kernel.compiled import Policy, set_policy
from caserne.core.match.match import Match
from caserne.core.match.setups import suggest_setup
from caserne.core.presentation.illustrate import illustrate
from numba.core.dispatcher import Dispatcher

MAX_MOVES = 500

def signatures():
    rules = [found for found in gc.get_objects() if isinstance(found, Dispatcher)]
    return {(rule.py_func.__module__, rule.py_func.__qualname__, kind) for rule in rules for kind in rule.signatures}

set_policy(Policy.ALWAYS)
dice = Random(5)
for game in map(caserne.game, rooms()):
    exercise_rules(game)
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
