"""The board of Stratego as numbers and masks.

Squares are numbered along the ranks: a1 = 0, b1 = 1, ... j1 = 9, a2 = 10, ... j10 = 99. Sets of squares are two words:
the near half (ranks 1 to 5) and the far half (ranks 6 to 10). A rank takes eleven bits of a word; the eleventh
is no square, so that bits shifted over the left or right edge are outside every mask.
"""

from __future__ import annotations

import numpy as np

SIZE = 10
SQUARES = SIZE * SIZE
HALF = SQUARES // 2
NOWHERE = SQUARES
"""Origin and target of a move that has not been made."""
WIDTH = SIZE + 1
TOP = (SIZE // 2 - 1) * WIDTH
"""The first bit of the upper rank of a half."""
RANK = (1 << SIZE) - 1

FILES = "abcdefghij"
SQUARE_NAMES = [f"{file}{rank}" for rank in range(1, SIZE + 1) for file in FILES]
LAKES = frozenset(SQUARE_NAMES.index(name) for name in ["c5", "d5", "c6", "d6", "g5", "h5", "g6", "h6"])
IS_LAKE = np.array([square in LAKES for square in range(SQUARES)], np.uint8)

EAST, WEST, NORTH, SOUTH = range(4)
STEP = np.array([1, -1, SIZE, -SIZE], np.int64)
"""What a step in each direction adds to a square number."""


def neighbours(square: int) -> list[int]:
    """ST-15: return the squares that share a side with a square."""
    file, rank = square % SIZE, square // SIZE
    around = ((file + 1, rank), (file - 1, rank), (file, rank + 1), (file, rank - 1))
    return [f + SIZE * r for f, r in around if 0 <= f < SIZE and 0 <= r < SIZE]


def _bit(square: int) -> int:
    return 1 << (square % SIZE + square % HALF // SIZE * WIDTH)


def _masks(sets: list[list[int]], half: int) -> np.ndarray:
    """Return one half of each set of squares as words, with an empty set added for NOWHERE."""
    words = [sum(_bit(square) for square in squares if square // HALF == half) for squares in sets]
    return np.array([*words, 0], np.int64)


ONE_SQUARE = [[square] for square in range(SQUARES)]
NEAR_BIT, FAR_BIT = _masks(ONE_SQUARE, 0), _masks(ONE_SQUARE, 1)
NEXT_TO = [neighbours(square) for square in range(SQUARES)]
NEIGHBOURS = np.array([[*squares, *[NOWHERE] * (4 - len(squares))] for squares in NEXT_TO], np.uint8)
"""The squares next to each square, padded with NOWHERE."""


def _distances(origin: int) -> list[int]:
    """Return the number of steps from a square to each other, round the lakes; 0 for a lake."""
    steps, frontier = {origin: 0}, [origin]
    for square in frontier:
        for beside in NEXT_TO[square]:
            if beside not in steps and beside not in LAKES:
                steps[beside] = steps[square] + 1
                frontier.append(beside)
    return [steps.get(square, 0) for square in range(SQUARES)]


DISTANCE = np.array([_distances(square) for square in range(SQUARES)], np.uint8)
NEAR_NEXT, FAR_NEXT = _masks(NEXT_TO, 0), _masks(NEXT_TO, 1)
LAND = [[square for square in range(SQUARES) if square not in LAKES]]
NEAR_LAND, FAR_LAND = int(_masks(LAND, 0)[0]), int(_masks(LAND, 1)[0])

DE_BRUIJN = 0x03F79D71B4CB0A89
"""De Bruijn constant: the upper six bits of its product with a power of two identify the power."""
BIT_OF_PRODUCT = np.zeros(64, np.uint8)
"""By these six bits: the number of the bit ..."""
SQUARE_OF_PRODUCT = np.zeros(64, np.uint8)
"""... and its square in the near half."""
for _square in range(HALF):
    _product = _bit(_square) * DE_BRUIJN >> 58 & 63
    BIT_OF_PRODUCT[_product] = _bit(_square).bit_length() - 1
    SQUARE_OF_PRODUCT[_product] = _square

BORDERS = SIZE - 1
COUNT_BITS = 7
"""ST-14: crossings of the nine borders of a line are counted in one word, seven bits per border."""
ONE_EACH = sum(1 << COUNT_BITS * border for border in range(BORDERS))
HIGHEST_EACH = ONE_EACH << COUNT_BITS - 1
"""The highest bit of every counter."""


def _crossed() -> np.ndarray:
    """Return the masks of the counters of the borders between each two places of a line."""
    table = np.zeros((SIZE, SIZE), np.int64)
    every_bit = (1 << COUNT_BITS) - 1
    for start in range(SIZE):
        for end in range(SIZE):
            table[start, end] = sum(
                every_bit << COUNT_BITS * border for border in range(min(start, end), max(start, end))
            )
    return table


CROSSED = _crossed()
