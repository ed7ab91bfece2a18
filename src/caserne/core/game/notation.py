"""The functions that a room's `notation` module defines: positions and moves as text and back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np


class Notation(Protocol):
    """The interface of a room's `notation` module."""

    def read_position(self, text: str, o: np.record, s: np.record) -> None:
        """Change `s`, the state at the start of a game, into the position that a text describes.

        InvalidPosition says which field is wrong and why.
        """

    def write_position(self, s: np.record, o: np.record) -> str:
        """Return the position string of a state, or of a view if the room writes both alike."""

    def read_move(self, text: str, o: np.record) -> tuple[int, ...]:
        """Return the action of a move, or the placements of a set-up; InvalidMove if the text cannot be read."""

    def write_move(self, actions: Sequence[int]) -> str:
        """Return the text of one action, or of the placements of a whole set-up."""
