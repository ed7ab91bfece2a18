"""The board of Movers & Hoppers: squares, masks and the state.

Squares are numbered up the files: a1 = 0, a2 = 1, ... a8 = 7, b1 = 8, ... c8 = 23. The board is three masks with one
bit a square, so that a file is a byte: White's pieces, Red's pieces, and which of all these show the hopper's face.

A shorter board keeps these numbers and lacks the squares above its last rank: they are never occupied and never free.
Which squares there are, and where Red's camp is, is in the options: `o.squares`, `o.red_camp`, `o.ranks`.
"""

from __future__ import annotations

import numpy as np

from caserne.core.kernel.compiled import rule
from caserne.core.kernel.layout import state_dtype
from caserne.games.movers.options import RANK_1 as RANK_1
from caserne.games.movers.options import RANKS as RANKS

FILES = 3
SQUARES = FILES * RANKS
CAMP_SIZE = 6
WHITE, RED = 0, 1

FILE = (1 << RANKS) - 1
RANK_8 = 0b10000000_10000000_10000000

STATE = state_dtype(
    ("key", np.int64),  # the board in base five, see `put`
    ("white", np.int32),  # where White's pieces stand
    ("red", np.int32),  # where Red's pieces stand
    ("hoppers", np.int32),  # which pieces show the hopper's face
    ("to_move", np.int8),  # whose turn it is, or would have been
    ("winner", np.int8),  # a seat or NOBODY
)

PLACE_VALUE = np.array([5**square for square in range(SQUARES)], np.int64)


@rule
def pieces_of(s, seat):
    """Return the mask of a seat's pieces."""
    return s.white if seat == WHITE else s.red


@rule
def put(s, square, seat, hopper):
    """Put a piece on a free square.

    The key is the board read as a number in base five, one digit a square: unlike a hash, it cannot collide.
    """
    if seat == WHITE:
        s.white |= 1 << square
    else:
        s.red |= 1 << square
    s.hoppers |= hopper << square
    s.key += PLACE_VALUE[square] * (1 + 2 * seat + hopper)


@rule
def lift(s, square, seat):
    """Take a piece of a seat off the board; return whether it showed the hopper's face."""
    hopper = (s.hoppers >> square) & 1
    if seat == WHITE:
        s.white ^= 1 << square
    else:
        s.red ^= 1 << square
    s.hoppers ^= hopper << square
    s.key -= PLACE_VALUE[square] * (1 + 2 * seat + hopper)
    return hopper
