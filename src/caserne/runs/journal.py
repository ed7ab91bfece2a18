"""A run in a folder: one line for each finished part of the work, written at once, so that a run can be resumed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from caserne.core.game.errors import CaserneError

Line = dict[str, Any]


class JournalError(CaserneError):
    """The folder holds another run, or other files."""


class Journal:
    """A file of JSON lines: the first holds the settings of the run, each further one a part of its results."""

    def __init__(self, file: Path, settings: Line, *, resume: bool = False) -> None:
        self.lines: list[Line] = []
        """The results so far, in the order in which they were finished."""
        self._file = file
        if not file.exists():
            file.parent.mkdir(parents=True, exist_ok=True)
            self._write(settings)
        elif not resume:
            raise JournalError.of("run_exists", folder=file.parent)
        else:
            self._read(settings)

    def add(self, line: Line) -> None:
        """Write a finished part."""
        self.lines.append(line)
        self._write(line)

    def unreadable(self) -> JournalError:
        """Return the error for a file with something else in it."""
        return JournalError.of("run_unreadable", file=self._file)

    def _write(self, line: Line) -> None:
        with self._file.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line, ensure_ascii=False) + "\n")

    def _read(self, settings: Line) -> None:
        """Read the results so far; a truncated last line is removed, and its part done again."""
        try:
            text = self._file.read_text("utf-8")
            whole = text[: text.rfind("\n") + 1]
            found, *self.lines = [json.loads(line) for line in whole.removesuffix("\n").split("\n")]
        except (RecursionError, ValueError) as error:
            raise self.unreadable() from error
        if found != settings:
            raise JournalError.of("run_other", folder=self._file.parent)
        if whole != text:
            self._file.write_text(whole, "utf-8")
