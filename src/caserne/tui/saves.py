"""Saved matches: their folder, file names and descriptions."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from platformdirs import user_data_path

from caserne.core.game.errors import CaserneError
from caserne.core.game.registry import about, rooms

if TYPE_CHECKING:
    from caserne.core.match.match import Match

SUFFIX = ".jsonl"
MOST_LISTED = 12


class CannotSave(CaserneError):
    """The file cannot be written."""


@dataclass(frozen=True)
class Saved:
    """A saved match as a list shows it, read without loading its rules."""

    path: Path
    game: str
    date: str


def folder() -> Path:
    """Return the default folder of saved matches."""
    return user_data_path("caserne", appauthor=False) / "games"


def usual_path(match: Match) -> Path:
    """Return a unique default path for a match: the game, its start time and its id."""
    date = match.record.date
    began = (datetime.fromisoformat(date) if date else datetime.now()).astimezone()
    short = re.sub(r"[^A-Za-z0-9_-]", "", match.record.match)[:4]  # a record may call its match anything
    return folder() / f"{match.game.id}-{began:%Y-%m-%d-%H%M}-{short}{SUFFIX}"


def save(match: Match, path: Path) -> None:
    """Write a match with all that is needed to continue it, atomically."""
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)  # sealed set-ups and the secret of the dice
        match.snapshot().save(path)
    except OSError as error:
        raise CannotSave.of("tui.cannot_save", path=path, error=error.strerror) from error


def saved_games() -> list[Saved]:
    """Return the saved matches, the latest first; unreadable files are skipped."""
    files = folder().glob(f"*{SUFFIX}") if folder().is_dir() else ()
    latest = sorted(files, key=lambda path: path.stat().st_mtime, reverse=True)
    found = [saved for saved in map(_read_header, latest) if saved]
    return found[:MOST_LISTED]


def describe(saved: Saved, lang: str) -> str:
    """Return the title of a saved match and when it was saved."""
    moment = datetime.fromtimestamp(saved.path.stat().st_mtime)
    written = f"{moment:%d/%m/%Y %H:%M}" if lang == "fr" else f"{moment:%Y-%m-%d %H:%M}"
    return f"{about(saved.game).title(lang)} · {written}"


def _read_header(path: Path) -> Saved | None:
    try:
        with path.open(encoding="utf-8") as file:
            header = json.loads(file.readline())
        saved = Saved(path, header["game"], header["date"])
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return None
    return saved if saved.game in rooms() else None
