"""Evaluation of Stratego positions, and the bot levels."""

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
from caserne.games.stratego.material import (
    WEIGHT_INDEX,
    WEIGHTS,
    army_value,
    count_kinds,
    count_of,
    highest_rank,
    piece_value,
)
from caserne.games.stratego.moves import product_of_lowest
from caserne.games.stratego.rules import KIND, KNOWN
from caserne.games.stratego.search_moves import forcing, order, plausible

__all__ = ["LEVELS", "NET_LEVELS", "evaluate", "forcing", "order", "plausible"]

LEVELS = (
    "greedy:noise=40",
    "greedy:noise=15",
    "greedy",
    "average:depth=1:worlds=uniform:noise=2.5@60n",
    "average:worlds=uniform@1000n",
    "average@1s",
)
"""The bots of levels 1 to 6, where there is no network."""

NET_LEVELS = (
    "greedy:noise=40",
    "greedy:noise=5",
    "average:depth=1:worlds=uniform:noise=2.5@60n",
    "net:temperature=6.5",
    "net:temperature=4.5",
    "net:temperature=0.25@1s",
)
"""The same where there is one: it plays levels 4 and 5 with less certainty than it has learned, and 6 with more, and
looks ahead."""

BOMB_BY_FLAG = WEIGHT_INDEX["bomb beside the flag"]
"""Bonus for a bomb next to the own flag."""
HUNTED = WEIGHT_INDEX["hunted"]
"""Penalty for a shown piece by the proximity of an enemy that beats it."""
MARGIN = WEIGHT_INDEX["margin"]
"""Added to the total material by which a lead is divided."""
DECISIVE = WEIGHT_INDEX["decisive"]
"""Factor that turns this share into odds."""


def _weight_indices(of: dict[str, tuple[int, ...]]) -> np.ndarray:
    """Return the index of the weight for each kind, or 0."""
    table = np.zeros(KIND + 1, np.int64)
    for name, kinds in of.items():
        table[list(kinds)] = WEIGHT_INDEX[name]
    return table


EXPOSURE = _weight_indices(
    {
        "spy that is known": (SPY,),
        "miner that is known": (MINER,),
        "sergeant to captain that is known": (SERGEANT, LIEUTENANT, CAPTAIN),
        "major that is known": (MAJOR,),
        "colonel or higher that is known": (COLONEL, GENERAL, MARSHAL),
        "bomb that is known": (BOMB,),
    }
)
"""By kind: the weight for the share of its value that a piece loses once it has been shown."""
FLAG_ATTRACTION = _weight_indices(
    {
        "miner drawn to the flag": (MINER,),
        "scout to lieutenant drawn to the flag": (SCOUT, SERGEANT, LIEUTENANT),
        "captain or higher drawn to the flag": (CAPTAIN, MAJOR, COLONEL, GENERAL, MARSHAL),
    }
)
"""By kind: the weight for proximity to the enemy flag,"""
WALLED_FLAG_ATTRACTION = np.where(
    (FLAG_ATTRACTION > 0) & (np.arange(FLAG_ATTRACTION.size) != MINER),
    WEIGHT_INDEX["drawn to a walled flag"],
    FLAG_ATTRACTION,
)
"""and the same if bombs enclose that flag."""

ATTRACTION_START, ATTRACTION_MAX, ATTRACTION_GROWTH = 0.2, 1.2, 1.65
"""Factor on this proximity while the enemy has all its movable pieces, its maximum, and its growth as they are lost."""

QUIET_DISCOUNT = 0.6
"""Share of a lead that is discounted when the game is about to be drawn by ST-16."""

MAX_DISTANCE = 20
PROXIMITY = np.array([360 / (distance + 3) for distance in range(MAX_DISTANCE + 1)])
"""By distance in steps; each step counts more the nearer it is."""


@rule
def evaluate(o, s, seat):
    """Return the result of a finished game, else the expected result for a seat, between -1 and 1."""
    if s.actor == OVER:
        return 0.0 if s.winner == NOBODY else 1.0 if s.winner == seat else -1.0
    return tanh(log_odds(o, s, seat, WEIGHTS) / 2)


@rule
def log_odds(o, s, seat, weights):
    """Return the log odds of winning, from the lead as a share of the material on the board."""
    (own, flag), (enemy, enemy_flag) = count_kinds(s, seat), count_kinds(s, 1 - seat)
    shift = MARSHAL - max(highest_rank(own), highest_rank(enemy))
    own_value, enemy_value = army_value(own, enemy, shift, weights), army_value(enemy, own, shift, weights)
    lead = own_value + positional_value(o, s, seat, own, enemy, shift, flag, enemy_flag, weights)
    lead -= enemy_value + positional_value(o, s, 1 - seat, enemy, own, shift, enemy_flag, flag, weights)
    share = weights[DECISIVE] * lead / (own_value + enemy_value + weights[MARGIN])
    if o.quiet_limit:
        share *= 1.0 - QUIET_DISCOUNT * (s.quiet / o.quiet_limit) ** 2
    # After tanh(x / 2) a positive share evaluates to share / (1 + share), below 1 however large the lead.
    return log1p(2 * share) if share > 0 else -log1p(-2 * share)


@rule
def positional_value(o, s, seat, own, enemy, shift, flag, enemy_flag, weights):
    """Return what a seat gains by the places of its pieces, less what it loses by pieces that have been shown."""
    attraction = WALLED_FLAG_ATTRACTION if is_walled(s, enemy_flag) else FLAG_ATTRACTION
    factor = attraction_factor(o, enemy)
    total = weights[BOMB_BY_FLAG] * bombs_beside(s, flag)
    for half in range(2):
        squares = s.standing[2 * seat + half]
        while squares:
            square = HALF * half + int(SQUARE_OF_PRODUCT[product_of_lowest(squares)])
            squares &= squares - 1
            code = int(s.pieces[s.board[square]])
            kind = code & KIND
            if attraction[kind]:
                total += factor * weights[attraction[kind]] * PROXIMITY[DISTANCE[square, enemy_flag]]
            if code & KNOWN and EXPOSURE[kind]:
                value = piece_value(kind, own, enemy, shift, weights)
                total -= value * weights[EXPOSURE[kind]]
                if kind < BOMB:
                    total -= weights[HUNTED] * value * PROXIMITY[distance_to_hunter(s, 1 - seat, square, kind)] / 1000
    return total


@rule
def attraction_factor(o, enemy):
    """Return the factor on proximity to the enemy flag, which grows as the enemy loses movable pieces."""
    left = total = 0
    for kind in range(SPY, BOMB):
        left += count_of(enemy, kind)
        total += int(o.army[kind])
    return min(ATTRACTION_MAX, ATTRACTION_START + ATTRACTION_GROWTH * (1 - left / total))


@rule
def bombs_beside(s, flag):
    """Count the bombs next to a flag."""
    count = 0
    for n in range(4):
        beside = int(NEIGHBOURS[flag, n])
        if beside < SQUARES:
            count += (int(s.pieces[s.board[beside]]) & KIND) == BOMB
    return count


@rule
def is_walled(s, flag):
    """Check whether bombs stand on all sides of a flag."""
    for n in range(4):
        beside = int(NEIGHBOURS[flag, n])
        if beside < SQUARES and int(s.pieces[s.board[beside]]) & KIND != BOMB:
            return False
    return True


@rule
def distance_to_hunter(s, seat, square, kind):
    """Return the distance of the nearest piece of a seat that beats a kind, at most MAX_DISTANCE."""
    nearest = MAX_DISTANCE
    for half in range(2):
        hunters = s.mobile[2 * seat + half]
        while hunters:
            origin = HALF * half + int(SQUARE_OF_PRODUCT[product_of_lowest(hunters)])
            hunters &= hunters - 1
            if OUTCOMES[int(s.pieces[s.board[origin]]) & KIND, kind] == WINS:
                nearest = min(nearest, int(DISTANCE[origin, square]))
    return nearest
