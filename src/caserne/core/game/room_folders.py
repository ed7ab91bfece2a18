"""Find the folders of rooms, in `games`, in `CASERNE_GAMES` and by entry points, without importing rules or Numba."""

from __future__ import annotations

from functools import cache
from importlib import import_module, invalidate_caches
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


def add_folder(folder: Path) -> None:
    """Look for rooms in one more folder, as if `CASERNE_GAMES` named it."""
    if str(folder) not in FOLDERS:
        FOLDERS.append(str(folder))
    invalidate_caches()  # the room may have been made a moment ago
    rooms.cache_clear()


def foreign_folders() -> list[Path]:
    """Return the folders of rooms that do not ship with this package."""
    own = Path(FOLDERS[0]).resolve()
    added = [Path(path) / name for path in FOLDERS[1:] for name in rooms()]
    installed = [folder_of(point.value) for point in entry_points(group="caserne.games")]
    return [folder for folder in (*added, *installed) if folder.is_dir() and own not in folder.resolve().parents]


def room_source(game_id: str) -> Path:
    """Return the folder of a room without importing it, if that can be had."""
    folders = (Path(path) / game_id for path in reversed(FOLDERS))
    return next((folder for folder in folders if (folder / "game.py").is_file()), None) or folder_of(rooms()[game_id])


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
