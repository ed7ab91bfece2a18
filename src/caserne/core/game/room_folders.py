"""Find the folders of rooms, in `games`, in `CASERNE_GAMES` and by entry points, without importing rules or Numba."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path

from caserne.core.game.words import ROOM_WORDS, Words
from caserne.games import __name__ as PACKAGE  # noqa: N812
from caserne.games import __path__ as FOLDERS  # noqa: N812


@cache
def rooms() -> dict[str, str]:
    """Return the ids of all games, sorted, each with the name of its room's package."""
    found = {
        folder.name: f"{PACKAGE}.{folder.name}"
        for path in reversed(list(FOLDERS))
        for folder in (sorted(Path(path).iterdir()) if Path(path).is_dir() else ())
        if (folder / "game.py").is_file()
    }
    found |= {point.name: point.value for point in entry_points(group="caserne.games")}
    return dict(sorted(found.items()))


def is_room(package: str) -> bool:
    """Whether a package is the folder of a game."""
    return package in rooms().values()


def folder_of(package: str) -> Path:
    """Return the folder of a room's package."""
    return Path(str(import_module(package).__file__)).parent


@cache
def room_words(package: str) -> Words:
    """Return the sentences of a room without `words.py`: its own and, for what it leaves out, shared ones."""
    return Words(folder_of(package) / "sentences", ROOM_WORDS)
