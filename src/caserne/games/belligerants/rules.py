"""Les Belligérants as compiled rules BE-1 to BE-22, with `board`, `lines` and `moves`."""

from __future__ import annotations

import numpy as np

from caserne.core.kernel.compiled import allocating_rule, rule
from caserne.core.kernel.endings import returns_of_lead
from caserne.core.kernel.layout import CHANCE, OVER
from caserne.games.belligerants.army import AM, KINDS, PAWNS
from caserne.games.belligerants.board import (
    BE_1,
    BE_2,
    BE_4,
    BE_5,
    BE_7,
    BE_9,
    BE_12,
    BE_14,
    BE_15,
    BE_17,
    BE_19,
    BE_20,
    DEVIL,
    IS_HARDY,
    KEPT,
    PINK,
    POINTS,
    SEAT_BIT,
    STATE,
    YELLOW,
    free_camp_square,
    has_entered,
    is_destroyed,
    is_solid,
    is_surrounded,
    is_wounded,
    kind_of,
    lift,
    may_keep,
    pawn_of,
    put,
    seat_of,
    take_refusals,
)
from caserne.games.belligerants.maps import SQUARES, WATER
from caserne.games.belligerants.moves import (
    CANDIDATES,
    COUNT,
    KEEP,
    MAX_LISTED,
    QUEUE,
    SCRATCH,
    TAKE_SCRATCH,
    find_moves,
    leads_to,
    list_candidates,
    list_moves,
    nth_move,
    path_refusals,
    takes,
)
from caserne.games.belligerants.terrain import FARTHEST

__all__ = ["STATE", "apply", "legal", "refusal", "returns", "scores", "settle", "start", "weight"]

PASS = 2 * KEEP
ROLL = PASS
"""The die results are ROLL + 1 to ROLL + 5 and ROLL + DEVIL."""
PLACE = ROLL + DEVIL + 1
ACTIONS = PLACE + KINDS
"""`origin * SQUARES + target`, the same keeping the taken pawn, the pass, six die results, the kinds of a set-up."""

MAX_MOVES = MAX_LISTED + SCRATCH
PLACEMENTS = 2 * PAWNS
PAST = PAST_PER_ACTION = TAKE_SCRATCH
"""No rule needs history: `past` is scratch space for `apply`."""


@rule
def start(o, s):
    """BE-1: an empty board, Yellow to deploy."""
    s.setup = 1


@rule
def left_in_hand(o, s, kind):
    """BE-1: return how many pawns of a kind the deploying seat has not placed yet."""
    return int(o.army[kind]) - ((placed_by_kind(o, s) >> 4 * kind) & PAWNS)


@rule
def placed_by_kind(o, s):
    """BE-1: return how many pawns of each kind the deploying seat has placed, in four bits a kind."""
    placed = 0
    for place in range(PAWNS):
        pawn = int(s.board[o.camps[s.to_move, place]])
        if pawn:
            placed += 1 << 4 * kind_of(pawn)
    return placed


@rule
def weight(o, s, action):
    """BE-1: how many remaining pawns a placement could use: its weight in a random set-up."""
    return left_in_hand(o, s, action - PLACE)


@rule
def legal(o, s, past, moves):
    """List the legal actions in `moves` and return their number."""
    if s.setup or s.actor < 0:
        return list_before_move(o, s, moves)
    if find_moves(o, s, moves):
        list_moves(moves)
    else:
        moves[0] = PASS
    return max(int(moves[COUNT]), 1)


@rule
def count(o, s, past, moves):
    """Return the number of legal actions, and prepare `nth`."""
    if s.setup or s.actor < 0:
        return list_before_move(o, s, moves)
    return max(find_moves(o, s, moves), 1)


@rule
def nth(o, s, past, moves, n):
    """Return the action that `legal` lists at index n, after `count`."""
    if s.setup or s.actor < 0:
        return int(moves[n])
    return nth_move(moves, n) if moves[COUNT] else PASS


@rule
def list_before_move(o, s, moves):
    """BE-1, BE-2: list the placements of a set-up, or the results of the die; return their number."""
    listed = 0
    if s.setup:
        for kind in range(KINDS):
            moves[listed] = PLACE + kind
            listed += left_in_hand(o, s, kind) > 0
    elif s.actor == CHANCE:
        for face in range(1, DEVIL + 1):
            moves[face - 1] = ROLL + face
        listed = DEVIL
    return listed


@rule
def takes_enemy(s, action):
    """Check whether a move ends on an enemy pawn."""
    occupant = int(s.board[action % SQUARES])
    return occupant != 0 and seat_of(occupant) != s.to_move


@allocating_rule
def refusal(o, s, past, action):
    """Return the rules that refuse an action, as bits; 0 if it is legal."""
    if s.actor == OVER:
        return 1 << int(s.ending)
    if s.setup:
        return 0 if action >= PLACE and left_in_hand(o, s, action - PLACE) else BE_1
    is_roll = ROLL < action < PLACE
    if s.actor == CHANCE:
        return 0 if is_roll else BE_2
    if action > PASS:
        return BE_2
    if action == PASS:
        return BE_2 if find_moves(o, s, np.zeros(MAX_MOVES, np.int32)) else 0
    return move_refusals(o, s, action % KEEP // SQUARES, action % SQUARES, action >= KEEP)


@allocating_rule
def move_refusals(o, s, origin, target, keeps):
    """Return the rules of the first stage that refuses a move."""
    pawn = int(s.board[origin])
    if pawn == 0 or seat_of(pawn) != s.to_move:
        return BE_2
    devil = s.die == DEVIL
    kind = kind_of(pawn)
    if not devil and is_surrounded(o, origin, kind):
        return BE_14
    if not devil and is_wounded(o, origin, kind):
        return BE_15
    refused = shape_refusals(o, s, origin, target)
    if refused:
        return refused
    queue = np.zeros(QUEUE, np.int64)
    for number in range(1, FARTHEST + 1):
        if (devil or number == s.die) and leads_to(o, origin, number, target):
            stopped = path_refusals(o, s, origin, target, number, queue)
            if stopped == 0:
                refused = 0
                break
            refused |= stopped
    if refused:
        return refused
    refused = end_refusals(o, s, kind, origin, target)
    if keeps and not may_keep(o, s, origin, target):
        refused |= BE_9
    if not refused and o.mandatory and not devil and not takes_enemy(s, target) and any_could_take(o, s, queue):
        return BE_20
    return refused


@rule
def shape_refusals(o, s, origin, target):
    """BE-4, BE-5: check that a line of the right length leads to another square, ignoring pawns and grounds."""
    found = 0
    for number in range(1, FARTHEST + 1):
        if s.die == DEVIL or number == s.die:
            found |= leads_to(o, origin, number, target)
    refused = 0 if found else BE_4
    return refused | BE_5 if origin == target else refused


@rule
def end_refusals(o, s, kind, origin, target):
    """BE-7, BE-8, BE-12, BE-13, BE-15 to BE-17, BE-19: return the rules that forbid a pawn to end on a square."""
    seat = int(s.to_move)
    occupant = int(s.board[target])
    refused = 0
    if occupant and seat_of(occupant) != seat:
        refused |= take_refusals(o, s, seat, kind, target)
    elif occupant:
        if kind != AM or not is_wounded(o, target, kind_of(occupant)):
            refused |= BE_7
        elif free_camp_square(o, s, seat, origin) < 0:
            refused |= BE_17
    if o.ground[target] == WATER and not IS_HARDY[kind] and not o.drowning:
        refused |= BE_12
    if has_entered(o, target, seat) and not has_entered(o, origin, seat) and s.at_home[seat]:
        refused |= BE_19
    return refused


@rule
def any_could_take(o, s, rows):
    """BE-20: check whether any pawn of the side to play could take with the number of the die."""
    taking = False
    for candidate in range(list_candidates(o, s, rows)):
        taking = taking or takes(o, s, int(rows[CANDIDATES + candidate]), rows)
    return taking


@rule
def apply(o, s, past, action):
    """Carry out a legal action."""
    if s.setup:
        place(o, s, action - PLACE)
        if not s.setup:
            settle(o, s, past)
        return
    if action > PASS:
        s.die = action - ROLL
        s.actor = s.to_move
        return
    s.quiet += 1
    if action != PASS:
        origin, target = action % KEEP // SQUARES, action % SQUARES
        huffed = -1
        if s.die != DEVIL and not o.mandatory and not takes_enemy(s, action):
            huffed = pawn_to_huff(o, s, origin, target, past)
        move(o, s, origin, target, action >= KEEP)
        if huffed >= 0:
            take_prisoner(o, s, huffed, 1 - s.to_move)
    s.ply += 1
    if s.die != DEVIL:
        s.to_move = 1 - s.to_move
    s.die = 0
    settle(o, s, past)


@rule
def place(o, s, kind):
    """BE-1: place the next pawn of a set-up, in camp order."""
    put(o, s, int(o.camps[s.to_move, s.placed]), pawn_of(kind, int(s.to_move), 0))
    s.placed += 1
    if s.placed == PAWNS:
        s.placed = 0
        s.setup = s.to_move == YELLOW
        s.to_move = PINK - s.to_move
        s.actor = s.to_move


@rule
def pawn_to_huff(o, s, origin, target, rows):
    """BE-20: return the square, after a move that takes nothing, of the pawn that is lost for not taking, or -1."""
    seat = int(s.to_move)
    most_points, found = 0, -1
    for candidate in range(list_candidates(o, s, rows)):
        square = int(rows[CANDIDATES + candidate])
        kind = kind_of(int(s.board[square]))
        if POINTS[kind] < most_points or not takes(o, s, square, rows):
            continue
        if square == origin:
            square = target
            if is_destroyed(o, square, kind):
                continue
        if not has_entered(o, square, seat) and (POINTS[kind] > most_points or square < found):
            most_points, found = int(POINTS[kind]), square
    return found


@rule
def move(o, s, origin, target, keeps):
    """BE-7 to BE-10, BE-17 to BE-19: move a pawn, with all effects of its target square."""
    seat = int(s.to_move)
    victim = int(s.board[target])
    pawn = lift(o, s, origin)
    kind = kind_of(pawn)
    if victim:
        if seat_of(victim) == seat:
            put(o, s, free_camp_square(o, s, seat, origin), lift(o, s, target))
        elif keeps:
            put(o, s, origin, lift(o, s, target) ^ SEAT_BIT | KEPT)
        elif victim & KEPT and s.die == DEVIL and is_solid(o, origin):
            put(o, s, origin, lift(o, s, target) ^ (SEAT_BIT | KEPT))
        else:
            take_prisoner(o, s, target, seat)
        if seat_of(victim) != seat:
            s.quiet = 0
    if is_destroyed(o, target, kind):
        s.quiet = 0
        return
    put(o, s, target, pawn)
    if has_entered(o, target, seat) and not has_entered(o, origin, seat):
        s.quiet = 0


@rule
def take_prisoner(o, s, square, taker):
    """BE-8, BE-10, BE-20: make the pawn on a square a prisoner."""
    s.held[taker, kind_of(lift(o, s, square))] += 1
    s.quiet = 0


@rule
def settle(o, s, past):
    """BE-2, BE-21: set the next actor, or end the game."""
    s.actor = s.to_move if s.die else CHANCE
    no_pawn_outside = s.outside[YELLOW] == 0 or s.outside[PINK] == 0
    too_quiet = o.quiet_limit and s.quiet >= o.quiet_limit
    too_long = o.max_plies and s.ply >= o.max_plies
    if no_pawn_outside or too_quiet or too_long:
        s.actor = OVER
        s.ending = 21
        s.die = 0


@rule
def scores(o, s, out):
    """BE-22: fill twice the points of the own pawns that have entered, plus the points of the prisoners."""
    for seat in range(2):
        out[seat] = points_held(s, seat) + points_entered(o, s, seat)


@rule
def points_held(s, seat):
    """BE-22: return the points of a seat's prisoners."""
    total = 0
    for kind in range(KINDS):
        total += int(s.held[seat, kind]) * int(POINTS[kind])
    return total


@rule
def points_entered(o, s, seat):
    """BE-22: return twice the points of a seat's pawns in the enemy camp."""
    total = 0
    for n in range(PAWNS):
        pawn = int(s.board[o.camps[1 - seat, n]])
        if pawn and seat_of(pawn) == seat:
            total += 2 * int(POINTS[kind_of(pawn)])
    return total


@rule
def returns(o, s, out):
    """BE-22: the higher total wins +1 to -1; equal totals 0."""
    scores(o, s, out)
    returns_of_lead(out[0] - out[1], out)
