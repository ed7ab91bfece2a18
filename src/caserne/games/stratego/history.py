# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False, check-untyped-defs=False
"""The rules of Stratego that look back: ST-14 two squares and ST-15 chase.

ST-14 needs no past: a player's last piece, and how often in a row it has crossed each border of the line it moves on.

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
"""ST-15: a shorter chase can make a board again only by the exact reverse of a move, which is free.

The opponent needs two moves to leave a board and come back to it, the player then has made one in between and makes a
second one now, its reverse; with another move before these two the board stood four plies ago, and 4 < C."""


def _odd_numbers(count: int, seed: int) -> np.ndarray:
    """Odd numbers below 2**31 without a pattern (SplitMix64), so that products of two fit an int64."""
    numbers = []
    for n in range(1, count + 1):
        mixed = (seed + n * 0x9E3779B97F4A7C15) % 2**64
        mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9 % 2**64
        mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB % 2**64
        numbers.append((mixed ^ mixed >> 31) >> 33 | 1)
    return np.array(numbers, np.int64)


PIECE_KEYS = _odd_numbers(81, 1)
SQUARE_KEYS = _odd_numbers(SQUARES, 2)
"""The key of a piece on a square is the product of the two: it takes less memory than a table of both."""


# ST-14


@rule
def crossings(origin, target):
    """All bits of the counts of the borders that a move crosses, and whether it goes along a file."""
    along_file = origin % SIZE == target % SIZE
    start = origin // SIZE if along_file else origin % SIZE
    end = target // SIZE if along_file else target % SIZE
    return CROSSED[start, end], along_file


@rule
def any_count_is(counts, number):
    """Whether one of nine counts is this number: the classic search for a zero among parts of a word."""
    differences = counts ^ (number * ONE_EACH)
    return ((differences - ONE_EACH) & ~differences & HIGHEST_EACH) != 0


@rule
def count_crossings(s, seat, piece, origin, target):
    """ST-14: what a move makes of its player's counts: one more on each border it crosses, none elsewhere."""
    borders, along = crossings(origin, target)
    same_line = (piece == s.last_piece[seat]) & (along == s.last_along[seat])
    s.borders[seat] = (s.borders[seat] & borders if same_line else 0) + (borders & ONE_EACH)
    s.last_along[seat] = along


@rule
def two_squares_refuses(o, s, seat, origin, target):
    """ST-14: whether a move crosses a border that its piece has crossed in too many moves running."""
    if o.two_square == 0 or s.board[origin] != s.last_piece[seat]:
        return False
    borders, along = crossings(origin, target)
    if along != s.last_along[seat]:
        return False
    # A count outside the way is made different from any limit that the way is searched for.
    return any_count_is((s.borders[seat] & borders) | (~borders & beyond(o)), int(o.two_square))


@rule
def beyond(o):
    """Nine counts that are all different from the limit."""
    return (int(o.two_square) ^ 1) * ONE_EACH


# ST-15


@rule
def next_to(square, other):
    """Whether two squares share a side; nothing is next to NOWHERE."""
    return ((NEAR_NEXT[square] & NEAR_BIT[other]) | (FAR_NEXT[square] & FAR_BIT[other])) != 0


@rule
def next_to_piece_of(s, square, seat):
    """Whether a square is next to any piece of a seat."""
    return ((NEAR_NEXT[square] & s.standing[2 * seat]) | (FAR_NEXT[square] & s.standing[2 * seat + 1])) != 0


@rule
def difference(piece, origin, target):
    """What a move changes in the key of the board."""
    return (PIECE_KEYS[piece] * SQUARE_KEYS[origin]) ^ (PIECE_KEYS[piece] * SQUARE_KEYS[target])


@rule
def count_chase(s, past, seat, piece, origin, target, attack):
    """ST-15: the chase lengths after a move, in the order of the rule, and the boards that they look back on."""
    other = 1 - seat
    fled = next_to(origin, int(s.last_target[other]))
    pursues = next_to_piece_of(s, target, other)
    s.chase[other] = s.chase[other] + 1 if fled & (not attack) else 0
    s.chase[seat] = (0 if attack else s.chase[seat]) + 1 if pursues else 0
    # Chase lengths grow by one a ply: none will ever look behind a board where both are 0, or behind an attack.
    goes_on = ((s.chase[seat] | s.chase[other]) != 0) & (not attack)
    past[s.remembered] = s.key
    s.remembered = s.remembered + 1 if goes_on else 0
    s.key = s.key ^ difference(piece, origin, target) if goes_on else 0


@rule
def chase_refuses(o, s, past, seat, origin, target):
    """ST-15: whether a move that pursues makes a board of the present chase again."""
    length = int(s.chase[seat])
    if not o.chase or length < SHORTEST_CHASE or s.board[target]:
        return False
    if origin == s.last_target[seat] and target == s.last_origin[seat]:
        return False
    if not next_to_piece_of(s, target, 1 - seat):
        return False
    key = s.key ^ difference(int(s.board[origin]), origin, target)
    made_again = False
    for back in range(1, length):
        made_again |= past[s.remembered - back] == key
    return made_again


# Both


@rule
def history_matters(o, s, seat):
    """Whether ST-14 or ST-15 may refuse any move of a seat."""
    chasing = o.chase and s.chase[seat] >= SHORTEST_CHASE
    return chasing or (o.two_square != 0 and any_count_is(s.borders[seat], int(o.two_square)))
