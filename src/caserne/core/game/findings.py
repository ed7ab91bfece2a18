"""Findings about a game: surprising facts that were measured, shown beside its rules.

A room with findings has a `findings.json` beside its rulebook; nothing else refers to it. No Numba here.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from caserne.core.game.registry import about, rooms


@dataclass(frozen=True)
class Finding:
    """A fact, by language, and where it comes from."""

    title: Mapping[str, str]
    """The surprise, in a few words without a full stop."""
    text: Mapping[str, str]
    basis: Mapping[str, str]
    """How it was measured, and the page that has more."""
    quotes: tuple[str, ...] = ()
    """Passages of that page which have its numbers, so that tests notice when these change."""

    def in_language(self, lang: str) -> dict[str, str]:
        """Return what readers are shown, in one language."""
        return {"title": self.title[lang], "text": self.text[lang], "basis": self.basis[lang]}


@cache
def findings(game_id: str) -> tuple[Finding, ...]:
    """Return the findings about a game, the most surprising first."""
    about(game_id)  # raises UnknownGame
    page = files(rooms()[game_id]) / "findings.json"
    return tuple(map(_finding, json.loads(page.read_text("utf-8")))) if page.is_file() else ()


def _finding(fields: dict[str, Any]) -> Finding:
    return Finding(**{**fields, "quotes": tuple(fields.get("quotes", ()))})
