"""BE-4 to BE-7: move generation, whether a pawn could take, and what stops a line."""

from __future__ import annotations

from caserne.core.kernel.bits import count_bits, lowest_bit
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
    LANDS_ON,
    free_camp_square,
    has_entered,
    is_surrounded,
    is_wounded,
    kind_of,
    may_keep,
    may_take,
    seat_of,
)
from caserne.games.belligerants.lines import (
    PACKED,
    ROWS,
    common,
    ends_of_lines,
    fill_rows,
    is_empty,
    lowest,
    pack_window,
    pawns_around,
    place_of,
    square_at,
    union,
    unpack_window,
    without,
)
from caserne.games.belligerants.maps import CAMP, SIDE, SQUARES, WATER
from caserne.games.belligerants.terrain import DIRECTIONS, FARTHEST, HALF, ON_FOOT, SPAN, SQUARE, STAR, WORD

KEEP = SQUARES * SQUARES
"""Added to an action `origin * SQUARES + target` if the taken pawn is kept."""

MAX_PAWNS = PAWNS + 6
"""BE-9: an army and the six flat pawns."""
MAX_ENDS = SPAN * SPAN - 1
MAX_LISTED = MAX_PAWNS * (MAX_ENDS + PAWNS)
"""Upper bound of moves: every pawn to every square in reach, and keeping every enemy pawn besides."""
QUEUE = (MAX_ENDS + 1) * FARTHEST
"""Room for the places where a line may turn, each with the steps that are left there."""

COUNT = MAX_LISTED
MOVERS = COUNT + 1
COUNTS = MOVERS + MAX_PAWNS
ENDS = COUNTS + MAX_PAWNS
KEEPS = ENDS + MAX_PAWNS * PACKED
OCCUPANCY = KEEPS + MAX_PAWNS * PACKED
SCRATCH = OCCUPANCY + ROWS - MAX_LISTED
"""Scratch space behind the listed moves: the number of all moves; for each pawn that can move, its square, how many
moves it has, the window of their ends and that of the pawns it may keep; the rows of pawns."""
CANDIDATES = ROWS
TAKE_SCRATCH = CANDIDATES + MAX_PAWNS
"""Scratch space to find pawns that could take: the rows of pawns, and a list of squares."""


@rule
def find_moves(o, s, moves):
    """Find the moves of the side to play with the die, for `nth_move` and `list_moves`; return their number."""
    fill_rows(o, s, moves, OCCUPANCY)
    movers = list_movers(o, s, moves)
    must_take = o.mandatory and s.die != DEVIL
    moves[COUNT] = 0
    for only_takes in range(int(must_take), -1, -1):  # BE-20, mandatory: other moves if none takes
        if moves[COUNT] == 0:
            moves[COUNT] = find_ends(o, s, movers, only_takes, moves)
    return int(moves[COUNT])


@rule
def list_movers(o, s, moves):
    """List the pawns that can move; return their number."""
    movers = 0
    for word in range(o.words):
        pawns = int(s.own[s.to_move, word])
        while pawns:
            square = word * WORD + lowest_bit(pawns)
            pawns &= pawns - 1
            moves[MOVERS + movers] = square
            movers += can_move(o, s, square)
    return movers


@rule
def find_ends(o, s, movers, only_takes, moves):
    """Find the ends of the moves of all listed pawns; return the number of moves."""
    total = 0
    for mover in range(movers):
        ends, taken, kept = landings(o, s, int(moves[MOVERS + mover]), moves, OCCUPANCY)
        if only_takes:
            ends = taken
        pack_window(moves, ENDS + mover * PACKED, ends)
        pack_window(moves, KEEPS + mover * PACKED, kept)
        count = count_bits(ends[0]) + count_bits(ends[1]) + count_bits(kept[0]) + count_bits(kept[1])
        moves[COUNTS + mover] = count
        total += count
    return total


@rule
def nth_move(moves, n):
    """Return the move at index n, of those that `find_moves` found."""
    mover = 0
    while n >= moves[COUNTS + mover]:
        n -= int(moves[COUNTS + mover])
        mover += 1
    ends, later_ends = unpack_window(moves, ENDS + mover * PACKED)
    kept, later_kept = unpack_window(moves, KEEPS + mover * PACKED)
    first, before = 0, count_bits(ends) + count_bits(kept)
    if n >= before:
        n, first, ends, kept = n - before, HALF, later_ends, later_kept
    while n > (kept >> lowest_bit(ends)) & 1:
        n -= 1 + ((kept >> lowest_bit(ends)) & 1)
        ends &= ends - 1
    origin = int(moves[MOVERS + mover])
    return origin * SQUARES + square_at(origin, first + lowest_bit(ends)) + KEEP * n


@rule
def list_moves(moves):
    """List the moves that `find_moves` found."""
    listed = mover = 0
    while listed < moves[COUNT]:
        origin = int(moves[MOVERS + mover])
        ends, later_ends = unpack_window(moves, ENDS + mover * PACKED)
        kept, later_kept = unpack_window(moves, KEEPS + mover * PACKED)
        listed = list_ends(origin, ends, kept, 0, moves, listed)
        listed = list_ends(origin, later_ends, later_kept, HALF, moves, listed)
        mover += 1


@rule
def list_ends(origin, ends, kept, first, moves, listed):
    """List the moves to the ends in a word of a window, and behind each the same move keeping the taken pawn."""
    while ends:
        place = lowest_bit(ends)
        ends &= ends - 1
        moves[listed] = origin * SQUARES + square_at(origin, first + place)
        listed += 1
        if (kept >> place) & 1:
            moves[listed] = moves[listed - 1] + KEEP
            listed += 1
    return listed


@rule
def can_move(o, s, origin):
    """BE-14, BE-15: check that the ground does not hold the pawn on a square."""
    kind = kind_of(int(s.board[origin]))
    return s.die == DEVIL or not (is_surrounded(o, origin, kind) or is_wounded(o, origin, kind))


@rule
def landings(o, s, origin, rows, first):
    """BE-4 to BE-9, BE-12 to BE-19: return the windows of the squares where a pawn may land, takes, and may keep."""
    seat, kind = int(s.to_move), kind_of(int(s.board[origin]))
    pawns = pawns_around(rows, first, origin)
    reached = ends_of_lines(o, s, origin, kind, pawns)
    ends, occupied = without(reached, pawns), common(reached, pawns)
    met = met_pawns(s, seat, kind, origin, occupied[0], 0), met_pawns(s, seat, kind, origin, occupied[1], HALF)
    taken = kept = (0, 0)
    while not is_empty(met):
        bit = lowest(met)
        met = without(met, bit)
        square = square_at(origin, place_of(bit))
        if may_land(o, s, seat, kind, origin, square):
            ends = union(ends, bit)
            if seat_of(int(s.board[square])) != seat:
                taken = union(taken, bit)
            if may_keep(o, s, origin, square):
                kept = union(kept, bit)
    return ends, taken, kept


@rule
def met_pawns(s, seat, kind, origin, occupied, first):
    """Return which of the pawns in a word of a window a kind may land on, as far as the kinds tell."""
    met = 0
    while occupied:
        place = lowest_bit(occupied)
        occupied &= occupied - 1
        met |= int(LANDS_ON[seat, kind, s.board[square_at(origin, first + place)]]) << place
    return met


@rule
def may_land(o, s, seat, kind, origin, square):
    """BE-7, BE-8, BE-17: check whether a pawn may end on an occupied square."""
    occupant = int(s.board[square])
    if seat_of(occupant) != seat:
        return may_take(o, s, seat, kind, square)
    picks_up = kind == AM and is_wounded(o, square, kind_of(occupant))
    return picks_up and free_camp_square(o, s, seat, origin) >= 0


@rule
def takes(o, s, origin, rows):
    """BE-20: check whether one of the listed pawns can take an enemy pawn with the ordinary number of the die."""
    _, taken, _ = landings(o, s, origin, rows, 0)
    return not is_empty(taken)


@rule
def list_candidates(o, s, rows):
    """BE-20: list the pawns that can move and have an enemy at the end of a line, for `takes`; return their number."""
    fill_rows(o, s, rows, 0)
    candidates = 0
    for word in range(o.words):
        pawns = int(s.own[s.to_move, word])
        while pawns:
            square = word * WORD + lowest_bit(pawns)
            pawns &= pawns - 1
            rows[CANDIDATES + candidates] = square
            candidates += has_targets(o, s, square) and can_move(o, s, square)
    return candidates


@rule
def has_targets(o, s, origin):
    """Check whether an enemy pawn is at the end of a line, ignoring other pawns and grounds."""
    targets = 0
    for word in range(o.words):
        targets |= int(s.own[1 - s.to_move, word]) & int(o.lines[s.die - 1, origin, word])
    return targets != 0


@rule
def leads_to(o, square, number, target):
    """BE-4, BE-5: check whether a line of that many squares leads to the target, ignoring pawns and grounds."""
    return (int(o.lines[number - 1, square, target // WORD]) >> target % WORD) & 1


@rule
def enqueue(queue, tail, square, left):
    """Queue a turning place unless it is queued with as many steps left; return the new end of the queue."""
    for n in range(tail):
        if queue[n] == square * 8 + left:
            return tail
    queue[tail] = square * 8 + left
    return tail + 1


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
                        tail = enqueue(queue, tail, square, left)
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
