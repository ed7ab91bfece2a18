"""A tournament in a folder: a line for every game as soon as it is played, so that it can go on another day."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

from caserne.bots.arena import Outcome
from caserne.core.game.errors import CaserneError

VERSION = 1
FILE = "arena.jsonl"


class LedgerError(CaserneError):
    """A folder that holds another tournament, or something else."""


class Ledger:
    """Line 1 says what is played; each further line is the outcome of a game, in the order in which games ended."""

    def __init__(self, folder: Path, line_up: dict[str, Any], *, resume: bool = False) -> None:
        self.folder = folder
        self.outcomes: dict[int, Outcome] = {}
        """By the numbers of the games."""
        self._path = folder / FILE
        header = {"arena": VERSION, **line_up}
        if not self._path.exists():
            folder.mkdir(parents=True, exist_ok=True)
            self._write(header)
        elif not resume:
            raise LedgerError.of("arena_exists", folder=folder)
        else:
            self._read(header)

    def record_file(self, number: int) -> Path:
        """Where the record of a game is kept."""
        return self.folder / f"game-{number + 1:05}.jsonl"

    def add(self, number: int, outcome: Outcome) -> None:
        """Write down how a game ended."""
        self.outcomes[number] = outcome
        self._write({"number": number, **asdict(outcome)})

    def _write(self, line: dict[str, Any]) -> None:
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line, ensure_ascii=False) + "\n")

    def _read(self, header: dict[str, Any]) -> None:
        """Take up what is written; a last line that was cut off is taken away, and its game played again."""
        text = self._path.read_text("utf-8")
        whole = text[: text.rfind("\n") + 1]
        try:
            found, *lines = [json.loads(line) for line in whole.removesuffix("\n").split("\n")]
            for line in lines:
                number = line.pop("number")
                self.outcomes[number] = _outcome(line)
        except (KeyError, RecursionError, TypeError, ValueError) as error:
            raise LedgerError.of("arena_unreadable", file=self._path) from error
        if found != header:
            raise LedgerError.of("arena_other", folder=self.folder)
        if whole != text:
            self._path.write_text(whole, "utf-8")


def _outcome(line: dict[str, Any]) -> Outcome:
    scores = line.pop("scores")
    return Outcome(
        tuple(line.pop("bots")), tuple(line.pop("returns")), None if scores is None else tuple(scores), **line
    )
