"""Sentences in all languages: a catalogue is a folder with one JSON file per language."""

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
    """Return French if `CASERNE_LANG` or the locale is French, else English."""
    for variable in ("CASERNE_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(variable, "")
        if value:
            return "fr" if value.lower().startswith("fr") else "en"
    return "en"


def format_number(value: float, digits: int = 0, lang: str | None = None) -> str:
    """Format a number for a language.

    >>> format_number(12345.678, 1, "en"), format_number(12345.678, 1, "fr")
    ('12,345.7', '12\u202f345,7')
    """
    text = f"{value:,.{digits}f}"
    if (lang or default_language()) == "fr":
        return text.replace(",", "\u202f").replace(".", ",")
    return text


def format_percentage(value: float, digits: int, lang: str | None = None) -> str:
    """Format a fraction as a percentage.

    >>> format_percentage(0.256, 1, "en"), format_percentage(0.256, 1, "fr")
    ('25.6%', '25,6\xa0%')
    """
    sign = "\u00a0%" if (lang or default_language()) == "fr" else "%"
    return format_number(100 * value, digits, lang) + sign


class MissingSentence(LookupError):
    """A catalogue lacks a sentence."""

    def __init__(self, file: Path, key: str) -> None:
        super().__init__(f'{file} has no sentence "{key}"')
        self.file, self.key = file, key


@dataclass(frozen=True)
class Words:
    """A catalogue of sentences; those that it lacks are taken from `base`."""

    folder: Path
    base: Words | None = None

    @cached_property
    def catalogues(self) -> dict[str, dict[str, str]]:
        return {lang: self._read(lang) for lang in LANGUAGES}

    def file(self, lang: str) -> Path:
        return self.folder / f"{lang}.json"

    def _read(self, lang: str) -> dict[str, str]:
        inherited = self.base.catalogues[lang] if self.base else {}
        if self.base and not self.file(lang).exists():
            return inherited
        return {**inherited, **json.loads(self.file(lang).read_text("utf-8"))}

    def __call__(self, key: str, **fields: Any) -> Sentence:
        return Sentence(self, key, fields)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the folder alone; catalogues are read once in each process."""
        return _words_in, (self.folder,)


@cache
def _words_in(folder: Path) -> Words:
    return Words(folder)


@dataclass(frozen=True)
class Sentence:
    """A key of a catalogue with the values of its fields, to be formatted in any language.

    A field may be a sentence itself, such as the name of a piece, and is then formatted in the same language.
    """

    words: Words
    key: str
    fields: dict[str, Any] = field(default_factory=dict)

    def text(self, lang: str | None = None) -> str:
        lang = lang or default_language()
        fields = {
            name: value.text(lang) if isinstance(value, Sentence) else value for name, value in self.fields.items()
        }
        sentences = self.words.catalogues[lang]
        if self.key not in sentences:
            raise MissingSentence(self.words.file(lang), self.key)
        return sentences[self.key].format(**fields)

    def __str__(self) -> str:
        return self.text()


SHARED_WORDS = Words(Path(__file__).parent / "sentences")
"""The catalogue of everything outside the rooms."""

ROOM_WORDS = Words(Path(__file__).parent / "room_sentences")
"""Sentences for rooms that do not write their own: two colours, a board of squares, the turn."""
