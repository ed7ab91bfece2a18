"""What each seat sees: everything; nothing is hidden in this game."""

from __future__ import annotations

from caserne.core.kernel.compiled import rule
from caserne.core.kernel.header import copy_header
from caserne.games.manoeuvre.board import GREYS, STATE
from caserne.games.manoeuvre.track import SOLDIERS, TRACK

VIEW = STATE


@rule
def observe(o, s, seat, view):
    """Fill a view with the whole state."""
    copy(s, view)


@rule
def sample(o, view, seat, s, dice):
    """Fill a state from a view, which holds all of it."""
    copy(view, s)


@rule
def copy(source, target):
    """Copy all fields to an empty record."""
    for square in range(TRACK + 1):
        target.stack[square] = source.stack[square]
    for soldier in range(SOLDIERS):
        target.square[soldier] = source.square[soldier]
        target.arrivals[soldier] = source.arrivals[soldier]
        target.place[soldier] = source.place[soldier]
    for value in range(GREYS):
        target.grey[value] = source.grey[value]
    target.behind = source.behind
    target.ahead = source.ahead
    target.free = source.free
    target.moved = source.moved
    target.home = source.home
    target.low = source.low
    target.opened = source.opened
    target.rolled = source.rolled
    target.to_move = source.to_move
    copy_header(source, target)
