"""Evaluation of positions, and the bot levels."""

from __future__ import annotations

import numpy as np

from caserne.core.kernel.bits import lowest_bit
from caserne.core.kernel.compiled import rule
from caserne.core.kernel.layout import OVER
from caserne.games.belligerants.army import PAWNS, TABLE
from caserne.games.belligerants.board import DEVIL, IS_HARDY, POINTS, is_surrounded, is_wounded, kind_of, may_take
from caserne.games.belligerants.maps import CAMP, GREEN, GREY, SIDE, WHITE
from caserne.games.belligerants.rules import points_entered, points_held
from caserne.games.belligerants.terrain import FARTHEST, WORD
from caserne.games.belligerants.weights import WEIGHTS as TUNED

WEIGHTS = np.array(list(TUNED.values()))
SECURED, UNENTERED, STEP, IN_CAMP, SURROUNDED, WOUNDED, COVERED, PAWN_AT_HOME, THREATENED, THREATENED_LATER = range(10)
"""Indices of the weights."""

MIN_SPREAD, EXTRA_SPREAD = 0.2, 2.6
"""The lead, in thousands of points, that makes a win e times as likely as a defeat: if all pawns have entered, and what
is added if none has. From `tools/make_belligerants_spread.py`."""

POINT_VALUES = sorted({kind.points for kind in TABLE})
VALUE_COUNT = len(POINT_VALUES)
VALUE_MASK = (1 << VALUE_COUNT) - 1
VALUE_INDEX = np.array([POINT_VALUES.index(kind.points) for kind in TABLE], np.int8)
"""By kind: the index of its points in POINT_VALUES."""
HIGHEST_VALUE = np.array([0, *(POINT_VALUES[mask.bit_length() - 1] for mask in range(1, 1 << VALUE_COUNT))], np.int32)
"""The highest points in a set of such indices, as bits."""

LEVELS = (
    "mcts:noise=0.7@60n",
    "greedy:noise=14",
    "greedy:noise=6.5",
    "mcts:preview=0.1:trust=3@60n",
    "mcts:preview=0.1:trust=3@300n",
    "mcts:leaf=learned:preview=0.1:trust=3@1s",
)
"""The bots of levels 1 to 6."""


@rule
def evaluate(o, s, seat):
    """Return the result of a finished game, else the expected result for a seat, between -1 and 1."""
    if s.actor == OVER:
        lead = secured_points(o, s, seat) - secured_points(o, s, 1 - seat)
        return 1.0 if lead > 0 else -1.0 if lead < 0 else 0.0
    return np.tanh(log_odds(o, s, seat, WEIGHTS) / 2)


@rule
def log_odds(o, s, seat, weights):
    """Return the log odds of winning: the lead in value, divided by its spread."""
    return (side_value(o, s, seat, weights) - side_value(o, s, 1 - seat, weights)) / spread(pawns_outside(s))


@rule
def pawns_outside(s):
    """Count the pawns of both sides that have not entered."""
    return int(s.outside[0]) + int(s.outside[1])


@rule
def spread(outside):
    """Return the lead that makes a win e times as likely as a defeat, by the number of pawns that have not entered."""
    return MIN_SPREAD + EXTRA_SPREAD * outside / (2 * PAWNS)


@rule
def secured_points(o, s, seat):
    """BE-22: return the points for prisoners and for pawns that have entered."""
    return points_held(s, seat) + points_entered(o, s, seat)


@rule
def side_value(o, s, seat, weights):
    """Return the value of a side, in thousands of points: material less threatened pawns."""
    return value_under_threats(o, s, seat, weights, threats(o, s, seat))


@rule
def value_under_threats(o, s, seat, weights, mask):
    """Return the value of a side, given the mask of threats to it."""
    weight = weights[THREATENED] if s.to_move != seat else weights[THREATENED_LATER]
    total = material_value(o, s, seat, weights) + weight * threatened_points(s, seat, mask)
    return total / 1000 + weights[PAWN_AT_HOME] * int(s.at_home[seat])


@rule
def material_value(o, s, seat, weights):
    """Return the value of a side's prisoners and pawns, in points."""
    goal = goal_square(o, seat)
    total = weights[SECURED] * points_held(s, seat)
    for word in range(o.words):
        pawns = int(s.own[seat, word])
        while pawns:
            square = word * WORD + lowest_bit(pawns)
            pawns &= pawns - 1
            kind = kind_of(int(s.board[square]))
            total += POINTS[kind] * value_per_point(o, square, kind, seat, goal, weights)
    return total


@rule
def goal_square(o, seat):
    """Return the square in the enemy camp to which distances are measured."""
    return int(o.camps[1 - seat, PAWNS // 2])


@rule
def threatened_points(s, seat, mask):
    """Return the points that the enemy is expected to take from a seat with its next move, by the mask of threats."""
    return expected_loss(mask, int(s.die) if s.to_move != seat else 0)


@rule
def expected_loss(mask, rolled):
    """Return the points expected to be taken by a mask of threats, given the rolled number, or 0 before the roll."""
    if rolled and rolled != DEVIL:
        return float(HIGHEST_VALUE[mask >> VALUE_COUNT * (rolled - 1) & VALUE_MASK])
    total = highest = 0
    while mask:
        points = int(HIGHEST_VALUE[mask & VALUE_MASK])
        total += points
        highest = max(highest, points)
        mask >>= VALUE_COUNT
    return float(highest) if rolled else (total + highest) / DEVIL


@rule
def threats(o, s, seat):
    """Return what the enemy could take, ignoring blocked lines: VALUE_COUNT bits per die number, one per value."""
    mask = 0
    for word in range(o.words):
        takers = int(s.own[1 - seat, word])
        while takers:
            mask |= threats_of(o, s, word * WORD + lowest_bit(takers), seat)
            takers &= takers - 1
    return mask


@rule
def threats_of(o, s, square, seat):
    """Return the threats of the enemy pawn on one square."""
    mask = 0
    if is_mobile(o, s, square):
        for word in range(o.words):
            targets = int(s.own[seat, word]) & int(o.near[square, word])
            while targets:
                mask |= threat(o, s, square, word * WORD + lowest_bit(targets), seat)
                targets &= targets - 1
    return mask


@rule
def is_mobile(o, s, square):
    """Check whether the pawn on a square can move on an ordinary number."""
    kind = kind_of(int(s.board[square]))
    return not is_surrounded(o, square, kind) and not is_wounded(o, square, kind)


@rule
def threat(o, s, square, target, seat):
    """Return the threats of the enemy pawn on one square to a pawn of the seat on another."""
    if not may_take(o, s, 1 - seat, kind_of(int(s.board[square])), target):
        return 0
    mask, value = 0, int(VALUE_INDEX[kind_of(int(s.board[target]))])
    for number in range(FARTHEST):
        mask |= (int(o.lines[number, square, target // WORD]) >> target % WORD & 1) << VALUE_COUNT * number + value
    return mask


@rule
def value_per_point(o, square, kind, seat, goal, weights):
    """Return the value of each point of a pawn on its square."""
    ground = int(o.ground[square])
    if ground == CAMP + 1 - seat:
        return 2 * weights[SECURED]
    ranks, files = abs(square // SIDE - goal // SIDE), abs(square % SIDE - goal % SIDE)
    standing = weights[UNENTERED] + weights[STEP] * (SIDE - max(ranks, files))
    if ground == CAMP + seat:
        return standing + weights[IN_CAMP]
    if ground == GREEN:
        return standing + weights[COVERED]
    if ground == GREY and not IS_HARDY[kind]:
        return standing + weights[SURROUNDED]
    if ground == WHITE and not IS_HARDY[kind]:
        return standing + weights[WOUNDED]
    return standing
