"""A machine as a new player has it: an empty home, none of our variables, and a folder with a difficult name."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import needs

ROOT = Path(__file__).parents[2]
INSTALL_SECONDS = 600
COMMAND_SECONDS = 600
UV = Path(sys.prefix, "bin", "uv")
KEPT_VARIABLES = ("LANG", "LC_ALL", "TMPDIR")
"""All that a clean machine takes from this one, besides PATH."""


class CleanMachine:
    """A folder with a home in it, and the variables that commands get there."""

    def __init__(self, folder: Path, wheels: Path) -> None:
        self.folder = folder / "dossier d'été"
        self.home = self.folder / "home"
        self.home.mkdir(parents=True)
        self.wheels = wheels

    def environment(self, **more: object) -> dict[str, str]:
        """Variables for a command: pip and uv find the downloaded wheels and nothing else."""
        kept = {name: os.environ[name] for name in KEPT_VARIABLES if name in os.environ}
        ours = Path(sys.prefix, "bin")
        path = os.pathsep.join(entry for entry in os.environ["PATH"].split(os.pathsep) if Path(entry) != ours)
        pip = {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": self.wheels.as_uri(), "PIP_CONFIG_FILE": os.devnull}
        uv = {"UV_NO_INDEX": "1", "UV_FIND_LINKS": str(self.wheels), "UV_NO_CONFIG": "1"}
        given = {name: str(value) for name, value in more.items()}
        return {**kept, "PATH": path, "HOME": str(self.home), "TERM": "xterm-256color", **pip, **uv, **given}

    def run(self, *command: object, cwd: Path | None = None, **variables: object) -> str:
        """Run a command that must succeed; what it prints."""
        done = self.try_to_run(*command, cwd=cwd, **variables)
        told = f"{' '.join(done.args)}\nexit code {done.returncode}\n{done.stdout}\n{done.stderr}"
        assert done.returncode == 0, told
        return done.stdout

    def try_to_run(
        self, *command: object, cwd: Path | None = None, **variables: object
    ) -> subprocess.CompletedProcess[str]:
        """Run a command that may fail."""
        return subprocess.run(
            [str(word) for word in command],
            cwd=cwd or self.folder,
            env=self.environment(**variables),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=COMMAND_SECONDS,
            check=False,
        )

    def make_environment(self, name: str) -> Path:
        """Make an empty environment, by `uv`, which takes a tenth of the time of `venv` and `pip`; its Python."""
        venv = self.folder / name
        self._uv("venv", "--python", base_python(), venv)
        return venv / "bin" / "python"

    def install(self, python: Path, *packages: object) -> None:
        """Install packages into an environment, from the downloaded wheels alone; they must fit together."""
        self._uv("pip", "install", "--python", python, *packages)
        self._uv("pip", "check", "--python", python)

    def _uv(self, *words: object) -> None:
        variables = {"UV_CACHE_DIR": self.folder / "uv", "UV_OFFLINE": 1, "UV_LINK_MODE": "hardlink"}
        self.run(UV, "--quiet", *words, **variables)

    def clone(self) -> Path:
        """A copy of all tracked files as they are now: nothing that git ignores is there."""
        listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
        copy = self.folder / "caserne"
        for name in filter(None, listed.split("\0")):
            if (ROOT / name).is_file():
                (copy / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(ROOT / name, copy / name)
        return copy


@contextmanager
def clean_machine() -> Iterator[CleanMachine]:
    """A clean machine; not in pytest's folder, which would keep half a gigabyte of the last three runs."""
    wheels = needs.provide(needs.NEEDS["the players' packages"])
    if wheels is None:
        (pytest.fail if os.environ.get("CI") else pytest.skip)("the packages of requirements/play.txt cannot be had")
    with tempfile.TemporaryDirectory(prefix="caserne-install-") as folder:
        yield CleanMachine(Path(folder), wheels)


def build_distributions(machine: CleanMachine, clone: Path) -> Path:
    """The wheel that is built from the source distribution, so that both must be complete; both can be published."""
    dist = machine.folder / "dist"
    machine.run(sys.executable, "-m", "build", "--no-isolation", "--outdir", dist, clone)
    [sdist], [wheel] = dist.glob("*.tar.gz"), dist.glob("*.whl")
    machine.run(sys.executable, "-m", "twine", "check", sdist, wheel)
    return wheel


def base_python() -> Path:
    """The Python that our own environment was made with; a user's `python3` would be found by PATH."""
    return Path(sys._base_executable)
