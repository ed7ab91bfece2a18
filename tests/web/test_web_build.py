"""The committed client is what its sources make, small enough, and names no game."""

from __future__ import annotations

import gzip
import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import NoReturn

import pytest

from caserne.core.registry import rooms
from needs import find_node

ROOT = Path(__file__).parents[2]
WEB, STATIC = ROOT / "web", ROOT / "src" / "caserne" / "server" / "static"
FIRST_LOAD, FONTS = 150_000, 60_000


@pytest.fixture(scope="module")
def rebuilt(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The client built afresh from a copy of its sources."""
    node = find_node()
    if node is None:
        lacking("Node is neither on the path nor installed from PyPI")
    copy = tmp_path_factory.mktemp("build") / "web"
    shutil.copytree(WEB, copy, ignore=shutil.ignore_patterns("node_modules"))
    environment = {**os.environ, "PATH": f"{node.parent}{os.pathsep}{os.environ['PATH']}"}

    def npm(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(["npm", *arguments], cwd=copy, env=environment, capture_output=True, text=True)

    installed = npm("ci", "--no-audit", "--no-fund")
    if installed.returncode:
        lacking(f"the packages of the client cannot be had: {installed.stderr[-300:]}")
    built = npm("run", "build", "--", "--outDir", str(copy.parent / "static"))
    assert built.returncode == 0, built.stderr
    return copy.parent / "static"


def lacking(reason: str) -> NoReturn:
    """Without a network one goes on; where `CI` is set nothing may be missing."""
    if os.environ.get("CI"):
        pytest.fail(reason)
    pytest.skip(reason)


def contents(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.slow
def test_a_rebuild_gives_the_committed_files(rebuilt: Path) -> None:
    committed, made = contents(STATIC), contents(rebuilt)
    assert sorted(made) == sorted(committed)
    assert [name for name in made if made[name] != committed[name]] == []


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
