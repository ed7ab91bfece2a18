"""A tournament in a folder: one line a game, written as soon as it ends, so that a tournament can be resumed."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

from caserne.bots.arena import ArenaGame
from caserne.core.game.errors import CaserneError

VERSION = 1
FILE = "arena.jsonl"


class LedgerError(CaserneError):
    """The folder holds another tournament, or other files."""


class Ledger:
    """Line 1 holds the settings of the tournament; each further line a game, in the order in which they ended."""

    def __init__(self, folder: Path, line_up: dict[str, Any], *, resume: bool = False) -> None:
        self.folder = folder
        self.games: dict[int, ArenaGame] = {}
        """By number."""
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
        """Return the path of the record of a game."""
        return self.folder / f"game-{number + 1:05}.jsonl"

    def add(self, number: int, played: ArenaGame) -> None:
        """Write a game that has ended."""
        self.games[number] = played
        self._write({"number": number, **asdict(played)})

    def _write(self, line: dict[str, Any]) -> None:
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line, ensure_ascii=False) + "\n")

    def _read(self, header: dict[str, Any]) -> None:
        """Read the games so far; a truncated last line is removed, and its game played again."""
        text = self._path.read_text("utf-8")
        whole = text[: text.rfind("\n") + 1]
        try:
            found, *lines = [json.loads(line) for line in whole.removesuffix("\n").split("\n")]
            for line in lines:
                number = line.pop("number")
                self.games[number] = _arena_game(line)
        except (KeyError, RecursionError, TypeError, ValueError) as error:
            raise LedgerError.of("arena_unreadable", file=self._path) from error
        if found != header:
            raise LedgerError.of("arena_other", folder=self.folder)
        if whole != text:
            self._path.write_text(whole, "utf-8")


def _arena_game(line: dict[str, Any]) -> ArenaGame:
    scores = line.pop("scores")
    return ArenaGame(
        tuple(line.pop("bots")), tuple(line.pop("returns")), None if scores is None else tuple(scores), **line
    )
