"""How the points of a finished game add up."""

from __future__ import annotations

from dataclasses import dataclass

from caserne.core.game.words import Sentence


@dataclass(frozen=True)
class Points:
    """A line of the table that adds up the points: what they are for, and how many each seat has."""

    title: Sentence
    points: tuple[int, ...]
