"""The state, putting and lifting pawns, and the effects of ground and neighbours."""

from __future__ import annotations

import numpy as np

from caserne.core.kernel.compiled import rule
from caserne.core.kernel.layout import state_dtype
from caserne.games.belligerants.army import (
    AM,
    FLYERS,
    HARDY,
    KEEPABLE,
    KINDS,
    SE,
    TABLE,
    takes,
)
from caserne.games.belligerants.maps import BLACK, CAMP, GREEN, GREY, SQUARES, WATER, WHITE
from caserne.games.belligerants.terrain import (
    CLOSED,
    CROSSES_WATER,
    DIRECTIONS,
    ENTERED,
    ON_FOOT,
    OPEN,
    SQUARE,
    WORD,
    WORDS_PER_SET,
    step_table,
)

YELLOW, PINK = 0, 1
DEVIL = 6
"""The die shows 1 to 5 or the devil; 0 while it has not been rolled."""

STATE = state_dtype(
    ("own", np.int64, (2, WORDS_PER_SET)),  # the squares of each side's pawns, as sets
    ("quiet", np.int32),  # BE-21: moves since a pawn was last taken, kept, rejoined, huffed, destroyed or entered
    ("flats", np.int16, 2),  # BE-9: the kinds whose flat pawn each side has in use, one bit a kind
    ("board", np.uint8, SQUARES),  # 0 where no pawn stands, else see KIND_BITS
    ("held", np.int8, (2, KINDS)),  # how many prisoners of each kind each side holds
    ("at_home", np.int8, 2),  # BE-19: how many pawns each side has in its own camp
    ("outside", np.int8, 2),  # BE-21: how many pawns of each side have not entered
    ("to_move", np.int8),  # whose turn it is, or would have been
    ("die", np.int8),
)

KIND_BITS, SEAT_BIT, KEPT = 15, 16, 32
"""A pawn is its kind plus one, SEAT_BIT if it is Pink's, KEPT if it wears a flat pawn."""

POINTS = np.array([kind.points for kind in TABLE], np.int32)
FLIES = np.array([kind in FLYERS for kind in range(KINDS)], np.uint8)
IS_HARDY = np.array([kind in HARDY for kind in range(KINDS)], np.uint8)
IS_KEEPABLE = np.array([kind in KEEPABLE for kind in range(KINDS)], np.uint8)
FOOTING = np.where(FLIES | IS_HARDY, CROSSES_WATER, ON_FOOT).astype(np.uint8)
TAKES = np.array([[takes(taker, victim) for victim in range(KINDS)] for taker in range(KINDS)], np.uint8)
LANDS_ON = np.zeros((2, KINDS, 64), np.uint8)
"""By seat, kind and pawn: whether the kind may land on a square with that pawn, as far as these tell."""
for _victim in range(KINDS):
    for _seat in range(2):
        for _pawn in (_victim + 1 | (1 - _seat) * SEAT_BIT, _victim + 1 | (1 - _seat) * SEAT_BIT | KEPT):
            LANDS_ON[_seat, :, _pawn] = TAKES[:, _victim]
            LANDS_ON[:, AM, _pawn] = 1

BE_1, BE_2, BE_4, BE_5, BE_6, BE_7, BE_8, BE_9 = 1 << 1, 1 << 2, 1 << 4, 1 << 5, 1 << 6, 1 << 7, 1 << 8, 1 << 9
BE_12, BE_13, BE_14, BE_15, BE_16, BE_17 = 1 << 12, 1 << 13, 1 << 14, 1 << 15, 1 << 16, 1 << 17
BE_19, BE_20 = 1 << 19, 1 << 20

ANYWHERE = step_table(CROSSES_WATER, OPEN, YELLOW)
"""The step table in which only the edge of the map stops a step."""


@rule
def pawn_of(kind, seat, kept):
    return kind + 1 | seat * SEAT_BIT | kept * KEPT


@rule
def kind_of(pawn):
    return (pawn & KIND_BITS) - 1


@rule
def seat_of(pawn):
    return (pawn & SEAT_BIT) // SEAT_BIT


@rule
def put(o, s, square, pawn):
    """Put a pawn on a free square."""
    seat = seat_of(pawn)
    s.board[square] = pawn
    s.own[seat, square // WORD] |= 1 << square % WORD
    ground = int(o.ground[square])
    s.at_home[seat] += ground == CAMP + seat
    s.outside[seat] += ground != CAMP + 1 - seat
    if pawn & KEPT:
        s.flats[seat] |= 1 << kind_of(pawn)


@rule
def lift(o, s, square):
    """Take a pawn off the board and return it; its flat pawn goes back to the reserve."""
    pawn = int(s.board[square])
    seat = seat_of(pawn)
    s.board[square] = 0
    s.own[seat, square // WORD] ^= 1 << square % WORD
    ground = int(o.ground[square])
    s.at_home[seat] -= ground == CAMP + seat
    s.outside[seat] -= ground != CAMP + 1 - seat
    if pawn & KEPT:
        s.flats[seat] ^= 1 << kind_of(pawn)
    return pawn


@rule
def has_entered(o, square, seat):
    """BE-19: check whether a square is in the enemy camp of a seat."""
    return o.ground[square] == CAMP + 1 - seat


@rule
def is_wounded(o, square, kind):
    """BE-15: check whether a kind is on white and not a spy or an ambulance."""
    return o.ground[square] == WHITE and not IS_HARDY[kind]


@rule
def is_surrounded(o, square, kind):
    """BE-14: check whether a kind is on grey and not a spy or an ambulance."""
    return o.ground[square] == GREY and not IS_HARDY[kind]


@rule
def is_destroyed(o, square, kind):
    """BE-18, BE-12: check whether a pawn that ends its move there is destroyed or drowned."""
    return not is_solid(o, square) and not IS_HARDY[kind]


@rule
def is_guarded(o, s, square, seat):
    """BE-16: check whether one of the eight squares around holds a sentinel of the seat."""
    sentinel = pawn_of(SE, seat, 0)
    for direction in range(len(DIRECTIONS)):
        step = int(o.steps[ANYWHERE, square, direction])
        if step >= 0 and s.board[step & SQUARE] == sentinel:
            return True
    return False


@rule
def take_refusals(o, s, seat, kind, square):
    """BE-8, BE-13, BE-15 to BE-17, BE-19: return the rules that forbid a kind to take the enemy pawn on a square."""
    victim = kind_of(int(s.board[square]))
    wounded = is_wounded(o, square, victim)
    refused = 0
    if kind == AM:
        if not wounded:
            refused |= BE_17
    else:
        if not TAKES[kind, victim]:
            refused |= BE_8
        if wounded:
            refused |= BE_15
    if o.ground[square] == GREEN:
        refused |= BE_13
    if has_entered(o, square, 1 - seat):
        refused |= BE_19
    if is_guarded(o, s, square, 1 - seat):
        refused |= BE_16
    return refused


@rule
def may_take(o, s, seat, kind, square):
    """BE-8: check whether a kind of pawn may take the enemy pawn on a square."""
    if kind != AM and not TAKES[kind, kind_of(int(s.board[square]))]:
        return False  # avoids the search for sentinels
    return take_refusals(o, s, seat, kind, square) == 0


@rule
def may_keep(o, s, origin, square):
    """BE-9: check whether the enemy pawn on a square may be kept by a pawn that comes from `origin`."""
    victim = int(s.board[square])
    kind = kind_of(victim)
    if victim == 0 or seat_of(victim) == s.to_move or victim & KEPT or not IS_KEEPABLE[kind] or s.die != DEVIL:
        return False
    return not (int(s.flats[s.to_move]) >> kind) & 1 and is_solid(o, origin)


@rule
def is_solid(o, square):
    """BE-9, BE-10: check whether a kept or rejoining pawn can stand on a square: neither water nor black."""
    return o.ground[square] != WATER and o.ground[square] != BLACK


@rule
def free_camp_square(o, s, seat, origin):
    """BE-17: return the first free square of a camp, counting the ambulance's own `origin` as free, or -1."""
    for place in range(o.camps.shape[1]):
        square = int(o.camps[seat, place])
        if s.board[square] == 0 or square == origin:
            return square
    return -1


@rule
def table_of(o, s, origin, kind, seat):
    """BE-12, BE-19: return the number of the step table for a pawn, see `terrain.step_table`."""
    entering = ENTERED if has_entered(o, origin, seat) else CLOSED if s.at_home[seat] else OPEN
    return (int(FOOTING[kind]) * 3 + entering) * 2 + seat
