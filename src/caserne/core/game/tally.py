"""The points of a finished game, line by line."""

from __future__ import annotations

from dataclasses import dataclass

from caserne.core.game.words import Sentence


@dataclass(frozen=True)
class Points:
    """One line of the table of points: a title, and the points of each seat."""

    title: Sentence
    points: tuple[int, ...]
