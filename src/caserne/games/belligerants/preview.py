"""What `evaluate` says after each of many moves, sooner than by trying them all.

A quiet move changes little: what its pawn is worth, threatens and is threatened by, or that it is gone.
All the rest is found once for all moves. Others are tried.
"""

from __future__ import annotations

import numpy as np

from caserne.core.kernel.bits import lowest_bit
from caserne.core.kernel.compiled import allocating_rule, rule
from caserne.games.belligerants.army import SE
from caserne.games.belligerants.board import DEVIL, POINTS, has_entered, is_destroyed, kind_of
from caserne.games.belligerants.evaluate import (
    STAYS,
    THREATENED,
    THREATENED_LATER,
    WEIGHTS,
    evaluate,
    expected_loss,
    goal_of,
    is_able,
    pawns_abroad,
    possessions,
    spread,
    threat,
    threats_of,
    worth,
)
from caserne.games.belligerants.maps import CAMP, SQUARES
from caserne.games.belligerants.moves import KEEP
from caserne.games.belligerants.rules import any_could_take, apply
from caserne.games.belligerants.terrain import WORD

ON, BY, ON_OTHERS, BY_OTHERS = range(4)
"""What is known of an own pawn before moves are looked at: the threats on it, those that it makes, and those on and by
all other own pawns; as `threats_of` gives them."""


@allocating_rule
def preview(o, s, past, moves, count, trial, trial_past, values):
    """What may be expected by who makes them after each of the moves listed."""
    seat = int(s.to_move)
    shares = stays_calm(o, s, trial_past)
    known, enemies = np.zeros((SQUARES, 4), np.int64), np.empty(SQUARES, np.int64)
    lead = 0.0
    if shares:
        enemies = enemies[: list_able(o, s, 1 - seat, enemies)]
        note_threats(o, s, seat, enemies, known)
        lead = possessions(o, s, seat, WEIGHTS) - possessions(o, s, 1 - seat, WEIGHTS)
        lead += 1000 * WEIGHTS[STAYS] * (int(s.at_home[seat]) - int(s.at_home[1 - seat]))
    for n in range(count):
        action = int(moves[n])
        if shares and is_quiet(o, s, action):
            origin, target = action // SQUARES, action % SQUARES
            values[n] = after_quiet_move(o, s, seat, origin, target, enemies, known, lead)
        else:
            trial[0] = s
            apply(o, trial[0], trial_past, action)
            values[n] = evaluate(o, trial[0], seat)


@rule
def stays_calm(o, s, queue):
    """Whether a quiet move neither ends the game (BE-21) nor costs a pawn that should have taken (BE-20)."""
    if s.abroad[s.to_move] == 1:
        return False
    if (o.quiet_limit and s.quiet + 1 >= o.quiet_limit) or (o.max_plies and s.ply + 1 >= o.max_plies):
        return False
    return s.die == DEVIL or o.mandatory or not any_could_take(o, s, queue)


@rule
def is_quiet(o, s, action):
    """Whether a move only takes a pawn to a free square, and no sentinel, who guards others (BE-16)."""
    if action >= KEEP:
        return False
    origin, target = action // SQUARES, action % SQUARES
    kind = kind_of(int(s.board[origin]))
    if kind == SE or s.board[target]:
        return False
    return has_entered(o, target, int(s.to_move)) == has_entered(o, origin, int(s.to_move))


@rule
def list_able(o, s, seat, squares):
    """List where a seat's pawns stand that can move without the devil's help; their number."""
    count = 0
    for word in range(o.words):
        pawns = int(s.own[seat, word])
        while pawns:
            square = word * WORD + lowest_bit(pawns)
            pawns &= pawns - 1
            if is_able(o, s, square):
                squares[count] = square
                count += 1
    return count


@rule
def note_threats(o, s, seat, enemies, known):
    """Fill what is known of each own pawn."""
    for n in range(enemies.size):
        note_threats_of(o, s, int(enemies[n]), seat, known)
    on = by = 0
    for square in range(SQUARES):
        if s.own[seat, square // WORD] >> square % WORD & 1:
            known[square, BY] = threats_of(o, s, square, 1 - seat)
            known[square, ON_OTHERS], known[square, BY_OTHERS] = on, by
            on |= known[square, ON]
            by |= known[square, BY]
    on = by = 0
    for square in range(SQUARES - 1, -1, -1):
        known[square, ON_OTHERS] |= on
        known[square, BY_OTHERS] |= by
        on |= known[square, ON]
        by |= known[square, BY]


@rule
def note_threats_of(o, s, square, seat, known):
    """Add the threats of the enemy pawn on a square to those on each own pawn."""
    for word in range(o.words):
        targets = int(s.own[seat, word]) & int(o.near[square, word])
        while targets:
            target = word * WORD + lowest_bit(targets)
            known[target, ON] |= threat(o, s, square, target, seat)
            targets &= targets - 1


@rule
def after_quiet_move(o, s, seat, origin, target, enemies, known, lead):
    """What the seat may expect after a quiet move; `lead` is what it is ahead by now, threats left aside."""
    kind, goal = kind_of(int(s.board[origin])), goal_of(o, seat)
    on, by, abroad = known[origin, ON_OTHERS], known[origin, BY_OTHERS], pawns_abroad(s)
    lead -= POINTS[kind] * worth(o, origin, kind, seat, goal, WEIGHTS)
    lead -= 1000 * WEIGHTS[STAYS] * (o.ground[origin] == CAMP + seat)
    if is_destroyed(o, target, kind):
        abroad -= not has_entered(o, origin, seat)
    else:
        lead += POINTS[kind] * worth(o, target, kind, seat, goal, WEIGHTS)
        lead += 1000 * WEIGHTS[STAYS] * (o.ground[target] == CAMP + seat)
        s.board[target] = s.board[origin]
        on |= threats_on(o, s, target, seat, enemies)
        by |= threats_of(o, s, target, 1 - seat)
        s.board[target] = 0
    moves_again = s.die == DEVIL
    lead += (WEIGHTS[THREATENED_LATER] if moves_again else WEIGHTS[THREATENED]) * expected_loss(on, 0)
    lead -= (WEIGHTS[THREATENED] if moves_again else WEIGHTS[THREATENED_LATER]) * expected_loss(by, 0)
    return np.tanh(lead / 1000 / spread(abroad) / 2)


@rule
def threats_on(o, s, target, seat, enemies):
    """What the enemies listed could take, if nothing stood in the way, of the pawn of the seat on one square."""
    seen, word, bit = 0, target // WORD, target % WORD
    for n in range(enemies.size):
        square = int(enemies[n])
        if int(o.near[square, word]) >> bit & 1:
            seen |= threat(o, s, square, target, seat)
    return seen
