"""What The Glorious Manoeuvres adds to the general bots: how well a seat stands."""

from __future__ import annotations

from caserne.core.compiled import rule
from caserne.core.layout import OVER
from caserne.games.manoeuvre.board import reach
from caserne.games.manoeuvre.rules import score
from caserne.games.manoeuvre.track import SOLDIERS, TRACK

ALL_POINTS = 2 * (SOLDIERS * (SOLDIERS + 1) // 2 + 1 + 2 + 3)
"""More than any lead can be, doubled scores included."""


@rule
def evaluate(o, s, seat):
    """The result of a finished game, else the lead in points that may be expected, between -1 and 1."""
    own = prospect(o, s, seat)
    others, lead = 0.0, 0
    for other in range(o.seats):
        if other != seat:
            theirs = prospect(o, s, other)
            others += theirs
            lead += int(own > theirs) - int(own < theirs)
    if s.actor == OVER:
        return lead / (int(o.seats) - 1)
    return (own - others / (int(o.seats) - 1)) / ALL_POINTS


@rule
def prospect(o, s, seat):
    """A seat's points so far, and for each soldier on the track a share of the best place by how far it has come.

    A soldier that is free counts as far along as half of its reach would bring it.
    """
    best = SOLDIERS - int(s.home) + int(s.low)
    points = float(score(o, s, seat))
    for soldier in range(seat * int(o.troop), (seat + 1) * int(o.troop)):
        square = int(s.square[soldier])
        if 0 < square <= TRACK:
            half_reach = reach(o, s, square) / 2 if (int(s.free) >> soldier) & 1 else 0.0
            points += best * min(square + half_reach, TRACK) / TRACK
    return points
