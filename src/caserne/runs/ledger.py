"""A tournament in a folder: one line and one record a game."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Any

from caserne.bots.arena import ArenaGame
from caserne.runs.journal import Journal

VERSION = 1
FILE = "arena.jsonl"


class Ledger:
    """The games of a tournament that have ended, in a journal."""

    def __init__(self, folder: Path, line_up: dict[str, Any], *, resume: bool = False) -> None:
        self.folder = folder
        self._journal = Journal(folder / FILE, {"arena": VERSION, **line_up}, resume=resume)
        self.games: dict[int, ArenaGame] = {}
        """By number."""
        try:
            for line in self._journal.lines:
                self.games[line["number"]] = _arena_game({**line})
        except (AttributeError, KeyError, TypeError) as error:
            raise self._journal.unreadable() from error

    def record_file(self, number: int) -> Path:
        """Return the path of the record of a game."""
        return self.folder / f"game-{number + 1:05}.jsonl"

    def add(self, number: int, played: ArenaGame) -> None:
        """Write a game that has ended."""
        self.games[number] = played
        self._journal.add({"number": number, **asdict(played)})


def _arena_game(line: dict[str, Any]) -> ArenaGame:
    del line["number"]
    scores = line.pop("scores")
    return ArenaGame(
        tuple(line.pop("bots")), tuple(line.pop("returns")), None if scores is None else tuple(scores), **line
    )
