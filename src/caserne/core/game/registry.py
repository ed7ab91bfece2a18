"""The games by id: descriptions, options, sentences and, importing rules and Numba, the games themselves."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from contextlib import suppress
from functools import cache, lru_cache
from importlib import import_module
from inspect import isclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from caserne.core.game.about import About
from caserne.core.game.errors import UnknownGame
from caserne.core.game.room_folders import folder_of, room_words
from caserne.core.game.room_folders import rooms as rooms
from caserne.core.game.words import Words, default_language

if TYPE_CHECKING:
    from caserne.core.game.game import Game
    from caserne.core.game.options import Options


def about(game_id: str) -> About:
    """Return the description of a game."""
    found: About = import_module(_package(game_id)).ABOUT
    return found


def descriptions() -> dict[str, About]:
    """Return the descriptions of all games by id, but for rooms that cannot be imported."""
    found = {}
    for game_id in rooms():
        with suppress(Exception):
            found[game_id] = about(game_id)
    return found


@cache
def playable_rooms() -> tuple[str, ...]:
    """Return the ids of the games that can be opened; a broken room is logged and left out."""
    return tuple(game_id for game_id in rooms() if _opens(game_id))


def options_class(game_id: str) -> type[Options]:
    """Return the class of a game's options."""
    from caserne.core.game.options import NoOptions, Options

    if not _has_module(game_id, "options"):
        return NoOptions
    found: type[Options] = _only_subclass(f"{_package(game_id)}.options", Options)
    return found


def words_of(game_id: str) -> Words:
    """Return the catalogue of a room without importing its rules."""
    package = _package(game_id)
    if _has_module(game_id, "words"):
        found: Words = import_module(f"{package}.words").WORDS
        return found
    return room_words(package)


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


def room_folder(game_id: str) -> Path:
    """Return the folder of a room."""
    return folder_of(_package(game_id))


def _opens(game_id: str) -> bool:
    from caserne.core.game.room_errors import left_out

    try:
        open_game(game_id, {})
    except Exception as error:
        logging.getLogger(__name__).warning("%s", left_out(game_id, error).text(default_language()))
        return False
    return True


def _has_module(game_id: str, name: str) -> bool:
    return (room_folder(game_id) / f"{name}.py").is_file()


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
