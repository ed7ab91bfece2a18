"""Positions that begin with a dash, such as "- - --- R?", are no options."""

from __future__ import annotations

DASH = "\ue000"
"""Replaces the first dash of a position while options are parsed."""


def protect_dashes(arguments: list[str]) -> list[str]:
    """Replace the first dash of positions that begin with one, so that they are not parsed as options."""
    return [DASH + argument[1:] if argument.startswith("- ") else argument for argument in arguments]
