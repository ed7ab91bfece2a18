"""What Stratego adds to the general bots: how well a seat stands."""

from __future__ import annotations

import numpy as np

from caserne.core.compiled import rule
from caserne.core.layout import OVER
from caserne.games.stratego.army import BOMB, MARSHAL, OUTCOMES, OWN_SQUARES, WINS
from caserne.games.stratego.board import NEIGHBOURS, SIZE, SQUARES
from caserne.games.stratego.foresight import forcing, order, plausible
from caserne.games.stratego.rules import KIND, KNOWN, NOBODY, RED
from caserne.games.stratego.worth import SECRECY, count_kinds, highest, worth, worth_of_army

__all__ = ["LEVELS", "evaluate", "forcing", "order", "plausible"]

LEVELS = (
    "greedy",
    "average:depth=1:worlds=uniform@500n",
    "average:depth=1@2000n",
    "average@3000n",
    "average@20000n",
    "average@1s",
)
"""The bots of levels 1 to 6."""

WALL = 20
"""What a bomb beside the own flag is worth more than another."""
PULL = np.array([[0, 0, 2, 8, 3, 3, 4, 4, 4, 4, 3], [0, 0, 1, 8, 1, 1, 1, 1, 1, 1, 1]], np.int64)
"""How much each kind is drawn to the enemy's flag, and how much where bombs wall it in."""
HUNT = 3
"""How much hunters are drawn to prey that is known, and prey is driven away."""

MARGIN = 600
"""A lead counts by its share of what is left on the board, and of this."""
DECISIVE = 3.0
"""The share that half decides the game is one of this."""
FADING = 0.6
"""How much of a lead is gone when the game has been quiet almost until it is drawn (ST-16)."""

NEARNESS = np.array([round(360 / (distance + 3)) for distance in range(2 * SIZE)], np.int64)
"""By distance: the nearer, the more every step counts."""
DISTANCE = np.array(
    [
        [abs(one % SIZE - two % SIZE) + abs(one // SIZE - two // SIZE) for two in range(SQUARES)]
        for one in range(SQUARES)
    ],
    np.uint8,
)


@rule
def evaluate(o, s, seat):
    """The result of a finished game, else how much better a seat stands than its enemy, between -1 and 1."""
    if s.actor == OVER:
        return 0.0 if s.winner == NOBODY else 1.0 if s.winner == seat else -1.0
    red, blue, red_flag, blue_flag = count_kinds(s)
    red_worth, blue_worth = worth_of_army(red, blue), worth_of_army(blue, red)
    lead = red_worth - blue_worth + worth_of_places(s, red, blue, red_flag, blue_flag)
    share = DECISIVE * lead / (red_worth + blue_worth + MARGIN)
    share /= 1.0 + abs(share)
    if o.quiet_limit:
        share *= 1.0 - FADING * (s.quiet / o.quiet_limit) ** 2
    return share if seat == RED else -share


@rule
def worth_of_places(s, red, blue, red_flag, blue_flag):
    """What Red gains over Blue by where the pieces stand and what is known of them."""
    shift = MARSHAL - max(highest(red), highest(blue))
    red_is_walled, blue_is_walled = is_walled(s, red_flag), is_walled(s, blue_flag)
    total = WALL * (walls(s, red_flag) - walls(s, blue_flag))
    for square in range(SQUARES):
        piece = int(s.board[square])
        if piece == 0:
            continue
        code = int(s.pieces[piece])
        kind = code & KIND
        is_red = piece <= OWN_SQUARES
        gain = 0
        if kind < BOMB:
            walled, flag = (blue_is_walled, blue_flag) if is_red else (red_is_walled, red_flag)
            gain = int(PULL[int(walled), kind]) * int(NEARNESS[DISTANCE[square, flag]]) // 10
        if code & KNOWN:
            value = worth(kind, red, blue, shift) if is_red else worth(kind, blue, red, shift)
            gain -= value * SECRECY[kind] // 100
            if kind < BOMB:
                gain -= danger(s, square, is_red, kind, value)
        total += gain if is_red else -gain
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
def danger(s, square, is_red, kind, value):
    """What a known piece loses by the enemy nearest to it that can take it."""
    nearest = 2 * SIZE - 1
    for origin in range(SQUARES):
        piece = int(s.board[origin])
        if piece and (piece <= OWN_SQUARES) != is_red:
            hunter = int(s.pieces[piece]) & KIND
            if hunter < BOMB and OUTCOMES[hunter, kind] == WINS:
                nearest = min(nearest, int(DISTANCE[origin, square]))
    return HUNT * value * int(NEARNESS[nearest]) // 12000
