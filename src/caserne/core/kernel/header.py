"""The header of states and views, as rules use it."""

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
