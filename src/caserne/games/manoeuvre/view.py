"""What each seat sees of The Glorious Manoeuvres: everything."""

from __future__ import annotations

from caserne.core.kernel.compiled import rule
from caserne.core.kernel.header import copy_header
from caserne.games.manoeuvre.board import GREYS, STATE
from caserne.games.manoeuvre.track import SOLDIERS, TRACK

VIEW = STATE


@rule
def observe(o, s, seat, view):
    """Nothing is hidden in this game."""
    copy(s, view)


@rule
def sample(o, view, seat, s, dice):
    """The state itself."""
    copy(view, s)


@rule
def copy(seen, shown):
    """Fill an empty record with what another shows."""
    for square in range(TRACK + 1):
        shown.stack[square] = seen.stack[square]
    for soldier in range(SOLDIERS):
        shown.square[soldier] = seen.square[soldier]
        shown.arrivals[soldier] = seen.arrivals[soldier]
        shown.place[soldier] = seen.place[soldier]
    for value in range(GREYS):
        shown.grey[value] = seen.grey[value]
    shown.behind = seen.behind
    shown.ahead = seen.ahead
    shown.free = seen.free
    shown.moved = seen.moved
    shown.home = seen.home
    shown.low = seen.low
    shown.opened = seen.opened
    shown.rolled = seen.rolled
    shown.to_move = seen.to_move
    copy_header(seen, shown)
