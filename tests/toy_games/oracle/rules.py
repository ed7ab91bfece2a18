"""Oracle as rules OR-1 to OR-4: hide a letter; roll, stake, guess the other's letter; the better guesser wins."""

import numpy as np

from caserne.core.kernel.compiled import rule
from caserne.core.kernel.endings import returns_of_lead
from caserne.core.kernel.layout import CHANCE, OVER, state_dtype

LETTERS = FACES = STAKES = 3
STATE = state_dtype(
    ("points", np.int16, 2),
    ("secret", np.int8, 2),  # 1 to 3; 0 before it is hidden
    ("known", np.int8, 2),  # whether a right guess has shown it
    ("to_move", np.int8),
    ("die", np.int8),  # 0 before the roll
    ("stake", np.int8),  # 0 before it is named
)
ROLL, STAKE, GUESS, HIDE = 0, 3, 6, 9
ACTIONS, MAX_MOVES, PAST, PAST_PER_ACTION, PLACEMENTS = 12, 3, 0, 0, 2


@rule
def start(o, s):
    s.setup = 1


@rule
def first_action(s):
    """OR-1 to OR-3: where the three actions of this moment begin."""
    if s.setup:
        return HIDE
    return ROLL if s.die == 0 else STAKE if s.stake == 0 else GUESS


@rule
def legal(o, s, past, moves):
    if s.actor == OVER:
        return 0
    for n in range(3):
        moves[n] = first_action(s) + n
    return 3


@rule
def refusal(o, s, past, action):
    if s.actor == OVER:
        return 1 << 4
    if 0 <= action - first_action(s) < 3:
        return 0
    return 1 << 1 if s.setup else 1 << 2 if s.die == 0 else 1 << 3


@rule
def weight(o, s, action):
    return 1


@rule
def apply(o, s, past, action):
    choice = action % 3 + 1
    if s.setup:
        s.secret[s.to_move] = choice
        s.setup = s.to_move == 0
        next_seat(s)
        if not s.setup:
            settle(o, s, past)
    elif s.die == 0:
        s.die = choice
        s.actor = s.to_move
    elif s.stake == 0:
        s.stake = choice
    else:
        guess(o, s, past, choice)


@rule
def guess(o, s, past, letter):
    """OR-3: a right guess earns die times stake and shows the letter; a wrong one costs the stake."""
    if s.secret[1 - s.to_move] == letter:
        s.points[s.to_move] += s.die * s.stake
        s.known[1 - s.to_move] = 1
    else:
        s.points[s.to_move] -= s.stake
    s.die = 0
    s.stake = 0
    s.ply += 1
    next_seat(s)
    settle(o, s, past)


@rule
def next_seat(s):
    s.to_move = 1 - s.to_move
    s.actor = s.to_move


@rule
def settle(o, s, past):
    """OR-4: the game ends after so many turns each."""
    if s.ply >= 2 * o.rounds:
        s.actor = OVER
        s.ending = 4
    else:
        s.actor = CHANCE if s.die == 0 else s.to_move


@rule
def returns(o, s, out):
    returns_of_lead(int(s.points[0]) - int(s.points[1]), out)


@rule
def scores(o, s, out):
    out[0] = s.points[0]
    out[1] = s.points[1]
