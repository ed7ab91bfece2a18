"""How movers and hoppers move, for all pieces of a side at once: five words with one bit a move.

Shifting a whole side costs as much as one piece and needs no branches. Each word has 48 bits. The slants of a move to
another file are level, rising and falling.

| word         | its bits                                                                     |
|--------------|------------------------------------------------------------------------------|
| STEPS_ALONG  | the square reached, going up; then the same going down                       |
| STEPS_RIGHT  | for each slant the square reached, 16 of them: the files b and c             |
| STEPS_LEFT   | for each slant the square reached, 16 of them: the files a and b             |
| JUMPS_ACROSS | for each slant the rank reached on file c; then the same on file a           |
| JUMPS_ALONG  | the square left (several may land on one square), going up; then going down  |
"""

from __future__ import annotations

import numpy as np

from caserne.core.kernel.compiled import rule
from caserne.games.movers.board import FILE, RANK_1, RANK_8, RANKS, SQUARES

STEPS_ALONG, STEPS_RIGHT, STEPS_LEFT, JUMPS_ACROSS, JUMPS_ALONG = range(5)
SLANTS = (0, 1, -1)
"""How many ranks a step to the next file gains."""


def _actions_of_bits() -> np.ndarray:
    """Return the action of each bit of the first four words; entries of bits that are never set are meaningless."""
    table = np.zeros((4, 2 * SQUARES), np.int32)
    for bit in range(2 * SQUARES):
        half, target = divmod(bit, SQUARES)
        table[STEPS_ALONG, bit] = _action(target + (1 if half else -1), target)
        slot, target = divmod(bit, 2 * RANKS)
        table[STEPS_RIGHT, bit] = _action(target - SLANTS[slot], target + RANKS)
        table[STEPS_LEFT, bit] = _action(target + RANKS - SLANTS[slot], target)
        slot, rank = divmod(bit, RANKS)
        from_a, from_c = rank - 2 * SLANTS[slot % 3], 2 * RANKS + rank - 2 * SLANTS[slot % 3]
        table[JUMPS_ACROSS, bit] = _action(from_a, 2 * RANKS + rank) if slot < 3 else _action(from_c, rank)
    return table


def _action(origin: int, target: int) -> int:
    return origin * SQUARES + target


def _file_landings() -> np.ndarray:
    """MH-4 along a file: return the landing rank by direction (up, down), pieces on the file and rank of the hopper."""
    table = np.zeros((2, FILE + 1, RANKS), np.uint8)
    for direction, step in enumerate((1, -1)):
        for pieces in range(FILE + 1):
            for rank in range(RANKS):
                landing = rank + step
                while 0 <= landing < RANKS and (pieces >> landing) & 1:
                    landing += step
                table[direction, pieces, rank] = landing % RANKS
    return table


ACTION_OF_BIT = _actions_of_bits()
FILE_LANDINGS = _file_landings()


@rule
def moves_of(o, s, pieces):
    """MH-3, MH-4, MH-6: return all moves of some pieces of either side."""
    occupied = np.int64(s.white | s.red)
    free = o.squares & ~occupied
    movers = np.int64(pieces & ~s.hoppers)
    hoppers = np.int64(pieces & s.hoppers)
    return (
        steps_along(movers, free),
        steps_right(movers, free),
        steps_left(movers, free),
        jumps_across(hoppers, occupied, free),
        jumps_along(hoppers, occupied, free),
    )


@rule
def action_of(s, word, bit):
    """Return the action of a bit of a word."""
    if word != JUMPS_ALONG:
        return int(ACTION_OF_BIT[word, bit])
    direction, origin = bit // SQUARES, bit % SQUARES
    file = origin // RANKS * RANKS
    landing = int(FILE_LANDINGS[direction, ((s.white | s.red) >> file) & FILE, origin % RANKS])
    return origin * SQUARES + file + landing


@rule
def steps_along(movers, free):
    """MH-3: one square up or down the file."""
    up = (movers << 1) & free & ~RANK_1
    down = (movers >> 1) & free & ~RANK_8
    return up | down << 24


@rule
def steps_right(movers, free):
    """MH-3: one square to the right, level or aslant."""
    level = (movers << 8) & free
    rising = (movers << 9) & free & ~RANK_1
    falling = (movers << 7) & free & ~RANK_8
    return level >> 8 | (rising >> 8) << 16 | (falling >> 8) << 32


@rule
def steps_left(movers, free):
    """MH-3: one square to the left, level or aslant."""
    level = (movers >> 8) & free
    rising = (movers >> 7) & free & ~RANK_1
    falling = (movers >> 9) & free & ~RANK_8
    return level | rising << 16 | falling << 32


@rule
def jumps_across(hoppers, occupied, free):
    """MH-4: over a piece on the middle file; three files leave no room for a longer row."""
    over = (occupied >> 8) & FILE
    to_c = leaps(hoppers & FILE, over, free >> 16)
    to_a = leaps(hoppers >> 16, over, free & FILE)
    return to_c | to_a << 24


@rule
def leaps(hoppers, over, free):
    """Return the ranks that hoppers of one outer file reach on the other; all arguments are single files."""
    level = hoppers & over & free
    rising = (((hoppers << 1) & over) << 1) & free
    falling = (((hoppers >> 1) & over) >> 1) & free
    return level | rising << 8 | falling << 16


@rule
def jumps_along(hoppers, occupied, free):
    """MH-4: along the file, over a piece next to the hopper, if a square is free somewhere behind it."""
    free_above = free | (free >> 1) & 0x7F7F7F  # squares that are free or have a free square above them
    free_above |= (free_above >> 2) & 0x3F3F3F
    free_above |= (free_above >> 4) & 0x0F0F0F
    free_below = free | (free << 1) & 0xFEFEFE
    free_below |= (free_below << 2) & 0xFCFCFC
    free_below |= (free_below << 4) & 0xF0F0F0
    up = hoppers & ((occupied & free_above) >> 1) & ~RANK_8
    down = hoppers & ((occupied & free_below) << 1) & ~RANK_1
    return up | down << 24
