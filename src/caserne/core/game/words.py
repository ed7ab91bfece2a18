"""Sentences for people, in every language of the house: a catalogue is a folder with one JSON file a language."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from typing import Any

LANGUAGES = ("fr", "en")


@cache
def default_language() -> str:
    """French where `CASERNE_LANG` or the locale says so, else English."""
    for variable in ("CASERNE_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(variable, "")
        if value:
            return "fr" if value.lower().startswith("fr") else "en"
    return "en"


def written(value: float, digits: int = 0, lang: str | None = None) -> str:
    """A number as people of a language write it.

    >>> written(12345.678, 1, "en"), written(12345.678, 1, "fr")
    ('12,345.7', '12\u202f345,7')
    """
    text = f"{value:,.{digits}f}"
    if (lang or default_language()) == "fr":
        return text.replace(",", "\u202f").replace(".", ",")
    return text


def percentage(value: float, digits: int, lang: str | None = None) -> str:
    """A share of one as a percentage.

    >>> percentage(0.256, 1, "en"), percentage(0.256, 1, "fr")
    ('25.6%', '25,6\xa0%')
    """
    sign = "\u00a0%" if (lang or default_language()) == "fr" else "%"
    return written(100 * value, digits, lang) + sign


@dataclass(frozen=True)
class Words:
    """A catalogue of sentences."""

    folder: Path

    @cached_property
    def catalogues(self) -> dict[str, dict[str, str]]:
        return {lang: json.loads((self.folder / f"{lang}.json").read_text("utf-8")) for lang in LANGUAGES}

    def __call__(self, key: str, **fields: Any) -> Sentence:
        return Sentence(self, key, fields)


@dataclass(frozen=True)
class Sentence:
    """One sentence with its fields filled in, in any language.

    A field may be a sentence itself, such as the name of a piece, and is then said in the same language.
    """

    words: Words
    key: str
    fields: dict[str, Any] = field(default_factory=dict)

    def text(self, lang: str | None = None) -> str:
        lang = lang or default_language()
        fields = {
            name: value.text(lang) if isinstance(value, Sentence) else value for name, value in self.fields.items()
        }
        return self.words.catalogues[lang][self.key].format(**fields)

    def __str__(self) -> str:
        return self.text()


SHARED_WORDS = Words(Path(__file__).parent / "sentences")
"""The catalogue of everything outside the rooms."""
