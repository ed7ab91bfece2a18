"""What Les Belligérants adds to the general bots: how well a seat stands, and the levels."""

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
SURE, STANDING, STEP, AT_HOME, SURROUNDED, WOUNDED, COVERED, STAYS, THREATENED, THREATENED_LATER = range(10)
"""The weights by number."""

LEAST_SPREAD, MORE_SPREAD = 0.2, 2.6
"""What lead, in thousands of points, makes a win e times as likely as a defeat: once nobody is left on the way, and how
much more while all are. From `tools/make_belligerants_spread.py`."""

PRICE_LIST = sorted({kind.points for kind in TABLE})
PRICES = len(PRICE_LIST)
ALL_PRICES = (1 << PRICES) - 1
PRICE = np.array([PRICE_LIST.index(kind.points) for kind in TABLE], np.int8)
"""The number of each kind's points among all that there are."""
DEAREST = np.array([0, *(PRICE_LIST[seen.bit_length() - 1] for seen in range(1, 1 << PRICES))], np.int32)
"""The highest points in a set of such numbers, written as bits."""

LEVELS = (
    "mcts:noise=0.7@60n",
    "greedy:noise=14",
    "greedy:noise=6.5",
    "mcts:preview=0.1:trust=3@60n",
    "mcts:preview=0.1:trust=3@300n",
    "mcts:preview=0.1:trust=3@1s",
)
"""From moves that look good at once, any of them, to as far as a second reaches."""


@rule
def evaluate(o, s, seat):
    """The result of a finished game, else what the seat may expect."""
    if s.actor == OVER:
        lead = sure_points(o, s, seat) - sure_points(o, s, 1 - seat)
        return 1.0 if lead > 0 else -1.0 if lead < 0 else 0.0
    return np.tanh(weighted(o, s, seat, WEIGHTS) / 2)


@rule
def weighted(o, s, seat, weights):
    """The log odds of winning: what each side has and may still get, against how much can still happen."""
    return (prospect(o, s, seat, weights) - prospect(o, s, 1 - seat, weights)) / spread(pawns_abroad(s))


@rule
def pawns_abroad(s):
    """How many pawns of both sides have not entered."""
    return int(s.abroad[0]) + int(s.abroad[1])


@rule
def spread(abroad):
    """What lead, in thousands of points, makes a win e times as likely as a defeat while so many have not entered."""
    return LEAST_SPREAD + MORE_SPREAD * abroad / (2 * PAWNS)


@rule
def sure_points(o, s, seat):
    """BE-22: the points for prisoners and for pawns that have entered."""
    return points_held(s, seat) + points_entered(o, s, seat)


@rule
def prospect(o, s, seat, weights):
    """What a side has and may still get, in thousands of points."""
    fear = weights[THREATENED] if s.to_move != seat else weights[THREATENED_LATER]
    total = possessions(o, s, seat, weights) + fear * danger(o, s, seat)
    return total / 1000 + weights[STAYS] * int(s.at_home[seat])


@rule
def possessions(o, s, seat, weights):
    """What a side's prisoners, and its pawns where they stand, are worth in points."""
    goal = goal_of(o, seat)
    total = weights[SURE] * points_held(s, seat)
    for word in range(o.words):
        pawns = int(s.own[seat, word])
        while pawns:
            square = word * WORD + lowest_bit(pawns)
            pawns &= pawns - 1
            kind = kind_of(int(s.board[square]))
            total += POINTS[kind] * worth(o, square, kind, seat, goal, weights)
    return total


@rule
def goal_of(o, seat):
    """The square that a seat's pawns are to come near."""
    return int(o.camps[1 - seat, PAWNS // 2])


@rule
def danger(o, s, seat):
    """How many points of a seat's pawns the enemy may expect to take when it moves next."""
    return expected_loss(threats(o, s, seat), int(s.die) if s.to_move != seat else 0)


@rule
def expected_loss(seen, rolled):
    """How many points an enemy may expect to take by such threats, by the number it has rolled, or rolls next (0)."""
    if rolled and rolled != DEVIL:
        return float(DEAREST[seen >> PRICES * (rolled - 1) & ALL_PRICES])
    total = dearest = 0
    while seen:
        points = int(DEAREST[seen & ALL_PRICES])
        total += points
        dearest = max(dearest, points)
        seen >>= PRICES
    return float(dearest) if rolled else (total + dearest) / DEVIL


@rule
def threats(o, s, seat):
    """What the enemy could take if nothing stood in the way: PRICES bits for each number, one for each price."""
    seen = 0
    for word in range(o.words):
        takers = int(s.own[1 - seat, word])
        while takers:
            seen |= threats_of(o, s, word * WORD + lowest_bit(takers), seat)
            takers &= takers - 1
    return seen


@rule
def threats_of(o, s, square, seat):
    """The same for the enemy pawn on one square."""
    seen = 0
    if is_able(o, s, square):
        for word in range(o.words):
            targets = int(s.own[seat, word]) & int(o.near[square, word])
            while targets:
                seen |= threat(o, s, square, word * WORD + lowest_bit(targets), seat)
                targets &= targets - 1
    return seen


@rule
def is_able(o, s, square):
    """Whether the pawn on a square can move without the devil's help."""
    kind = kind_of(int(s.board[square]))
    return not is_surrounded(o, square, kind) and not is_wounded(o, square, kind)


@rule
def threat(o, s, square, target, seat):
    """The same for the enemy pawn on one square and a pawn of the seat on another."""
    if not may_take(o, s, 1 - seat, kind_of(int(s.board[square])), target):
        return 0
    seen, price = 0, int(PRICE[kind_of(int(s.board[target]))])
    for number in range(FARTHEST):
        seen |= (int(o.lines[number, square, target // WORD]) >> target % WORD & 1) << PRICES * number + price
    return seen


@rule
def worth(o, square, kind, seat, goal, weights):
    """What each point of a pawn is worth where it stands."""
    ground = int(o.ground[square])
    if ground == CAMP + 1 - seat:
        return 2 * weights[SURE]
    ranks, files = abs(square // SIDE - goal // SIDE), abs(square % SIDE - goal % SIDE)
    standing = weights[STANDING] + weights[STEP] * (SIDE - max(ranks, files))
    if ground == CAMP + seat:
        return standing + weights[AT_HOME]
    if ground == GREEN:
        return standing + weights[COVERED]
    if ground == GREY and not IS_HARDY[kind]:
        return standing + weights[SURROUNDED]
    if ground == WHITE and not IS_HARDY[kind]:
        return standing + weights[WOUNDED]
    return standing
