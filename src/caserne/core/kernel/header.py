"""The header of states and views, for rules."""

from __future__ import annotations

from caserne.core.kernel.compiled import rule


@rule
def copy_header(source, target):
    """Copy what the house reads of every state, none of which is ever secret."""
    target.ply = source.ply
    target.remembered = source.remembered
    target.actor = source.actor
    target.ending = source.ending
    target.setup = source.setup
    target.placed = source.placed
