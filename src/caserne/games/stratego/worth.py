"""What the pieces of Stratego are worth, which depends on what is left to beat and to be beaten by."""

from __future__ import annotations

import numpy as np

from caserne.core.compiled import rule
from caserne.games.stratego.army import BOMB, FLAG, MARSHAL, MINER, SCOUT, SPY
from caserne.games.stratego.board import HALF, SQUARE_OF_PRODUCT
from caserne.games.stratego.moves import product_of_lowest
from caserne.games.stratego.rules import KIND

VALUES = np.array([0, 60, 15, 40, 12, 20, 45, 90, 160, 280, 400, 30, 0, 0, 0, 0], np.int64)
"""What a piece is worth, from the spy (1) to the marshal (10), then the bomb; the flag is the game itself."""
SECRECY = np.array([0, 50, 0, 15, 5, 5, 10, 15, 20, 20, 20, 40, 0, 0, 0, 0], np.int64)
"""The share of it, in hundredths, that is gone once the enemy knows what the piece is."""
LAST_ONES = np.array([[0, 40, 65, 85, 100, 112, 122, 131, 139, 139], [0, 110, 170, 215, 250, 280, 280, 280, 280, 280]])
"""What so many scouts, and so many miners, are worth together: the last ones most."""
IDLE_SPY, IDLE_MINER = 5, 12
"""What a spy is worth when there is no marshal left, and a miner when there is no bomb."""
SAFE_MARSHAL = 40
"""What a marshal gains when the enemy has no spy left."""

BITS = 4
"""Counts of kinds, in a word of four bits a kind."""


@rule
def count_kinds(s, seat):
    """How many pieces of each kind a seat has left, packed into one word, and the square of its flag."""
    counts, flag = np.int64(0), 0
    for half in range(2):
        squares = s.standing[2 * seat + half]
        while squares:
            square = HALF * half + int(SQUARE_OF_PRODUCT[product_of_lowest(squares)])
            kind = int(s.pieces[s.board[square]]) & KIND
            counts += np.int64(1) << BITS * kind
            flag = square if kind == FLAG else flag
            squares &= squares - 1
    return counts, flag


@rule
def number_of(counts, kind):
    return (counts >> BITS * kind) & ((1 << BITS) - 1)


@rule
def highest(counts):
    """The highest rank that is left."""
    rank = MARSHAL
    while rank > SPY and number_of(counts, rank) == 0:
        rank -= 1
    return rank


@rule
def worth(kind, own, enemy, shift):
    """What one piece is worth beside and against the pieces that are left; `shift` ranks are gone from the top."""
    if kind == SPY:
        return VALUES[SPY] if number_of(enemy, MARSHAL) else IDLE_SPY
    if kind == MINER and number_of(enemy, BOMB) == 0:
        return IDLE_MINER
    if kind in (MINER, SCOUT):
        count = number_of(own, kind)
        return LAST_ONES[kind - SCOUT, count] // max(count, 1)
    if kind >= BOMB:
        return VALUES[kind]
    value = (VALUES[kind] + VALUES[min(kind + shift, MARSHAL)]) // 2
    return value + SAFE_MARSHAL if kind == MARSHAL and number_of(enemy, SPY) == 0 else value


@rule
def worth_of_army(own, enemy, shift):
    """What the pieces that are left are worth, whoever knows them."""
    total = 0
    for kind in range(SPY, FLAG):
        count = number_of(own, kind)
        if count:
            total += count * worth(kind, own, enemy, shift)
    return total
