"""What the doings of hidden pieces tell of their kinds, by habits that were counted in many games (`habits`)."""

from __future__ import annotations

import numpy as np

from caserne.core.game.observation import Observation
from caserne.core.kernel.compiled import allocating_rule, rule
from caserne.games.stratego.army import BOMB, KINDS, NOTHING, OUTCOMES, OWN_SQUARES, WINS
from caserne.games.stratego.belief.habits import HABITS, MEETINGS, NERVE, PACE, PACE_OF, PARTINGS, PHASES, ROWS
from caserne.games.stratego.belief.piece_history import APPROACHED, FLED, JUST_CAME, LEFT, MET, MOVES, SPARED, diary
from caserne.games.stratego.belief.sampling import is_hidden
from caserne.games.stratego.board import SIZE, SQUARES
from caserne.games.stratego.rules import BLUE, MOVED, PIECES, owner

RANKS = OWN_SQUARES // SIZE
UNKNOWN = OWN_SQUARES
"""The square of a set-up for a piece whose first one is not known."""

COMES, WAITS, STAYS, GOES = 0, 1, 2, 3
"""What a piece may do beside an enemy: come up to it, not move at all yet, stay, leave."""
TAKES, EQUALS, IS_TAKEN = 0, 1, 2
"""How a kind that moves stands to another that it may attack, or be attacked by."""
MOST = NERVE.shape[-1] - 1
"""How often something counts at the most."""

GIFT = 250
"""How much it tells against a kind, in hundredths of a nat, that by the last move it has come up to one that takes it.

The habits, learned from this bot against itself, know less of that: it hands pieces over at times, as others do not."""


def clues(observation: Observation) -> np.ndarray:
    """By number of a piece and kind, how well what a hidden piece has done fits that kind, in hundredths of a nat."""
    table = np.zeros((PIECES, KINDS), np.int64)
    if not observation.in_setup:
        judge(observation.game.o, observation.view[0], diary(observation), table)
    return table


@allocating_rule
def judge(o, view, lines, table):
    """Fill the table for all hidden pieces; `lines` are their diaries."""
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
                    table[piece, kind] = HABITS[army, phase, rank, moved, kind]
                if moved:
                    row = SIZE - 1 - square // SIZE if seat == BLUE else square // SIZE
                    judge_walk(army, lines[piece], row, table[piece])
                judge_nerve(army, lines[piece], moved, table[piece])


@rule
def find_homes(o, view, seat, homes):
    """Where each piece of a seat stood at first, by its number among them.

    An army that fills its ranks is numbered by squares; in a small one, only a piece that has not moved shows its own.
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
    """A square of the board as one of a set-up, front rank first, from the owner's left; UNKNOWN if it is none."""
    own = SQUARES - 1 - square if seat == BLUE else square
    return (3 - own // SIZE) * SIZE + own % SIZE if own < OWN_SQUARES else UNKNOWN


@rule
def judge_walk(army, line, row, behaviour):
    """What a piece tells by how far and how often it has walked, and by whom it has met that nobody knows."""
    pace = PACE_OF[min(line[MOVES], PACE_OF.size - 1)]
    for kind in range(1, BOMB):
        behaviour[kind] += ROWS[army, row, kind] + PACE[army, pace, kind]
        behaviour[kind] += MEETINGS[army, min(line[MET], MOST), kind] + PARTINGS[army, min(line[LEFT], MOST), kind]


@rule
def judge_nerve(army, line, moved, behaviour):
    """What a piece tells by what it does beside enemies that have been shown: who comes up to them need not fear them,
    who leaves them alone could not take them."""
    for kind in range(1, BOMB):
        if moved:
            behaviour[kind] += nerve(NERVE[army, COMES], line[APPROACHED:], kind)
            behaviour[kind] += nerve(NERVE[army, STAYS], line[SPARED:], kind)
            behaviour[kind] += nerve(NERVE[army, GOES], line[FLED:], kind)
            behaviour[kind] -= GIFT * is_taken(line[JUST_CAME:], kind)
        else:
            behaviour[kind] += nerve(NERVE[army, WAITS], line[SPARED:], kind)


@rule
def is_taken(times, kind):
    """Whether a kind is taken by one of those that it stands beside."""
    taken = False
    for known in range(1, BOMB):
        taken |= times[known] > 0 and OUTCOMES[known, kind] == WINS
    return taken


@rule
def nerve(weights, times, kind):
    """How well it fits a kind to do something so many times beside each kind."""
    takes = equals = taken = 0
    for known in range(1, BOMB):
        takes += times[known] * (OUTCOMES[kind, known] == WINS)
        equals += times[known] * (kind == known)
        taken += times[known] * (OUTCOMES[known, kind] == WINS)
    return weights[TAKES, min(takes, MOST)] + weights[EQUALS, min(equals, MOST)] + weights[IS_TAKEN, min(taken, MOST)]
