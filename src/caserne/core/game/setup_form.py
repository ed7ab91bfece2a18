"""The cells and pieces of a seat's set-up, for editors that do not know the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class SetupForm:
    """The cells and pieces of one seat's set-up."""

    cells: tuple[str, ...]
    """The cells that may be filled, in the order of the set-up's text."""
    pieces: Mapping[str, int]
    """The code of each kind of piece in the text, with the most pieces of that kind."""
    separator: str = ""
    """The separator between two pieces in the text."""
    empty: str = ""
    """The code of an empty cell in the text; empty if all cells must be filled."""

    def split(self, setup: str) -> list[str]:
        """Return the pieces of a set-up, cell by cell."""
        return setup.split(self.separator) if self.separator else list(setup)

    def join(self, pieces: Sequence[str]) -> str:
        """Return the text of a set-up."""
        return self.separator.join(pieces)
