"""Proving a record from the file alone: every move legal, every die and every set-up as committed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from caserne.core.game.errors import InvalidRecord
from caserne.core.game.position import Position
from caserne.core.match import fair_dice
from caserne.core.match.leaving import ranked, seats_that_left
from caserne.core.match.record import Action, Chance, Record, Table


@dataclass(frozen=True)
class Proof:
    """What a record has been shown to keep to."""

    moves: int
    """Moves that the rules allow."""
    setups: int
    """Set-ups that are what was sealed."""
    dice: int
    """Die results that follow from the secret and the players' bytes."""
    unproved_setups: int
    """Set-ups without a commitment, or not yet opened."""
    unproved_dice: int
    """Die results without a commitment, or whose secret is not yet revealed."""


def verify(record: Record) -> Proof:
    """Check a whole record; InvalidRecord says what does not agree."""
    positions = [record.first(), *(step.position for step in record.replay())]
    proved_setups, all_setups = _check_setups(record, positions)
    proved_dice, all_dice = _check_dice(record, positions)
    if record.end is not None:
        _check_end(record, positions[-1])
    moves = sum(isinstance(event, Action) for event in record.events) - all_setups
    return Proof(moves, proved_setups, proved_dice, all_setups - proved_setups, all_dice - proved_dice)


def _check_setups(record: Record, positions: list[Position]) -> tuple[int, int]:
    """How many set-ups agree with what was sealed, of how many."""
    sealed = {event.seat: event.details for event in _acts(record, "seal")}
    salts = {event.seat: event.details for event in _acts(record, "reveal")}
    proved = total = 0
    for number, (event, before) in enumerate(zip(record.events, positions, strict=False)):
        if not isinstance(event, Action) or not before.in_setup:
            continue
        total += 1
        if event.seat in sealed and event.seat in salts:
            salt = _bytes(salts[event.seat], "salt")
            if fair_dice.setup_commitment(salt, event.move) != sealed[event.seat].get("commitment"):
                raise InvalidRecord.of("setup_not_as_sealed", event=number + 1, seat=event.seat)
            proved += 1
    return proved, total


def _check_dice(record: Record, positions: list[Position]) -> tuple[int, int]:
    """How many die results follow from the revealed secret, of how many."""
    total = sum(isinstance(event, Chance) for event in record.events)
    secrets = _acts(record, "secret")
    if record.dice is None or not secrets:
        return 0, total
    secret = _bytes(secrets[-1].details, "secret")
    if fair_dice.dice_commitment(secret, record.match) != record.dice:
        raise InvalidRecord.of("secret_not_as_committed")
    given = {event.seat: _bytes(event.details, "bytes") for event in _acts(record, "contribute")}
    missing = [seat for seat in range(record.game.seats) if seat not in given]
    if missing and total:
        raise InvalidRecord.of("contribution_missing", seat=missing[0])
    contributions = [given[seat] for seat in sorted(given, key=lambda seat: seat or 0)]
    fallen = 0
    for number, (event, before) in enumerate(zip(record.events, positions, strict=False)):
        if isinstance(event, Chance):
            if event.move != fair_dice.fall(secret, contributions, fallen, before.legal()):
                raise InvalidRecord.of("die_not_as_committed", event=number + 1)
            fallen += 1
    return total, total


def _check_end(record: Record, final: Position) -> None:
    """The announced end is that of the board, or of the last event that ended the match at the table."""
    assert record.end is not None
    result = final.result()
    table = [event for event in record.events if isinstance(event, Table) and "returns" in event.details]
    if result is not None:
        expected = {"by": result.rule, "returns": ranked(result.returns, seats_that_left(record.events))}
    elif table:
        expected = {"by": table[-1].act, "returns": table[-1].details["returns"]}
    else:
        raise InvalidRecord.of("end_not_reached")
    for name, value in expected.items():
        if record.end.get(name) != value:
            raise InvalidRecord.of("end_differs", field=name, announced=record.end.get(name), found=value)


def _acts(record: Record, act: str) -> list[Table]:
    return [event for event in record.events if isinstance(event, Table) and event.act == act]


def _bytes(details: dict[str, Any], name: str) -> bytes:
    try:
        return bytes.fromhex(details[name])
    except (KeyError, TypeError, ValueError) as error:
        raise InvalidRecord.of("record_hex", field=name) from error
