"""Find the rooms by scanning folders and entry points, without importing rules or Numba."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from importlib import import_module
from importlib.metadata import entry_points
from inspect import isclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from caserne.core.game.about import About
from caserne.core.game.errors import UnknownGame
from caserne.games import __name__ as PACKAGE  # noqa: N812
from caserne.games import __path__ as FOLDERS  # noqa: N812

if TYPE_CHECKING:
    from caserne.core.game.game import Game
    from caserne.core.game.options import Options


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


def about(game_id: str) -> About:
    """Return the description of a game."""
    found: About = import_module(_package(game_id)).ABOUT
    return found


def options_class(game_id: str) -> type[Options]:
    """Return the class of a game's options."""
    from caserne.core.game.options import Options

    found: type[Options] = _only_subclass(f"{_package(game_id)}.options", Options)
    return found


def game_class(game_id: str) -> type[Game[Any]]:
    """Return the class of a game, which imports its rules and Numba."""
    from caserne.core.game.game import Game

    found: type[Game[Any]] = _only_subclass(f"{_package(game_id)}.game", Game)
    return found


def open_game(game_id: str, options: Mapping[str, Any]) -> Game[Any]:
    """Return a game with the given options; those opened last are shared, because their tables may be large."""
    return _game(game_id, options_class(game_id).read(options))


@lru_cache(maxsize=128)
def _game(game_id: str, options: Options) -> Game[Any]:
    return game_class(game_id)(options)


def _package(game_id: str) -> str:
    if game_id not in rooms():
        raise UnknownGame.of("unknown_game", game=game_id, games=", ".join(rooms()))
    return rooms()[game_id]


def _only_subclass(module_name: str, base: type[Any]) -> Any:
    module = import_module(module_name)
    for value in vars(module).values():
        if isclass(value) and issubclass(value, base) and value.__module__ == module_name:
            return value
    raise TypeError(f"{module_name} defines no subclass of {base.__name__}")
