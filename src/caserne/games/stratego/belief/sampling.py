"""Uniform sampling of states that fit what a seat knows (ST-18); `belief` refines them to realistic ones."""

from __future__ import annotations

from caserne.core.kernel.compiled import rule
from caserne.core.kernel.header import copy_header
from caserne.core.kernel.rng import below
from caserne.games.stratego.army import BOMB, FLAG, KINDS, NOTHING, OWN_SQUARES
from caserne.games.stratego.board import SQUARES
from caserne.games.stratego.rules import KIND, MOVED, PIECES, RED, owner, place, stand, start


@rule
def copy_public(source, copy):
    """Copy what everybody knows: header, turn, last moves and the counters of the rules about history."""
    copy_header(source, copy)
    copy.key = source.key
    copy.quiet = source.quiet
    copy.attacker = source.attacker
    copy.defender = source.defender
    copy.to_move = source.to_move
    copy.winner = source.winner
    if not source.setup:
        copy.flying = source.flying
    for each in range(2):
        copy.borders[each] = source.borders[each]
        copy.chase[each] = source.chase[each]
        copy.last_piece[each] = source.last_piece[each]
        copy.last_origin[each] = source.last_origin[each]
        copy.last_target[each] = source.last_target[each]
        copy.last_along[each] = source.last_along[each]


@rule
def sample(o, view, seat, s, dice):
    """Fill `s` with a state that fits the view; all arrangements of the remaining kinds are equally likely."""
    if view.setup and view.to_move != RED and seat != RED:
        draw_setup(o, s, dice)
    copy_public(view, s)
    for piece in range(1, PIECES):
        if view.pieces[piece]:
            s.pieces[piece] = view.pieces[piece]
    if not view.setup:
        for each in range(2):
            if each != seat:
                draw_kinds(o, view, each, s, dice)
    for square in range(SQUARES):
        piece = int(view.board[square])
        if piece:
            stand(s, square, piece)
    for kind in range(KINDS):
        s.hand[kind] = view.hand[kind]
    set_flags(view, s)


@rule
def draw_setup(o, s, dice):
    """ST-2: draw a random set-up for Red while Red's own is sealed."""
    start(o, s)
    while s.to_move == RED:
        drawn = below(dice, OWN_SQUARES - int(s.placed))
        kind = 0
        while drawn >= s.hand[kind]:
            drawn -= int(s.hand[kind])
            kind += 1
        place(o, s, kind)


@rule
def draw_kinds(o, view, seat, s, dice):
    """Draw kinds for the hidden pieces of a seat; `s.hand` counts the kinds that are left.

    The flag goes to a piece that has not moved, movable kinds to those that have moved, the rest to the others.
    """
    for kind in range(KINDS):
        s.hand[kind] = o.army[kind]
    s.hand[NOTHING] = 0
    still = moved = 0
    for number in range(1, OWN_SQUARES + 1):
        code = int(view.pieces[seat * OWN_SQUARES + number])
        if code & KIND:
            s.hand[code & KIND] -= 1
    for square in range(SQUARES):
        piece = int(view.board[square])
        if is_hidden(view, piece, seat):
            moved += (view.pieces[piece] & MOVED) != 0
            still += (view.pieces[piece] & MOVED) == 0
    if still and s.hand[FLAG]:
        flag = below(dice, still)
        for square in range(SQUARES):
            piece = int(view.board[square])
            if is_hidden(view, piece, seat) and not view.pieces[piece] & MOVED:
                if flag == 0:
                    s.pieces[piece] |= FLAG
                flag -= 1
    s.hand[FLAG] = 0
    for square in range(SQUARES):
        piece = int(view.board[square])
        if is_hidden(view, piece, seat) and view.pieces[piece] & MOVED:
            s.pieces[piece] |= draw_kind(s, BOMB, dice)
    for square in range(SQUARES):
        piece = int(view.board[square])
        if is_hidden(view, piece, seat) and not s.pieces[piece] & KIND:
            s.pieces[piece] |= draw_kind(s, FLAG, dice)


@rule
def is_hidden(view, piece, seat):
    return piece != 0 and owner(piece) == seat and view.pieces[piece] & KIND == 0


@rule
def draw_kind(s, end, dice):
    """Draw a kind below `end` from the hand, weighted by its count, and remove it."""
    total = 0
    for kind in range(1, end):
        total += int(s.hand[kind])
    drawn = below(dice, total)
    kind = 1
    while drawn >= s.hand[kind]:
        drawn -= int(s.hand[kind])
        kind += 1
    s.hand[kind] -= 1
    return kind


@rule
def set_flags(view, s):
    """During a set-up, set the bits of the flags that have been placed; later they are public."""
    if not view.setup:
        return
    for piece in range(1, PIECES):
        if int(s.pieces[piece]) & KIND == FLAG:
            s.flying |= 1 << owner(piece)
