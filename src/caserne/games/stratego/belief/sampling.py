"""States that fit what a seat knows (ST-18), all equally likely; `belief` makes them as likely as people make them."""

from __future__ import annotations

from caserne.core.kernel.compiled import rule
from caserne.core.kernel.header import copy_header
from caserne.core.kernel.rng import below
from caserne.games.stratego.army import BOMB, FLAG, KINDS, NOTHING, OWN_SQUARES
from caserne.games.stratego.board import SQUARES
from caserne.games.stratego.rules import KIND, MOVED, PIECES, RED, owner, place, stand, start


@rule
def copy_public(source, copy):
    """What everybody knows: where which piece stands, whose turn it is, and what the rules about history count."""
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
    """A state that fits the view: hidden pieces get kinds that are left, all such arrangements equally likely."""
    if view.setup and view.to_move != RED and seat != RED:
        imagine_setup(o, s, dice)
    copy_public(view, s)
    for piece in range(1, PIECES):
        if view.pieces[piece]:
            s.pieces[piece] = view.pieces[piece]
    if not view.setup:
        for each in range(2):
            if each != seat:
                imagine_pieces(o, view, each, s, dice)
    for square in range(SQUARES):
        piece = int(view.board[square])
        if piece:
            stand(s, square, piece)
    for kind in range(KINDS):
        s.hand[kind] = view.hand[kind]
    note_flags(view, s)


@rule
def imagine_setup(o, s, dice):
    """ST-2: some set-up of Red's, while it is sealed."""
    start(o, s)
    while s.to_move == RED:
        drawn = below(dice, OWN_SQUARES - int(s.placed))
        kind = 0
        while drawn >= s.hand[kind]:
            drawn -= int(s.hand[kind])
            kind += 1
        place(o, s, kind)


@rule
def imagine_pieces(o, view, seat, s, dice):
    """Give the hidden pieces of a seat kinds: the flag to one that has not moved, kinds that move to those that have
    moved, then what is left to the others. `s.hand` counts what that is."""
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
    """Take one of the pieces in hand whose kinds are below `end`."""
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
def note_flags(view, s):
    """Whose flags stand: both, until the game is over; in a set-up, those that have been placed."""
    if not view.setup:
        return
    for piece in range(1, PIECES):
        if int(s.pieces[piece]) & KIND == FLAG:
            s.flying |= 1 << owner(piece)
