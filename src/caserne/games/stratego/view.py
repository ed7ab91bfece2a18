"""ST-8, ST-18: what each seat sees: its own pieces, and the enemy pieces that have been shown."""

from __future__ import annotations

import numpy as np

from caserne.core.kernel.compiled import rule
from caserne.core.kernel.layout import OVER, state_dtype
from caserne.games.stratego.army import KINDS
from caserne.games.stratego.belief.belief import believe
from caserne.games.stratego.belief.sampling import copy_public, sample
from caserne.games.stratego.board import SQUARES
from caserne.games.stratego.rules import DARK, KIND, KNOWN, PIECES, owner

__all__ = ["VIEW", "believe", "observe", "sample"]

VIEW = state_dtype(
    ("key", np.int64),
    ("borders", np.int64, 2),
    ("chase", np.int32, 2),
    ("quiet", np.int32),
    ("board", np.uint8, SQUARES),
    ("pieces", np.uint8, PIECES),  # the code of each piece; kind 0 if the seat does not know it
    ("hand", np.int8, KINDS),
    ("last_piece", np.uint8, 2),
    ("last_origin", np.uint8, 2),
    ("last_target", np.uint8, 2),
    ("last_along", np.int8, 2),
    ("attacker", np.uint8),
    ("defender", np.uint8),
    ("flying", np.int8),
    ("to_move", np.int8),
    ("winner", np.int8),
)
"""The fields of a state, without the masks that distinguish kinds."""


@rule
def observe(o, s, seat, view):
    """ST-18: fill an empty view with what a seat or a spectator may know; everything once the game is over."""
    copy_public(s, view)
    for kind in range(KINDS):
        view.hand[kind] = s.hand[kind] if seat == s.to_move or not s.setup else o.army[kind]
    for square in range(SQUARES):
        piece = int(s.board[square])
        if owner(piece) == seat or not s.setup:
            view.board[square] = piece
    for piece in range(1, PIECES):
        code = int(s.pieces[piece])
        if owner(piece) == seat or s.actor == OVER:
            view.pieces[piece] = code & ~DARK
        elif code & KNOWN:
            view.pieces[piece] = code
        elif not s.setup:
            view.pieces[piece] = code & ~KIND
