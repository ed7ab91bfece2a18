"""Rules for searching that a room may leave out: what stands in for them."""

from __future__ import annotations

from caserne.core.kernel.compiled import rule
from caserne.core.kernel.rng import below


@rule
def no_order(o, s, past, action):
    """In place of `order`: all moves look equally promising."""
    return 0


@rule
def any_move(o, s, past, moves, count, dice):
    """In place of `pick`: playouts make random moves."""
    return below(dice, count)


@rule
def all_plausible(o, s, moves, count, seat):
    """In place of `plausible`: a player who does not know everything may choose any move."""
    return count


@rule
def no_forcing(o, s, past, moves, seat):
    """In place of `forcing`: no move forces matters."""
    return 0
