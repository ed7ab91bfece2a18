"""Custom boards: an option whose value is a board, written cell by cell. No Numba here.

A room with such an option declares a `BOARD` beside its options, and board editors know nothing else of the room.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from itertools import product
from typing import ClassVar

from caserne.core.game.scene import Scene
from caserne.core.game.words import Sentence

SEPARATOR = "/"
"""The separator between two rows of a board's text."""

Rows = tuple[str, ...]
"""The rows of a board from top to bottom; each cell is one character per layer."""


@dataclass(frozen=True)
class Paint:
    """One value that a cell can have in a layer."""

    sign: str
    """The character for it in a board's text."""
    title: Sentence
    opposite: str = ""
    """The sign of the opposite cell on a board with half-turn symmetry; empty: the same sign."""


@dataclass(frozen=True)
class Layer:
    """Paints of which every cell has exactly one, such as its ground; the first is the default."""

    title: Sentence
    paints: tuple[Paint, ...]


@dataclass(frozen=True)
class Problem:
    """An error in a board, or a remark on something unusual."""

    sentence: Sentence
    rule: int
    """The number of the rule that is broken."""
    cells: tuple[str, ...] = ()
    """The cells concerned, if the problem belongs to any."""
    grave: bool = True
    """Whether the board cannot be played on because of it."""


class BoardForm(ABC):
    """What a board editor needs to know of a room's boards."""

    option: ClassVar[str]
    """The option whose value is a board's text."""
    layers: ClassVar[tuple[Layer, ...]]
    """In the order of a cell's characters."""
    least: ClassVar[int]
    most: ClassVar[int]
    """The minimum and maximum number of rows, and of cells per row."""
    usual: ClassVar[tuple[int, int]]
    """The usual width and height."""

    @abstractmethod
    def rows(self, text: str) -> Rows:
        """Return the rows of a board, which may have problems; InvalidOption if the text is not a board."""

    @abstractmethod
    def blank(self, width: int, height: int) -> Rows:
        """Return a playable board to start from."""

    @abstractmethod
    def problems(self, rows: Rows) -> list[Problem]:
        """Return the errors of a board, then the remarks."""

    @abstractmethod
    def scene(self, rows: Rows, lang: str) -> Scene:
        """Draw the board without pieces; of any size, so that a single cell can be drawn too.

        Its cells are in the order of the text: row by row from the top.
        """

    def combinations(self) -> list[str]:
        """Return every possible text of a cell."""
        return ["".join(signs) for signs in product(*([paint.sign for paint in layer.paints] for layer in self.layers))]
