"""The cache of compiled rules is never stale and never interferes with a program's own."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

import caserne
from caserne.core.kernel.cache import STARTED, cache_folder, source_hash

TOY = Path(__file__).parents[1] / "toy_games" / "oracle"
RESULT = (
    "import json, caserne; from caserne.core.kernel.compiled import Policy, set_policy, watch_compilation\n"
    "set_policy(Policy.ALWAYS); compiled = []\n"
    "with watch_compilation(compiled.append):\n"
    "    final = caserne.game('oracle').position('AB 0 0 5 12x3').play('A?')\n"
    "print(json.dumps({'scores': final.scores(), 'compiled': len(compiled)}))"
)


def score_of_the_last_guess(games: Path, cache: Path, **environment: str) -> dict[str, object]:
    environment = {**os.environ, "CASERNE_GAMES": str(games), "CASERNE_CACHE": str(cache), **environment}
    run = subprocess.run([sys.executable, "-c", RESULT], env=environment, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    answer: dict[str, object] = json.loads(run.stdout)
    return answer


@pytest.mark.slow
def test_an_edited_rule_changes_the_answer(tmp_path):
    games, cache = tmp_path / "games", tmp_path / "cache"
    shutil.copytree(TOY, games / "oracle")
    sources_then_bytecode = {"PYTHONPYCACHEPREFIX": str(tmp_path / "bytecode"), "PYTHONDONTWRITEBYTECODE": ""}
    first = score_of_the_last_guess(games, cache, **sources_then_bytecode)
    assert first["scores"] == [0, 6]
    assert first["compiled"]
    assert score_of_the_last_guess(games, cache, **sources_then_bytecode) == {"scores": [0, 6], "compiled": 0}
    rules = games / "oracle" / "rules.py"
    rules.write_text(rules.read_text().replace("s.die * s.stake", "s.die * s.stake * 10"))
    assert score_of_the_last_guess(games, cache)["scores"] == [0, 60]


@pytest.mark.slow
def test_a_rule_that_calls_an_edited_rule_of_another_file_changes_too(tmp_path):
    games, cache = tmp_path / "games", tmp_path / "cache"
    shutil.copytree(TOY, games / "oracle")
    rules = games / "oracle" / "rules.py"
    text = rules.read_text().replace("s.die * s.stake", "worth(s)")
    rules.write_text("from .worth import worth\n" + text)
    worth = games / "oracle" / "worth.py"
    worth.write_text(
        "from caserne.core.kernel.compiled import rule\n\n@rule\ndef worth(s):\n    return s.die * s.stake\n"
    )
    assert score_of_the_last_guess(games, cache)["scores"] == [0, 6]
    worth.write_text(worth.read_text().replace("s.die * s.stake", "7"))
    assert score_of_the_last_guess(games, cache)["scores"] == [0, 7]


@pytest.mark.slow
def test_two_installations_share_their_compiled_rules(tmp_path):
    for folder in ("first", "second"):
        shutil.copytree(TOY, tmp_path / folder / "oracle")
    assert score_of_the_last_guess(tmp_path / "first", tmp_path / "cache")["compiled"]
    assert not score_of_the_last_guess(tmp_path / "second", tmp_path / "cache")["compiled"]


@pytest.mark.slow
def test_a_read_only_install_works(tmp_path):
    """If neither the package nor the cache is writable, files go to a temporary folder and the package is unchanged."""
    package = tmp_path / "site" / "caserne"
    shutil.copytree(Path(caserne.__file__).parent, package, ignore=shutil.ignore_patterns("__pycache__", "tests"))
    for path in [*package.rglob("*"), package]:
        path.chmod(0o555 if path.is_dir() else 0o444)
    files_before = sorted(package.rglob("*"))
    environment = {
        **os.environ,
        "PYTHONPATH": str(tmp_path / "site"),
        "PYTHONDONTWRITEBYTECODE": "1",
        "CASERNE_CACHE": "/dev/null/nowhere",
        "CASERNE_GAMES": str(TOY.parent),
    }
    code = "import caserne; print(caserne.__file__, caserne.game('oracle').start().perft(2))"
    run = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False)
    assert run.stdout.split() == [str(package / "__init__.py"), "9"], run.stderr
    assert sorted(package.rglob("*")) == files_before


def test_a_room_has_a_cache_of_its_own():
    assert source_hash("caserne.games.oracle.rules") != source_hash("caserne.core.kernel.rng")
    assert source_hash("caserne.games.oracle.rules") == source_hash("caserne.games.oracle.view")
    assert cache_folder("caserne.core.kernel.rng").is_dir()


def test_an_edited_package_has_a_new_cache_and_leaves_the_kernel_its_own(tmp_path, monkeypatch):
    package = tmp_path / "engines"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "search.py").touch()
    for path in package.iterdir():
        os.utime(path, (0, 0))
    monkeypatch.syspath_prepend(tmp_path)
    modules = ("engines.search", "caserne.core.kernel.rng")
    engines, kernel = map(source_hash.__wrapped__, modules)
    (package / "__init__.py").write_text("# edited")
    assert source_hash.__wrapped__(modules[0]) != engines
    assert source_hash.__wrapped__(modules[1]) == kernel


def test_what_is_edited_after_a_process_has_begun_is_not_mixed_up_with_what_it_imported(tmp_path, monkeypatch):
    package = tmp_path / "machines"
    package.mkdir()
    (package / "__init__.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    os.utime(package / "__init__.py", (0, 0))
    assert source_hash.__wrapped__("machines") == source_hash.__wrapped__("machines")
    os.utime(package / "__init__.py", (STARTED + 1, STARTED + 1))
    assert source_hash.__wrapped__("machines") != source_hash.__wrapped__("machines")


@pytest.mark.slow
def test_an_edit_outside_the_kernel_and_the_room_recompiles_nothing(tmp_path):
    package = tmp_path / "site" / "caserne"
    shutil.copytree(Path(caserne.__file__).parent, package, ignore=shutil.ignore_patterns("__pycache__", "tests"))
    run = partial(score_of_the_last_guess, TOY.parent, tmp_path / "cache", PYTHONPATH=str(tmp_path / "site"))
    assert run()["compiled"]
    for edited in ("game/words.py", "game/position.py", "match/match.py", "simulation/simulate.py"):
        with (package / "core" / edited).open("a") as file:
            file.write("# edited")
    assert run() == {"scores": [0, 6], "compiled": 0}


def test_a_program_keeps_its_own_numba_cache():
    import numba

    before = numba.core.config.CACHE_DIR
    caserne.game("oracle").start().legal()
    assert before == numba.core.config.CACHE_DIR
