"""What Stratego adds to the general bots: how well a seat stands."""

from __future__ import annotations

from math import log1p, tanh

import numpy as np

from caserne.core.kernel.compiled import rule
from caserne.core.kernel.layout import NOBODY, OVER
from caserne.games.stratego.army import (
    BOMB,
    CAPTAIN,
    COLONEL,
    GENERAL,
    LIEUTENANT,
    MAJOR,
    MARSHAL,
    MINER,
    OUTCOMES,
    SCOUT,
    SERGEANT,
    SPY,
    WINS,
)
from caserne.games.stratego.board import DISTANCE, HALF, NEIGHBOURS, SQUARE_OF_PRODUCT, SQUARES
from caserne.games.stratego.foresight import forcing, order, plausible
from caserne.games.stratego.moves import product_of_lowest
from caserne.games.stratego.rules import KIND, KNOWN
from caserne.games.stratego.worth import PLACES, WEIGHTS, count_kinds, highest, number_of, worth, worth_of_army

__all__ = ["LEVELS", "evaluate", "forcing", "order", "plausible"]

LEVELS = (
    "greedy:noise=40",
    "greedy:noise=15",
    "greedy",
    "average:depth=1:worlds=uniform:noise=2.5@60n",
    "average:worlds=uniform@1000n",
    "average@1s",
)
"""The bots of levels 1 to 6."""

WALL = PLACES["bomb beside the flag"]
"""What a bomb there is worth more than another."""
HUNTED = PLACES["hunted"]
"""How much hunters are drawn to prey that is known, and prey is driven away."""
MARGIN = PLACES["margin"]
"""A lead counts by its share of what is left on the board, and of this."""
DECISIVE = PLACES["decisive"]
"""The share that half decides the game is one of this."""


def _places(of: dict[str, tuple[int, ...]]) -> np.ndarray:
    """By kind, the place of one of these weights, or 0."""
    table = np.zeros(KIND + 1, np.int64)
    for name, kinds in of.items():
        table[list(kinds)] = PLACES[name]
    return table


KNOWN_ONES = _places(
    {
        "spy that is known": (SPY,),
        "miner that is known": (MINER,),
        "sergeant to captain that is known": (SERGEANT, LIEUTENANT, CAPTAIN),
        "major that is known": (MAJOR,),
        "colonel or higher that is known": (COLONEL, GENERAL, MARSHAL),
        "bomb that is known": (BOMB,),
    }
)
"""What share of its worth is gone once the enemy knows what a piece is."""
DRAWN = _places(
    {
        "miner drawn to the flag": (MINER,),
        "scout to lieutenant drawn to the flag": (SCOUT, SERGEANT, LIEUTENANT),
        "captain or higher drawn to the flag": (CAPTAIN, MAJOR, COLONEL, GENERAL, MARSHAL),
    }
)
"""How much a piece is drawn to the enemy's flag,"""
DRAWN_TO_WALL = np.where((DRAWN > 0) & (np.arange(DRAWN.size) != MINER), PLACES["drawn to a walled flag"], DRAWN)
"""and how much where bombs wall it in."""

EAGER_AT_FIRST, EAGER_AT_LAST, HASTE = 0.2, 1.2, 1.65
"""How much of this counts while all that move stand against it, how much at the most, and how fast it grows."""

FADING = 0.6
"""How much of a lead is gone when the game has been quiet almost until it is drawn (ST-16)."""

FARTHEST = 20
NEARNESS = np.array([360 / (distance + 3) for distance in range(FARTHEST + 1)])
"""By distance: the nearer, the more every step counts."""


@rule
def evaluate(o, s, seat):
    """The result of a finished game, else how much better a seat stands than its enemy, between -1 and 1."""
    if s.actor == OVER:
        return 0.0 if s.winner == NOBODY else 1.0 if s.winner == seat else -1.0
    return tanh(weighted(o, s, seat, WEIGHTS) / 2)


@rule
def weighted(o, s, seat, weights):
    """The log odds of winning: the lead, by its share of what is left on the board."""
    (own, flag), (enemy, enemy_flag) = count_kinds(s, seat), count_kinds(s, 1 - seat)
    shift = MARSHAL - max(highest(own), highest(enemy))
    own_worth, enemy_worth = worth_of_army(own, enemy, shift, weights), worth_of_army(enemy, own, shift, weights)
    lead = own_worth + worth_of_places(o, s, seat, own, enemy, shift, flag, enemy_flag, weights)
    lead -= enemy_worth + worth_of_places(o, s, 1 - seat, enemy, own, shift, enemy_flag, flag, weights)
    share = weights[DECISIVE] * lead / (own_worth + enemy_worth + weights[MARGIN])
    if o.quiet_limit:
        share *= 1.0 - FADING * (s.quiet / o.quiet_limit) ** 2
    # A lead then evaluates to share / (1 + share), which leaves room for a larger one.
    return log1p(2 * share) if share > 0 else -log1p(-2 * share)


@rule
def worth_of_places(o, s, seat, own, enemy, shift, flag, enemy_flag, weights):
    """What a seat gains by where its pieces stand, and loses by what the enemy knows of them."""
    drawn, eager = DRAWN_TO_WALL if is_walled(s, enemy_flag) else DRAWN, eagerness(o, enemy)
    total = weights[WALL] * walls(s, flag)
    for half in range(2):
        squares = s.standing[2 * seat + half]
        while squares:
            square = HALF * half + int(SQUARE_OF_PRODUCT[product_of_lowest(squares)])
            squares &= squares - 1
            code = int(s.pieces[s.board[square]])
            kind = code & KIND
            if drawn[kind]:
                total += eager * weights[drawn[kind]] * NEARNESS[DISTANCE[square, enemy_flag]]
            if code & KNOWN and KNOWN_ONES[kind]:
                value = worth(kind, own, enemy, shift, weights)
                total -= value * weights[KNOWN_ONES[kind]]
                if kind < BOMB:
                    total -= weights[HUNTED] * value * NEARNESS[nearest_hunter(s, 1 - seat, square, kind)] / 1000
    return total


@rule
def eagerness(o, enemy):
    """How much pieces are drawn to a flag, the more the fewer are left that could meet them on the way."""
    left = total = 0
    for kind in range(SPY, BOMB):
        left += number_of(enemy, kind)
        total += int(o.army[kind])
    return min(EAGER_AT_LAST, EAGER_AT_FIRST + HASTE * (1 - left / total))


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
