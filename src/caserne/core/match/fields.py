"""Checks of the fields of events: each returns whether a value has the type and range that the format requires."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from caserne.core.game.game import Game

LONGEST_TEXT = 4_000
"""How many characters a move or a reason may have."""
LONGEST_NAME = 64
LARGEST_RETURN = 1e9
LARGEST_COUNT = 10**9


@dataclass(frozen=True)
class Place:
    """The place of an event in its record, on which the ranges of some fields depend."""

    game: Game[Any]
    number: int
    """The number of the event, counted from 0."""


Check = Callable[[Any, Place], bool]


def is_seat(value: Any, place: Place) -> bool:
    """A seat of the game."""
    return type(value) is int and 0 <= value < place.game.seats


def is_nobody(value: Any, place: Place) -> bool:
    """No seat: an event of the program."""
    return value is None


def is_text(value: Any, place: Place) -> bool:
    """A text that can be written to a file."""
    return is_writable(value, LONGEST_TEXT)


def is_name(value: Any, place: Place) -> bool:
    """A short text, such as the name of a bot."""
    return is_writable(value, LONGEST_NAME)


def is_writable(value: Any, longest: int) -> bool:
    """Whether a value is a text of limited length that UTF-8 can write, so without lone surrogates."""
    return isinstance(value, str) and len(value) <= longest and (value.isascii() or not _SURROGATE.search(value))


_SURROGATE = re.compile("[\ud800-\udfff]")


def is_object(value: Any, place: Place) -> bool:
    """Names and values; the game checks them."""
    return isinstance(value, Mapping)


def is_earlier_event(value: Any, place: Place) -> bool:
    """The number of an event before this one."""
    return type(value) is int and 0 <= value < place.number


def is_offer(value: Any, place: Place) -> bool:
    """An offer of the game, or a take-back."""
    return is_agreement(value, place) or value == "take-back"


def is_agreement(value: Any, place: Place) -> bool:
    """An offer of the game, which ends the match if all accept."""
    return isinstance(value, str) and value in place.game.offers


def is_result(value: Any, place: Place) -> bool:
    """One finite number for each seat."""
    return isinstance(value, (list, tuple)) and len(value) == place.game.seats and all(map(is_finite, value))


def is_scores(value: Any, place: Place) -> bool:
    """One number for each seat, or None if no points are counted."""
    return value is None or is_result(value, place)


def is_count(value: Any, place: Place) -> bool:
    """A number of events."""
    return type(value) is int and 0 <= value <= LARGEST_COUNT


def is_finite(value: Any) -> bool:
    """Whether a value is a number of moderate size: not NaN, infinite or a boolean."""
    return type(value) in (int, float) and abs(value) <= LARGEST_RETURN


def is_hex(size: int) -> Check:
    """Return a check for so many bytes in lower-case hexadecimal."""
    pattern = re.compile(f"[0-9a-f]{{{2 * size}}}")

    def check(value: Any, place: Place) -> bool:
        return isinstance(value, str) and pattern.fullmatch(value) is not None

    return check


def shown(name: str) -> str:
    """Return an unknown field's name in a form that can be printed anywhere."""
    return name[:LONGEST_NAME].encode("ascii", "backslashreplace").decode()
