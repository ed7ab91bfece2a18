"""Evaluation of positions, and the bot levels."""

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
"""Indices of the weights."""

OFF_TRACK = -1.0

LEVELS = (
    "mcts:noise=9@20n",
    "mcts:noise=0.8@40n",
    "mcts:noise=0.3@100n",
    "mcts@200n",
    "mcts:leaf=learned@200n",
    "mcts:leaf=learned@1s",
)
"""The bots of levels 1 to 6."""


@allocating_rule
def evaluate(o, s, seat):
    """Return the expected result of a seat against each other seat, averaged, between -1 and 1."""
    progress = progress_of_all(o, s, WEIGHTS)
    own, total = expected_points(o, s, seat, progress), 0.0
    for other in range(o.seats):
        if other != seat:
            lead = own - expected_points(o, s, other, progress)
            if s.actor == OVER:
                total += int(lead > 0) - int(lead < 0)
            else:
                total += np.tanh(lead_log_odds(s, lead, WEIGHTS) / 2)
    return total / (int(o.seats) - 1)


@allocating_rule
def log_odds(o, s, seat, weights):
    """Return the log odds of winning with two seats, for tuning."""
    progress = progress_of_all(o, s, weights)
    return lead_log_odds(s, expected_points(o, s, seat, progress) - expected_points(o, s, 1 - seat, progress), weights)


@rule
def lead_log_odds(s, lead, weights):
    """Convert a lead in points to log odds; a lead counts more the fewer soldiers are not home."""
    return lead * weights[POINT] * (SOLDIERS / (SOLDIERS - int(s.home))) ** weights[GROWTH]


@allocating_rule
def progress_of_all(o, s, weights):
    """Return the progress of each soldier towards the yard."""
    progress, now = np.empty(SOLDIERS), ready(o, s)
    for soldier in range(SOLDIERS):
        progress[soldier] = progress_of(o, s, soldier, now, weights)
    return progress


@rule
def expected_points(o, s, seat, progress):
    """Return the points that a seat has, plus the expected places of its soldiers on the track.

    A soldier's expected place is one more than the expected number of soldiers that arrive after it: by a soft
    comparison of progress for each enemy soldier, and one half for each comrade.
    """
    first, end = seat * int(o.troop), (seat + 1) * int(o.troop)
    places, on_track = 0.0, 0
    for soldier in range(first, end):
        if progress[soldier] != OFF_TRACK:
            on_track += 1
            for other in range(SOLDIERS):
                if not first <= other < end and progress[other] != OFF_TRACK:
                    ahead = progress[soldier] - progress[other]
                    places += 0.5 + 0.5 * ahead / (1 + abs(ahead))
    places += on_track * (int(s.low) + 1 + (on_track - 1) / 2)
    factor = 2 if o.order_bonus and in_order(o, s, seat) else 1
    return score(o, s, seat) + factor * places


@rule
def progress_of(o, s, soldier, now, weights):
    """Return the weighted progress of a soldier, or OFF_TRACK; `now` is the mask of soldiers that may move now."""
    square = int(s.square[soldier])
    if not 0 < square <= TRACK:
        return OFF_TRACK
    reach = reach_of(o, s, soldier, square)
    is_free, moves_now = (int(s.free) >> soldier) & 1, (now >> soldier) & 1
    progress = weights[SQUARE] * square / TRACK
    if square + reach > TRACK:
        reach = TRACK + 1 - square
        progress += weights[HOME_NEXT] * is_free + weights[HOME_NOW] * moves_now
    return progress + (weights[REACH] + weights[REACH_NOW] * moves_now) * reach / TRACK


@rule
def reach_of(o, s, soldier, square):
    """GM-8: return how far a soldier could go if no soldier stood on it."""
    level = level_of(s, soldier, square)
    base = 1 if o.direct and level > 2 else int(BASE[int(s.stack[square]) & 15])
    return place_in_race(s, square) * level * base


@rule
def level_of(s, soldier, square):
    """GM-10: return the level of a soldier in the stack on its square."""
    stack, level = int(s.stack[square]), 1
    while (stack >> 4 * (level - 1)) & 15 != soldier + 1:
        level += 1
    return level
