"""Movers & Hoppers as compiled rules MH-1 to MH-12: the only place, with `moves`, where this game's legality lives."""

from __future__ import annotations

from caserne.core.kernel.bits import lowest_bit
from caserne.core.kernel.compiled import rule
from caserne.core.kernel.endings import finish, returns_of_winner
from caserne.core.kernel.layout import NOBODY, OVER
from caserne.games.movers.board import (
    CAMP_SIZE,
    FILES,
    RANKS,
    RED,
    SQUARES,
    WHITE,
    lift,
    pieces_of,
    put,
)
from caserne.games.movers.board import (
    STATE as STATE,
)
from caserne.games.movers.moves import action_of, moves_of

FACES_EACH = 3
PLACEMENTS = 2 * CAMP_SIZE

PASS = SQUARES * SQUARES
PLACE_MOVER = PASS + 1
PLACE_HOPPER = PASS + 2
ACTIONS = PASS + 3
"""`origin * SQUARES + target`, then the pass, then the two faces of a set-up."""

MAX_MOVES = CAMP_SIZE * 8

BUCKETS = 256
"""MH-10: `past` is a hash table with linked entries; it begins with the newest entry of each bucket of keys ..."""
ENTRY = 2
"""... followed by pairs: the key of a position, and the previous entry of the same bucket (0: none)."""
PAST_PER_ACTION = BUCKETS + ENTRY
PAST = BUCKETS + ENTRY * 8192
"""Capacity of `past` in batch play: 8,192 positions."""

MH_1, MH_2, MH_3, MH_4, MH_9 = 1 << 1, 1 << 2, 1 << 3, 1 << 4, 1 << 9


@rule
def start(o, s):
    """MH-1: an empty board, White to arrange the camp."""
    s.setup = 1
    s.winner = NOBODY


@rule
def has_move(o, s, seat):
    """MH-9: check whether any piece of the seat can move."""
    words = moves_of(o, s, pieces_of(s, seat))
    return (words[0] | words[1] | words[2] | words[3] | words[4]) != 0


@rule
def faces_left(o, s, face):
    """MH-1, MH-12: return how many more pieces the seat that arranges its camp may show with this face."""
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
    """MH-1: how many remaining pieces a placement could use: its weight in a random set-up."""
    return faces_left(o, s, action)


@rule
def legal(o, s, past, moves):
    """List the legal actions in `moves` and return their number."""
    count = 0
    if s.actor == OVER:
        return count
    if s.setup:
        for face in range(PLACE_MOVER, ACTIONS):
            if faces_left(o, s, face):
                moves[count] = face
                count += 1
        return count
    words = moves_of(o, s, pieces_of(s, s.to_move))
    for word in range(len(words)):
        bits = words[word]
        while bits:
            moves[count] = action_of(s, word, lowest_bit(bits))
            count += 1
            bits &= bits - 1
    if count == 0:
        moves[0] = PASS
        count = 1
    return count


@rule
def refusal(o, s, past, action):
    """Return the rules that refuse an action, as bits; 0 if it is legal."""
    if s.actor == OVER:
        return 1 << int(s.ending)
    if s.setup:
        if action < PLACE_MOVER:
            return MH_2
        return 0 if faces_left(o, s, action) else MH_1
    if action >= PLACE_MOVER:
        return MH_2
    if action == PASS:
        return MH_9 if has_move(o, s, s.to_move) else 0
    origin = action // SQUARES
    if not (pieces_of(s, s.to_move) >> origin) & 1:
        return MH_2
    words = moves_of(o, s, 1 << origin)
    for word in range(len(words)):
        bits = words[word]
        while bits:
            if action_of(s, word, lowest_bit(bits)) == action:
                return 0
            bits &= bits - 1
    return MH_4 if (s.hoppers >> origin) & 1 else MH_3


@rule
def apply(o, s, past, action):
    """Carry out a legal action."""
    if s.setup:
        place(o, s, action)
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
def place(o, s, face):
    """MH-1: the next piece of a set-up, nearest rank first, from the owner's left to the right."""
    placed = int(s.placed)
    square = placed % FILES * RANKS + placed // FILES
    if s.to_move == RED:
        square = (FILES - 1) * RANKS + int(o.ranks) - 1 - square
    put(s, square, s.to_move, face - PLACE_MOVER)
    s.placed += 1
    if s.placed == CAMP_SIZE:
        s.placed = 0
        s.setup = s.to_move == WHITE
        s.to_move = 1 - s.to_move
        s.actor = s.to_move


@rule
def settle(o, s, past):
    """MH-7 to MH-11: remember the present position, and set the next actor or end the game."""
    s.actor = s.to_move
    occurrences = remember(s, past) if o.repetition else 0
    last = 1 - s.to_move
    if won_by(o, s, last):
        finish(s, won_by(o, s, last), last)
    elif won_by(o, s, s.to_move):
        finish(s, won_by(o, s, s.to_move), s.to_move)
    elif not has_move(o, s, s.to_move) and not has_move(o, s, last):
        finish(s, 9, NOBODY)
    elif o.repetition and occurrences >= o.repetition:
        finish(s, 10, NOBODY)
    elif o.max_plies and s.ply >= o.max_plies:
        finish(s, 11, NOBODY)


@rule
def won_by(o, s, seat):
    """Return the rule by which the seat has won, 7 or 8, or 0."""
    goal = o.red_camp if seat == WHITE else o.white_camp
    own = pieces_of(s, seat)
    if own & goal == goal:
        return 7
    if own & goal and (s.white | s.red) & goal == goal:
        return 8
    return 0


@rule
def remember(s, past):
    """MH-10: add the present position to the past; return its number of occurrences."""
    if s.remembered == 0:
        past[:BUCKETS] = 0
        s.remembered = BUCKETS
    key = s.key * 2 + s.to_move
    bucket = key % BUCKETS
    entry = s.remembered
    past[entry] = key
    past[entry + 1] = past[bucket]
    past[bucket] = entry
    s.remembered += ENTRY
    return count_occurrences(s, past)


@rule
def count_occurrences(s, past):
    """MH-10: return the number of occurrences of the present position, the last one remembered."""
    entry = s.remembered - ENTRY
    key = past[entry]
    times = 0
    while entry:
        times += past[entry] == key
        entry = past[entry + 1]
    return times


@rule
def retract(o, s, past):
    """MH-10: remove the present position from the past."""
    if o.repetition:
        entry = s.remembered - ENTRY
        past[past[entry] % BUCKETS] = past[entry + 1]


returns = returns_of_winner
