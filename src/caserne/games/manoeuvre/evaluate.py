"""What The Glorious Manoeuvres adds to the general bots: how well a seat stands, and the levels."""

from __future__ import annotations

import numpy as np

from caserne.core.kernel.compiled import allocating_rule, rule
from caserne.core.kernel.layout import OVER
from caserne.games.manoeuvre.board import BASE, place_in_race
from caserne.games.manoeuvre.rules import in_order, ready, score
from caserne.games.manoeuvre.track import SOLDIERS, TRACK
from caserne.games.manoeuvre.weights import WEIGHTS as TUNED

WEIGHTS = np.array(list(TUNED.values()))
SQUARE, REACH, REACH_NOW, HOME_NEXT, HOME_NOW, POINT, GROWTH = range(7)
"""The weights by number."""

NOT_ON_TRACK = -1.0

LEVELS = (
    "mcts:noise=9@20n",
    "mcts:noise=0.8@40n",
    "mcts:noise=0.3@100n",
    "mcts@200n",
    "mcts@1000n",
    "mcts@1s",
)
"""From moves that look good at once, any of them, to as far as a second reaches."""


@allocating_rule
def evaluate(o, s, seat):
    """How much likelier a seat is to beat each of the others than to be beaten, between -1 and 1."""
    ways = ways_of(o, s, WEIGHTS)
    own, total = prospect(o, s, seat, ways), 0.0
    for other in range(o.seats):
        if other != seat:
            lead = own - prospect(o, s, other, ways)
            if s.actor == OVER:
                total += int(lead > 0) - int(lead < 0)
            else:
                total += np.tanh(log_odds(s, lead, WEIGHTS) / 2)
    return total / (int(o.seats) - 1)


@allocating_rule
def weighted(o, s, seat, weights):
    """The log odds of winning for one seat of two."""
    ways = ways_of(o, s, weights)
    return log_odds(s, prospect(o, s, seat, ways) - prospect(o, s, 1 - seat, ways), weights)


@rule
def log_odds(s, lead, weights):
    """How likely a lead in points is to win, the likelier the fewer soldiers are not home."""
    return lead * weights[POINT] * (SOLDIERS / (SOLDIERS - int(s.home))) ** weights[GROWTH]


@allocating_rule
def ways_of(o, s, weights):
    """How far each soldier is on its way home."""
    ways, now = np.empty(SOLDIERS), ready(o, s)
    for soldier in range(SOLDIERS):
        ways[soldier] = way_of(o, s, soldier, now, weights)
    return ways


@rule
def prospect(o, s, seat, ways):
    """The points that a seat may expect: those it has, and a place for each soldier that is on its way.

    A soldier's place is above the places of those that come home after it: each of the others is behind it to some
    degree, a comrade to one half on the whole.
    """
    first, end = seat * int(o.troop), (seat + 1) * int(o.troop)
    places, on_track = 0.0, 0
    for soldier in range(first, end):
        if ways[soldier] != NOT_ON_TRACK:
            on_track += 1
            for other in range(SOLDIERS):
                if not first <= other < end and ways[other] != NOT_ON_TRACK:
                    ahead = ways[soldier] - ways[other]
                    places += 0.5 + 0.5 * ahead / (1 + abs(ahead))
    places += on_track * (int(s.low) + 1 + (on_track - 1) / 2)
    factor = 2 if o.order_bonus and in_order(o, s, seat) else 1
    return score(o, s, seat) + factor * places


@rule
def way_of(o, s, soldier, now, weights):
    """How far a soldier is on its way home, by `weights`, or NOT_ON_TRACK; `now` is who may move at once."""
    square = int(s.square[soldier])
    if not 0 < square <= TRACK:
        return NOT_ON_TRACK
    reach = reach_of(o, s, soldier, square)
    is_free, moves_now = (int(s.free) >> soldier) & 1, (now >> soldier) & 1
    way = weights[SQUARE] * square / TRACK
    if square + reach > TRACK:
        reach = TRACK + 1 - square
        way += weights[HOME_NEXT] * is_free + weights[HOME_NOW] * moves_now
    return way + (weights[REACH] + weights[REACH_NOW] * moves_now) * reach / TRACK


@rule
def reach_of(o, s, soldier, square):
    """GM-8: how far a soldier could go from where it stands if nobody stood on it."""
    stack = int(s.stack[square])
    level = 1
    while (stack >> 4 * (level - 1)) & 15 != soldier + 1:
        level += 1
    base = 1 if o.direct and level > 2 else int(BASE[stack & 15])
    return place_in_race(s, square) * level * base
