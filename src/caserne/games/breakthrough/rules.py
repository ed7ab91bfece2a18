"""Breakthrough as compiled rules BT-1 to BT-6."""

from math import tanh

import numpy as np

from caserne.core.kernel.compiled import rule
from caserne.core.kernel.defaults import value_of_winner
from caserne.core.kernel.endings import finish
from caserne.core.kernel.layout import OVER, state_dtype

SIDE, SQUARES, FREE = 8, 64, 0
ACTIONS, MAX_MOVES = SQUARES * SQUARES, 3 * SQUARES
STATE = state_dtype(("board", np.int8, SQUARES), ("to_move", np.int8), ("winner", np.int8))
"""Each square is FREE or `seat + 1`."""

PAWNS = SQUARES
"""Where `legal` keeps its pawns, behind the moves: sixteen have 48 of them."""
BT_2, BT_3, BT_4 = 1 << 2, 1 << 3, 1 << 4
VALUES = np.array([1.2, 1.0, 1.1, 1.3, 1.7, 2.6, 5.0, 0.0])
"""What a pawn is worth, by the ranks it has advanced."""


@rule
def start(o, s):
    """BT-1: two ranks of pawns each."""
    for square in range(2 * SIDE):
        s.board[square] = 1
        s.board[SQUARES - 1 - square] = 2


@rule
def may_enter(s, target, aside):
    """BT-3, BT-4: straight ahead only a free square, diagonally also one of the other side's."""
    return (s.board[target] == FREE) | ((aside != 0) & (s.board[target] == 2 - s.to_move))


@rule
def list_pawns(s, seat, squares):
    """List the squares of a side's pawns from `PAWNS` on, and return their number."""
    count = 0
    for square in range(SQUARES):
        squares[PAWNS + count] = square
        count += s.board[square] == seat + 1
    return count


@rule
def legal(o, s, past, moves):
    """List the legal actions in `moves` and return their number.

    What is not legal is overwritten by the next one: whether it is, a processor could not predict, so that a branch
    would take longer.
    """
    count = 0
    if s.actor == OVER:
        return count
    forward = SIDE - 2 * SIDE * int(s.to_move)
    for pawn in range(list_pawns(s, int(s.to_move), moves)):
        origin = int(moves[PAWNS + pawn])
        for aside in range(-1, 2):
            target = (origin + forward + aside) % SQUARES
            moves[count] = origin * SQUARES + target
            count += (0 <= origin % SIDE + aside < SIDE) & may_enter(s, target, aside)
    return count


@rule
def refusal(o, s, past, action):
    """Return the rules that refuse an action, as bits; 0 if it is legal."""
    origin, target = action // SQUARES, action % SQUARES
    aside = target % SIDE - origin % SIDE
    if s.actor == OVER:
        return 1 << int(s.ending)
    if s.board[origin] != s.to_move + 1:
        return BT_2
    if abs(aside) > 1 or target // SIDE - origin // SIDE != 1 - 2 * s.to_move:
        return BT_3
    return 0 if may_enter(s, target, aside) else BT_4


@rule
def apply(o, s, past, action):
    """Carry out a legal action."""
    mover, target = int(s.to_move), action % SQUARES
    s.board[target] = mover + 1
    s.board[action // SQUARES] = FREE
    s.ply += 1
    s.to_move = s.actor = 1 - mover
    end_if_won(s, mover, target)


@rule
def settle(o, s, past):
    """BT-5, BT-6: end a game that is won on the board."""
    s.actor = s.to_move
    for square in range(SQUARES):
        if s.board[square] != FREE:
            end_if_won(s, s.board[square] - 1, square)


@rule
def end_if_won(s, seat, square):
    """BT-5, BT-6: end the game if the seat's pawn on a square has arrived, or if the other side has none left."""
    if square // SIDE == (0 if seat else SIDE - 1):
        finish(s, 5, seat)
    elif not has_pawns(s, 1 - seat):
        finish(s, 6, seat)


@rule
def has_pawns(s, seat):
    """BT-6: whether a side has any pawns; most stand near its own end, where the search begins."""
    steps = 0
    while steps < SQUARES and s.board[SQUARES - 1 - steps if seat else steps] != seat + 1:
        steps += 1
    return steps < SQUARES


@rule
def evaluate(o, s, seat):
    """Return the result of a finished game, else an estimate from the pawns and how far they have come."""
    if s.actor == OVER:
        return value_of_winner(o, s, seat)
    lead = 0.5 - int(s.to_move)
    for square in range(SQUARES):
        if s.board[square] == 1:
            lead += VALUES[square // SIDE]
        elif s.board[square] == 2:
            lead -= VALUES[SIDE - 1 - square // SIDE]
    return tanh((lead if seat == 0 else -lead) / 4)


@rule
def order(o, s, past, action):
    """Score a move for move ordering: captures first, then the pawn that has come farthest."""
    rank = action % SQUARES // SIDE
    return (8 if s.board[action % SQUARES] else 0) + (rank if s.to_move == 0 else SIDE - 1 - rank)
