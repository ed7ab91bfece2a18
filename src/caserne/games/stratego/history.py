# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False, check-untyped-defs=False
"""The rules about history: ST-14 two squares and ST-15 chase.

ST-14 needs no `past`: the state holds each player's last piece, and how often in a row it has crossed each border.

ST-15 compares boards by keys. Only differences between boards of one chase matter, so `key` is 0 on the first board
that a chase could make again, each move adds its own difference, and `past` holds the keys of the boards before the
present one. A piece counts by its number, never by its kind: keys are public.
"""

from __future__ import annotations

import numpy as np

from caserne.core.kernel.compiled import rule
from caserne.games.stratego.board import (
    CROSSED,
    FAR_BIT,
    FAR_NEXT,
    HIGHEST_EACH,
    NEAR_BIT,
    NEAR_NEXT,
    ONE_EACH,
    SIZE,
    SQUARES,
)

SHORTEST_CHASE = 5
"""ST-15: a shorter chase can repeat a board only by the exact reverse of the player's last move, which is allowed.

The opponent needs two moves to leave a board and return to it; the player makes one move in between and now reverses
it. With a further pair of moves the board stood four plies ago, and 4 < C."""


def _odd_numbers(count: int, seed: int) -> np.ndarray:
    """Return pseudo-random odd numbers below 2**31 (SplitMix64); products of two fit an int64."""
    numbers = []
    for n in range(1, count + 1):
        mixed = (seed + n * 0x9E3779B97F4A7C15) % 2**64
        mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9 % 2**64
        mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB % 2**64
        numbers.append((mixed ^ mixed >> 31) >> 33 | 1)
    return np.array(numbers, np.int64)


PIECE_KEYS = _odd_numbers(81, 1)
SQUARE_KEYS = _odd_numbers(SQUARES, 2)
"""The key of a piece on a square is the product of the two, which saves a table of all pairs."""


# ST-14


@rule
def crossings(origin, target):
    """Return the mask of the counters of the borders that a move crosses, and whether it goes along a file."""
    along_file = origin % SIZE == target % SIZE
    start = origin // SIZE if along_file else origin % SIZE
    end = target // SIZE if along_file else target % SIZE
    return CROSSED[start, end], along_file


@rule
def any_count_is(counts, number):
    """Check whether one of nine packed counters equals a number (the zero-field test on a word)."""
    differences = counts ^ (number * ONE_EACH)
    return ((differences - ONE_EACH) & ~differences & HIGHEST_EACH) != 0


@rule
def count_crossings(s, seat, piece, origin, target):
    """ST-14: update the player's counters: one more for each border crossed, zero for the others."""
    borders, along = crossings(origin, target)
    same_line = (piece == s.last_piece[seat]) & (along == s.last_along[seat])
    s.borders[seat] = (s.borders[seat] & borders if same_line else 0) + (borders & ONE_EACH)
    s.last_along[seat] = along


@rule
def two_squares_refuses(o, s, seat, origin, target):
    """ST-14: check whether a move crosses a border that its piece has crossed in too many consecutive moves."""
    if o.two_square == 0 or s.board[origin] != s.last_piece[seat]:
        return False
    borders, along = crossings(origin, target)
    if along != s.last_along[seat]:
        return False
    # Counters off the path are set to a value other than the limit.
    return any_count_is((s.borders[seat] & borders) | (~borders & off_path_counters(o)), int(o.two_square))


@rule
def off_path_counters(o):
    """Return nine counters that all differ from the limit."""
    return (int(o.two_square) ^ 1) * ONE_EACH


# ST-15


@rule
def next_to(square, other):
    """Check whether two squares share a side; nothing is next to NOWHERE."""
    return ((NEAR_NEXT[square] & NEAR_BIT[other]) | (FAR_NEXT[square] & FAR_BIT[other])) != 0


@rule
def next_to_piece_of(s, square, seat):
    """Check whether a square is next to any piece of a seat."""
    return ((NEAR_NEXT[square] & s.standing[2 * seat]) | (FAR_NEXT[square] & s.standing[2 * seat + 1])) != 0


@rule
def difference(piece, origin, target):
    """Return the change of the board key made by a move."""
    return (PIECE_KEYS[piece] * SQUARE_KEYS[origin]) ^ (PIECE_KEYS[piece] * SQUARE_KEYS[target])


@rule
def count_chase(s, past, seat, piece, origin, target, attack):
    """ST-15: update the chase lengths after a move, in the order of the rule, and the remembered boards."""
    other = 1 - seat
    fled = next_to(origin, int(s.last_target[other]))
    pursues = next_to_piece_of(s, target, other)
    s.chase[other] = s.chase[other] + 1 if fled & (not attack) else 0
    s.chase[seat] = (0 if attack else s.chase[seat]) + 1 if pursues else 0
    # Chase lengths grow by one per ply: boards before an attack, or before both lengths were 0, are never compared.
    goes_on = ((s.chase[seat] | s.chase[other]) != 0) & (not attack)
    past[s.remembered] = s.key
    s.remembered = s.remembered + 1 if goes_on else 0
    s.key = s.key ^ difference(piece, origin, target) if goes_on else 0


@rule
def chase_refuses(o, s, past, seat, origin, target):
    """ST-15: check whether a pursuing move repeats a board of the present chase."""
    length = int(s.chase[seat])
    if not o.chase or length < SHORTEST_CHASE or s.board[target]:
        return False
    if origin == s.last_target[seat] and target == s.last_origin[seat]:
        return False
    if not next_to_piece_of(s, target, 1 - seat):
        return False
    key = s.key ^ difference(int(s.board[origin]), origin, target)
    repeats = False
    for back in range(1, length):
        repeats |= past[s.remembered - back] == key
    return repeats


# Both


@rule
def history_matters(o, s, seat):
    """Check whether ST-14 or ST-15 could refuse any move of a seat."""
    chasing = o.chase and s.chase[seat] >= SHORTEST_CHASE
    return chasing or (o.two_square != 0 and any_count_is(s.borders[seat], int(o.two_square)))
