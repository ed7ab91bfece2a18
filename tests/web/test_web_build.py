"""The committed client is what its sources make, small enough, and names no game."""

from __future__ import annotations

import gzip
import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest

import needs
from caserne.core.game.registry import rooms

ROOT = Path(__file__).parents[2]
WEB, STATIC = needs.WEB, ROOT / "src" / "caserne" / "server" / "static"
FIRST_LOAD, FONTS = 150_000, 60_000

Npm = Callable[..., str]


@pytest.fixture(scope="module")
def npm() -> Npm:
    """Run npm with the client's packages; what it printed. Where `CI` is set nothing may be missing."""
    node = needs.find_node()
    if node is None or needs.find_client_packages() is None:
        (pytest.fail if os.environ.get("CI") else pytest.skip)("Node or the client's packages are missing")

    def run(*arguments: str) -> str:
        done = needs.npm(*arguments, node=node)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    return run


def contents(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.slow
def test_a_rebuild_gives_the_committed_files(npm: Npm, tmp_path: Path) -> None:
    npm("run", "build", "--", "--outDir", str(tmp_path))
    committed, made = contents(STATIC), contents(tmp_path)
    assert sorted(made) == sorted(committed)
    assert [name for name in made if made[name] != committed[name]] == []


@pytest.mark.slow
def test_the_client_passes_its_own_checks(npm: Npm) -> None:
    npm("run", "check")
    npm("test")


def first_load() -> set[str]:
    """What a browser loads for the home page: the page's own files and all that they import at once, and the page."""
    assets = contents(STATIC)
    wanted = set(re.findall(r"assets/[\w.-]+", assets["index.html"].decode()))
    wanted |= {name for name in assets if re.match(r"assets/(Home|fr)-", name)}
    pending = [*wanted]
    while pending:
        name = pending.pop()
        if name.endswith(".js"):
            text = assets[name].decode()
            more = {f"assets/{found}" for found in re.findall(r'(?:from|import)\s*["`]\./([\w.-]+)["`]', text)} - wanted
            wanted |= more
            pending += more
    return wanted


def test_the_first_load_is_small() -> None:
    assets = contents(STATIC)
    wanted = first_load()
    fonts = {name for name in wanted if name.endswith(".woff2")}
    assert len(fonts) == 2
    assert sum(len(assets[name]) for name in fonts) < FONTS
    assert sum(len(gzip.compress(assets[name])) for name in wanted - fonts) < FIRST_LOAD


def test_no_file_of_the_client_names_a_game() -> None:
    titles = [room for room in rooms() if room != "oracle"]
    for path in [*(WEB / "src").rglob("*"), *(WEB / "tests").rglob("*")]:
        if path.is_file():
            text = path.read_text("utf-8").lower()
            assert [title for title in titles if re.search(rf"\b{title}\b", text)] == [], path
