"""Mistakes in rooms, told to their authors: the file, the line and the remedy."""

from __future__ import annotations

import re
import sys
import traceback
from pathlib import Path
from types import ModuleType
from typing import Any

from caserne.core.game.errors import RoomError
from caserne.core.game.room_folders import room_source
from caserne.core.game.words import SHARED_WORDS, MissingSentence, Sentence

_PLACE_IN_MESSAGE = re.compile(r'File "([^"]+)", line (\d+)')
"""How Numba names the line that it cannot compile."""
_TERMINAL_COLOUR = re.compile(r"\x1b\[[0-9;]*m")


def declared_at(room_class: type[Any], module: str, name: str, key: str, **fields: Any) -> RoomError:
    """Return the error of something that a module of a room declares, with the place of the declaration."""
    package = room_class.__module__.rpartition(".")[0]
    source = Path(str(sys.modules[f"{package}.{module}"].__file__))
    lines = source.read_text("utf-8").splitlines()
    line = next((number for number, text in enumerate(lines, 1) if re.match(rf"{name}\b|.*\b{name}\b.*=", text)), 1)
    return RoomError.of(key, file=source, line=line, name=name, **fields)


def check_defines(module: ModuleType, names: tuple[str, ...]) -> None:
    """Raise RoomError if a module of a room lacks some of these names."""
    missing = [name for name in names if not hasattr(module, name)]
    if missing:
        raise RoomError.of("room_lacks", file=module.__file__, names=", ".join(missing))


def room_error(error: BaseException, folder: Path) -> RoomError | None:
    """Return an error that arose in the code of a room, with its place; None if it arose elsewhere."""
    if isinstance(error, RoomError):
        return error
    if isinstance(error, MissingSentence):
        return RoomError.of("room_lacks_sentence", file=error.file, sentence=error.key)
    place = _place_in(error, folder.resolve())
    if place is None:
        return None
    file, line = place
    message = f"{type(error).__name__}: {_first_sentence(error)}"
    return RoomError.of("room_fails", file=file, line=line, error=message, folder=folder)


def left_out(game_id: str, error: BaseException) -> Sentence:
    """Return the sentence that says why a room is missing from the list of games."""
    return SHARED_WORDS("room_left_out", room=game_id, reason=room_error(error, room_source(game_id)) or error)


def _first_sentence(error: BaseException) -> str:
    """Return the line of an error's message that says most: Numba's begin with the steps that failed."""
    text = _TERMINAL_COLOUR.sub("", str(error)).strip()
    lines = [line for line in text.split("\n") if line and not line.startswith("Failed in ")]
    return lines[0].rstrip(".") if lines else "-"


def _place_in(error: BaseException, folder: Path) -> tuple[str, int] | None:
    """Return the last place in the room that an error names or went through."""
    places = [(frame.filename, frame.lineno or 1) for frame in traceback.extract_tb(error.__traceback__)]
    # Numba names the line that it cannot compile first, then those that call it.
    places += [(file, int(line)) for file, line in reversed(_PLACE_IN_MESSAGE.findall(str(error)))]
    if isinstance(error, SyntaxError) and error.filename:
        places.append((error.filename, error.lineno or 1))
    inside = [(path, line) for file, line in places if (path := Path(file).resolve()).is_relative_to(folder)]
    return (str(inside[-1][0]), inside[-1][1]) if inside else None
