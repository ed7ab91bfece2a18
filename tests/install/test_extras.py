"""The library alone is light, and each extra brings what it is for: tried in an environment of its own."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from clean_machine import CleanMachine, clean_machine
from installed_server import free_port

pytestmark = pytest.mark.slow

START = "mhm/hmh/3/3/3/3/HMH/MHM w"
INTERPRETED = {"NUMBA_DISABLE_JIT": "1"}


class Installed:
    """The wheel with one of its extras, or none, in an environment of its own."""

    def __init__(self, machine: CleanMachine, wheel: Path, extra: str) -> None:
        self.machine = machine
        self._python = machine.make_environment(f"venv {extra}")
        machine.install(self._python, f"caserne[{extra}] @ {wheel.as_uri()}" if extra else wheel)

    def run(self, *arguments: object) -> str:
        return self.machine.run(self._python.with_name("caserne"), *arguments, **INTERPRETED)

    def refusal(self, *arguments: object, lang: str = "en") -> str:
        """What a command says that is refused as invalid."""
        command = [self._python.with_name("caserne"), *arguments]
        done = self.machine.try_to_run(*command, CASERNE_LANG=lang, **INTERPRETED)
        assert (done.returncode, done.stdout) == (2, ""), done.stderr
        return done.stderr

    def imports(self, module: str) -> bool:
        done = self.machine.try_to_run(self._python, "-c", f"import {module}", **INTERPRETED)
        assert done.returncode == 0 or "ModuleNotFoundError" in done.stderr, done.stderr
        return done.returncode == 0

    def error_of(self, program: str, lang: str = "en") -> str:
        """The last line that a failing program writes."""
        done = self.machine.try_to_run(self._python, "-c", program, CASERNE_LANG=lang, **INTERPRETED)
        assert done.returncode == 1, done.stdout
        return done.stderr.splitlines()[-1]

    def packages(self) -> int:
        return len(list(self._python.parents[1].glob("lib/python*/site-packages/*.dist-info")))


@pytest.fixture(scope="module")
def machine() -> Iterator[CleanMachine]:
    with clean_machine() as made:
        yield made


@pytest.fixture(scope="module")
def library(machine: CleanMachine, wheel: Path) -> Installed:
    """The wheel without extras."""
    return Installed(machine, wheel, "")


def test_the_library_alone(machine: CleanMachine, library: Installed) -> None:
    assert library.packages() < 25
    assert library.run("legal", "movers", START).split() == ["b1-b3", "b2-a3", "b2-b3", "b2-c3"]
    assert library.run("perft", "movers", START, 2).strip() == "16"
    assert json.loads(library.run("simulate", "movers", "--games", 2, "--jobs", 1, "--json"))["games"] == 2
    library.run("show", "movers", START, "-o", machine.folder / "board.png")
    assert (machine.folder / "board.png").read_bytes().startswith(b"\x89PNG")
    assert not library.imports("caserne.server.app")
    assert 'pip install "caserne[server]"' in library.refusal("serve", "--port", free_port())
    assert 'pip install "caserne[server]"' in library.refusal("admin", "stats")
    assert 'pip install "caserne[tui]"' in library.refusal("play", "movers")
    assert 'pip install "caserne[play]"' in library.refusal("--no-browser")
    assert "Cette commande a besoin du paquet" in library.refusal("serve", "--port", free_port(), lang="fr")


def test_adapters_to_other_libraries_name_the_package_and_the_extra(library: Installed) -> None:
    install = '`pip install "caserne[env]"`'
    vector, aec = (f"import caserne.env; caserne.env.{name}" for name in ("vector('movers', 2)", "aec('movers')"))
    assert f"The package gymnasium is not installed; {install} brings it." in library.error_of(vector)
    assert f"Le paquet gymnasium n’est pas installé ; {install} l’apporte." in library.error_of(aec, lang="fr")
    assert f"The package pyspiel is not installed; {install} brings it." in library.error_of(
        "from caserne.env import openspiel"
    )


def test_the_server(machine: CleanMachine, wheel: Path) -> None:
    server = Installed(machine, wheel, "server")
    assert server.imports("caserne.server.app")
    database = f"sqlite:///{machine.folder / 'caserne.db'}"
    assert json.loads(server.run("admin", "stats", "--json", "--database", database))["matches"] == {}
    assert 'pip install "caserne[tui]"' in server.refusal("play", "movers")


def test_the_terminal(machine: CleanMachine, wheel: Path) -> None:
    terminal = Installed(machine, wheel, "tui")
    assert terminal.imports("caserne.tui.app")
    assert "terminal" in terminal.refusal("play", "movers")
    assert 'pip install "caserne[server]"' in terminal.refusal("serve", "--port", free_port())


def test_the_client(machine: CleanMachine, wheel: Path) -> None:
    client = Installed(machine, wheel, "client")
    assert client.imports("caserne.client")
    assert not client.imports("caserne.server.app")
