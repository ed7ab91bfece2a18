"""Stratego as compiled rules ST-1 to ST-18: the only place where this game's legality lives.

Every piece has a number: Red's are 1 to 40 and Blue's 41 to 80, in the order of their set-ups. `board` says which piece
stands on each square, which both players may know; `pieces` says what each one is, which they may not.
"""

from __future__ import annotations

import numpy as np

from caserne.core.kernel.compiled import rule
from caserne.core.kernel.endings import finish, returns_of_winner
from caserne.core.kernel.layout import NOBODY, OVER, state_dtype
from caserne.games.stratego.army import BOMB, FLAG, KINDS, LOSES, NOTHING, OUTCOMES, OWN_SQUARES, SCOUT, WINS
from caserne.games.stratego.board import (
    FAR_BIT,
    IS_LAKE,
    NEAR_BIT,
    NOWHERE,
    SIZE,
    SQUARES,
)
from caserne.games.stratego.history import (
    chase_refuses,
    count_chase,
    count_crossings,
    history_matters,
    two_squares_refuses,
)
from caserne.games.stratego.moves import has_step, list_moves

RED, BLUE = 0, 1
BOTH_FLAGS = 0b11
PIECES = 2 * OWN_SQUARES + 1
"""Piece numbers run from 1; 0 means no piece."""

KIND = 0b1111
MOVED, KNOWN, DARK = 16, 32, 64
"""The code of a piece is its kind and what has happened to it: it has moved, the enemy has been shown its kind, and
(with memory=true) is no longer shown it."""

STATE = state_dtype(
    ("key", np.int64),  # ST-15: the board, as a difference from the first one that matters
    ("borders", np.int64, 2),  # ST-14: a player's consecutive crossings of each border of a line
    ("standing", np.int64, 4),  # where Red's pieces stand (near half, far half), then Blue's
    ("mobile", np.int64, 4),  # those of them that can move
    ("scouts", np.int64, 4),  # and those that are scouts
    ("chase", np.int32, 2),  # ST-15: a player's chase length
    ("quiet", np.int32),  # ST-16: plies since the last attack
    ("board", np.uint8, SQUARES),  # the number of the piece on each square, 0 for none
    ("pieces", np.uint8, PIECES),  # the code of each piece
    ("hand", np.int8, KINDS),  # ST-1: what the player who arranges a set-up has still to place
    ("last_piece", np.uint8, 2),  # each player's last move: the piece,
    ("last_origin", np.uint8, 2),  # from where,
    ("last_target", np.uint8, 2),  # to where
    ("last_along", np.int8, 2),  # and whether along a file
    ("attacker", np.uint8),  # the pieces of the last attack
    ("defender", np.uint8),
    ("flying", np.int8),  # whose flags stand, one bit a seat
    ("to_move", np.int8),  # whose turn it is, or would have been
    ("winner", np.int8),  # a seat or NOBODY
)

PLACE = SQUARES * SQUARES
ACTIONS = PLACE + KINDS
"""`origin * SQUARES + target`, then the kinds (or nothing) that a set-up puts on its next square."""
PLACEMENTS = 2 * OWN_SQUARES
MAX_MOVES = 256
"""Eight scouts with 18 moves and 25 others with 4 make 244."""

PAST_PER_ACTION = 1
PAST = 512
"""Capacity of `past` in batch play: the boards that a chase may not repeat."""
ST_1, ST_3, ST_4, ST_5, ST_6, ST_14, ST_15 = 1 << 1, 1 << 3, 1 << 4, 1 << 5, 1 << 6, 1 << 14, 1 << 15


# The board


@rule
def start(o, s):
    """ST-2: an empty board, Red to arrange the army."""
    s.setup = 1
    s.winner = NOBODY
    for kind in range(KINDS):
        s.hand[kind] = o.army[kind]
    for seat in range(2):
        s.last_origin[seat] = NOWHERE
        s.last_target[seat] = NOWHERE


@rule
def put(s, square, piece, kind):
    """Put a new piece of a kind on a free square."""
    s.pieces[piece] = kind
    if kind == FLAG:
        s.flying |= 1 << owner(piece)
    stand(s, square, piece)


@rule
def stand(s, square, piece):
    """Place a piece on a free square and update the masks."""
    s.board[square] = piece
    toggle(s, NEAR_BIT[square], FAR_BIT[square], piece)


@rule
def toggle(s, near, far, piece):
    """Toggle squares in the masks that a piece belongs to."""
    half, kind = 2 * owner(piece), int(s.pieces[piece]) & KIND
    s.standing[half] ^= near
    s.standing[half + 1] ^= far
    can_move, is_scout = -np.int64(kind < BOMB), -np.int64(kind == SCOUT)
    s.mobile[half] ^= near & can_move
    s.mobile[half + 1] ^= far & can_move
    s.scouts[half] ^= near & is_scout
    s.scouts[half + 1] ^= far & is_scout


@rule
def owner(piece):
    return 1 if piece > OWN_SQUARES else 0


# Set-up


@rule
def place(o, s, kind):
    """ST-1, ST-2: the next square of a set-up, front rank first, from the owner's left to the right."""
    placed, seat = int(s.placed), int(s.to_move)
    if kind:
        square = (3 - placed // SIZE) * SIZE + placed % SIZE
        number = 1 + placed - (int(o.army[NOTHING]) - int(s.hand[NOTHING]))
        put(s, SQUARES - 1 - square if seat == BLUE else square, seat * OWN_SQUARES + number, kind)
    s.hand[kind] -= 1
    s.placed += 1
    if s.placed == OWN_SQUARES:
        s.placed = 0
        s.setup = seat == RED
        s.to_move = 1 - seat
        s.actor = s.to_move
        if seat == RED:
            for each in range(KINDS):
                s.hand[each] = o.army[each]


@rule
def weight(o, s, action):
    """ST-1: how many pieces in hand a placement could use: its weight in a random set-up."""
    return int(s.hand[action - PLACE])


# Interface to the core


@rule
def legal(o, s, past, moves):
    """List the legal actions in `moves` and return their number."""
    if s.actor == OVER:
        return 0
    if s.setup:
        count = 0
        for kind in range(KINDS):
            if s.hand[kind]:
                moves[count] = PLACE + kind
                count += 1
        return count
    seat = int(s.to_move)
    count = list_moves(s, seat, moves)
    if history_matters(o, s, seat):
        count = keep_unrefused(o, s, past, moves, count)
    return count


@rule
def keep_unrefused(o, s, past, moves, count):
    """ST-14, ST-15: keep the moves that history does not refuse; return their number."""
    kept = 0
    for n in range(count):
        action = int(moves[n])
        if not refused_by_history(o, s, past, action // SQUARES, action % SQUARES):
            moves[kept] = action
            kept += 1
    return kept


@rule
def refused_by_history(o, s, past, origin, target):
    """(h): ST-14 and ST-15, as bits."""
    seat = int(s.to_move)
    refused = ST_14 if two_squares_refuses(o, s, seat, origin, target) else 0
    return refused | (ST_15 if chase_refuses(o, s, past, seat, origin, target) else 0)


@rule
def refusal(o, s, past, action):
    """Return the rules that refuse an action, as bits; 0 if it is legal."""
    if s.actor == OVER:
        return 1 << int(s.ending)
    if s.setup or action >= PLACE:
        if action < PLACE or not s.setup:
            return ST_3
        return 0 if s.hand[action - PLACE] else ST_1
    origin, target = action // SQUARES, action % SQUARES
    piece = int(s.board[origin])
    if piece == 0 or owner(piece) != s.to_move:
        return ST_3
    if int(s.pieces[piece]) & KIND >= BOMB:
        return ST_5
    refused = refused_by_shape(int(s.pieces[piece]) & KIND, origin, target)
    if not refused:
        refused = refused_by_way(s, origin, target)
    if not refused and s.board[target] and owner(int(s.board[target])) == s.to_move:
        refused = ST_4
    return refused if refused else refused_by_history(o, s, past, origin, target)


@rule
def refused_by_shape(kind, origin, target):
    """(e): a move goes along a rank or a file, and one square unless a scout makes it."""
    files, ranks = abs(origin % SIZE - target % SIZE), abs(origin // SIZE - target // SIZE)
    straight = (files == 0) != (ranks == 0)
    return 0 if straight and (files + ranks == 1 or kind == SCOUT) else ST_4


@rule
def refused_by_way(s, origin, target):
    """(f): no lake on the way or at the end of a straight move, no piece on the way."""
    step = direction_of(origin, target)
    square, refused = origin + step, 0
    while square != target:
        refused |= (ST_4 if IS_LAKE[square] else 0) | (ST_6 if s.board[square] else 0)
        square += step
    return refused | (ST_4 if IS_LAKE[target] else 0)


@rule
def direction_of(origin, target):
    """Return what one step of a straight move adds to a square number."""
    step = SIZE if origin % SIZE == target % SIZE else 1
    return step if target > origin else -step


@rule
def apply(o, s, past, action):
    """Carry out a legal action."""
    if s.setup:
        place(o, s, action - PLACE)
        if not s.setup:
            settle(o, s, past)
        return
    move(o, s, past, action // SQUARES, action % SQUARES)
    s.ply += 1
    s.to_move = 1 - s.to_move
    settle(o, s, past)


@rule
def move(o, s, past, origin, target):
    """ST-4 to ST-12: make a move or an attack and update history and knowledge."""
    seat = int(s.to_move)
    if o.memory:
        forget(s, 1 - seat)
    piece, enemy = int(s.board[origin]), int(s.board[target])
    distance = abs(origin - target)
    far = (distance != 1) & (distance != SIZE)  # ST-18: only a scout moves that far
    s.pieces[piece] = (int(s.pieces[piece]) | MOVED | (KNOWN if far else 0)) & ~(DARK if far else 0)
    s.board[origin] = 0
    if enemy:
        attack(s, origin, target, piece, enemy)
    else:
        s.board[target] = piece
        toggle(s, NEAR_BIT[origin] ^ NEAR_BIT[target], FAR_BIT[origin] ^ FAR_BIT[target], piece)
    s.quiet = 0 if enemy else s.quiet + 1
    if o.two_square:
        count_crossings(s, seat, piece, origin, target)
    if o.chase:
        count_chase(s, past, seat, piece, origin, target, enemy != 0)
    s.last_piece[seat] = piece
    s.last_origin[seat] = origin
    s.last_target[seat] = target


@rule
def attack(s, origin, target, attacker, defender):
    """ST-7 to ST-12: both pieces are shown, and one or both are removed."""
    show(s, attacker)
    show(s, defender)
    s.attacker = attacker
    s.defender = defender
    kind = int(s.pieces[defender]) & KIND
    outcome = int(OUTCOMES[int(s.pieces[attacker]) & KIND, kind])
    toggle(s, NEAR_BIT[origin], FAR_BIT[origin], attacker)
    if outcome != LOSES:
        toggle(s, NEAR_BIT[target], FAR_BIT[target], defender)
        s.board[target] = 0
    if outcome == WINS:
        toggle(s, NEAR_BIT[target], FAR_BIT[target], attacker)
        s.board[target] = attacker
    if kind == FLAG:
        s.flying &= ~(1 << owner(defender))


@rule
def show(s, piece):
    """ST-8, ST-18: the enemy of a piece's owner knows its kind from now on."""
    s.pieces[piece] = (int(s.pieces[piece]) | KNOWN) & ~DARK


@rule
def forget(s, seat):
    """ST-18, option memory: hide again the pieces of a seat that were shown before."""
    for number in range(1, OWN_SQUARES + 1):
        piece = seat * OWN_SQUARES + number
        if s.pieces[piece] & KNOWN:
            s.pieces[piece] |= DARK


@rule
def settle(o, s, past):
    """ST-12, ST-13, ST-16, ST-17: set the next actor, or end the game."""
    seat = int(s.to_move)
    s.actor = seat
    if s.flying != BOTH_FLAGS:
        finish(s, 12, RED if s.flying & 1 else BLUE)
    elif not can_move(o, s, past, seat):
        finish(s, 13, 1 - seat if has_step(s, 1 - seat) else NOBODY)
    elif o.quiet_limit and s.quiet >= o.quiet_limit:
        finish(s, 16, NOBODY)
    elif o.max_plies and s.ply >= o.max_plies:
        finish(s, 17, NOBODY)


@rule
def can_move(o, s, past, seat):
    """ST-13: check whether the seat to move has a legal move."""
    if not has_step(s, seat):
        return False
    return not history_matters(o, s, seat) or has_unrefused_move(o, s, past, seat)


@rule
def has_unrefused_move(o, s, past, seat):
    """ST-13: check whether ST-14 and ST-15 leave the seat to move a move."""
    for origin in range(SQUARES):
        piece = int(s.board[origin])
        kind = int(s.pieces[piece]) & KIND
        if piece and owner(piece) == seat and kind < BOMB:
            for target in range(SQUARES):
                if not (refused_by_shape(kind, origin, target) or refused_by_way(s, origin, target)):
                    own = s.board[target] and owner(int(s.board[target])) == seat
                    if not own and not refused_by_history(o, s, past, origin, target):
                        return True
    return False


returns = returns_of_winner
