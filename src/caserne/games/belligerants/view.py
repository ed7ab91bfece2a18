"""What each seat sees: everything except the other's deployment while it is sealed."""

from __future__ import annotations

from caserne.core.kernel.compiled import rule
from caserne.core.kernel.header import copy_header
from caserne.core.kernel.rng import below
from caserne.games.belligerants.army import KINDS
from caserne.games.belligerants.board import PINK, STATE, YELLOW, put, seat_of
from caserne.games.belligerants.maps import SQUARES
from caserne.games.belligerants.rules import left_in_hand, place, start

VIEW = STATE


@rule
def observe(o, s, seat, view):
    """BE-1: fill a view; before both armies are deployed a seat sees only its own pawns, a spectator none."""
    for owner in (YELLOW, PINK):
        if owner == seat or not s.setup:
            show_pawns(o, s, owner, view)
    copy_public(s, view)


@rule
def show_pawns(o, s, owner, view):
    for square in range(SQUARES):
        pawn = int(s.board[square])
        if pawn and seat_of(pawn) == owner:
            put(o, view, square, pawn)


@rule
def copy_public(s, view):
    """Copy what is never secret: prisoners, die, turn and counters."""
    for owner in range(2):
        for kind in range(KINDS):
            view.held[owner, kind] = s.held[owner, kind]
    view.quiet = s.quiet
    view.die = s.die
    view.to_move = s.to_move
    copy_header(s, view)


@rule
def sample(o, view, seat, s, dice):
    """Fill a state that fits the view, with a random deployment for Yellow while Yellow's is sealed."""
    if view.setup and view.to_move == PINK and seat != YELLOW:
        start(o, s)
        while s.to_move == YELLOW:
            place(o, s, kind_in_hand(o, s, below(dice, pawns_in_hand(o, s))))
    else:
        show_pawns(o, view, YELLOW, s)
    show_pawns(o, view, PINK, s)
    copy_public(view, s)


@rule
def pawns_in_hand(o, s):
    total = 0
    for kind in range(KINDS):
        total += left_in_hand(o, s, kind)
    return total


@rule
def kind_in_hand(o, s, number):
    """Return the kind of the n-th pawn that is not placed yet."""
    kind = 0
    while number >= left_in_hand(o, s, kind):
        number -= left_in_hand(o, s, kind)
        kind += 1
    return kind
