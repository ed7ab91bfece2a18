"""Boards that people paint themselves: the value of an option, written cell by cell. No Numba here.

A room with such an option declares a `BOARD` beside its options; painters know boards by nothing else.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from itertools import product
from typing import ClassVar

from caserne.core.game.scene import Scene
from caserne.core.game.words import Sentence

SEPARATOR = "/"
"""What stands between two rows of a board's text."""

Rows = tuple[str, ...]
"""From the top down; every cell has as many characters as there are layers."""


@dataclass(frozen=True)
class Paint:
    """One thing that a cell can be painted with."""

    sign: str
    """The character that stands for it."""
    title: Sentence
    opposite: str = ""
    """The sign that faces it on a board that is the same for both sides, turned by half; empty: its own."""


@dataclass(frozen=True)
class Layer:
    """Paints of which every cell has exactly one, such as its ground; the first is that of a bare cell."""

    title: Sentence
    paints: tuple[Paint, ...]


@dataclass(frozen=True)
class Problem:
    """What is wrong with a board, or at least unusual about it."""

    sentence: Sentence
    rule: int
    """The number of the rule that wants it otherwise."""
    cells: tuple[str, ...] = ()
    """Where, as far as that can be said."""
    grave: bool = True
    """Whether nobody can play on the board because of it."""


class BoardForm(ABC):
    """What a room tells painters of its boards."""

    option: ClassVar[str]
    """The option whose value a board's text is."""
    layers: ClassVar[tuple[Layer, ...]]
    """In the order in which a cell's text has them."""
    least: ClassVar[int]
    most: ClassVar[int]
    """How many rows there may be, and cells a row."""
    usual: ClassVar[tuple[int, int]]
    """The width and height that most boards have."""

    @abstractmethod
    def rows(self, text: str) -> Rows:
        """The rows of a board, which need not be without problems; InvalidOption if the text is none."""

    @abstractmethod
    def blank(self, width: int, height: int) -> Rows:
        """A board to begin with, which can be played on."""

    @abstractmethod
    def problems(self, rows: Rows) -> list[Problem]:
        """All that is wrong with a board, then what is unusual."""

    @abstractmethod
    def scene(self, rows: Rows, lang: str) -> Scene:
        """The bare board as all see it; of any size, so that a single cell can be drawn too.

        Its cells, read row by row from the top, are those of the text.
        """

    def combinations(self) -> list[str]:
        """Everything that a cell's text can be."""
        return ["".join(signs) for signs in product(*([paint.sign for paint in layer.paints] for layer in self.layers))]
