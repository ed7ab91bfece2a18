"""Reading matches from the database: what cannot be read is quarantined with a reason, and nothing else suffers."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import structlog
from msgspec import MsgspecError
from sqlalchemy.engine import RowMapping

from caserne.core.game.errors import CaserneError, InvalidRecord
from caserne.core.game.words import SHARED_WORDS, Sentence
from caserne.core.match.events import Event, read_event
from caserne.core.match.fields import Place
from caserne.core.match.match import Match
from caserne.core.match.private import PRIVATE, Private
from caserne.core.match.record import Record, read_end, read_line
from caserne.server.errors import RequestError
from caserne.server.storage.store import StoredMatch, StoredNews, from_json

log = structlog.get_logger("caserne.live")
_known: set[tuple[str, str]] = set()
"""The quarantined matches that were logged, each with its reason."""


class Quarantined(RequestError):
    """A match whose stored lines cannot be read, or tell of something that the rules do not allow."""


@contextmanager
def quarantine(match_id: str) -> Iterator[None]:
    """Turn whatever is wrong with stored data into Quarantined, logged once for each match and reason."""
    try:
        yield
    except RequestError:
        raise
    except CaserneError as error:
        reason = _reason(error)
        _log_once(match_id, reason)
        raise Quarantined.of("server.quarantined", reason=reason) from error


def _reason(error: CaserneError) -> Sentence:
    """What is wrong, without what a rule would say of pieces that not everybody may see."""
    sentence = error.sentence
    if sentence.key != "record_refused":
        return sentence
    return SHARED_WORDS("record_event", event=sentence.fields["event"])


@contextmanager
def column(name: str) -> Iterator[None]:
    """Turn what goes wrong in reading a column of the database into InvalidRecord with its name."""
    try:
        yield
    except CaserneError:
        raise
    except (ArithmeticError, AttributeError, LookupError, MsgspecError, RecursionError, TypeError, ValueError) as error:
        raise InvalidRecord.of("record_hex", field=name) from error


def _log_once(match_id: str, reason: Sentence) -> None:
    told = match_id, reason.text("en")
    if told not in _known:
        _known.add(told)
        log.warning("a stored match is quarantined", match=match_id, reason=told[1])


def read_record(stored: StoredMatch) -> Record:
    """The record of a stored match; InvalidRecord names the line and the field that is wrong."""
    row = stored.table.row
    _check_numbers(stored.events, 0, row["version"])
    texts = [row["header"], *(event["body"] for event in stored.events)]
    lines = [read_line(number, text) for number, text in enumerate(texts, 1)]
    if row["ending"]:
        lines.append({"end": read_line(len(lines) + 1, row["ending"])})
    return Record.read(lines)


def replay(stored: StoredMatch) -> Generator[None, None, Match]:
    """Play a match again from its record, one event in each step; return it with its secrets."""
    row = stored.table.row
    _check_numbers(stored.events, 0, row["version"])
    header = Record.read([read_line(1, row["header"])])
    match = Match.resume(header)
    match.record.dice = header.dice
    for number, event in enumerate(stored.events):
        match.replay(_read_events(match, [event], number))
        yield
    match.follow([], _read_ending(match, row["ending"]), _read_private(stored.private or "", match.game.seats))
    return match


def _read_events(match: Match, rows: Sequence[RowMapping], first: int) -> list[Event]:
    lines = [read_line(number + 2, row["body"]) for number, row in enumerate(rows, first)]
    return [read_event(line, Place(match.game, number)) for number, line in enumerate(lines, first)]


def _read_ending(match: Match, ending: str | None, added: int = 0) -> dict[str, Any] | None:
    """The end that is stored after the events of a match and some more."""
    last = Place(match.game, len(match.record.events) + added)
    return read_end(read_line(last.number + 2, ending), last) if ending else None


def follow_news(match: Match, news: StoredNews) -> list[Event]:
    """Let a match catch up with what another process has stored; the events that are new."""
    known = len(match.record.events)
    rows = [row for row in news.events if row["number"] >= known]
    _check_numbers(rows, known, news.row["version"])
    added = _read_events(match, rows, known)
    end = _read_ending(match, news.row["ending"], len(added))
    match.follow(added, end, _read_private(news.private, match.game.seats) if news.private else None)
    return added


def _check_numbers(rows: Sequence[RowMapping], first: int, version: int) -> None:
    """InvalidRecord where a line between `first` and the version is missing."""
    for expected, row in enumerate(rows, first):
        if row["number"] != expected:
            raise InvalidRecord.of("record_truncated", line=expected + 2, found=expected, announced=version)
    if first + len(rows) != version:
        raise InvalidRecord.of("record_truncated", line=version + 2, found=first + len(rows), announced=version)


def _read_private(text: str, seats: int) -> Private:
    with column(PRIVATE):
        secrets: Any = from_json(text)
    return Private.read(secrets, seats)
