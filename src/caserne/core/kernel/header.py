"""The header of states and views, and the past of a state, as rules use them."""

from __future__ import annotations

from caserne.core.kernel.compiled import rule


@rule
def copy_header(source, target):
    """Copy the header of a state or view; nothing in it is ever secret."""
    target.ply = source.ply
    target.remembered = source.remembered
    target.actor = source.actor
    target.ending = source.ending
    target.setup = source.setup
    target.placed = source.placed


@rule
def copy_past(s, past, target):
    """Copy what a state remembers. A loop: for a slice, Numba also compiles the text of a shape error, for seconds."""
    for n in range(s.remembered):
        target[n] = past[n]
