"""The rooms: one folder per game, here and in the folders that `CASERNE_GAMES` names."""

import os
import sys
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from caserne.core.game.about import About

__path__ += [folder for folder in os.environ.get("CASERNE_GAMES", "").split(os.pathsep) if folder]


class _Rooms(ModuleType):
    """This package, which can be called: importing it takes the place of the function `caserne.games`."""

    def __call__(self) -> "dict[str, About]":
        """Return the descriptions of all games by id."""
        from caserne.core.game.registry import descriptions

        return descriptions()


sys.modules[__name__].__class__ = _Rooms
