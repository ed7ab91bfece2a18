"""Windows, and where the lines of a pawn end: all its lines are followed at once, step by step.

A set of squares near a pawn is a window: the 11 x 11 squares around it as bits of two words, the 60 squares before it
and the rest. After each step there is a window for each of the eight directions, with the squares that lines reach in
this direction. On a crossroads that may be passed, lines go on in all directions. There is no search and no list,
so that the threads of a GPU do the same at the same time.
"""

from __future__ import annotations

from caserne.core.kernel.bits import lowest_bit
from caserne.core.kernel.compiled import inlined_rule, rule
from caserne.games.belligerants.board import DEVIL, FLIES, FOOTING, table_of
from caserne.games.belligerants.maps import SIDE
from caserne.games.belligerants.terrain import FARTHEST, HALF, ON_FOOT, ROWS_PER_WORD, SPAN, WORDS_PER_SET

ROWS = WORDS_PER_SET * ROWS_PER_WORD + 2 * FARTHEST
"""The rows of the largest map, and as many above and below as a window reaches."""
PART_BITS = 30
PART = (1 << PART_BITS) - 1
PACKED = 4
"""A window as 32-bit numbers."""
ROW, WINDOW_ROW = (1 << SIDE) - 1, (1 << SPAN) - 1


@rule
def fill_rows(o, s, rows, first):
    """Write the occupancy of each row of the map into `rows`, from index `first` on, with a margin on all sides."""
    row = first + FARTHEST
    for word in range(o.words):
        pawns = int(s.own[0, word] | s.own[1, word])
        for _ in range(ROWS_PER_WORD):
            rows[row] = (pawns & ROW) << FARTHEST
            pawns >>= SIDE
            row += 1


@inlined_rule
def pawns_around(rows, first, square):
    """Return the window of the pawns around a square; what it holds outside the map has no meaning."""
    row, file = first + square // SIDE, square % SIDE
    low = high = 0
    for n in range(FARTHEST):
        low |= ((int(rows[row + n]) >> file) & WINDOW_ROW) << SPAN * n
        high |= ((int(rows[row + FARTHEST + 1 + n]) >> file) & WINDOW_ROW) << FARTHEST + 1 + SPAN * n
    middle = (int(rows[row + FARTHEST]) >> file) & WINDOW_ROW
    low |= (middle & ((1 << FARTHEST) - 1)) << SPAN * FARTHEST
    return low, high | middle >> FARTHEST


@rule
def square_at(origin, place):
    """Return the square at a place of the window of `origin`."""
    return origin + (place // SPAN - FARTHEST) * SIDE + place % SPAN - FARTHEST


@inlined_rule
def lowest(window):
    """Return the window of the first square of a window."""
    low, high = window
    return (low & -low, 0) if low else (0, high & -high)


@inlined_rule
def place_of(bit):
    """Return the place of the square of a window that has one."""
    return lowest_bit(bit[0]) if bit[0] else HALF + lowest_bit(bit[1])


@rule
def pack_window(buffer, first, window):
    """Write a window into a buffer of 32-bit numbers."""
    for word in range(2):
        buffer[first + 2 * word] = window[word] & PART
        buffer[first + 2 * word + 1] = window[word] >> PART_BITS


@rule
def unpack_window(buffer, first):
    """Read what `pack_window` has written."""
    low = int(buffer[first]) | int(buffer[first + 1]) << PART_BITS
    high = int(buffer[first + 2]) | int(buffer[first + 3]) << PART_BITS
    return low, high


@inlined_rule
def is_empty(window):
    return window[0] | window[1] == 0


@inlined_rule
def union(a, b):
    return a[0] | b[0], a[1] | b[1]


@inlined_rule
def common(a, b):
    return a[0] & b[0], a[1] & b[1]


@inlined_rule
def without(a, b):
    return a[0] & ~b[0], a[1] & ~b[1]


@inlined_rule
def onward(way, passable, turning):
    """Return the squares from which lines go on in a direction: where they may pass, and where lines turn into it."""
    return way[0] & passable[0] | turning[0], way[1] & passable[1] | turning[1]


@inlined_rule
def forward(window, places, open_squares):
    """Return the open squares that are so many places behind those of a window."""
    low, high = window
    return (low << places) & open_squares[0], (high << places | low >> HALF - places) & open_squares[1]


@inlined_rule
def backward(window, places, open_squares):
    """Return the open squares that are so many places before those of a window."""
    low, high = window
    return (low >> places | high << HALF - places) & open_squares[0], (high >> places) & open_squares[1]


@inlined_rule
def read_window(table):
    return int(table[0]), int(table[1])


@inlined_rule
def ends_of_lines(o, s, origin, kind, pawns):
    """BE-4 to BE-6, BE-12, BE-19: return the window of the squares where lines of a pawn end, with any pawn there."""
    seat, footing, devil = int(s.to_move) & 1, int(FOOTING[kind]), s.die == DEVIL
    table = table_of(o, s, origin, kind, seat)
    open_squares = read_window(o.open[table, origin])
    passable = open_squares if FLIES[kind] else without(open_squares, (pawns[0], pawns[1] & ~1))  # its own is free
    if footing == ON_FOOT:
        passable = common(passable, read_window(o.dry[origin]))
    stars = common(passable, read_window(o.stars[origin]))
    corners = o.corners[footing, origin]
    open_north_east = without(open_squares, read_window(corners[0]))
    open_south_east = without(open_squares, read_window(corners[1]))
    open_south_west = without(open_squares, read_window(corners[2]))
    open_north_west = without(open_squares, read_window(corners[3]))
    turning = (0, 1)  # the pawn itself, which sets out in all directions
    ends = north = east = south = west = north_east = south_east = south_west = north_west = (0, 0)
    number = FARTHEST if devil else int(s.die)
    for step in range(number):
        north = forward(onward(north, passable, turning), SPAN, open_squares)
        north_east = forward(onward(north_east, passable, turning), SPAN + 1, open_north_east)
        east = forward(onward(east, passable, turning), 1, open_squares)
        south_east = backward(onward(south_east, passable, turning), SPAN - 1, open_south_east)
        south = backward(onward(south, passable, turning), SPAN, open_squares)
        south_west = backward(onward(south_west, passable, turning), SPAN + 1, open_south_west)
        west = backward(onward(west, passable, turning), 1, open_squares)
        north_west = forward(onward(north_west, passable, turning), SPAN - 1, open_north_west)
        straight = union(union(north, east), union(south, west))
        diagonal = union(union(north_east, south_east), union(south_west, north_west))
        reached = union(straight, diagonal)
        turning = common(reached, stars)
        if devil or step == number - 1:
            ends = union(ends, reached)
    if FLIES[kind] and not o.drowning:
        ends = common(ends, read_window(o.dry[origin]))
    return ends[0], ends[1] & ~1  # BE-5: not the square it left
