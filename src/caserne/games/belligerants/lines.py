"""Line occupancy: the free squares around a square in all eight directions at once.

Every column, row and diagonal of the board is a word with one bit per square, set if a pawn stands there. A table gives
the free squares on both sides of a place from the five bits on either side of it. The words are computed for each list
of moves, in the scratch buffer behind it.
"""

from __future__ import annotations

import numpy as np

from caserne.core.kernel.bits import lowest_bit
from caserne.core.kernel.compiled import rule
from caserne.games.belligerants.maps import SIDE, SQUARES
from caserne.games.belligerants.terrain import DIRECTIONS, FARTHEST, RING, WORD

AXES = RING // 2
"""Each axis is a direction and its opposite: columns, rising diagonals, rows, falling diagonals."""
DIAGONALS = 2 * SIDE - 1
LINES = 2 * SIDE + 2 * DIAGONALS

LINE_OF = np.zeros((AXES, SQUARES), np.uint8)
"""By axis and square: the number of the line ..."""
PLACE_ON_LINE = np.zeros((AXES, SQUARES), np.uint8)
"""... and the place of the square on it."""
for _square in range(SQUARES):
    _rank, _file = divmod(_square, SIDE)
    _rising, _falling = _rank - _file + SIDE - 1, _rank + _file
    LINE_OF[:, _square] = _file, SIDE + _rising, SIDE + DIAGONALS + _rank, 2 * SIDE + DIAGONALS + _falling
    PLACE_ON_LINE[:, _square] = _rank, _file, _file, _file

SPAN = 2 * FARTHEST + 1


def _free_squares() -> np.ndarray:
    """Return the free squares ahead, and from bit 3 on behind, by the occupancy of eleven squares around a place."""
    table = np.zeros(1 << SPAN, np.uint8)
    for pawns in range(1 << SPAN):
        for place, step in ((0, 1), (3, -1)):
            free = 0
            while free < FARTHEST and not pawns >> FARTHEST + step * (free + 1) & 1:
                free += 1
            table[pawns] |= free << place
    return table


FREE_SQUARES = _free_squares()
RUN = np.array([sum(1 << RING * ring for ring in range(free)) for free in range(FARTHEST + 1)], np.int64)
"""The first n squares in direction 0, as bits of `terrain.RING`. Tables are small: a GPU has 64 kB of constants."""

OFFSET = np.array([ring * (ranks * SIDE + files) for ring in range(1, 6) for ranks, files in DIRECTIONS], np.int16)
"""The offset of the square number for each bit of `terrain.RING`."""

HALF = SPAN * SPAN // 2
"""The window of a square is the 11 x 11 squares around it, as two words: the 60 squares before it, and the rest."""
LOW, HIGH = (1 << HALF) - 1, (1 << HALF + 1) - 1
WINDOW = np.array([square // SIDE * SPAN + square % SIDE for square in range(SQUARES)], np.int16)
"""The place of a square in the window of another is HALF plus the difference of these numbers."""
WINDOW_OFFSET = np.array(
    [(place // SPAN - FARTHEST) * SIDE + place % SPAN - FARTHEST for place in range(SPAN * SPAN)], np.int16
)
"""The offset of the square number for each place of a window."""


def _ring_windows() -> np.ndarray:
    """Return, by ring and a set of directions, the two window words with these squares."""
    table = np.zeros((FARTHEST, 1 << RING, 2), np.int64)
    for ring in range(FARTHEST):
        for directions in range(1 << RING):
            for direction, (ranks, files) in enumerate(DIRECTIONS):
                if directions >> direction & 1:
                    place = HALF + (ring + 1) * (ranks * SPAN + files)
                    table[ring, directions, int(place >= HALF)] |= 1 << place % HALF if place < 2 * HALF else 1 << HALF
    return table


RING_WINDOWS = _ring_windows()


@rule
def fill_lines(o, s, buffer, first):
    """Write the occupancy of all lines into `buffer`, from index `first` on."""
    for line in range(first, first + LINES):
        buffer[line] = 0
    for word in range(o.words):
        pawns = int(s.own[0, word] | s.own[1, word])
        while pawns:
            toggle_pawn(buffer, first, word * WORD + lowest_bit(pawns))
            pawns &= pawns - 1


@rule
def toggle_pawn(buffer, first, square):
    """Add a pawn to the lines of a square, or remove it."""
    for axis in range(AXES):
        buffer[first + int(LINE_OF[axis, square])] ^= 1 << FARTHEST + int(PLACE_ON_LINE[axis, square])


@rule
def free_squares_around(buffer, first, square):
    """Return the squares that can be reached from a square without meeting a pawn, as bits of `terrain.RING`."""
    free = np.int64(0)
    for axis in range(AXES):
        line = int(buffer[first + int(LINE_OF[axis, square])])
        free_counts = int(FREE_SQUARES[(line >> int(PLACE_ON_LINE[axis, square])) & ((1 << SPAN) - 1)])
        free |= (RUN[free_counts & 7] | RUN[free_counts >> 3] << AXES) << axis
    return free


@rule
def shifted_low(low, high, places):
    """Return the first word of a window shifted by some places."""
    return (low << places) & LOW if places >= 0 else (low >> -places | high << (HALF + places)) & LOW


@rule
def shifted_high(low, high, places):
    """Return the second word of a window shifted by some places."""
    return (high << places | low >> (HALF - places)) & HIGH if places >= 0 else high >> -places
