"""A match on paper: options and events, from which everything else is recomputed. See docs/records.md."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from caserne.core.game.errors import CaserneError, InvalidRecord
from caserne.core.game.game import Game
from caserne.core.game.position import Position
from caserne.core.game.registry import open_game

VERSION = 1


@dataclass(frozen=True)
class Action:
    """A seat has moved."""

    seat: int
    move: str

    def as_json(self) -> dict[str, Any]:
        return {"event": "action", "seat": self.seat, "move": self.move}


@dataclass(frozen=True)
class Chance:
    """A die has fallen."""

    move: str

    def as_json(self) -> dict[str, Any]:
        return {"event": "chance", "move": self.move}


@dataclass(frozen=True)
class Table:
    """Something that happened at the table and not on the board.

    `returns` among its details ends the match with that result; a `take-back` leads back to the position before the
    event whose number is in `to`.
    """

    act: str
    seat: int | None = None
    details: dict[str, Any] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        return {"event": "table", "act": self.act, "seat": self.seat, **self.details}


Event = Action | Chance | Table


class Step(NamedTuple):
    """An event of a record and the position after it."""

    event: Event
    position: Position


class Turn(NamedTuple):
    """The moves that one seat made in a row, with the dice that fell before them."""

    seat: int
    moves: tuple[str, ...]


@dataclass
class Record:
    """A game's options, where it began and all that happened."""

    game: Game[Any]
    start: str | None = None
    """The position string it began with; None: the beginning of the game."""
    match: str = ""
    players: tuple[str, ...] = ()
    date: str = ""
    dice: str | None = None
    """The commitment to the secret of the dice."""
    events: list[Event] = field(default_factory=list)
    end: dict[str, Any] | None = None
    """How the match ended; None while it goes on."""

    # On disk

    @classmethod
    def load(cls, path: str | Path) -> Record:
        """Read a record from a file; InvalidRecord says which line and field is wrong."""
        try:
            text = Path(path).read_text("utf-8")
        except OSError as error:
            raise InvalidRecord.of("record_unreadable", path=path, error=error.strerror) from error
        except UnicodeDecodeError as error:
            raise InvalidRecord.of("record_not_text", path=path) from error
        return cls.loads(text)

    @classmethod
    def loads(cls, text: str) -> Record:
        """Read a record from its text."""
        lines = [_read_line(number, line) for number, line in enumerate(text.splitlines(), 1)]
        if not lines:
            raise InvalidRecord.of("record_empty")
        record = cls(**_read_header(lines[0]))
        for number, line in enumerate(lines[1:], 2):
            if record.end is not None:
                raise InvalidRecord.of("record_after_end", line=number)
            if "end" in line:
                record.end = _read_end(number, line, record)
            else:
                record.events.append(read_event(number, line, record.game))
        return record

    def save(self, path: str | Path) -> None:
        """Write the record to a file, whole or not at all."""
        target = Path(path)
        unfinished = target.with_name(target.name + ".part")
        unfinished.write_text(self.dumps(), "utf-8")
        unfinished.replace(target)

    def dumps(self) -> str:
        """The record's text: one JSON object a line."""
        lines = [self.header(), *(event.as_json() for event in self.events)]
        if self.end is not None:
            lines.append({"end": self.end})
        return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)

    def header(self) -> dict[str, Any]:
        """The first line: everything but the events."""
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

    # Played again

    def first(self) -> Position:
        """The position before the first event."""
        return self.game.start() if self.start is None else self.game.position(self.start)

    def replay(self) -> Iterator[Step]:
        """Each event with the position after it; InvalidRecord where the rules refuse one."""
        before = [self.first()]
        for number, event in enumerate(self.events):
            after = self.position_after(before, number, event)
            before.append(after)
            yield Step(event, after)

    def final(self) -> Position:
        """The position after the last event."""
        position = self.first()
        for step in self.replay():
            position = step.position
        return position

    def turns(self) -> list[Turn]:
        """The moves on the board by turns, set-ups included; what was taken back is left out."""
        positions = [self.first(), *(step.position for step in self.replay())]
        turns: list[Turn] = []
        fallen: tuple[str, ...] = ()
        goes_on = False
        for number, event in self._standing():
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
        """The moves and dice that have not been taken back."""
        return [event for _, event in self._standing()]

    def _standing(self) -> list[tuple[int, Action | Chance]]:
        """The same with their numbers among all events."""
        kept: list[tuple[int, Action | Chance]] = []
        for number, event in enumerate(self.events):
            if not isinstance(event, Table):
                kept.append((number, event))
            elif event.act == "take-back":
                kept = [(earlier, move) for earlier, move in kept if earlier < event.details["to"]]
        return kept

    def position_after(self, before: Sequence[Position], number: int, event: Event) -> Position:
        """The position after event `number`; `before` holds the positions before all events up to it."""
        position = before[-1]
        if isinstance(event, Table):
            return before[event.details["to"]] if event.act == "take-back" else position
        actor = event.seat if isinstance(event, Action) else "chance"
        if position.actor != actor:
            raise InvalidRecord.of("record_wrong_actor", event=number + 1, actor=actor, expected=position.actor)
        try:
            return position.play(event.move)
        except CaserneError as error:
            raise InvalidRecord.of("record_refused", event=number + 1, reason=error.sentence) from error


def _read_line(number: int, line: str) -> dict[str, Any]:
    try:
        value = json.loads(line)
    except json.JSONDecodeError as error:
        raise InvalidRecord.of("record_not_json", line=number) from error
    if not isinstance(value, dict):
        raise InvalidRecord.of("record_not_json", line=number)
    return value


def _field(number: int, line: dict[str, Any], name: str, kind: type | tuple[type, ...]) -> Any:
    value = line.get(name)
    if name not in line or not isinstance(value, kind) or isinstance(value, bool):
        raise InvalidRecord.of("record_field", line=number, field=name)
    return value


def _read_header(line: dict[str, Any]) -> dict[str, Any]:
    if _field(1, line, "caserne", int) != VERSION:
        raise InvalidRecord.of("record_version", version=line["caserne"], known=VERSION)
    players = _field(1, line, "players", list)
    if not all(isinstance(name, str) for name in players):
        raise InvalidRecord.of("record_field", line=1, field="players")
    return {
        "game": open_game(_field(1, line, "game", str), _field(1, line, "options", dict)),
        "start": _field(1, line, "start", (str, type(None))),
        "match": _field(1, line, "match", str),
        "players": tuple(players),
        "date": _field(1, line, "date", str),
        "dice": _field(1, line, "dice", (str, type(None))),
    }


def read_event(number: int, line: dict[str, Any], game: Game[Any]) -> Event:
    """The event of a line of a record; InvalidRecord says which field is wrong."""
    kind = _field(number, line, "event", str)
    if kind == "action":
        seat = _field(number, line, "seat", int)
        if not 0 <= seat < game.seats:
            raise InvalidRecord.of("record_field", line=number, field="seat")
        return Action(seat, _field(number, line, "move", str))
    if kind == "chance":
        return Chance(_field(number, line, "move", str))
    if kind == "table":
        return _read_table(number, line, game)
    raise InvalidRecord.of("record_field", line=number, field="event")


def _read_table(number: int, line: dict[str, Any], game: Game[Any]) -> Table:
    seat = _field(number, line, "seat", (int, type(None)))
    if seat is not None and not 0 <= seat < game.seats:
        raise InvalidRecord.of("record_field", line=number, field="seat")
    details = {name: value for name, value in line.items() if name not in ("event", "act", "seat")}
    event = Table(_field(number, line, "act", str), seat, details)
    if event.act == "take-back" and not 0 <= _field(number, line, "to", int) <= number - 2:
        raise InvalidRecord.of("record_field", line=number, field="to")
    if "returns" in details:
        _check_numbers(number, "returns", details["returns"], game.seats)
    return event


def _read_end(number: int, line: dict[str, Any], record: Record) -> dict[str, Any]:
    end: dict[str, Any] = _field(number, line, "end", dict)
    if _field(number, end, "events", int) != len(record.events):
        raise InvalidRecord.of("record_truncated", line=number, found=len(record.events), announced=end["events"])
    _field(number, end, "by", str)
    _check_numbers(number, "returns", end.get("returns"), record.game.seats)
    return end


def _check_numbers(number: int, name: str, values: Any, count: int) -> None:
    numbers = isinstance(values, list) and all(isinstance(value, (int, float)) for value in values)
    if not numbers or len(values) != count:
        raise InvalidRecord.of("record_field", line=number, field=name)
