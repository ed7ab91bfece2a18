"""A rectangle of characters, each with its own colours, that becomes the lines of a widget."""

from __future__ import annotations

from functools import cache
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip


class Ink(NamedTuple):
    """The style of a character."""

    colour: str
    behind: str
    bold: bool = False


class Canvas:
    """Characters at columns and lines; those outside of it are ignored."""

    def __init__(self, width: int, height: int, ink: Ink) -> None:
        self.width, self.height = width, height
        self._signs = [[(" ", ink)] * width for _ in range(height)]

    def put(self, x: int, y: int, text: str, ink: Ink) -> None:
        for column, sign in enumerate(text, x):
            if 0 <= column < self.width and 0 <= y < self.height:
                self._signs[y][column] = sign, ink

    def lines(self) -> list[str]:
        """Return the text without colours."""
        return ["".join(sign for sign, _ in row) for row in self._signs]

    def strips(self) -> list[Strip]:
        """Return the lines as Textual draws them."""
        return [Strip(_segments(row), self.width) for row in self._signs]


def _segments(row: list[tuple[str, Ink]]) -> list[Segment]:
    runs = groupby(row, key=itemgetter(1))
    return [Segment("".join(sign for sign, _ in signs), _style(ink)) for ink, signs in runs]


@cache
def _style(ink: Ink) -> Style:
    return Style(color=ink.colour, bgcolor=ink.behind, bold=ink.bold)
