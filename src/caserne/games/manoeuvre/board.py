"""The state: stacks on the track (GM-6, GM-10, GM-12) and how far soldiers reach (GM-8 to GM-11).

Squares are numbered 1 to 84, as on the track; YARD is 85. Soldiers are numbered 0 to 11, troop by troop, and have a bit
each in the masks of soldiers.

A stack is a number whose hexadecimal digits are the contents of the square from the bottom (lowest digit) to the top:
1 to C are soldiers 0 to 11, D a white piece, E a black one. So 0x2E is soldier 1 on a black piece, and a stack is full
if its third digit is in use. Grey pieces are not a level (GM-10) and not in the stack.
"""

from __future__ import annotations

import numpy as np

from caserne.core.kernel.compiled import rule
from caserne.core.kernel.layout import state_dtype
from caserne.games.manoeuvre.track import BLACK_PIECE, SOLDIERS, TRACK, WHITE_PIECE

GREYS = 3
LEVEL_2, LEVEL_3 = 0x10, 0x100
"""The smallest stacks of two and of three levels."""
HALF = TRACK // 2
"""Squares up to this one have their bits in `behind`, the others in `ahead`."""

STATE = state_dtype(
    ("behind", np.int64),  # which of the squares 1 to 42 hold soldiers, bit 0 is square 1
    ("ahead", np.int64),  # which of the squares 43 to 84 hold soldiers, bit 0 is square 43
    ("free", np.int16),  # GM-6: the soldiers on the track with nothing on top of them
    ("moved", np.int16),  # the soldiers that have moved this turn
    ("stack", np.uint16, TRACK + 1),  # the stack on each square, bonus pieces included
    ("square", np.uint8, SOLDIERS),  # the square of each soldier; 0: not placed yet
    ("arrivals", np.uint8, SOLDIERS),  # the soldiers in the yard in order of arrival, as number + 1
    ("place", np.uint8, SOLDIERS),  # the yard place of each soldier; 0: not in the yard
    ("grey", np.int8, GREYS),  # GM-13: the owner's seat + 1 by value; NOBODY: still on the track
    ("home", np.int8),  # how many soldiers are in the yard
    ("low", np.int8),  # GM-18: how many of them took the lowest place instead of the highest
    ("opened", np.int8),  # GM-3: how many soldiers have been put on the track
    ("rolled", np.int8),  # GM-4: the square for which a soldier must be chosen; 0: none
    ("to_move", np.int8),  # whose turn it is; 0 when the game is over
)

BASE = np.ones(16, np.uint8)
"""GM-11: the factor of the reach by the lowest digit of a stack."""
BASE[WHITE_PIECE], BASE[BLACK_PIECE] = 2, 3


# Stacks


@rule
def levels(stack):
    """GM-10: return the number of levels of a stack."""
    return int(stack > 0) + int(stack >= LEVEL_2) + int(stack >= LEVEL_3)


@rule
def top(stack):
    """Return the soldier on top of a stack; from SOLDIERS on it is a bonus piece, -1 means empty."""
    return (stack >> 4 * (max(levels(stack), 1) - 1)) - 1


@rule
def set_soldier(s, soldier, square):
    """Put a soldier on top of a square."""
    stack = int(s.stack[square])
    covered = top(stack)
    if 0 <= covered < SOLDIERS:
        s.free &= ~(1 << covered)
    s.stack[square] = stack | (soldier + 1) << 4 * levels(stack)
    s.square[soldier] = square
    s.free |= 1 << soldier
    if square > HALF:
        s.ahead |= 1 << (square - HALF - 1)
    else:
        s.behind |= 1 << (square - 1)


@rule
def lift_soldier(s, square):
    """GM-6: take the top soldier off a square and free the one below; return the soldier."""
    stack = int(s.stack[square])
    soldier = top(stack)
    rest = stack ^ (soldier + 1) << 4 * (levels(stack) - 1)
    s.stack[square] = rest
    s.free &= ~(1 << soldier)
    freed = top(rest)
    if 0 <= freed < SOLDIERS:
        s.free |= 1 << freed
    elif square > HALF:
        s.ahead &= ~(1 << (square - HALF - 1))
    else:
        s.behind &= ~(1 << (square - 1))
    return soldier


# Reach


@rule
def count_bits(word):
    count = 0
    while word:
        word &= word - 1
        count += 1
    return count


@rule
def place_in_race(s, square):
    """GM-9: return one more than the number of squares with soldiers in front of this one."""
    if square > HALF:
        return 1 + count_bits(s.ahead >> (square - HALF))
    return 1 + count_bits(s.ahead) + count_bits(s.behind >> square)


@rule
def base_factor(o, stack):
    """GM-11: return the factor of the top soldier's reach for the piece at the bottom of its stack."""
    if o.direct and stack >= LEVEL_3:
        return 1
    return int(BASE[stack & 15])


@rule
def reach(o, s, square):
    """GM-8: return how far the soldier on top of a square may go."""
    stack = int(s.stack[square])
    return place_in_race(s, square) * levels(stack) * base_factor(o, stack)
