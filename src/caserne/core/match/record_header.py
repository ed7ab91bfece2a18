"""The first line of a record: the game, its options, and who played."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from re import fullmatch
from typing import Any

from caserne.core.game.errors import InvalidRecord
from caserne.core.game.registry import open_game
from caserne.core.match.fields import LONGEST_TEXT, is_writable, shown

VERSION = 1
LONGEST_POSITION = 20_000
"""How many characters the start position may have."""
MOST_PLAYERS = 64


def _is_players(value: Any) -> bool:
    return isinstance(value, list) and len(value) <= MOST_PLAYERS and all(is_writable(it, LONGEST_TEXT) for it in value)


def _is_date(value: Any) -> bool:
    """ISO 8601, or empty."""
    try:
        return value == "" or (isinstance(value, str) and bool(datetime.fromisoformat(value)))
    except ValueError:
        return False


def _is_commitment(value: Any) -> bool:
    return value is None or (isinstance(value, str) and fullmatch("[0-9a-f]{64}", value) is not None)


CHECKS: dict[str, Callable[[Any], bool]] = {
    "caserne": lambda value: type(value) is int,
    "game": lambda value: is_writable(value, LONGEST_TEXT),
    "options": lambda value: isinstance(value, dict),
    "start": lambda value: value is None or is_writable(value, LONGEST_POSITION),
    "match": lambda value: is_writable(value, LONGEST_TEXT),
    "players": _is_players,
    "date": _is_date,
    "dice": _is_commitment,
}
"""The fields of the header; there are no others."""


def read_header(line: dict[str, Any]) -> dict[str, Any]:
    """Return the header's fields as a record has them; InvalidRecord names the one that is wrong."""
    for name in CHECKS:
        if name not in line or not CHECKS[name](line[name]):
            raise InvalidRecord.of("record_field", line=1, field=name)
        if name == "caserne" and line[name] != VERSION:
            raise InvalidRecord.of("record_version", version=line[name], known=VERSION)
    for name in line:
        if name not in CHECKS:
            raise InvalidRecord.of("record_field", line=1, field=shown(name))
    kept = {name: line[name] for name in ("start", "match", "date", "dice")}
    game = open_game(line["game"], line["options"])
    return {**kept, "game": game, "players": tuple(line["players"])}
