"""The games of a folder: one JSON line each, in a file for each game of the house."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from caserne.bots.arena import ArenaGame
from strength_plan import Row


@dataclass(frozen=True)
class Played:
    """A finished game of a row."""

    row: Row
    number: int
    outcome: ArenaGame
    """Its bots are named as in the row."""
    date: str
    machine: str
    version: str
    """Of caserne."""


def append(folder: Path, played: Played) -> None:
    """Add a game to the folder."""
    with (folder / f"{played.row.game}.jsonl").open("a", encoding="utf-8") as file:
        file.write(json.dumps(asdict(played)) + "\n")


def read(folder: Path) -> list[Played]:
    """Return all games; a truncated last line is ignored."""
    lines = [line for path in sorted(folder.glob("*.jsonl")) for line in path.read_text("utf-8").splitlines(True)]
    return [_played(json.loads(line)) for line in lines if line.endswith("\n")]


def cut_truncated(folder: Path) -> None:
    """Remove truncated last lines, which the next game would be appended to."""
    for path in folder.glob("*.jsonl"):
        text = path.read_bytes()
        whole = text[: text.rfind(b"\n") + 1]
        if whole != text:
            path.write_bytes(whole)


def _played(line: dict[str, Any]) -> Played:
    row, outcome = line.pop("row"), line.pop("outcome")
    row["options"] = tuple(row["options"])
    outcome["bots"] = tuple(outcome["bots"])
    return Played(row=Row(**row), outcome=ArenaGame(**outcome), **line)
