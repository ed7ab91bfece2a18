"""A learned evaluation: what its network reads, always for the side to move."""

from __future__ import annotations

from caserne.core.kernel.bits import lowest_bit
from caserne.core.kernel.compiled import inlined_rule, rule
from caserne.core.kernel.dense import decode, learned_evaluation
from caserne.games.movers.board import FILES, RANKS, SQUARES, WHITE, pieces_of
from caserne.games.movers.evaluate import CAMP_RANKS, WEIGHTS, evaluate, log_odds
from caserne.games.movers.value_net import NETWORK

FACES = 2
INPUTS = 1 + 2 * FACES * SQUARES
"""The log odds by the evaluation, and for each face and square whether the mover has a piece there, then the other."""
HIDDEN = 32, 16
FIRST, FIRST_BIAS, SECOND, SECOND_BIAS, OUTPUT = decode(NETWORK, INPUTS, *HIDDEN)


@inlined_rule
def network(o):
    """Return the layers of the network."""
    return FIRST, FIRST_BIAS, SECOND, SECOND_BIAS, OUTPUT


@rule
def fill_inputs(o, s, inputs):
    """Write what the network reads into zeros."""
    mover = int(s.to_move)
    inputs[0] = log_odds(o, s, mover, WEIGHTS)
    fill_pieces(o, s, mover, mover, inputs[1:])
    fill_pieces(o, s, mover, 1 - mover, inputs[1 + FACES * SQUARES :])


@rule
def fill_pieces(o, s, mover, seat, inputs):
    """Mark the pieces of a side, as the mover sees them; a shorter board lacks the ranks next to the camps."""
    pieces = int(pieces_of(s, seat))
    while pieces:
        square = lowest_bit(pieces)
        pieces &= pieces - 1
        file, rank = square // RANKS, square % RANKS
        if mover != WHITE:
            file, rank = FILES - 1 - file, o.ranks - 1 - rank
        place = rank if rank < CAMP_RANKS else rank + RANKS - o.ranks
        face = (int(s.hoppers) >> square) & 1
        inputs[face * SQUARES + file * RANKS + place] = 1


learned = learned_evaluation(evaluate, fill_inputs, INPUTS, network)
