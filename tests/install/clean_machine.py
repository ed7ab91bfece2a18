"""A machine as a new player has it: an empty home, none of our variables, and a folder with a difficult name."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
INSTALL_SECONDS = 600
COMMAND_SECONDS = 600
KEPT_VARIABLES = ("LANG", "LC_ALL", "TMPDIR")
"""All that a clean machine takes from this one, besides PATH."""


class CleanMachine:
    """A folder with a home in it, and the variables that commands get there."""

    def __init__(self, folder: Path, wheels: Path) -> None:
        self.folder = folder / "dossier d'été"
        self.home = self.folder / "home"
        self.home.mkdir(parents=True)
        self._wheels = wheels

    def environment(self, **more: object) -> dict[str, str]:
        """Variables for a command: pip finds the downloaded wheels and nothing else."""
        kept = {name: os.environ[name] for name in KEPT_VARIABLES if name in os.environ}
        ours = Path(sys.prefix, "bin")
        path = os.pathsep.join(entry for entry in os.environ["PATH"].split(os.pathsep) if Path(entry) != ours)
        pip = {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": self._wheels.as_uri(), "PIP_CONFIG_FILE": os.devnull}
        given = {name: str(value) for name, value in more.items()}
        return {**kept, "PATH": path, "HOME": str(self.home), "TERM": "xterm-256color", **pip, **given}

    def run(self, *command: object, cwd: Path | None = None, **variables: object) -> str:
        """Run a command that must succeed; what it prints."""
        words = [str(word) for word in command]
        done = subprocess.run(
            words,
            cwd=cwd or self.folder,
            env=self.environment(**variables),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=COMMAND_SECONDS,
            check=False,
        )
        assert done.returncode == 0, f"{' '.join(words)}\nexit code {done.returncode}\n{done.stdout}\n{done.stderr}"
        return done.stdout

    def clone(self) -> Path:
        """A copy of all tracked files as they are now: nothing that git ignores is there."""
        listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
        copy = self.folder / "caserne"
        for name in filter(None, listed.split("\0")):
            if (ROOT / name).is_file():
                (copy / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(ROOT / name, copy / name)
        return copy


def base_python() -> Path:
    """The Python that our own environment was made with; a user's `python3` would be found by PATH."""
    return Path(sys._base_executable)
