"""Lessons of a room: positions in which people try a rule, and a guided first game.

A room with lessons has a `lessons.json` beside its rulebook; nothing else refers to it. No Numba here.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any

from caserne.core.game.registry import about, rooms

Translations = Mapping[str, str]
"""A sentence by language."""


@dataclass(frozen=True)
class Step:
    """One move of the learner and the replies to it, or something to read."""

    say: Translations
    """The task."""
    moves: tuple[str, ...]
    """The moves that solve it or, with `refused_by`, moves that are refused; empty: a step to read."""
    then: Translations = field(default_factory=dict)
    """What has happened, said afterwards; empty if there is nothing to say."""
    replies: tuple[str, ...] = ()
    """The moves and dice that follow."""
    refused_by: str = ""
    """The id of the rule that should refuse the learner's move; empty: the moves are legal."""
    position: str = ""
    """The position to continue from; empty: the current one."""
    path: tuple[str, ...] = ()
    """The cells of the arrow, where it turns on the way; empty: as the room draws the move."""
    look: tuple[str, ...] = ()
    """Cells to look at; the arrow of the move is drawn anyway."""


@dataclass(frozen=True)
class Lesson:
    """A few steps on one board."""

    name: str
    rule: str
    """The id of the rule to try; empty for the first game."""
    title: Translations
    seat: int
    """The learner's seat."""
    steps: tuple[Step, ...]
    options: Mapping[str, Any] = field(default_factory=dict)

    def in_language(self, lang: str) -> dict[str, Any]:
        """Return the lesson in one language, as plain data."""
        steps = [{**vars(step), "say": step.say[lang], "then": step.then.get(lang, "")} for step in self.steps]
        return {**vars(self), "title": self.title[lang], "steps": steps}


@cache
def lessons(game_id: str) -> tuple[Lesson, ...]:
    """Return the lessons of a game in order."""
    about(game_id)  # raises UnknownGame
    page = files(rooms()[game_id]) / "lessons.json"
    return tuple(map(_lesson, json.loads(page.read_text("utf-8")))) if page.is_file() else ()


def _lesson(fields: dict[str, Any]) -> Lesson:
    steps = tuple(Step(**{"moves": (), **step}) for step in fields["steps"])
    return Lesson(**{**fields, "steps": steps})
