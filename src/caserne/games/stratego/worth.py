"""What the pieces of Stratego are worth, which depends on what is left to beat and to be beaten by."""

from __future__ import annotations

import numpy as np

from caserne.core.kernel.compiled import rule
from caserne.games.stratego.army import BOMB, FLAG, MARSHAL, MINER, SCOUT, SPY
from caserne.games.stratego.board import HALF, SQUARE_OF_PRODUCT
from caserne.games.stratego.moves import product_of_lowest
from caserne.games.stratego.rules import KIND
from caserne.games.stratego.weights import WEIGHTS as TUNED

WEIGHTS = np.array(list(TUNED.values()))
PLACES = {name: place for place, name in enumerate(TUNED)}
"""Where each weight stands; those of the kinds from the spy to the bomb come first."""
SAFE_MARSHAL = PLACES["marshal safe from spies"]
"""What a marshal gains when the enemy has no spy left."""

TOGETHER = np.array([[0, 40, 65, 85, 100, 112, 122, 131, 139, 139], [0, 110, 170, 215, 250, 280, 280, 280, 280, 280]])
"""What so many scouts, and so many miners, are worth beside each other: the last ones most."""
SHARES = TOGETHER / TOGETHER[:, 1:2] / np.maximum(np.arange(10), 1)
"""By their number, which part of a last one's worth each of them has."""
IDLE_SPY, IDLE_MINER = 5.0, 12.0
"""What a spy is worth when there is no marshal left, and a miner when there is no bomb."""

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
def worth(kind, own, enemy, shift, weights):
    """What one piece is worth beside and against the pieces that are left; `shift` ranks are gone from the top."""
    if kind == SPY and number_of(enemy, MARSHAL) == 0:
        return IDLE_SPY
    if kind == MINER and number_of(enemy, BOMB) == 0:
        return IDLE_MINER
    value = weights[kind - 1]
    if kind in (MINER, SCOUT):
        return value * SHARES[kind - SCOUT, number_of(own, kind)]
    if kind in (SPY, BOMB):
        return value
    value = (value + weights[min(kind + shift, MARSHAL) - 1]) / 2
    return value + weights[SAFE_MARSHAL] if kind == MARSHAL and number_of(enemy, SPY) == 0 else value


@rule
def worth_of_army(own, enemy, shift, weights):
    """What the pieces that are left are worth, whoever knows them."""
    total = 0.0
    for kind in range(SPY, FLAG):
        count = number_of(own, kind)
        if count:
            total += count * worth(kind, own, enemy, shift, weights)
    return total
