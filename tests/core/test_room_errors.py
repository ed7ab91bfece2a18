"""Authors of rooms are told the file, the line and the remedy."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from caserne.conformance.check import run_tests
from caserne.core.game.registry import rooms

pytestmark = pytest.mark.thorough

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
    """Run a command with the room beside the others: the exit code and what it wrote."""
    mode = {"NUMBA_DISABLE_JIT": "1" if interpreted else "0"}
    environment = {**os.environ, "CASERNE_GAMES": str(room.parent), **mode}
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


BROKEN = {
    "a syntax error": (
        "rules.py",
        "def weight(o, s, action):",
        "def weight(o, s, action:",
        "rules.py, line 54: SyntaxError",
    ),
    "a missing rule": ("rules.py", "def settle(", "def settles(", "rules.py: this module must also define settle"),
    "a missing constant": ("rules.py", "ACTIONS, MAX_MOVES,", "ACTS, MAX_MOVES,", "must also define ACTIONS"),
    "an unknown name": (
        "game.py",
        "long_turns = True",
        "long_turns = Truth",
        "game.py, line 24: NameError: name 'Truth'",
    ),
    "a missing sentence": (
        "sentences/en.json",
        '"refused.2"',
        '"refused.20"',
        'en.json: the sentence "refused.2" is missing',
    ),
    "a wrong index": ("notation.py", "MOVES[actions[0]]", "MOVES[actions[9]]", "notation.py, line 46: IndexError"),
}


@pytest.mark.parametrize("mistake", BROKEN)
def test_a_mistake_of_an_author_is_told_with_its_place(renamed, mistake):
    file, old, new, said_of_it = BROKEN[mistake]
    change(renamed / file, old, new)
    command = ("explain", "broken", PLAYED, "A?") if file.endswith("json") else ("legal", "broken", PLAYED)
    code, said = caserne(renamed, *command)
    assert code == 2
    assert said_of_it in said
    assert "our fault" not in said


def test_rules_that_numba_cannot_compile_are_told_with_their_line(renamed):
    change(
        renamed / "rules.py", "    return 3\n\n\n@rule\ndef refusal", "    return [3, 'three']\n\n\n@rule\ndef refusal"
    )
    code, said = caserne(renamed, "simulate", "broken", "--games", "2", interpreted=False)
    assert code == 2
    assert str(renamed / "rules.py") in said
    assert "our fault" not in said


@pytest.mark.parametrize("file", ["__init__.py", "options.py", "sentences/en.json"])
def test_a_broken_room_does_not_break_the_list_of_games(renamed, file):
    (renamed / file).write_text("(", "utf-8")
    code, said = caserne(renamed, "games", "--json")
    assert code == 0
    assert '"id": "movers"' in said
    assert "the room 'broken' is left out" in said
    assert caserne(renamed, "--help")[0] == 0


def test_a_new_room_passes_the_check_and_plays(tmp_path):
    code, said = caserne(tmp_path / "tiny", "new", "tiny", "--in", str(tmp_path), interpreted=False)
    assert code == 0, said
    assert "caserne check" in said
    assert caserne(tmp_path / "tiny", "legal", "tiny", "ppp/3/PPP w") == (0, "a1-a2\nb1-b2\nc1-c2\n")
    code, said = caserne(tmp_path / "tiny", "check", str(tmp_path / "tiny"), "--quick", interpreted=False)
    assert code == 0, said
    assert " passed" in said


def test_the_check_finds_what_is_wrong(tmp_path):
    assert caserne(tmp_path / "tiny", "new", "tiny", "--in", str(tmp_path), interpreted=False)[0] == 0
    change(tmp_path / "tiny" / "rules.py", "return aside == 1 and", "return aside >= 1 and")
    code, said = caserne(tmp_path / "tiny", "check", str(tmp_path / "tiny"), "--quick", interpreted=False)
    assert code == 1
    assert "test_golden_records_are_pinned" in said


@pytest.mark.parametrize("game_id", rooms())
def test_the_check_reads_the_tests_of_our_own_rooms(game_id, monkeypatch):
    """They need nothing from the repository that an installed package lacks."""
    module = find_spec(rooms()[game_id])
    assert module is not None
    assert module.origin is not None
    monkeypatch.setenv("PYTEST_ADDOPTS", "--collect-only")
    assert run_tests(Path(module.origin).parent, quick=True) == 0


@pytest.mark.parametrize(
    ("command", "says"),
    [
        (("new", "No Game"), "cannot be the id of a game"),
        (("new", "toy"), "exists already"),
        (("check", "."), "there is no game.py"),
    ],
)
def test_wrong_requests_of_authors_are_refused(tmp_path, monkeypatch, command, says):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "toy").mkdir()
    code, said = caserne(tmp_path / "toy", *command)
    assert code == 2
    assert says in said
