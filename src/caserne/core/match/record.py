"""The record of a match: options and events, from which everything else is recomputed. See docs/records.md."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path
from typing import Any, NamedTuple

from caserne.core.game.arguments import check_text
from caserne.core.game.errors import CaserneError, InvalidRecord
from caserne.core.game.game import Game
from caserne.core.game.position import Position
from caserne.core.match.events import Aborted, Action, Chance, Event, TableEvent, TakenBack, read_event
from caserne.core.match.fields import Check, Place, is_count, is_name, is_result, is_scores, shown
from caserne.core.match.private import PRIVATE, Private
from caserne.core.match.record_header import VERSION, read_header


class Step(NamedTuple):
    """An event of a record and the position after it."""

    event: Event
    position: Position


class Turn(NamedTuple):
    """The moves that one seat made in a row, with the dice that fell before them."""

    seat: int
    moves: tuple[str, ...]


@dataclass(repr=False)
class Record:
    """A game's options, its start and all events.

    >>> import caserne
    >>> match = caserne.Match(caserne.game("movers"), players=["Ann", "Bob"])
    >>> match.resign(0)
    >>> caserne.Record.loads(match.record.dumps())
    <Record of caserne.game("movers"): Ann, Bob; 1 event; ended by resign>
    """

    game: Game[Any]
    start: str | None = None
    """The position string it starts from; None: the start of the game."""
    match: str = ""
    players: tuple[str, ...] = ()
    date: str = ""
    dice: str | None = None
    """The commitment to the secret of the dice."""
    events: list[Event] = field(default_factory=list)
    end: dict[str, Any] | None = None
    """How the match ended; None while it goes on."""
    private: Private | None = None
    """The secrets that are needed to continue; only in snapshots."""

    def __repr__(self) -> str:
        players = ", ".join(self.players) + "; " if self.players else ""
        events = "1 event" if len(self.events) == 1 else f"{len(self.events)} events"
        end = f"ended by {self.end['by']}" if self.end else "running"
        return f"<Record of {self.game!r}: {players}{events}; {end}>"

    @property
    def stays_closed(self) -> bool:
        """Whether the match was called off with something hidden: nobody may see more than play has shown."""
        return self.end is not None and self.end["by"] == Aborted.ACT and self.game.about.hidden

    # Files

    @classmethod
    def load(cls, path: str | Path) -> Record:
        """Read a record from a file; InvalidRecord says which line and field is wrong."""
        if not isinstance(path, (str, PathLike)):
            raise InvalidRecord.of("not_a_text", name="path", given=repr(path))
        try:
            text = Path(path).read_text("utf-8")
        except OSError as error:
            raise InvalidRecord.of("record_unreadable", path=path, error=error.strerror) from error
        except UnicodeDecodeError as error:
            raise InvalidRecord.of("record_not_text", path=path) from error
        return cls.loads(text)

    @classmethod
    def loads(cls, text: str) -> Record:
        """Read a record from its text, which may be a snapshot."""
        if not check_text("record", text, InvalidRecord).strip():
            raise InvalidRecord.of("record_empty")
        # Only "\n" ends a line: JSON strings may hold other characters that `splitlines` takes for an end.
        lines = [read_line(number, line) for number, line in enumerate(text.removesuffix("\n").split("\n"), 1)]
        private = lines.pop() if len(lines) > 1 and lines[-1].get("act") == PRIVATE else None
        record = cls.read(lines)
        if private is not None:
            record.private = _read_private(len(lines) + 1, private, record)
        return record

    @classmethod
    def read(cls, lines: Sequence[dict[str, Any]]) -> Record:
        """Read a record from the JSON objects of its lines; secrets are not taken from them."""
        record = cls(**read_header(lines[0]))
        for number, line in enumerate(lines[1:]):
            place = Place(record.game, number)
            if record.end is not None:
                raise InvalidRecord.of("record_after_end", line=number + 2)
            if set(line) == {"end"}:
                record.end = read_end(line["end"], place)
            else:
                record.events.append(read_event(line, place))
        return record

    def save(self, path: str | Path) -> None:
        """Write the record to a file, whole or not at all."""
        write_whole(Path(path), self.dumps())

    def dumps(self) -> str:
        """Return the record's text: one JSON object in each line."""
        lines = [self.header(), *(event.as_json() for event in self.events)]
        if self.end is not None:
            lines.append({"end": self.end})
        elif self.private is not None:
            lines.append({"event": "table", "act": PRIVATE, "seat": None, **self.private.as_json()})
        return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)

    def header(self) -> dict[str, Any]:
        """Return the first line: everything but the events."""
        return {
            "caserne": VERSION,
            "game": self.game.id,
            "options": self.game.options.as_dict(),
            "start": self.start,
            "match": self.match,
            "players": list(self.players),
            "date": self.date,
            "dice": self.dice,
        }

    # Replay

    def first(self) -> Position:
        """Return the position before the first event."""
        return self.game.start() if self.start is None else self.game.position(self.start)

    def replay(self) -> Iterator[Step]:
        """Yield each event with the position after it; InvalidRecord if the rules refuse one."""
        before = [self.first()]
        for number, event in enumerate(self.events):
            after = self.position_after(before, number, event)
            before.append(after)
            yield Step(event, after)

    def final(self) -> Position:
        """Return the position after the last event."""
        position = self.first()
        for step in self.replay():
            position = step.position
        return position

    def turns(self) -> list[Turn]:
        """Return the moves by turns, with set-ups and without moves that were taken back."""
        positions = [self.first(), *(step.position for step in self.replay())]
        turns: list[Turn] = []
        fallen: tuple[str, ...] = ()
        goes_on = False
        for number, event in self.numbered_standing():
            seat = event.seat if isinstance(event, Action) else self.game.rolls_for(positions[number].view(None))
            if seat is None:
                fallen += (event.move,)
                continue
            if goes_on and turns[-1].seat == seat:
                turns[-1] = Turn(seat, (*turns[-1].moves, *fallen, event.move))
            else:
                turns.append(Turn(seat, (*fallen, event.move)))
            fallen = ()
            goes_on = not self.game.ends_turn(positions[number], event.move, positions[number + 1])
        return turns

    def standing(self) -> list[Action | Chance]:
        """Return the moves and dice that have not been taken back."""
        return [event for _, event in self.numbered_standing()]

    def numbered_standing(self) -> list[tuple[int, Action | Chance]]:
        """Return the same with their numbers among all events."""
        kept: list[tuple[int, Action | Chance]] = []
        for number, event in enumerate(self.events):
            if not isinstance(event, TableEvent):
                kept.append((number, event))
            elif isinstance(event, TakenBack):
                kept = [(earlier, move) for earlier, move in kept if earlier < event.to]
        return kept

    def position_after(self, before: Sequence[Position], number: int, event: Event) -> Position:
        """Return the position after event `number`; `before` holds the positions before all events up to it."""
        position = before[-1]
        if isinstance(event, TableEvent):
            return before[event.to] if isinstance(event, TakenBack) else position
        actor = event.seat if isinstance(event, Action) else "chance"
        if position.actor != actor:
            raise InvalidRecord.of("record_wrong_actor", event=number + 1, actor=actor, expected=position.actor)
        try:
            return position.play(event.move)
        except CaserneError as error:
            raise InvalidRecord.of("record_refused", event=number + 1, reason=error.sentence) from error


def read_line(number: int, line: str) -> dict[str, Any]:
    """Return the JSON object of a line; InvalidRecord if it is not an object, or nested too deeply."""
    try:
        value = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise InvalidRecord.of("record_not_json", line=number) from error
    if not isinstance(value, dict):
        raise InvalidRecord.of("record_not_json", line=number)
    return value


def _read_private(number: int, line: dict[str, Any], record: Record) -> Private:
    """Read the last line of a snapshot."""
    if record.end is not None:
        raise InvalidRecord.of("record_after_end", line=number)
    if line.get("event") != "table" or "seat" not in line or line["seat"] is not None:
        raise InvalidRecord.of("record_field", line=number, field="event")
    secrets = {name: value for name, value in line.items() if name not in ("event", "act", "seat")}
    return Private.read(secrets, record.game.seats)


def read_end(end: Any, place: Place) -> dict[str, Any]:
    """Return the end in the last line; InvalidRecord names the field that is wrong."""
    line = place.number + 2
    if not isinstance(end, dict):
        raise InvalidRecord.of("record_field", line=line, field="end")
    for name in (*end, *_END):
        if name not in _END or not _END[name](end.get(name), place):
            raise InvalidRecord.of("record_field", line=line, field=f"end.{shown(name)}")
    if end["events"] != place.number:
        raise InvalidRecord.of("record_truncated", line=line, found=place.number, announced=end["events"])
    return end


_END: dict[str, Check] = {"by": is_name, "returns": is_result, "scores": is_scores, "events": is_count}
"""The fields of the last line."""


def write_whole(file: Path, text: str) -> None:
    """Write a file whole or not at all."""
    unfinished = file.with_name(file.name + ".part")
    unfinished.write_text(text, "utf-8")
    unfinished.replace(file)
