"""The sentences of the terminal application in the player's language."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from caserne.core.game.words import SHARED_WORDS, Words

if TYPE_CHECKING:
    from caserne.core.game.errors import Refusal


@dataclass(frozen=True)
class Phrases:
    """The shared sentences with `tui.` keys in one language."""

    lang: str

    def __call__(self, key: str, **fields: Any) -> str:
        return SHARED_WORDS(f"tui.{key}", **fields).text(self.lang)

    def of_room(self, words: Words, key: str, otherwise: str) -> str:
        """Return a sentence of a room's catalogue, or a default if the room does not have it."""
        return words(key).text(self.lang) if key in words.catalogues[self.lang] else otherwise

    def refusal(self, refusals: Sequence[Refusal]) -> str:
        """Return the reasons as sentences, each followed by its rule."""
        return " ".join(f"{capital(refusal.text)} ({refusal.rule})" for refusal in refusals)


def capital(text: str) -> str:
    """Capitalise a sentence of the core, unless it begins with the name of a cell.

    >>> capital("le pion en a1 doit changer de case.")
    'Le pion en a1 doit changer de case.'
    >>> capital("a1 est libre.")
    'a1 est libre.'
    """
    names_a_cell = any(sign.isdigit() for sign in text.split(" ")[0])
    return text if names_a_cell else text[:1].upper() + text[1:]
