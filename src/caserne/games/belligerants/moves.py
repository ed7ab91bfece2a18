"""BE-4 to BE-7: move generation, whether a pawn could take, and what stops a line."""

from __future__ import annotations

import numpy as np

from caserne.core.kernel.bits import lowest_bit
from caserne.core.kernel.compiled import rule
from caserne.games.belligerants.army import AM, PAWNS
from caserne.games.belligerants.board import (
    ANYWHERE,
    BE_6,
    BE_12,
    BE_19,
    DEVIL,
    FLIES,
    FOOTING,
    free_camp_square,
    has_entered,
    is_surrounded,
    is_wounded,
    kind_of,
    may_keep,
    may_take,
    seat_of,
    table_of,
)
from caserne.games.belligerants.lines import (
    HALF,
    LINES,
    OFFSET,
    RING_WINDOWS,
    WINDOW,
    WINDOW_OFFSET,
    fill_lines,
    free_squares_around,
    shifted_high,
    shifted_low,
    toggle_pawn,
)
from caserne.games.belligerants.maps import CAMP, SIDE, SQUARES, WATER
from caserne.games.belligerants.terrain import (
    DIRECTIONS,
    FARTHEST,
    NO_STOP,
    ON_FOOT,
    RING,
    SQUARE,
    STAR,
    WORD,
)

KEEP = SQUARES * SQUARES
"""Added to an action `origin * SQUARES + target` if the taken pawn is kept."""

MAX_PAWNS = PAWNS + 6
"""BE-9: an army and the six flat pawns."""
MAX_ENDS = (2 * FARTHEST + 1) ** 2 - 1
MAX_LISTED = MAX_PAWNS * (MAX_ENDS + PAWNS)
"""Upper bound of moves: every pawn to every square in reach, and keeping every enemy pawn besides."""
QUEUE = (MAX_ENDS + 1) * FARTHEST
"""Room for the places where a line may turn, each with the steps that are left there."""

ALL_AROUND = (1 << RING) - 1
LINES_FIRST = MAX_LISTED + QUEUE
SCRATCH = QUEUE + LINES
"""Scratch space behind the listed moves: a queue and the words of `lines`."""


@rule
def list_moves(o, s, moves):
    """List the moves of the side to play with the die, ignoring BE-20; return their number."""
    fill_lines(o, s, moves, LINES_FIRST)
    count = 0
    for word in range(o.words):
        pawns = int(s.own[s.to_move, word])
        while pawns:
            count = add_moves(o, s, word * WORD + lowest_bit(pawns), moves, count)
            pawns &= pawns - 1
    return count


@rule
def add_moves(o, s, origin, moves, count):
    """BE-4 to BE-9, BE-12 to BE-19: add the moves of the pawn on `origin` to the list; return the new count.

    A breadth-first search: the places where a line may turn are queued behind the listed moves, and the ends are
    collected in the window of the origin, so that each is listed once.
    """
    seat, devil = int(s.to_move) & 1, s.die == DEVIL
    kind = kind_of(int(s.board[origin]))
    if not devil and (is_surrounded(o, origin, kind) or is_wounded(o, origin, kind)):
        return count
    table = table_of(o, s, origin, kind, seat)
    flies = FLIES[kind]
    low = high = np.int64(0)
    moves[MAX_LISTED] = origin * 8 + (FARTHEST if devil else int(s.die))
    head, tail = MAX_LISTED, MAX_LISTED + 1
    while head < tail:
        place, left = int(moves[head]) >> 3 & SQUARE, int(moves[head]) & 7
        head += 1
        paths = int(o.runs[table, place]) & ((1 << RING * left) - 1)
        passed = paths if flies else paths & free_squares_around(moves, LINES_FIRST, place)
        ends = paths & (passed << RING | ALL_AROUND)
        found_low = found_high = np.int64(0)
        for ring in range(0 if devil else left - 1, left):
            directions = (ends >> RING * ring) & ALL_AROUND
            found_low |= RING_WINDOWS[ring, directions, 0]
            found_high |= RING_WINDOWS[ring, directions, 1]
        away = int(WINDOW[place]) - int(WINDOW[origin])
        low |= shifted_low(found_low, found_high, away)
        high |= shifted_high(found_low, found_high, away)
        turns = passed & int(o.stars[place]) & ((1 << RING * (left - 1)) - 1)
        while turns:
            bit = lowest_bit(turns)
            turns &= turns - 1
            tail = enqueue(moves, MAX_LISTED, head, tail, place + int(OFFSET[bit]), left - 1 - bit // RING, devil)
        if head == MAX_LISTED + 1 and head < tail:
            toggle_pawn(moves, LINES_FIRST, origin)  # BE-6: after a turn, the square it left counts as free
    if tail > MAX_LISTED + 1:
        toggle_pawn(moves, LINES_FIRST, origin)
    count = add_ends(o, s, kind, origin, low, 0, moves, count)
    return add_ends(o, s, kind, origin, high & ~1, HALF, moves, count)  # BE-5: not the square it left


@rule
def add_ends(o, s, kind, origin, ends, first, moves, count):
    """List the moves to the squares of a window where the pawn may land; return the new count."""
    seat, devil = int(s.to_move) & 1, s.die == DEVIL
    no_water = FLIES[kind] and not o.drowning
    while ends:
        square = (origin + int(WINDOW_OFFSET[first + lowest_bit(ends)])) & SQUARE
        ends &= ends - 1
        if s.board[square] == 0:
            moves[count] = origin * SQUARES + square
            count += not (no_water and o.ground[square] == WATER)
        elif may_land(o, s, seat, kind, origin, square) and not (no_water and o.ground[square] == WATER):
            moves[count] = origin * SQUARES + square
            count += 1
            if devil and may_keep(o, s, origin, square):
                moves[count] = KEEP + origin * SQUARES + square
                count += 1
    return count


@rule
def enqueue(queue, first, head, tail, square, left, devil):
    """Queue a turning place unless it is queued with as many steps left (on a devil, at least as many)."""
    for n in range(first, tail):
        place = int(queue[n])
        if place >> 3 == square:
            if place & 7 == left or (devil and place & 7 > left):
                return tail
            if devil and n >= head:
                queue[n] = square * 8 + left
                return tail
    queue[tail] = square * 8 + left
    return tail + 1


@rule
def may_land(o, s, seat, kind, origin, square):
    """BE-7, BE-8, BE-17: check whether a pawn may end on an occupied square."""
    occupant = int(s.board[square])
    if seat_of(occupant) != seat:
        return may_take(o, s, seat, kind, square)
    picks_up = kind == AM and is_wounded(o, square, kind_of(occupant))
    return picks_up and free_camp_square(o, s, seat, origin) >= 0


@rule
def could_take(o, s, origin, queue):
    """BE-20: check whether the pawn on `origin` can take an enemy pawn with the ordinary number of the die."""
    seat, number = int(s.to_move), int(s.die)
    kind = kind_of(int(s.board[origin]))
    if is_surrounded(o, origin, kind) or is_wounded(o, origin, kind):
        return False
    for word in range(o.words):
        targets = int(s.own[1 - seat, word]) & int(o.lines[number - 1, origin, word])
        while targets:
            target = word * WORD + lowest_bit(targets)
            if may_take(o, s, seat, kind, target) and reaches(o, s, origin, target, queue):
                return True
            targets &= targets - 1
    return False


@rule
def leads_to(o, square, number, target):
    """BE-4, BE-5: check whether a line of that many squares leads to the target, ignoring pawns and grounds."""
    return (int(o.lines[number - 1, square, target // WORD]) >> target % WORD) & 1


@rule
def reaches(o, s, origin, target, queue):
    """Check whether a free line of as many squares as the die shows leads from `origin` to `target`."""
    kind = kind_of(int(s.board[origin]))
    table = table_of(o, s, origin, kind, int(s.to_move))
    flies = FLIES[kind]
    queue[0] = origin * 8 + int(s.die)
    head, tail = 0, 1
    while head < tail:
        place = int(queue[head])
        head += 1
        for direction in range(len(DIRECTIONS)):
            square = place >> 3
            left = place & 7
            while left:
                step = int(o.steps[table, square, direction])
                if step < 0:
                    break
                square = step & SQUARE
                left -= 1
                if left == 0:
                    if square == target and not (flies and step & NO_STOP):
                        return True
                    break
                if s.board[square] and not flies and square != origin:
                    break
                if step & STAR and leads_to(o, square, left, target):
                    tail = enqueue(queue, 0, head, tail, square, left, False)
    return False


@rule
def path_refusals(o, s, origin, target, number, queue):
    """BE-6, BE-12, BE-19: return the rules that stop the lines of that many squares to the target; 0 if one is free."""
    queue[0] = origin * 8 + number
    head, tail = 0, 1
    refused = 0
    while head < tail:
        place = int(queue[head])
        head += 1
        for direction in range(len(DIRECTIONS)):
            square = place >> 3
            left = place & 7
            stopped = 0
            while left:
                step = int(o.steps[ANYWHERE, square, direction])
                if step < 0:
                    break
                if not stopped:
                    stopped = stopped_by(o, s, origin, square, step & SQUARE, left == 1)
                square = step & SQUARE
                left -= 1
                if left == 0:
                    if square == target:
                        if not stopped:
                            return 0
                        refused |= stopped
                elif step & STAR:
                    if not stopped:
                        tail = enqueue(queue, 0, head, tail, square, left, False)
                    elif leads_to(o, square, left, target):
                        refused |= stopped
    return refused


@rule
def stopped_by(o, s, origin, square, following, last):
    """Return the rule that stops the pawn from `origin` at the step from a square to the following one, or 0."""
    seat = int(s.to_move)
    kind = kind_of(int(s.board[origin]))
    on_foot = FOOTING[kind] == ON_FOOT
    entered = has_entered(o, origin, seat)
    inside = o.ground[following] == CAMP + 1 - seat
    ranks, files = following // SIDE - square // SIDE, following % SIDE - square % SIDE
    if on_foot and o.ground[square + ranks * SIDE] == WATER and o.ground[square + files] == WATER:
        return BE_12  # on a straight step one of the two is the square itself, which is not water
    if not last and s.board[following] and not FLIES[kind] and following != origin:
        return BE_6
    if not last and on_foot and o.ground[following] == WATER:
        return BE_12
    if (entered and not inside) or (not last and inside and not entered and s.at_home[seat]):
        return BE_19
    return 0
