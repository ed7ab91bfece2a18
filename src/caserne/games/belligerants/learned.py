"""A learned evaluation: what its network reads, always for the side to move."""

from __future__ import annotations

from caserne.core.kernel.bits import lowest_bit
from caserne.core.kernel.compiled import inlined_rule, rule
from caserne.core.kernel.dense import decode, learned_evaluation
from caserne.games.belligerants.army import KINDS, PAWNS
from caserne.games.belligerants.board import DEVIL, kind_of
from caserne.games.belligerants.evaluate import (
    HIGHEST_VALUE,
    VALUE_COUNT,
    VALUE_MASK,
    WEIGHTS,
    evaluate,
    expected_loss,
    goal_square,
    pawns_outside,
    secured_points,
    spread,
    threats,
    value_under_threats,
)
from caserne.games.belligerants.maps import CAMP, GREEN, GREY, SIDE, WHITE
from caserne.games.belligerants.rules import points_held
from caserne.games.belligerants.terrain import FARTHEST, WORD
from caserne.games.belligerants.value_net import NETWORK

PER_SEAT = 5 + FARTHEST
"""Inputs about a side as a whole, ..."""
PER_KIND = 7
"""... and about its pawns of each kind."""
COMMON = 5
"""Inputs about the position, before those of the mover and then of the other side."""
SIDE_INPUTS = PER_SEAT + KINDS * PER_KIND
INPUTS = COMMON + 2 * SIDE_INPUTS
HIDDEN = 64, 16
FIRST, FIRST_BIAS, SECOND, SECOND_BIAS, OUTPUT = decode(NETWORK, INPUTS, *HIDDEN)
POINTS_UNIT = 1000


@inlined_rule
def network(o):
    """Return the layers of the network."""
    return FIRST, FIRST_BIAS, SECOND, SECOND_BIAS, OUTPUT


@rule
def fill_inputs(o, s, inputs):
    """Write what the network reads into zeros."""
    mover, other, rolled = int(s.to_move), 1 - int(s.to_move), int(s.die)
    on_mover, on_other = threats(o, s, mover), threats(o, s, other)
    lead = value_under_threats(o, s, mover, WEIGHTS, on_mover) - value_under_threats(o, s, other, WEIGHTS, on_other)
    inputs[0] = lead / spread(pawns_outside(s))
    inputs[1] = (secured_points(o, s, mover) - secured_points(o, s, other)) / POINTS_UNIT
    inputs[2] = rolled > 0
    inputs[3] = rolled == DEVIL
    inputs[4] = expected_loss(on_other, rolled) / POINTS_UNIT
    fill_side(o, s, mover, on_mover, inputs[COMMON:])
    fill_side(o, s, other, on_other, inputs[COMMON + SIDE_INPUTS :])


@rule
def fill_side(o, s, seat, threatened, inputs):
    """Write the inputs of one side: its pawns, its prisoners, and what the enemy could take by each number."""
    inputs[0] = s.outside[seat] / PAWNS
    inputs[1] = s.at_home[seat] / PAWNS
    inputs[2] = s.at_home[seat] == 0
    inputs[3] = points_held(s, seat) / POINTS_UNIT
    inputs[4] = expected_loss(threatened, 0) / POINTS_UNIT
    for number in range(FARTHEST):
        inputs[5 + number] = HIGHEST_VALUE[threatened >> VALUE_COUNT * number & VALUE_MASK] / POINTS_UNIT
    goal = goal_square(o, seat)
    for word in range(o.words):
        pawns = int(s.own[seat, word])
        while pawns:
            square = word * WORD + lowest_bit(pawns)
            pawns &= pawns - 1
            kind = kind_of(int(s.board[square]))
            fill_pawn(o, seat, square, goal, inputs[PER_SEAT + kind * PER_KIND :])


@rule
def fill_pawn(o, seat, square, goal, inputs):
    """Add one pawn to the inputs of its kind: entered, or on the way, how far off, and where it stands."""
    ground = int(o.ground[square])
    if ground == CAMP + 1 - seat:
        inputs[0] += 1
        return
    ranks, files = abs(square // SIDE - goal // SIDE), abs(square % SIDE - goal % SIDE)
    inputs[1] += 1
    inputs[2] += max(ranks, files) / SIDE
    inputs[3] += ground == CAMP + seat
    inputs[4] += ground == GREEN
    inputs[5] += ground == GREY
    inputs[6] += ground == WHITE


learned = learned_evaluation(evaluate, fill_inputs, INPUTS, network)
