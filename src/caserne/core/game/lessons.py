"""Lessons of a room: positions in which people try a rule, and a first game with somebody at their shoulder.

A room that teaches has a `lessons.json` beside its rulebook; nothing else has to know of it. No Numba here.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any

from caserne.core.game.registry import about, rooms

Told = Mapping[str, str]
"""A sentence by language."""


@dataclass(frozen=True)
class Step:
    """One thing that the learner does, and what the others do next."""

    say: Told
    """What to do."""
    moves: tuple[str, ...]
    """The moves that do it, or, where a rule should refuse, those that it refuses."""
    then: Told
    """What has happened."""
    replies: tuple[str, ...] = ()
    """What the others and the dice do afterwards."""
    refused_by: str = ""
    """The id of the rule that the learner should run into; empty: the moves are to be made."""
    position: str = ""
    """Where the lesson goes on from; empty: where it stands."""


@dataclass(frozen=True)
class Lesson:
    """A few steps on one board."""

    name: str
    rule: str
    """The id of the rule that one tries; empty for the first game."""
    title: Told
    seat: int
    """The learner's."""
    steps: tuple[Step, ...]
    options: Mapping[str, Any] = field(default_factory=dict)

    def told(self, lang: str) -> dict[str, Any]:
        """The lesson in one language, as plain data."""
        steps = [{**vars(step), "say": step.say[lang], "then": step.then[lang]} for step in self.steps]
        return {**vars(self), "title": self.title[lang], "steps": steps}


@cache
def lessons(game_id: str) -> tuple[Lesson, ...]:
    """The lessons of a game in the order in which they are taught."""
    about(game_id)  # an unknown game is refused by its name
    page = files(rooms()[game_id]) / "lessons.json"
    return tuple(map(_lesson, json.loads(page.read_text("utf-8")))) if page.is_file() else ()


def _lesson(written: dict[str, Any]) -> Lesson:
    steps = tuple(Step(**step) for step in written["steps"])
    return Lesson(**{**written, "steps": steps})
