"""What Stratego adds to the general bots: how well a seat stands."""

from __future__ import annotations

import numpy as np

from caserne.core.compiled import rule
from caserne.core.layout import OVER
from caserne.games.stratego.army import BOMB, MARSHAL, OUTCOMES, WINS
from caserne.games.stratego.board import DISTANCE, HALF, NEIGHBOURS, SQUARE_OF_PRODUCT, SQUARES
from caserne.games.stratego.foresight import forcing, order, plausible
from caserne.games.stratego.moves import product_of_lowest
from caserne.games.stratego.rules import KIND, KNOWN, NOBODY
from caserne.games.stratego.worth import SECRECY, count_kinds, highest, worth, worth_of_army

__all__ = ["LEVELS", "evaluate", "forcing", "order", "plausible"]

LEVELS = (
    "greedy:noise=5",
    "greedy",
    "average:depth=1:worlds=uniform@60n",
    "average:depth=1:worlds=uniform@1000n",
    "average:depth=1@2000n",
    "average@1s",
)
"""The bots of levels 1 to 6."""

WALL = 20
"""What a bomb beside the own flag is worth more than another."""
PULL = np.array([[0, 0, 2, 8, 3, 3, 4, 4, 4, 4, 3, 0, 0], [0, 0, 1, 8, 1, 1, 1, 1, 1, 1, 1, 0, 0]], np.int64)
"""How much each kind is drawn to the enemy's flag, and how much where bombs wall it in."""
HUNT = 3
"""How much hunters are drawn to prey that is known, and prey is driven away."""

MARGIN = 600
"""A lead counts by its share of what is left on the board, and of this."""
DECISIVE = 3.0
"""The share that half decides the game is one of this."""
FADING = 0.6
"""How much of a lead is gone when the game has been quiet almost until it is drawn (ST-16)."""

FARTHEST = 20
NEARNESS = np.array([round(360 / (distance + 3)) for distance in range(FARTHEST + 1)], np.int64)
"""By distance: the nearer, the more every step counts."""
ATTRACTION = PULL[..., None] * NEARNESS // 5
"""What a piece gains by its way to the enemy's flag: by whether bombs wall that in, kind and distance."""


@rule
def evaluate(o, s, seat):
    """The result of a finished game, else how much better a seat stands than its enemy, between -1 and 1."""
    if s.actor == OVER:
        return 0.0 if s.winner == NOBODY else 1.0 if s.winner == seat else -1.0
    (own, flag), (enemy, enemy_flag) = count_kinds(s, seat), count_kinds(s, 1 - seat)
    shift = MARSHAL - max(highest(own), highest(enemy))
    own_worth, enemy_worth = worth_of_army(own, enemy, shift), worth_of_army(enemy, own, shift)
    lead = own_worth + worth_of_places(s, seat, own, enemy, shift, flag, enemy_flag)
    lead -= enemy_worth + worth_of_places(s, 1 - seat, enemy, own, shift, enemy_flag, flag)
    share = DECISIVE * lead / (own_worth + enemy_worth + MARGIN)
    share /= 1.0 + abs(share)
    if o.quiet_limit:
        share *= 1.0 - FADING * (s.quiet / o.quiet_limit) ** 2
    return share


@rule
def worth_of_places(s, seat, own, enemy, shift, flag, enemy_flag):
    """What a seat gains by where its pieces stand, and loses by what the enemy knows of them."""
    draws = ATTRACTION[1 if is_walled(s, enemy_flag) else 0]
    total = WALL * walls(s, flag)
    for half in range(2):
        squares = s.standing[2 * seat + half]
        while squares:
            square = HALF * half + int(SQUARE_OF_PRODUCT[product_of_lowest(squares)])
            squares &= squares - 1
            code = int(s.pieces[s.board[square]])
            kind = code & KIND
            total += draws[kind, DISTANCE[square, enemy_flag]]
            if code & KNOWN:
                value = worth(kind, own, enemy, shift)
                total -= value * SECRECY[kind] // 100
                if kind < BOMB:
                    total -= HUNT * value * NEARNESS[nearest_hunter(s, 1 - seat, square, kind)] // 12000
    return total


@rule
def walls(s, flag):
    """How many bombs stand next to a flag."""
    count = 0
    for n in range(4):
        beside = int(NEIGHBOURS[flag, n])
        if beside < SQUARES:
            count += (int(s.pieces[s.board[beside]]) & KIND) == BOMB
    return count


@rule
def is_walled(s, flag):
    """Whether bombs stand on all sides of a flag."""
    for n in range(4):
        beside = int(NEIGHBOURS[flag, n])
        if beside < SQUARES and int(s.pieces[s.board[beside]]) & KIND != BOMB:
            return False
    return True


@rule
def nearest_hunter(s, seat, square, kind):
    """How far the nearest piece of a seat is that can take a kind."""
    nearest = FARTHEST
    for half in range(2):
        hunters = s.mobile[2 * seat + half]
        while hunters:
            origin = HALF * half + int(SQUARE_OF_PRODUCT[product_of_lowest(hunters)])
            hunters &= hunters - 1
            if OUTCOMES[int(s.pieces[s.board[origin]]) & KIND, kind] == WINS:
                nearest = min(nearest, int(DISTANCE[origin, square]))
    return nearest
