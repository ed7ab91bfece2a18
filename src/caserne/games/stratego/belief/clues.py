"""Log-likelihood of the behaviour of hidden pieces for each kind, from the tables of `habits`."""

from __future__ import annotations

import numpy as np

from caserne.core.game.observation import Observation
from caserne.core.kernel.compiled import allocating_rule, kernel, rule
from caserne.games.stratego.army import BOMB, KINDS, NOTHING, OUTCOMES, OWN_SQUARES, WINS
from caserne.games.stratego.belief.habits import (
    APPROACHES,
    DEPARTURES,
    ENCOUNTERS,
    HAS_MOVED,
    MOVE_COUNT_CLASS,
    MOVE_COUNTS,
    PHASES,
    ROWS,
)
from caserne.games.stratego.belief.piece_history import (
    APPROACHED_HIDDEN,
    APPROACHED_SHOWN,
    LAST_APPROACHED,
    LEFT_HIDDEN,
    LEFT_SHOWN,
    MOVES,
    STAYED_BY_SHOWN,
    behaviour_counts,
)
from caserne.games.stratego.belief.sampling import is_hidden
from caserne.games.stratego.board import SIZE, SQUARES
from caserne.games.stratego.rules import BLUE, MOVED, PIECES, owner

RANKS = OWN_SQUARES // SIZE
UNKNOWN = OWN_SQUARES
"""The set-up square of a piece whose set-up square is not known."""

APPROACH, WAIT, STAY, LEAVE = 0, 1, 2, 3
"""Behaviour beside a shown enemy: move next to it, not have moved yet, stay, move away."""
BEATS, EQUALS, IS_BEATEN = 0, 1, 2
"""How a kind compares with the kind of the enemy beside it."""
MAX_COUNT = ENCOUNTERS.shape[-1] - 1
"""Counts above this are treated as this."""

EXPOSURE_PENALTY = 250
"""Penalty, in hundredths of a nat, for a kind that would have just moved next to an enemy that beats it.

Set by hand: the bot gives pieces away in the self-play that the habits were fitted to, and people rarely do."""


def clues(observation: Observation) -> np.ndarray:
    """Return `table[piece, kind]`: the log-likelihood of each hidden piece's behaviour, in hundredths of a nat."""
    table = np.zeros((PIECES, KINDS), np.int64)
    if not observation.in_setup:
        fill_log_likelihoods(observation.game.o, observation.view[0], behaviour_counts(observation), table)
    return table


@kernel
@allocating_rule
def fill_log_likelihoods(o, view, counts, table):
    """Fill the table for all hidden pieces from their `behaviour_counts`."""
    army, phase = 1 if o.army[NOTHING] else 0, 0
    while phase + 1 < PHASES.size and view.ply >= PHASES[phase + 1]:
        phase += 1
    homes = np.empty(OWN_SQUARES + 1, np.uint8)
    for seat in range(2):
        find_homes(o, view, seat, homes)
        for square in range(SQUARES):
            piece = int(view.board[square])
            if is_hidden(view, piece, seat):
                rank = int(homes[piece - seat * OWN_SQUARES]) // SIZE % RANKS
                moved = int((view.pieces[piece] & MOVED) != 0)
                for kind in range(1, KINDS):
                    table[piece, kind] = HAS_MOVED[army, phase, rank, moved, kind]
                if moved:
                    row = SIZE - 1 - square // SIZE if seat == BLUE else square // SIZE
                    add_movement(army, counts[piece], row, table[piece])
                add_encounters(army, counts[piece], moved, table[piece])


@rule
def find_homes(o, view, seat, homes):
    """Fill the set-up square of each piece of a seat, by its number in the army.

    A full army is numbered by set-up squares; in a small army only the squares of pieces that have not moved are known.
    """
    fills = o.army[NOTHING] == 0
    for number in range(1, OWN_SQUARES + 1):
        homes[number] = number - 1 if fills else UNKNOWN
    for square in range(SQUARES):
        piece = int(view.board[square])
        if piece and owner(piece) == seat and not view.pieces[piece] & MOVED:
            homes[piece - seat * OWN_SQUARES] = setup_square(seat, square)


@rule
def setup_square(seat, square):
    """Convert a board square to a set-up square, front rank first, from the owner's left; else UNKNOWN."""
    own = SQUARES - 1 - square if seat == BLUE else square
    return (3 - own // SIZE) * SIZE + own % SIZE if own < OWN_SQUARES else UNKNOWN


@rule
def add_movement(army, counts, row, scores):
    """Add the log-likelihood of how far and how often a piece has moved, and of its encounters with hidden enemies."""
    moves = MOVE_COUNT_CLASS[min(counts[MOVES], MOVE_COUNT_CLASS.size - 1)]
    for kind in range(1, BOMB):
        scores[kind] += ROWS[army, row, kind] + MOVE_COUNTS[army, moves, kind]
        approaches, departures = min(counts[APPROACHED_HIDDEN], MAX_COUNT), min(counts[LEFT_HIDDEN], MAX_COUNT)
        scores[kind] += APPROACHES[army, approaches, kind] + DEPARTURES[army, departures, kind]


@rule
def add_encounters(army, counts, moved, scores):
    """Add the log-likelihood of what a piece does beside enemies that have been shown."""
    for kind in range(1, BOMB):
        if moved:
            scores[kind] += encounter_log_likelihood(ENCOUNTERS[army, APPROACH], counts[APPROACHED_SHOWN:], kind)
            scores[kind] += encounter_log_likelihood(ENCOUNTERS[army, STAY], counts[STAYED_BY_SHOWN:], kind)
            scores[kind] += encounter_log_likelihood(ENCOUNTERS[army, LEAVE], counts[LEFT_SHOWN:], kind)
            scores[kind] -= EXPOSURE_PENALTY * is_beaten(counts[LAST_APPROACHED:], kind)
        else:
            scores[kind] += encounter_log_likelihood(ENCOUNTERS[army, WAIT], counts[STAYED_BY_SHOWN:], kind)


@rule
def is_beaten(times, kind):
    """Check whether one of the adjacent shown kinds beats a kind."""
    beaten = False
    for known in range(1, BOMB):
        beaten |= times[known] > 0 and OUTCOMES[known, kind] == WINS
    return beaten


@rule
def encounter_log_likelihood(weights, times, kind):
    """Log-likelihood of these encounters for a kind; `times` counts them by the enemy's kind."""
    beats = equals = beaten = 0
    for known in range(1, BOMB):
        beats += times[known] * (OUTCOMES[kind, known] == WINS)
        equals += times[known] * (kind == known)
        beaten += times[known] * (OUTCOMES[known, kind] == WINS)
    total = weights[BEATS, min(beats, MAX_COUNT)] + weights[EQUALS, min(equals, MAX_COUNT)]
    return total + weights[IS_BEATEN, min(beaten, MAX_COUNT)]
