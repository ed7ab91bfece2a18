"""Material value of the pieces, which depends on the pieces that both sides have left."""

from __future__ import annotations

import numpy as np

from caserne.core.kernel.compiled import rule
from caserne.games.stratego.army import BOMB, FLAG, MARSHAL, MINER, SCOUT, SPY
from caserne.games.stratego.board import HALF, SQUARE_OF_PRODUCT
from caserne.games.stratego.moves import product_of_lowest
from caserne.games.stratego.rules import KIND
from caserne.games.stratego.weights import WEIGHTS as TUNED

WEIGHTS = np.array(list(TUNED.values()))
WEIGHT_INDEX = {name: place for place, name in enumerate(TUNED)}
"""Index of each weight; the kinds from spy to bomb come first."""
SAFE_MARSHAL = WEIGHT_INDEX["marshal safe from spies"]
"""Bonus for a marshal if the enemy has no spy left."""

GROUP_VALUES = np.array(
    [[0, 40, 65, 85, 100, 112, 122, 131, 139, 139], [0, 110, 170, 215, 250, 280, 280, 280, 280, 280]]
)
"""Total value of 0 to 9 scouts, and of 0 to 9 miners: the fewer are left, the more each is worth."""
GROUP_SHARES = GROUP_VALUES / GROUP_VALUES[:, 1:2] / np.maximum(np.arange(10), 1)
"""Average value of one of them, as a share of the value of the last one."""
IDLE_SPY, IDLE_MINER = 5.0, 12.0
"""Value of a spy if the enemy has no marshal left, and of a miner if it has no bomb."""

BITS_PER_KIND = 4
"""Counts of kinds are packed into one word."""


@rule
def count_kinds(s, seat):
    """Return the packed counts of a seat's remaining pieces by kind, and the square of its flag."""
    counts, flag = np.int64(0), 0
    for half in range(2):
        squares = s.standing[2 * seat + half]
        while squares:
            square = HALF * half + int(SQUARE_OF_PRODUCT[product_of_lowest(squares)])
            kind = int(s.pieces[s.board[square]]) & KIND
            counts += np.int64(1) << BITS_PER_KIND * kind
            flag = square if kind == FLAG else flag
            squares &= squares - 1
    return counts, flag


@rule
def count_of(counts, kind):
    return (counts >> BITS_PER_KIND * kind) & ((1 << BITS_PER_KIND) - 1)


@rule
def highest_rank(counts):
    """Return the highest rank that is left."""
    rank = MARSHAL
    while rank > SPY and count_of(counts, rank) == 0:
        rank -= 1
    return rank


@rule
def piece_value(kind, own, enemy, shift, weights):
    """Return the value of a piece given the remaining pieces; `shift` is the number of top ranks gone on both sides."""
    if kind == SPY and count_of(enemy, MARSHAL) == 0:
        return IDLE_SPY
    if kind == MINER and count_of(enemy, BOMB) == 0:
        return IDLE_MINER
    value = weights[kind - 1]
    if kind in (MINER, SCOUT):
        return value * GROUP_SHARES[kind - SCOUT, count_of(own, kind)]
    if kind in (SPY, BOMB):
        return value
    value = (value + weights[min(kind + shift, MARSHAL) - 1]) / 2
    return value + weights[SAFE_MARSHAL] if kind == MARSHAL and count_of(enemy, SPY) == 0 else value


@rule
def army_value(own, enemy, shift, weights):
    """Return the total value of the remaining pieces, hidden or shown."""
    total = 0.0
    for kind in range(SPY, FLAG):
        count = count_of(own, kind)
        if count:
            total += count * piece_value(kind, own, enemy, shift, weights)
    return total
