"""Rules that most games share: how a game ends, and its returns."""

from __future__ import annotations

from caserne.core.kernel.compiled import rule
from caserne.core.kernel.layout import NOBODY, OVER


@rule
def finish(s, ending, winner):
    """End a game whose state has a field `winner`: a seat, or NOBODY for a draw."""
    s.actor = OVER
    s.ending = ending
    s.winner = winner


@rule
def returns_of_winner(o, s, out):
    """Write the returns of two seats: won +1, lost -1, drawn 0."""
    for seat in range(2):
        out[seat] = 0 if s.winner == NOBODY else 1 if s.winner == seat else -1


@rule
def returns_of_lead(lead, out):
    """Write the returns of two seats by how many points the first is ahead: won +1, lost -1, drawn 0."""
    out[0] = 1 if lead > 0 else -1 if lead < 0 else 0
    out[1] = 0 - out[0]  # not -0.0
