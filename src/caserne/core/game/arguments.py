"""Checks of what people pass to the public names: a wrong type or number gets an error with a sentence."""

from __future__ import annotations

from typing import Any

from caserne.core.game.errors import CaserneError, InvalidArgument, InvalidSeat
from caserne.core.game.words import LANGUAGES, default_language

LONGEST_SHOWN = 60
"""Characters of a wrong value that an error repeats."""


def check_text(name: str, value: Any, error: type[CaserneError]) -> str:
    """Return a text, or raise the error."""
    if not isinstance(value, str):
        raise error.of("not_a_text", name=name, given=shown(value))
    return value


def check_number(name: str, value: Any, least: int, most: int | None = None) -> int:
    """Return a whole number (NumPy's too) from `least` to `most`, or raise InvalidArgument."""
    number = whole_number(value)
    if number is None or number < least or (most is not None and number > most):
        key = "not_a_number" if most is None else "not_in_range"
        raise InvalidArgument.of(key, name=name, least=least, most=most, given=shown(value))
    return number


def check_language(lang: Any) -> str:
    """Return a language; None stands for that of the environment."""
    if lang is None:
        return default_language()
    if check_text("lang", lang, InvalidArgument) not in LANGUAGES:
        raise InvalidArgument.of("unknown_language", lang=lang, languages=", ".join(LANGUAGES))
    return str(lang)


def check_seat(seat: Any, seats: int) -> int:
    """Return the number of a seat, or raise InvalidSeat."""
    number, last = whole_number(seat), seats - 1
    if number is None:
        raise InvalidSeat.of("not_a_seat", given=shown(seat), last=last)
    if not 0 <= number <= last:
        raise InvalidSeat.of("unknown_seat", seat=number, last=last)
    return number


def check_seed(value: Any) -> int:
    """Return a seed: any whole number that is not negative."""
    return check_number("seed", value, 0)


def whole_number(value: Any) -> int | None:
    """Return an int for a whole number, NumPy's included, and None for anything else."""
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        return None
    try:
        return int(value.__index__())
    except TypeError:  # an array of several numbers
        return None


def shown(value: Any) -> str:
    """Return a wrong value as an error repeats it."""
    text = repr(value)
    return text if len(text) <= LONGEST_SHOWN else text[:LONGEST_SHOWN] + "…"
