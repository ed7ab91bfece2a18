"""What the set-up of a seat is made of, for editors that know no game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class SetupForm:
    """What a set-up of one seat is made of, for editors that move pieces about and know no game."""

    cells: tuple[str, ...]
    """The cells that may be filled, in the order of the set-up's text."""
    pieces: Mapping[str, int]
    """How the text calls each kind of piece, with the greatest number there may be of it."""
    separator: str = ""
    """What stands between two pieces in the text."""
    empty: str = ""
    """How the text calls a cell that stays empty; nothing where all must be filled."""

    def split(self, setup: str) -> list[str]:
        """The pieces of a set-up, cell by cell."""
        return setup.split(self.separator) if self.separator else list(setup)

    def join(self, pieces: Sequence[str]) -> str:
        """The text of a set-up."""
        return self.separator.join(pieces)
