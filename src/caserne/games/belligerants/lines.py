"""Seeing along lines: which squares around a place are free, in all eight directions at once.

Every column, row and diagonal of the board is a word with one bit a square that is set where a pawn stands. Five
bits to either side of a place, looked up in a table, say how far one can see from there. The words are drawn afresh
for each list of moves, in the scratch room behind it.
"""

from __future__ import annotations

import numpy as np

from caserne.core.kernel.bits import lowest_bit
from caserne.core.kernel.compiled import rule
from caserne.games.belligerants.maps import SIDE, SQUARES
from caserne.games.belligerants.terrain import DIRECTIONS, FARTHEST, RING, WORD

WAYS = RING // 2
"""A line runs in a direction and its opposite: columns, rising diagonals, rows, falling diagonals."""
DIAGONALS = 2 * SIDE - 1
LINES = 2 * SIDE + 2 * DIAGONALS

LINE_OF = np.zeros((WAYS, SQUARES), np.uint8)
"""By way and square: the number of the line ..."""
PLACE_ON = np.zeros((WAYS, SQUARES), np.uint8)
"""... and the place of the square on it."""
for _square in range(SQUARES):
    _rank, _file = divmod(_square, SIDE)
    _rising, _falling = _rank - _file + SIDE - 1, _rank + _file
    LINE_OF[:, _square] = _file, SIDE + _rising, SIDE + DIAGONALS + _rank, 2 * SIDE + DIAGONALS + _falling
    PLACE_ON[:, _square] = _rank, _file, _file, _file

SIGHT = 2 * FARTHEST + 1


def _free_squares() -> np.ndarray:
    """By what stands on the eleven squares of a line around a place: how many are free ahead, and from bit 3 back."""
    table = np.zeros(1 << SIGHT, np.uint8)
    for pawns in range(1 << SIGHT):
        for place, step in ((0, 1), (3, -1)):
            free = 0
            while free < FARTHEST and not pawns >> FARTHEST + step * (free + 1) & 1:
                free += 1
            table[pawns] |= free << place
    return table


FREE_SQUARES = _free_squares()
RUN = np.array([sum(1 << RING * ring for ring in range(free)) for free in range(FARTHEST + 1)], np.int64)
"""So many squares in direction 0 as bits of `terrain.RING`. Tables stay small: a GPU has 64 kB for all constants."""

OFFSET = np.array([ring * (ranks * SIDE + files) for ring in range(1, 6) for ranks, files in DIRECTIONS], np.int16)
"""How far away, in numbers of squares, the square of each bit of `terrain.RING` is."""

HALF = SIGHT * SIGHT // 2
"""The window of a square is the 11 x 11 squares around it, as two words: 60 squares before it, and from it on."""
LOW, HIGH = (1 << HALF) - 1, (1 << HALF + 1) - 1
WINDOW = np.array([square // SIDE * SIGHT + square % SIDE for square in range(SQUARES)], np.int16)
"""The place of a square in the window of another is HALF plus the difference of these numbers."""
WINDOW_OFFSET = np.array(
    [(place // SIGHT - FARTHEST) * SIDE + place % SIGHT - FARTHEST for place in range(SIGHT * SIGHT)], np.int16
)
"""How far away, in numbers of squares, each place of a window is."""


def _ring_windows() -> np.ndarray:
    """By ring and directions, as bits: the two words of the window with the squares that these are."""
    table = np.zeros((FARTHEST, 1 << RING, 2), np.int64)
    for ring in range(FARTHEST):
        for directions in range(1 << RING):
            for direction, (ranks, files) in enumerate(DIRECTIONS):
                if directions >> direction & 1:
                    place = HALF + (ring + 1) * (ranks * SIGHT + files)
                    table[ring, directions, int(place >= HALF)] |= 1 << place % HALF if place < 2 * HALF else 1 << HALF
    return table


RING_WINDOWS = _ring_windows()


@rule
def draw_lines(o, s, room, first):
    """Write the lines of all pawns into `room`, from place `first` on."""
    for line in range(first, first + LINES):
        room[line] = 0
    for word in range(o.words):
        pawns = int(s.own[0, word] | s.own[1, word])
        while pawns:
            turn_over(room, first, word * WORD + lowest_bit(pawns))
            pawns &= pawns - 1


@rule
def turn_over(room, first, square):
    """Put a pawn on the lines of a free square, or take it off."""
    for way in range(WAYS):
        room[first + int(LINE_OF[way, square])] ^= 1 << FARTHEST + int(PLACE_ON[way, square])


@rule
def free_around(room, first, square):
    """The squares around that one can come to without meeting a pawn, as bits of `terrain.RING`."""
    free = np.int64(0)
    for way in range(WAYS):
        line = int(room[first + int(LINE_OF[way, square])])
        seen = int(FREE_SQUARES[(line >> int(PLACE_ON[way, square])) & ((1 << SIGHT) - 1)])
        free |= (RUN[seen & 7] | RUN[seen >> 3] << WAYS) << way
    return free


@rule
def shifted_low(low, high, places):
    """The first word of a window that is moved by some places."""
    return (low << places) & LOW if places >= 0 else (low >> -places | high << (HALF + places)) & LOW


@rule
def shifted_high(low, high, places):
    """The second word of a window that is moved by some places."""
    return (high << places | low >> (HALF - places)) & HIGH if places >= 0 else high >> -places
