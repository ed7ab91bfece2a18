"""What Les Belligérants adds to the general bots: how well a seat stands, and the levels."""

from __future__ import annotations

import numpy as np

from caserne.core.bits import lowest_bit
from caserne.core.compiled import rule
from caserne.core.layout import OVER
from caserne.games.belligerants.army import KINDS, PAWNS
from caserne.games.belligerants.board import IS_HARDY, POINTS, kind_of
from caserne.games.belligerants.maps import CAMP, GREEN, GREY, SIDE, WHITE
from caserne.games.belligerants.terrain import WORD

STANDING, ADVANCE, HOME, SURROUNDED, WOUNDED, COVERED, OPEN = range(7)
WEIGHTS = np.array([0.9, 0.05, 0.1, 0.3, 0.3, 0.1, 0.2])
"""What a pawn that has not entered yet is worth beside its points, as shares of them: anyway, for each step that it is
nearer to the enemy camp than the length of the board, less in its own camp, less on grey and on white ground, more
under cover, more while the enemy camp is open."""

SPREAD, SPREAD_ABROAD = 300.0, 1500.0
"""What lead makes a win e times as likely as a defeat: at the very end, and what pawns that have not entered add."""
BOTH_ARMIES = 2 * PAWNS


@rule
def evaluate(o, s, seat):
    """The result of a finished game, else how much likelier a seat is to win than to lose, between -1 and 1."""
    lead = prisoners(s, seat) - prisoners(s, 1 - seat)
    if s.actor == OVER:
        lead += entered(o, s, seat) - entered(o, s, 1 - seat)
        return 1.0 if lead > 0 else -1.0 if lead < 0 else 0.0
    lead += prospect(o, s, seat) - prospect(o, s, 1 - seat)
    spread = SPREAD + SPREAD_ABROAD * (int(s.abroad[0]) + int(s.abroad[1])) / BOTH_ARMIES
    return np.tanh(lead / (2 * spread))


@rule
def prisoners(s, seat):
    """BE-22: the points of the prisoners that a seat holds."""
    points = 0
    for kind in range(KINDS):
        points += int(s.held[seat, kind]) * int(POINTS[kind])
    return points


@rule
def entered(o, s, seat):
    """BE-22: the points for the pawns that have entered."""
    points = 0
    for place in range(PAWNS):
        square = int(o.camps[1 - seat, place])
        if (int(s.own[seat, square // WORD]) >> square % WORD) & 1:
            points += 2 * int(POINTS[kind_of(int(s.board[square]))])
    return points


@rule
def prospect(o, s, seat):
    """The points that the pawns of a seat may be expected to bring by entering."""
    goal = int(o.camps[1 - seat, PAWNS // 2])
    share_of_all = WEIGHTS[STANDING] + (0.0 if s.at_home[seat] else WEIGHTS[OPEN])
    total = 0.0
    for word in range(o.words):
        pawns = int(s.own[seat, word])
        while pawns:
            square = word * WORD + lowest_bit(pawns)
            pawns &= pawns - 1
            kind = kind_of(int(s.board[square]))
            total += POINTS[kind] * share(o, square, kind, seat, goal, share_of_all)
    return total


@rule
def share(o, square, kind, seat, goal, share_of_all):
    """The share of its points that a pawn may be expected to bring."""
    ground = int(o.ground[square])
    if ground == CAMP + 1 - seat:
        return 2.0
    ranks, files = abs(square // SIDE - goal // SIDE), abs(square % SIDE - goal % SIDE)
    worth = share_of_all + WEIGHTS[ADVANCE] * (SIDE - max(ranks, files))
    if ground == CAMP + seat:
        return worth - WEIGHTS[HOME]
    if ground == GREEN:
        return worth + WEIGHTS[COVERED]
    if IS_HARDY[kind]:
        return worth
    if ground == GREY:
        return worth - WEIGHTS[SURROUNDED]
    return worth - WEIGHTS[WOUNDED] if ground == WHITE else worth
