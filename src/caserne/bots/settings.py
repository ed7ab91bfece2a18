"""Kinds of settings of bots: what values they allow, and how a bot's name writes them (`depth=3`, `worlds=uniform`)."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from caserne.bots.bot import Setting, UnknownBot

MOST = 1 << 30
"""More than any setting can mean."""


@dataclass(frozen=True)
class Whole(Setting):
    """A whole number in a range."""

    least: int
    most: int

    def parse(self, text: str) -> int | None:
        return int(text) if text.isdecimal() and len(text) <= len(str(MOST)) else None

    def allows(self, value: object) -> bool:
        return isinstance(value, int) and self.least <= value <= self.most

    def error(self, name: str, value: object) -> UnknownBot:
        return UnknownBot.of("bad_setting", setting=name, value=value, least=self.least, most=self.most)


class Number(Setting):
    """Any number from 0 on."""

    def parse(self, text: str) -> float | None:
        try:
            return float(text)
        except ValueError:
            return None

    def allows(self, value: object) -> bool:
        return isinstance(value, int | float) and 0 <= value < MOST

    def error(self, name: str, value: object) -> UnknownBot:
        return UnknownBot.of("bad_choice", setting=name, value=value, values="0, 0.5, 2, ...")


class File(Setting):
    """A file that the bot reads; without a value, what comes with the package."""

    def parse(self, text: str) -> Path | None:
        return Path(text) if text else None

    def allows(self, value: object) -> bool:
        return isinstance(value, Path) and value.is_file()

    def error(self, name: str, value: object) -> UnknownBot:
        return UnknownBot.of("no_such_file", setting=name, file=value)


class Choice(Setting):
    """One of a few words or numbers."""

    def __init__(self, *choices: str | int) -> None:
        self.choices = choices

    def parse(self, text: str) -> str | int | None:
        return next((choice for choice in self.choices if str(choice) == text), None)

    def allows(self, value: object) -> bool:
        return value in self.choices

    def error(self, name: str, value: object) -> UnknownBot:
        return UnknownBot.of("bad_choice", setting=name, value=value, values=", ".join(map(str, self.choices)))
