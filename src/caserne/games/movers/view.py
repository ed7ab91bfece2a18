"""What each seat sees: everything except the other's camp while it is sealed."""

from __future__ import annotations

from caserne.core.kernel.compiled import rule
from caserne.core.kernel.header import copy_header
from caserne.core.kernel.rng import below
from caserne.games.movers.board import RED, SQUARES, STATE, WHITE, pieces_of, put
from caserne.games.movers.rules import PLACE_HOPPER, PLACE_MOVER, faces_left, place, start

VIEW = STATE


@rule
def observe(o, s, seat, view):
    """MH-1: fill a view; before both camps are arranged a seat sees only its own pieces, a spectator none."""
    for owner in (WHITE, RED):
        if owner == seat or not s.setup:
            show_pieces(s, owner, view)
    copy_header(s, view)
    view.to_move = s.to_move
    view.winner = s.winner


@rule
def show_pieces(s, seat, view):
    pieces = pieces_of(s, seat)
    for square in range(SQUARES):
        if (pieces >> square) & 1:
            put(view, square, seat, (s.hoppers >> square) & 1)


@rule
def sample(o, view, seat, s, dice):
    """Fill a state that fits the view, with a random camp for White while White's is sealed."""
    if view.setup and view.to_move == RED and seat != WHITE:
        start(o, s)
        while s.to_move == WHITE:
            movers, hoppers = faces_left(o, s, PLACE_MOVER), faces_left(o, s, PLACE_HOPPER)
            place(o, s, PLACE_MOVER if below(dice, movers + hoppers) < movers else PLACE_HOPPER)
    else:
        show_pieces(view, WHITE, s)
    show_pieces(view, RED, s)
    copy_header(view, s)
    s.to_move = view.to_move
    s.winner = view.winner
