"""What a new player does, on a machine that has nothing of ours: `make play` in a clone, and the built wheel.

Both are installed from the players' lock file alone. An environment takes a minute to make, so that one test does
all steps in it.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from clean_machine import CleanMachine, base_python, clean_machine
from declared import canonicalize_name, declared_closure
from first_moves import Opening, begin_match, opening
from installed_server import free_port, running
from terminal import open_board_and_quit
from visiting import Visitor

pytestmark = pytest.mark.slow

INTERPRETED = {"NUMBA_DISABLE_JIT": "1"}
"""Where nothing depends on it, rules need not be compiled into an empty home."""
PLAYERS_EXTRA = "play"
SMALL_GAME = "movers"
"""The quickest to compile."""
BROWSER_SECONDS = 60
IMPORT_EVERYTHING = Path(__file__).with_name("import_everything.py")


@pytest.fixture
def machine() -> Iterator[CleanMachine]:
    with clean_machine() as made:
        yield made


def test_make_play_in_a_fresh_clone(machine: CleanMachine) -> None:
    clone = machine.clone()
    rooms = _rooms(clone)
    browser = _NotingBrowser(machine.home)
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    command = ["make", "play", f"PYTHON={base_python()}"]
    environment = machine.environment(CASERNE_PORT=port, BROWSER=browser.program)
    with running(command, url, clone, environment), Visitor(url, trust_env=False) as visitor:
        _look_at_the_page(visitor)
        openings = _look_at_the_games(visitor, rooms)
        browser.wait_for(url)
        _begin_matches(visitor, rooms)
    python = clone / ".venv" / "bin" / "python"
    _use_the_commands(machine, python, openings)
    _check_what_is_loaded(machine, python)


def test_the_wheel_in_an_empty_environment(machine: CleanMachine, wheel: Path) -> None:
    clone = machine.clone()
    python = machine.make_environment("venv")
    machine.install(python, "--require-hashes", "--requirements", clone / "requirements" / "play.txt")
    machine.install(python, "--no-deps", wheel)
    rooms = _rooms(clone)
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    command = [python.with_name("caserne"), "serve", "--port", port]
    environment = machine.environment(**INTERPRETED)
    with running(command, url, machine.folder, environment), Visitor(url, trust_env=False) as visitor:
        _look_at_the_page(visitor)
        openings = _look_at_the_games(visitor, rooms)
        _begin_matches(visitor, rooms)
    _use_the_commands(machine, python, openings, **INTERPRETED)
    _check_what_is_loaded(machine, python)


class _NotingBrowser:
    """A program for the variable BROWSER that only notes which page it was to open."""

    def __init__(self, folder: Path) -> None:
        self.program, self._note = folder / "browser", folder / "opened"
        self.program.write_text(f'#!/bin/sh\necho "$1" > "{self._note}"\n', "utf-8")
        self.program.chmod(0o755)

    def wait_for(self, url: str) -> None:
        give_up = time.monotonic() + BROWSER_SECONDS
        while not (self._note.exists() and self._note.read_text().strip() == url):
            assert time.monotonic() < give_up, f"the browser was not asked to open {url}"
            time.sleep(0.1)


def _rooms(clone: Path) -> list[str]:
    return sorted(room.parent.name for room in clone.glob("src/caserne/games/*/game.py"))


def _look_at_the_page(visitor: Visitor) -> None:
    """Load the first page and all that it names: scripts, styles, pictures."""
    page = visitor.ok("GET", "/").text
    assets = re.findall(r'(?:src|href)="(/[^"/][^"]*)"', page)
    assert any(address.endswith(".js") for address in assets), page
    for address in assets:
        visitor.ok("GET", address)


def _look_at_the_games(visitor: Visitor, rooms: list[str]) -> dict[str, Opening]:
    assert sorted(game["id"] for game in visitor.ok("GET", "/api/games")) == rooms
    return {game: opening(visitor, game) for game in rooms}


def _begin_matches(visitor: Visitor, rooms: list[str]) -> None:
    for game in rooms:
        begin_match(visitor, game)


def _use_the_commands(machine: CleanMachine, python: Path, openings: dict[str, Opening], **variables: object) -> None:
    """Run `caserne --help`, `legal`, `simulate` and `play`."""
    caserne = python.with_name("caserne")
    assert "simulate" in machine.run(caserne, "--help", **variables)
    for game, (start, setups, legal) in openings.items():
        listed = machine.run(caserne, "legal", game, start, "--moves", " ".join(setups), **variables).splitlines()
        assert listed == legal, f"caserne legal {game} '{start}' --moves '{' '.join(setups)}'"
    simulated = machine.run(caserne, "simulate", SMALL_GAME, "--games", 2, "--jobs", 1, "--json", **variables)
    assert json.loads(simulated)["games"] == 2
    board = [caserne, "play", SMALL_GAME, "--seat", "human", "--seat", "bot:random", "--lang", "en"]
    open_board_and_quit(board, machine.environment(**variables))


def _check_what_is_loaded(machine: CleanMachine, python: Path) -> None:
    """Every distribution that the package loads follows from what its metadata declares."""
    loaded = {canonicalize_name(name) for name in json.loads(machine.run(python, IMPORT_EVERYTHING))}
    [site_packages] = python.parents[1].glob("lib/python*/site-packages")
    assert "numpy" in loaded
    undeclared = loaded - declared_closure(site_packages, "caserne", PLAYERS_EXTRA)
    assert undeclared == set()
