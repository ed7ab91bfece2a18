"""Movers & Hoppers as compiled rules MH-1 to MH-12: the only place where this game's legality lives.

Squares are numbered up the files: a1 = 0, a2 = 1, ... a8 = 7, b1 = 8, ... c8 = 23. The board is three masks with one
bit a square, so that a file is a byte: White's pieces, Red's pieces, and which of all these show the hopper's face.
"""

from __future__ import annotations

import numpy as np

from caserne.core.bits import lowest_bit
from caserne.core.compiled import rule
from caserne.core.layout import OVER, state_dtype

FILES, RANKS = 3, 8
SQUARES = FILES * RANKS
BOARD = (1 << SQUARES) - 1
RANK_1, RANK_8 = 0x010101, 0x808080
FILE = (1 << RANKS) - 1
WHITE, RED, NOBODY = 0, 1, -1
CAMP_SIZE = 6
FACES_EACH = 3
PLACEMENTS = 2 * CAMP_SIZE
WHITE_CAMP = 0b00000011_00000011_00000011
RED_CAMP = 0b11000000_11000000_11000000

STATE = state_dtype(
    ("key", np.int64),  # the board in base five, see `put`
    ("white", np.int32),  # where White's pieces stand
    ("red", np.int32),  # where Red's pieces stand
    ("hoppers", np.int32),  # which pieces show the hopper's face
    ("to_move", np.int8),  # whose turn it is, or would have been
    ("winner", np.int8),  # WHITE, RED or NOBODY
)

PASS = SQUARES * SQUARES
PLACE_MOVER = PASS + 1
PLACE_HOPPER = PASS + 2
ACTIONS = PASS + 3
"""`origin * SQUARES + target`, then the pass, then the two faces of a set-up."""

MAX_MOVES = CAMP_SIZE * 8

BUCKETS = 256
"""MH-10 finds earlier positions by links: `past` begins with the newest entry of each bucket of keys ..."""
ENTRY = 2
"""... and goes on with pairs: a position's key, and the entry before it in the same bucket (0: none)."""
PAST_PER_ACTION = BUCKETS + ENTRY
PAST = BUCKETS + ENTRY * 8192
"""What batch play remembers of one game: 8,192 positions."""

MH_1, MH_2, MH_3, MH_4, MH_9 = 1 << 1, 1 << 2, 1 << 3, 1 << 4, 1 << 9

# Moves as bits. All moves of a side fit into five words with one bit a move, see `moves_of`; these tables say which.
STEPS_ALONG, STEPS_RIGHT, STEPS_LEFT, JUMPS_ACROSS, JUMPS_ALONG = range(5)
SLANTS = (0, 1, -1)
"""Level, rising and falling: how many ranks a step to the next file gains."""


def _actions_of_bits() -> np.ndarray:
    """The action that each bit of the first four words means."""
    table = np.zeros((4, 2 * SQUARES), np.int32)
    for target in range(SQUARES):
        file, rank = divmod(target, RANKS)
        if rank > 0:
            table[STEPS_ALONG, target] = (target - 1) * SQUARES + target
        if rank < RANKS - 1:
            table[STEPS_ALONG, SQUARES + target] = (target + 1) * SQUARES + target
        for slot, slant in enumerate(SLANTS):
            if file > 0 and 0 <= rank - slant < RANKS:
                table[STEPS_RIGHT, 2 * RANKS * slot + target - RANKS] = (target - RANKS - slant) * SQUARES + target
            if file < 2 and 0 <= rank - slant < RANKS:
                table[STEPS_LEFT, 2 * RANKS * slot + target] = (target + RANKS - slant) * SQUARES + target
            if file == 2 and 0 <= rank - 2 * slant < RANKS:
                table[JUMPS_ACROSS, RANKS * slot + rank] = (target - 2 * (RANKS + slant)) * SQUARES + target
            if file == 0 and 0 <= rank - 2 * slant < RANKS:
                table[JUMPS_ACROSS, RANKS * (3 + slot) + rank] = (target + 2 * (RANKS - slant)) * SQUARES + target
    return table


def _file_landings() -> np.ndarray:
    """MH-4 along a file: by way (up, down), pieces on the file and rank of the hopper, the rank where it lands."""
    table = np.zeros((2, FILE + 1, RANKS), np.uint8)
    for way, step in enumerate((1, -1)):
        for pieces in range(FILE + 1):
            for rank in range(RANKS):
                landing = rank + step
                while 0 <= landing < RANKS and (pieces >> landing) & 1:
                    landing += step
                table[way, pieces, rank] = max(0, min(landing, RANKS - 1))
    return table


ACTION_OF_BIT = _actions_of_bits()
FILE_LANDINGS = _file_landings()
PLACE_VALUE = np.array([5**square for square in range(SQUARES)], np.int64)


@rule
def start(o, s):
    """MH-1: an empty board, White to arrange the camp."""
    s.setup = 1
    s.winner = NOBODY


@rule
def put(s, square, seat, hopper):
    """Set a piece on a free square.

    The key is the board read as a number in base five, one digit a square: unlike a hash, it cannot collide.
    """
    if seat == WHITE:
        s.white |= 1 << square
    else:
        s.red |= 1 << square
    s.hoppers |= hopper << square
    s.key += PLACE_VALUE[square] * (1 + 2 * seat + hopper)


@rule
def lift(s, square, seat):
    """Take up the piece of a seat, and say whether it showed the hopper's face."""
    hopper = (s.hoppers >> square) & 1
    if seat == WHITE:
        s.white ^= 1 << square
    else:
        s.red ^= 1 << square
    s.hoppers ^= hopper << square
    s.key -= PLACE_VALUE[square] * (1 + 2 * seat + hopper)
    return hopper


@rule
def pieces_of(s, seat):
    return s.white if seat == WHITE else s.red


@rule
def moves_of(s, pieces):
    """MH-3, MH-4, MH-6: all moves of some pieces, whichever side they are of, as five words with one bit a move."""
    occupied = np.int64(s.white | s.red)
    free = BOARD & ~occupied
    hoppers = np.int64(pieces & s.hoppers)
    movers = np.int64(pieces & ~s.hoppers)
    higher, lower = free & ~RANK_1, free & ~RANK_8  # the free squares that one can reach going up, going down

    along = ((movers << 1) & higher) | ((movers >> 1) & lower) << 24
    right = ((movers << 8) & free) >> 8 | (((movers << 9) & higher) >> 8) << 16 | (((movers << 7) & lower) >> 8) << 32
    left = ((movers >> 8) & free) | ((movers >> 7) & higher) << 16 | ((movers >> 9) & lower) << 32

    over = (occupied >> 8) & FILE
    a, c = hoppers & FILE, hoppers >> 16
    free_a, free_c = free & FILE, free >> 16
    across = (
        (a & over & free_c)
        | ((((a << 1) & over) << 1) & free_c) << 8
        | ((((a >> 1) & over) >> 1) & free_c) << 16
        | (c & over & free_a) << 24
        | ((((c << 1) & over) << 1) & free_a) << 32
        | ((((c >> 1) & over) >> 1) & free_a) << 40
    )

    gap_above = free | (free >> 1) & 0x7F7F7F
    gap_above |= (gap_above >> 2) & 0x3F3F3F
    gap_above |= (gap_above >> 4) & 0x0F0F0F
    gap_below = free | (free << 1) & 0xFEFEFE
    gap_below |= (gap_below << 2) & 0xFCFCFC
    gap_below |= (gap_below << 4) & 0xF0F0F0
    up = hoppers & ((occupied & gap_above) >> 1) & 0x7F7F7F
    down = hoppers & ((occupied & gap_below) << 1) & 0xFEFEFE
    return along, right, left, across, up | down << 24


@rule
def action_of(s, kind, bit):
    """The action that a bit of the word of that kind means."""
    if kind != JUMPS_ALONG:
        return ACTION_OF_BIT[kind, bit]
    way, origin = bit // SQUARES, bit % SQUARES
    file = origin // RANKS * RANKS
    landing = file + int(FILE_LANDINGS[way, ((s.white | s.red) >> file) & FILE, origin % RANKS])
    return origin * SQUARES + landing


@rule
def has_move(s, seat):
    """MH-9: whether any piece of the seat can move."""
    along, right, left, across, leaps = moves_of(s, pieces_of(s, seat))
    return (along | right | left | across | leaps) != 0


@rule
def faces_left(o, s, face):
    """MH-1, MH-12: how many pieces the seat that arranges its camp may still show with this face."""
    if o.expert:
        return CAMP_SIZE - s.placed
    placed = pieces_of(s, s.to_move)
    shown = placed & s.hoppers if face == PLACE_HOPPER else placed & ~s.hoppers
    left = FACES_EACH
    while shown:
        shown &= shown - 1
        left -= 1
    return left


@rule
def weight(o, s, action):
    """MH-1: how many of the remaining pieces a placement could mean; a random set-up draws among these."""
    return faces_left(o, s, action)


@rule
def legal(o, s, past, moves):
    """List the legal actions in `moves` and give their number."""
    count = 0
    if s.actor == OVER:
        return count
    if s.setup:
        for face in range(PLACE_MOVER, ACTIONS):
            if faces_left(o, s, face):
                moves[count] = face
                count += 1
        return count
    words = moves_of(s, pieces_of(s, s.to_move))
    for kind in range(len(words)):
        word = words[kind]
        while word:
            moves[count] = action_of(s, kind, lowest_bit(word))
            count += 1
            word &= word - 1
    if count == 0:
        moves[0] = PASS
        count = 1
    return count


@rule
def refusal(o, s, past, action):
    """The rules that refuse an action, as bits; 0 when it is legal."""
    if s.actor == OVER:
        return 1 << int(s.ending)
    if s.setup:
        if action < PLACE_MOVER:
            return MH_2
        return 0 if faces_left(o, s, action) else MH_1
    if action >= PLACE_MOVER:
        return MH_2
    if action == PASS:
        return MH_9 if has_move(s, s.to_move) else 0
    origin = action // SQUARES
    if not (pieces_of(s, s.to_move) >> origin) & 1:
        return MH_2
    words = moves_of(s, 1 << origin)
    for kind in range(len(words)):
        word = words[kind]
        while word:
            if action_of(s, kind, lowest_bit(word)) == action:
                return 0
            word &= word - 1
    return MH_4 if (s.hoppers >> origin) & 1 else MH_3


@rule
def apply(o, s, past, action):
    """Carry out a legal action."""
    if s.setup:
        place(s, action)
        if not s.setup:
            settle(o, s, past)
        return
    if action != PASS:
        hopper = lift(s, action // SQUARES, s.to_move)
        put(s, action % SQUARES, s.to_move, 1 - hopper)  # MH-5
    s.ply += 1
    s.to_move = 1 - s.to_move
    settle(o, s, past)


@rule
def place(s, face):
    """MH-1: the next piece of a set-up, nearest rank first, from the owner's left to the right."""
    placed = int(s.placed)
    square = placed % FILES * RANKS + placed // FILES
    if s.to_move == RED:
        square = SQUARES - 1 - square
    put(s, square, s.to_move, face - PLACE_MOVER)
    s.placed += 1
    if s.placed == CAMP_SIZE:
        s.placed = 0
        s.setup = s.to_move == WHITE
        s.to_move = 1 - s.to_move
        s.actor = s.to_move


@rule
def settle(o, s, past):
    """MH-7 to MH-11: remember the position that now stands, and end the game where it ends."""
    s.actor = s.to_move
    stood = remember(s, past) if o.repetition else 0
    last = 1 - s.to_move
    if won_by(s, last):
        finish(s, won_by(s, last), last)
    elif won_by(s, s.to_move):
        finish(s, won_by(s, s.to_move), s.to_move)
    elif not has_move(s, s.to_move) and not has_move(s, last):
        finish(s, 9, NOBODY)
    elif o.repetition and stood >= o.repetition:
        finish(s, 10, NOBODY)
    elif o.max_plies and s.ply >= o.max_plies:
        finish(s, 11, NOBODY)


@rule
def won_by(s, seat):
    """The rule by which the seat has won, MH-7 or MH-8, or 0."""
    goal = RED_CAMP if seat == WHITE else WHITE_CAMP
    own = pieces_of(s, seat)
    if own & goal == goal:
        return 7
    if own & goal and (s.white | s.red) & goal == goal:
        return 8
    return 0


@rule
def remember(s, past):
    """MH-10: add the position that now stands to the past, and say how often it has stood."""
    if s.remembered == 0:
        past[:BUCKETS] = 0
        s.remembered = BUCKETS
    key = s.key * 2 + s.to_move
    bucket = key % BUCKETS
    earlier = past[bucket]
    entry = s.remembered
    past[entry] = key
    past[entry + 1] = earlier
    past[bucket] = entry
    s.remembered += ENTRY
    times = 1
    while earlier:
        times += past[earlier] == key
        earlier = past[earlier + 1]
    return times


@rule
def finish(s, ending, winner):
    s.actor = OVER
    s.ending = ending
    s.winner = winner


@rule
def returns(o, s, out):
    """Won +1, lost -1, drawn 0."""
    for seat in range(2):
        out[seat] = 0 if s.winner == NOBODY else 1 if s.winner == seat else -1
