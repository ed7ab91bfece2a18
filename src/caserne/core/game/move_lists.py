"""Arrays that `legal` writes moves to, with a guard against a `MAX_MOVES` that is too small.

Compiled code does not check the bounds of an array. So a list has spare space and, behind the `MAX_MOVES` moves that
the room has declared, a mark: once the rules have run, a missing mark tells that a list was longer. The rules
themselves are not slowed down.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from caserne.core.game.errors import RoomError
from caserne.core.game.room_errors import declared_at

if TYPE_CHECKING:
    from caserne.core.game.game import Game
    from caserne.core.game.rules import Rules

UNWRITTEN = -1
"""The mark: no action."""
SPARE = 1 << 14
"""Moves above `MAX_MOVES` that do no harm; no list of different moves is longer than the number of actions."""

Lists = np.ndarray[Any, np.dtype[np.int32]]


def list_size(rules: Rules, spare: int = SPARE) -> int:
    """Return the space of one list."""
    return rules.max_moves + min(rules.actions, spare) + 1


def make_lists(rules: Rules, *shape: int, spare: int = SPARE) -> Lists:
    """Return an array for one list of moves, or for several."""
    lists = np.zeros((*shape, list_size(rules, spare)), np.int32)
    lists[..., rules.max_moves] = UNWRITTEN
    return lists


def check_lists(game: Game[Any], lists: Lists) -> None:
    """Raise RoomError if the rules have listed more than `MAX_MOVES` moves."""
    if (lists[..., game.rules.max_moves] != UNWRITTEN).any():
        raise too_many_listed(game)


def too_many_listed(game: Game[Any]) -> RoomError:
    """Describe a `MAX_MOVES` that is too small."""
    return declared_at(type(game), "rules", "MAX_MOVES", "too_many_listed", listed=game.rules.max_moves)
