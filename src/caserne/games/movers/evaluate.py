"""What Movers & Hoppers adds to the general bots: how well a seat stands."""

from __future__ import annotations

from caserne.core.compiled import rule
from caserne.core.layout import OVER
from caserne.games.movers.board import CAMP_SIZE, NOBODY, RANKS, SQUARES, WHITE
from caserne.games.movers.rules import times_stood

FARTHEST = CAMP_SIZE * (RANKS - 1)


@rule
def evaluate(o, s, seat):
    """The result of a finished game, else the lead in ranks gained, between -1 and 1."""
    if s.actor == OVER:
        return 0.0 if s.winner == NOBODY else 1.0 if s.winner == seat else -1.0
    lead = 0
    for square in range(SQUARES):
        rank = square % RANKS
        lead += ((s.white >> square) & 1) * rank
        lead -= ((s.red >> square) & 1) * (RANKS - 1 - rank)
    return (lead if seat == WHITE else -lead) / (FARTHEST + 1)


@rule
def key(o, s, past):
    """What a search knows a position by: the board, the turn, and what the rules count (MH-10, MH-11)."""
    known_by = 2 * s.key + s.to_move
    if o.repetition:
        known_by = 8 * known_by + min(times_stood(s, past), 7)
    if o.max_plies:
        known_by ^= s.ply * 0x5851F42D4C957F2D
    return known_by
