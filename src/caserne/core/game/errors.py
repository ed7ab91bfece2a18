"""Errors caused by users, each with a sentence that says how to correct it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Self

from caserne.core.game.words import SHARED_WORDS, Sentence


class CaserneError(ValueError):
    """An error that the user can correct; `text` describes it in a language."""

    def __init__(self, sentence: Sentence) -> None:
        super().__init__(sentence)
        self.sentence = sentence

    @classmethod
    def of(cls, key: str, **fields: Any) -> Self:
        """Make the error with a sentence of the shared catalogue."""
        return cls(SHARED_WORDS(key, **fields))

    def text(self, lang: str | None = None) -> str:
        return self.sentence.text(lang)

    def __str__(self) -> str:
        return self.text()

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the attributes, because subclasses take other arguments than a sentence."""
        return _restored, (type(self), self.__dict__)


def _restored(kind: type[CaserneError], attributes: dict[str, Any]) -> CaserneError:
    error = kind.__new__(kind, attributes["sentence"])
    error.__dict__.update(attributes)
    return error


class UnknownGame(CaserneError):
    """No room has this id."""


class InvalidOption(CaserneError):
    """An option that does not exist, or a value it cannot take."""


class InvalidPosition(CaserneError):
    """A position string that cannot be read, or an impossible position."""


class InvalidMove(CaserneError):
    """A move that cannot be read."""


class InvalidRecord(CaserneError):
    """A record that cannot be read, or that breaks the rules."""


class InvalidSeat(CaserneError):
    """A seat that does not exist in this game."""


class InvalidArgument(CaserneError):
    """A value of the wrong type, or a number out of range, that was passed to a public name."""


class MissingPackage(CaserneError, ImportError):
    """A package that only an extra of this distribution brings."""


class RoomError(CaserneError):
    """A mistake in a room, with the place and the remedy for its author."""


class TableError(CaserneError):
    """An act that the match does not allow now, such as a second resignation."""


class TooManyMoves(CaserneError):
    """There are too many set-ups to list: `number` of them."""

    def __init__(self, number: int) -> None:
        super().__init__(SHARED_WORDS("too_many_moves", number=f"{number:,}"))
        self.number = number


@dataclass(frozen=True)
class Refusal:
    """One rule that refuses a move, and why."""

    rule: str
    text: str

    def __str__(self) -> str:
        return f"{self.rule}: {self.text}"


class IllegalMove(CaserneError):
    """A readable move that the rules in `rules` refuse."""

    def __init__(self, move: str, reasons: dict[str, Sentence]) -> None:
        super().__init__(next(iter(reasons.values())))
        self.move = move
        self.reasons = reasons

    @property
    def rules(self) -> tuple[str, ...]:
        return tuple(self.reasons)

    def refusals(self, lang: str | None = None) -> list[Refusal]:
        return [Refusal(rule, sentence.text(lang)) for rule, sentence in self.reasons.items()]

    def text(self, lang: str | None = None) -> str:
        return " ".join(map(str, self.refusals(lang)))
