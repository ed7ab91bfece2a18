"""The evaluation after each of many moves, computed incrementally.

A quiet move changes only the value of its pawn and the threats by it and on it. Everything else is computed once for
all quiet moves; other moves are played and evaluated.
"""

from __future__ import annotations

import numpy as np

from caserne.core.kernel.bits import lowest_bit
from caserne.core.kernel.compiled import allocating_rule, rule
from caserne.games.belligerants.army import SE
from caserne.games.belligerants.board import DEVIL, POINTS, has_entered, is_destroyed, kind_of
from caserne.games.belligerants.evaluate import (
    PAWN_AT_HOME,
    THREATENED,
    THREATENED_LATER,
    WEIGHTS,
    evaluate,
    expected_loss,
    goal_square,
    is_mobile,
    material_value,
    pawns_outside,
    spread,
    threat,
    threats_of,
    value_per_point,
)
from caserne.games.belligerants.maps import CAMP, SQUARES
from caserne.games.belligerants.moves import KEEP
from caserne.games.belligerants.rules import any_could_take, apply
from caserne.games.belligerants.terrain import WORD

ON, BY, ON_OTHERS, BY_OTHERS = range(4)
"""Columns of `threats` for an own pawn: threats on it, by it, on all other own pawns, and by all other own pawns, as
masks of `threats_of`."""


@allocating_rule
def preview(o, s, past, moves, count, trial, trial_past, values):
    """Fill the evaluation, for the side to move, after each of the listed moves."""
    seat = int(s.to_move)
    incremental = can_update_incrementally(o, s, trial_past)
    threats, enemies = np.zeros((SQUARES, 4), np.int64), np.empty(SQUARES, np.int64)
    lead = 0.0
    if incremental:
        enemies = enemies[: list_mobile(o, s, 1 - seat, enemies)]
        collect_threats(o, s, seat, enemies, threats)
        lead = material_value(o, s, seat, WEIGHTS) - material_value(o, s, 1 - seat, WEIGHTS)
        lead += 1000 * WEIGHTS[PAWN_AT_HOME] * (int(s.at_home[seat]) - int(s.at_home[1 - seat]))
    for n in range(count):
        action = int(moves[n])
        if incremental and is_quiet(o, s, action):
            origin, target = action // SQUARES, action % SQUARES
            values[n] = value_after_quiet_move(o, s, seat, origin, target, enemies, threats, lead)
        else:
            trial[0] = s
            apply(o, trial[0], trial_past, action)
            values[n] = evaluate(o, trial[0], seat)


@rule
def can_update_incrementally(o, s, queue):
    """Check that a quiet move neither ends the game (BE-21) nor loses a pawn that could have taken (BE-20)."""
    if s.outside[s.to_move] == 1:
        return False
    if (o.quiet_limit and s.quiet + 1 >= o.quiet_limit) or (o.max_plies and s.ply + 1 >= o.max_plies):
        return False
    return s.die == DEVIL or o.mandatory or not any_could_take(o, s, queue)


@rule
def is_quiet(o, s, action):
    """Check whether a move only moves a pawn to a free square; not of a sentinel, which guards others (BE-16)."""
    if action >= KEEP:
        return False
    origin, target = action // SQUARES, action % SQUARES
    kind = kind_of(int(s.board[origin]))
    if kind == SE or s.board[target]:
        return False
    return has_entered(o, target, int(s.to_move)) == has_entered(o, origin, int(s.to_move))


@rule
def list_mobile(o, s, seat, squares):
    """List the squares of a seat's mobile pawns; return their number."""
    count = 0
    for word in range(o.words):
        pawns = int(s.own[seat, word])
        while pawns:
            square = word * WORD + lowest_bit(pawns)
            pawns &= pawns - 1
            if is_mobile(o, s, square):
                squares[count] = square
                count += 1
    return count


@rule
def collect_threats(o, s, seat, enemies, threats):
    """Fill the columns of `threats` for each own pawn."""
    for n in range(enemies.size):
        add_threats_of(o, s, int(enemies[n]), seat, threats)
    on = by = 0
    for square in range(SQUARES):
        if s.own[seat, square // WORD] >> square % WORD & 1:
            threats[square, BY] = threats_of(o, s, square, 1 - seat)
            threats[square, ON_OTHERS], threats[square, BY_OTHERS] = on, by
            on |= threats[square, ON]
            by |= threats[square, BY]
    on = by = 0
    for square in range(SQUARES - 1, -1, -1):
        threats[square, ON_OTHERS] |= on
        threats[square, BY_OTHERS] |= by
        on |= threats[square, ON]
        by |= threats[square, BY]


@rule
def add_threats_of(o, s, square, seat, threats):
    """Add the threats by the enemy pawn on a square to those on each own pawn."""
    for word in range(o.words):
        targets = int(s.own[seat, word]) & int(o.near[square, word])
        while targets:
            target = word * WORD + lowest_bit(targets)
            threats[target, ON] |= threat(o, s, square, target, seat)
            targets &= targets - 1


@rule
def value_after_quiet_move(o, s, seat, origin, target, enemies, threats, lead):
    """Return the evaluation after a quiet move; `lead` is the present lead without threats."""
    kind, goal = kind_of(int(s.board[origin])), goal_square(o, seat)
    on, by, outside = threats[origin, ON_OTHERS], threats[origin, BY_OTHERS], pawns_outside(s)
    lead -= POINTS[kind] * value_per_point(o, origin, kind, seat, goal, WEIGHTS)
    lead -= 1000 * WEIGHTS[PAWN_AT_HOME] * (o.ground[origin] == CAMP + seat)
    if is_destroyed(o, target, kind):
        outside -= not has_entered(o, origin, seat)
    else:
        lead += POINTS[kind] * value_per_point(o, target, kind, seat, goal, WEIGHTS)
        lead += 1000 * WEIGHTS[PAWN_AT_HOME] * (o.ground[target] == CAMP + seat)
        s.board[target] = s.board[origin]
        on |= threats_on(o, s, target, seat, enemies)
        by |= threats_of(o, s, target, 1 - seat)
        s.board[target] = 0
    moves_again = s.die == DEVIL
    lead += (WEIGHTS[THREATENED_LATER] if moves_again else WEIGHTS[THREATENED]) * expected_loss(on, 0)
    lead -= (WEIGHTS[THREATENED] if moves_again else WEIGHTS[THREATENED_LATER]) * expected_loss(by, 0)
    return np.tanh(lead / 1000 / spread(outside) / 2)


@rule
def threats_on(o, s, target, seat, enemies):
    """Return the threats of the listed enemies on the pawn of the seat on one square, ignoring blocked lines."""
    mask, word, bit = 0, target // WORD, target % WORD
    for n in range(enemies.size):
        square = int(enemies[n])
        if int(o.near[square, word]) >> bit & 1:
            mask |= threat(o, s, square, target, seat)
    return mask
