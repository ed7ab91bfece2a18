"""Events of a record: one frozen dataclass for each kind, whose fields declare what they may hold.

Every field is checked when a match writes an event and when a line is read. Undeclared acts and fields are refused. See
docs/records.md.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import MISSING, dataclass
from typing import Any, ClassVar, NamedTuple

from caserne.core.game.errors import InvalidRecord, TableError
from caserne.core.game.terms import wrong_term
from caserne.core.match import fair_dice
from caserne.core.match.fields import (
    LONGEST_TEXT,
    Check,
    Place,
    is_agreement,
    is_earlier_event,
    is_hex,
    is_name,
    is_nobody,
    is_object,
    is_offer,
    is_result,
    is_seat,
    is_text,
    shown,
)

COMMITMENT_BYTES = 32


def checked(check: Check, *, key: str | None = None, **default: Any) -> Any:
    """Declare a field of an event with its check; `key` is its name in a line if that differs."""
    return dataclasses.field(metadata={"check": check, "key": key}, **default)


@dataclass(frozen=True)
class Action:
    """A seat has moved."""

    seat: int = checked(is_seat)
    move: str = checked(is_text)

    def as_json(self) -> dict[str, Any]:
        return {"event": "action", "seat": self.seat, "move": self.move}


@dataclass(frozen=True)
class Chance:
    """A die has fallen."""

    move: str = checked(is_text)

    def as_json(self) -> dict[str, Any]:
        return {"event": "chance", "move": self.move}


class TableEvent:
    """An event at the table and not on the board; `ACT` is its name in a line."""

    ACT: ClassVar[str]
    seat: int | None

    @property
    def act(self) -> str:
        return self.ACT

    def as_json(self) -> dict[str, Any]:
        line: dict[str, Any] = {"event": "table", "act": self.act, "seat": self.seat}
        for spec in _SPECS[type(self)]:
            value = getattr(self, spec.name)
            if spec.name != "seat" and (value or not spec.optional):
                line[spec.key] = value
        return line


Event = Action | Chance | TableEvent


# Set-ups and dice


@dataclass(frozen=True)
class Contributed(TableEvent):
    """A seat has contributed bytes to the dice."""

    ACT = "contribute"
    seat: int = checked(is_seat)
    contribution: str = checked(is_hex(fair_dice.CONTRIBUTION_BYTES), key="bytes")


@dataclass(frozen=True)
class Sealed(TableEvent):
    """A seat has sealed a set-up; only a commitment to it is shown."""

    ACT = "seal"
    seat: int = checked(is_seat)
    commitment: str = checked(is_hex(COMMITMENT_BYTES))


@dataclass(frozen=True)
class Unsealed(TableEvent):
    """A seat has unsealed its set-up."""

    ACT = "unseal"
    seat: int = checked(is_seat)


@dataclass(frozen=True)
class Revealed(TableEvent):
    """The salt that proves a set-up."""

    ACT = "reveal"
    seat: int = checked(is_seat)
    salt: str = checked(is_hex(fair_dice.SALT_BYTES))


@dataclass(frozen=True)
class SecretRevealed(TableEvent):
    """The secret that proves the dice."""

    ACT = "secret"
    secret: str = checked(is_hex(fair_dice.SECRET_BYTES))
    seat: None = checked(is_nobody, default=None)


# Offers


@dataclass(frozen=True)
class Proposed(TableEvent):
    """A seat has proposed an offer."""

    ACT = "offer"
    seat: int = checked(is_seat)
    what: str = checked(is_offer)


@dataclass(frozen=True)
class TermsNamed(TableEvent):
    """A seat has answered an offer with conditions."""

    ACT = "terms"
    seat: int = checked(is_seat)
    what: str = checked(is_agreement)
    terms: Mapping[str, int] = checked(is_object, default_factory=dict)


@dataclass(frozen=True)
class Accepted(TableEvent):
    """A seat has accepted an offer."""

    ACT = "accept"
    seat: int = checked(is_seat)
    what: str = checked(is_offer)


@dataclass(frozen=True)
class Declined(TableEvent):
    """A seat has declined an offer."""

    ACT = "decline"
    seat: int = checked(is_seat)
    what: str = checked(is_offer)


@dataclass(frozen=True)
class TakenBack(TableEvent):
    """The position is again the one before event number `to`."""

    ACT = "take-back"
    seat: int = checked(is_seat)
    to: int = checked(is_earlier_event)


# Hints


@dataclass(frozen=True)
class Hinted(TableEvent):
    """A seat that plays against bots was told a good move."""

    ACT = "hint"
    seat: int = checked(is_seat)


# Endings


@dataclass(frozen=True)
class Ending(TableEvent):
    """An event that ended the match with a result of its own."""

    seat: int = checked(is_seat)
    returns: tuple[float, ...] = checked(is_result)

    def as_json(self) -> dict[str, Any]:
        line = super().as_json()
        line["returns"] = list(line.pop("returns"))  # the last field of the line
        return line


@dataclass(frozen=True)
class Resigned(Ending):
    """A seat has resigned."""

    ACT = "resign"


@dataclass(frozen=True)
class TimedOut(Ending):
    """A seat's time has run out."""

    ACT = "timeout"


@dataclass(frozen=True)
class Aborted(Ending):
    """A seat has aborted the match before it had properly begun."""

    ACT = "abort"


@dataclass(frozen=True)
class Forfeited(Ending):
    """A bot has failed or broken the rules."""

    ACT = "forfeit"
    reason: str | None = checked(is_text, default=None)


def printable(reason: str) -> str:
    """Return the reason of a program, shortened and without characters that UTF-8 cannot write."""
    return reason[:LONGEST_TEXT].encode("utf-8", "replace").decode()


@dataclass(frozen=True)
class LastLeft(Ending):
    """A seat has left, and only one stays."""

    ACT = "leave"


@dataclass(frozen=True)
class Agreed(Ending):
    """All have agreed to an offer that ends the match; the act is the name of the offer, the seat its proposer."""

    what: str = checked(is_agreement, key="act")
    terms: Mapping[str, int] = checked(is_object, default_factory=dict)

    @property
    def act(self) -> str:
        return self.what


@dataclass(frozen=True)
class Left(TableEvent):
    """The people of a seat have left; a bot plays on."""

    ACT = "leave"
    seat: int = checked(is_seat)
    bot: str | None = checked(is_name, default=None)


ACTS: dict[str, type[TableEvent]] = {
    kind.ACT: kind
    for kind in (
        *(Contributed, Sealed, Unsealed, Revealed, SecretRevealed),
        *(Proposed, TermsNamed, Accepted, Declined, TakenBack, Hinted),
        *(Resigned, TimedOut, Aborted, Forfeited, Left),
    )
}
"""The kinds of table events by their acts. Besides these, an act may be one of the game's offers (`Agreed`)."""


# Checking and reading


class _Spec(NamedTuple):
    """What a field of an event may hold, and its name in a line."""

    name: str
    key: str
    check: Check
    optional: bool
    """Whether a line may leave it out; a table event always has its seat."""


def _declared(kind: type[Any]) -> tuple[_Spec, ...]:
    return tuple(
        _Spec(
            field.name,
            field.metadata["key"] or field.name,
            field.metadata["check"],
            field.name != "seat" and (field.default, field.default_factory) != (MISSING, MISSING),
        )
        for field in dataclasses.fields(kind)
    )


_SPECS: dict[type[Any], tuple[_Spec, ...]] = {
    kind: _declared(kind) for kind in (Action, Chance, *ACTS.values(), LastLeft, Agreed)
}


def check_event(event: Event, place: Place) -> None:
    """TableError if a field of a new event is not what the format allows."""
    wrong = _wrong_field(event, place)
    if wrong is not None:
        raise TableError.of("event_field", field=wrong)


def _wrong_field(event: Event, place: Place) -> str | None:
    """Return the name in a line of the first field with a wrong value."""
    for spec in _SPECS[type(event)]:
        value = getattr(event, spec.name)
        if not (spec.optional and value is None) and not spec.check(value, place):
            return spec.key
    if isinstance(event, (TermsNamed, Agreed)):
        return wrong_term(place.game.terms.get(event.what, {}), event.terms)
    return None


def read_event(line: Mapping[str, Any], place: Place) -> Event:
    """Return the event of a line of a record; InvalidRecord names the line and the field that is wrong."""
    kind: type[Any] = _kind(line, place)
    if kind in (TermsNamed, Agreed):
        line = _with_terms_apart(line, place)
    values = _values(line, kind, place)
    if isinstance(values.get("returns"), list):
        values["returns"] = tuple(values["returns"])
    event: Event = kind(**values)
    wrong = _wrong_field(event, place)
    if wrong is not None:
        raise _wrong(place, wrong)
    return event


def _values(line: Mapping[str, Any], kind: type[Any], place: Place) -> dict[str, Any]:
    """Return the fields of a line by their names in the event; InvalidRecord if one is unknown or missing."""
    specs = _SPECS[kind]
    known = {"event", *(spec.key for spec in specs)} | ({"act"} if issubclass(kind, TableEvent) else set())
    unknown = next((name for name in line if name not in known), None)
    if unknown is not None:
        raise _wrong(place, unknown)
    values = {}
    for spec in specs:
        if spec.key in line and not (spec.optional and line[spec.key] is None):
            values[spec.name] = line[spec.key]
        elif spec.key in line or not spec.optional:
            raise _wrong(place, spec.key)
    return values


def _kind(line: Mapping[str, Any], place: Place) -> type[Event]:
    """Return the kind of event of a line."""
    what = line.get("event")
    if what == "action":
        return Action
    if what == "chance":
        return Chance
    if what != "table":
        raise _wrong(place, "event")
    act = line.get("act")
    if act == LastLeft.ACT and "returns" in line:
        return LastLeft
    if isinstance(act, str) and act in ACTS:
        return ACTS[act]
    if not is_agreement(act, place):
        raise _wrong(place, "act")
    return Agreed


def _with_terms_apart(line: Mapping[str, Any], place: Place) -> Mapping[str, Any]:
    """Return the line with its terms in an object of their own; old records have them among the other fields."""
    what = line.get("what", line.get("act"))
    declared = place.game.terms.get(what, {}) if isinstance(what, str) else {}
    flat = {name: line[name] for name in declared if name in line and name not in _STRUCTURE}
    if not flat or "terms" in line:
        return line
    return {**{name: value for name, value in line.items() if name not in flat}, "terms": flat}


_STRUCTURE = ("event", "act", "seat", "what", "returns", "terms")
"""Fields that no term of an old record can mean."""


def _wrong(place: Place, name: str) -> InvalidRecord:
    return InvalidRecord.of("record_field", line=place.number + 2, field=shown(name))
