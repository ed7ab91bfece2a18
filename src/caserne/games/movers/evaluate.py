"""What Movers & Hoppers adds to the general bots: how well a seat stands."""

from __future__ import annotations

from caserne.core.compiled import rule
from caserne.core.layout import OVER
from caserne.games.movers.board import CAMP_SIZE, NOBODY, RANKS, SQUARES, WHITE


@rule
def evaluate(o, s, seat):
    """The result of a finished game, else the lead in ranks gained, between -1 and 1."""
    if s.actor == OVER:
        return 0.0 if s.winner == NOBODY else 1.0 if s.winner == seat else -1.0
    lead, last_rank = 0, int(o.ranks) - 1
    for square in range(SQUARES):
        rank = square % RANKS
        lead += ((s.white >> square) & 1) * rank
        lead -= ((s.red >> square) & 1) * (last_rank - rank)
    return (lead if seat == WHITE else -lead) / (CAMP_SIZE * last_rank + 1)
