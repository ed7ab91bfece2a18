"""The fixed-size records that rules work on: fields that all games share, and the room's own."""

from __future__ import annotations

from typing import Any

import numpy as np

CHANCE = -1
"""The actor while a die must be rolled."""

OVER = -2
"""The actor when the game has ended."""

SPECTATOR = -1
"""The seat number of a spectator, who sees what all players know."""

ENDED = -1
"""The action with which a room's `count_events` is called when a game has ended."""

NOBODY = -1
"""The winner of a draw."""

MAX_SEATS = 4

_STATE_HEADER: list[tuple[Any, ...]] = [
    ("ply", np.int32),  # moves made by seats, without set-ups and dice
    ("remembered", np.int32),  # how many keys of `past` are in use
    ("actor", np.int8),  # a seat, CHANCE or OVER
    ("ending", np.int8),  # the number of the rule that ended the game, 0 while it goes on
    ("setup", np.int8),  # 1 while the actor arranges a set-up
    ("placed", np.int8),  # pieces the actor has put down in that set-up so far
]

_SHARED_OPTIONS: list[tuple[Any, ...]] = [("seats", np.int8)]


def state_dtype(*fields: tuple[Any, ...]) -> np.dtype[Any]:
    """Return the dtype of a room's state or view: the shared header and the room's own fields."""
    return _packed([*_STATE_HEADER, *fields])


def options_dtype(*fields: tuple[Any, ...]) -> np.dtype[Any]:
    """Return the dtype of a room's options record `o`: the room's own fields and the number of seats.

    The shared fields come last: Numba, which warns about it, takes a record that begins with all fields of another for
    its subtype, and a room may have no fields of its own.
    """
    return _packed([*fields, *_SHARED_OPTIONS])


def memory_dtype(*fields: tuple[Any, ...]) -> np.dtype[Any]:
    """Return the dtype of what a room's `features` remember of a game."""
    return _packed(list(fields))


def _packed(fields: list[tuple[Any, ...]]) -> np.dtype[Any]:
    """Put the largest items first and a filler last: all fields are aligned, as GPUs need, no padding is unnamed.

    The dtype says so (`align`): else compiled code would read each field of a record byte by byte on a GPU.
    """
    ordered = sorted(fields, key=lambda field: -np.dtype(field[1]).itemsize)
    widest = np.dtype(ordered[0][1]).itemsize
    size = np.dtype(ordered).itemsize
    if size % widest:
        ordered.append(("filler", np.int8, widest - size % widest))
    return np.dtype((np.record, np.dtype(ordered, align=True)))
