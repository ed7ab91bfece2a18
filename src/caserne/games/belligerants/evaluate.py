"""What Les Belligérants adds to the general bots: how well a seat stands."""

from __future__ import annotations

from caserne.core.compiled import rule
from caserne.core.layout import OVER
from caserne.games.belligerants.army import KINDS, PAWNS
from caserne.games.belligerants.board import POINTS, kind_of, seat_of
from caserne.games.belligerants.maps import SIDE, SQUARES

STANDING = 0.5
"""What a pawn is worth beside its points, as a share of them, while it may still enter."""
ADVANCE = 0.02
"""What each row or column on the way to the enemy camp adds to that share."""


@rule
def evaluate(o, s, seat):
    """The result of a finished game, else the lead in points won and still to be won, between -1 and 1."""
    worth = own = 0.0
    for kind in range(KINDS):
        own += POINTS[kind] * (int(s.held[seat, kind]) - int(s.held[1 - seat, kind]))
    for owner in range(2):
        sign = 1 if owner == seat else -1
        goal = int(o.camps[1 - owner, PAWNS - 1])
        for square in range(SQUARES):
            pawn = int(s.board[square])
            if pawn == 0 or seat_of(pawn) != owner:
                continue
            points = sign * POINTS[kind_of(pawn)]
            if o.ground[square] == o.ground[goal]:
                own += 2 * points
            else:
                ranks, files = abs(square // SIDE - goal // SIDE), abs(square % SIDE - goal % SIDE)
                worth += points * (STANDING - ADVANCE * max(ranks, files))
    if s.actor == OVER:
        return 1.0 if own > 0 else -1.0 if own < 0 else 0.0
    lead = own + worth
    return lead / (abs(lead) + 3000.0)
