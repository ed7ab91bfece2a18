"""A learned evaluation: what its network reads, always for the side to move."""

from __future__ import annotations

from caserne.core.kernel.bits import count_bits, lowest_bit
from caserne.core.kernel.compiled import inlined_rule, rule
from caserne.core.kernel.dense import decode, learned_evaluation
from caserne.games.belligerants.army import KINDS, PAWNS
from caserne.games.belligerants.board import DEVIL, POINTS, is_guarded, kind_of
from caserne.games.belligerants.evaluate import (
    HIGHEST_VALUE,
    VALUE_COUNT,
    VALUE_MASK,
    WEIGHTS,
    evaluate,
    expected_loss,
    goal_square,
    is_mobile,
    pawns_outside,
    secured_points,
    spread,
    threat,
    value_under_threats,
)
from caserne.games.belligerants.maps import CAMP, GREEN, GREY, SIDE, WHITE
from caserne.games.belligerants.rules import points_held
from caserne.games.belligerants.terrain import FARTHEST, WORD
from caserne.games.belligerants.value_net import NETWORK

PER_SEAT = 5 + FARTHEST
"""Inputs about a side as a whole, before those about its pawns of each kind."""

ENTERED, OUTSIDE, DISTANCE, AT_HOME, COVERED, SURROUNDED, WOUNDED, GUARDED = range(8)
THREATENED, THREATENED_NOW, THREATENING, THREATENING_NOW, DISTANCE_IS_1 = range(8, 13)
"""Inputs about the pawns of a kind; NOW is by the number that has been rolled."""
DISTANCES = 12
"""The last inputs of a kind count its pawns at each distance, and in the last of all those that are farther off."""
PER_KIND = DISTANCE_IS_1 + DISTANCES

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
    of_mover, of_other = inputs[COMMON : COMMON + SIDE_INPUTS], inputs[COMMON + SIDE_INPUTS :]
    on_mover = fill_threats(o, s, mover, 0, of_mover, of_other)
    on_other = fill_threats(o, s, other, rolled, of_other, of_mover)
    lead = value_under_threats(o, s, mover, WEIGHTS, on_mover) - value_under_threats(o, s, other, WEIGHTS, on_other)
    inputs[0] = lead / spread(pawns_outside(s))
    inputs[1] = (secured_points(o, s, mover) - secured_points(o, s, other)) / POINTS_UNIT
    inputs[2] = rolled > 0
    inputs[3] = rolled == DEVIL
    inputs[4] = expected_loss(on_other, rolled) / POINTS_UNIT
    fill_side(o, s, mover, on_mover, of_mover)
    fill_side(o, s, other, on_other, of_other)


@rule
def first_of(kind):
    """Return the index of a side's first input about its pawns of a kind."""
    return PER_SEAT + kind * PER_KIND


@rule
def fill_threats(o, s, seat, rolled, victims, takers):
    """Write what the enemy could take from a seat into the inputs of both sides; return it as `threats` does."""
    mask = 0
    for word in range(o.words):
        enemies = int(s.own[1 - seat, word])
        while enemies:
            mask |= fill_threats_of(o, s, word * WORD + lowest_bit(enemies), seat, rolled, victims, takers)
            enemies &= enemies - 1
    return mask


@rule
def fill_threats_of(o, s, square, seat, rolled, victims, takers):
    """Write and return the threats of the enemy pawn on one square."""
    mask = 0
    if is_mobile(o, s, square):
        taker = takers[first_of(kind_of(int(s.board[square]))) :]
        for word in range(o.words):
            targets = int(s.own[seat, word]) & int(o.near[square, word])
            while targets:
                target = word * WORD + lowest_bit(targets)
                targets &= targets - 1
                found = threat(o, s, square, target, seat)
                if found:
                    victim = kind_of(int(s.board[target]))
                    fill_threat(found, rolled, POINTS[victim] / POINTS_UNIT, victims[first_of(victim) :], taker)
                    mask |= found
    return mask


@rule
def fill_threat(found, rolled, points, victim, taker):
    """Add a threat of one pawn to another to the inputs of their kinds: by all numbers, and by the one rolled."""
    chance = count_bits(found) / DEVIL
    victim[THREATENED] += chance
    taker[THREATENING] += chance * points
    if rolled == DEVIL or (rolled and found >> VALUE_COUNT * (rolled - 1) & VALUE_MASK):
        victim[THREATENED_NOW] += 1
        taker[THREATENING_NOW] += points


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
            fill_pawn(o, s, seat, square, goal, inputs[first_of(kind_of(int(s.board[square]))) :])


@rule
def fill_pawn(o, s, seat, square, goal, inputs):
    """Add one pawn to the inputs of its kind: entered, or on the way, how far off, and where it stands."""
    ground = int(o.ground[square])
    if ground == CAMP + 1 - seat:
        inputs[ENTERED] += 1
        return
    distance = max(abs(square // SIDE - goal // SIDE), abs(square % SIDE - goal % SIDE))
    inputs[OUTSIDE] += 1
    inputs[DISTANCE] += distance / SIDE
    inputs[AT_HOME] += ground == CAMP + seat
    inputs[COVERED] += ground == GREEN
    inputs[SURROUNDED] += ground == GREY
    inputs[WOUNDED] += ground == WHITE
    inputs[GUARDED] += is_guarded(o, s, square, seat)
    inputs[DISTANCE_IS_1 - 1 + min(distance, DISTANCES)] += 1


learned = learned_evaluation(evaluate, fill_inputs, INPUTS, network)
