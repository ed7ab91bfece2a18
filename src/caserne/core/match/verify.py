"""Verification of a record from the file alone: every move is legal, every die and set-up is as committed."""

from __future__ import annotations

from dataclasses import dataclass

from caserne.core.game.errors import InvalidRecord
from caserne.core.game.position import Position
from caserne.core.match import fair_dice
from caserne.core.match.authority import audit, check_end
from caserne.core.match.events import Action, Chance, Contributed, Revealed, Sealed, SecretRevealed
from caserne.core.match.record import Record


@dataclass(frozen=True)
class Proof:
    """What was verified in a record."""

    moves: int
    """Moves that the rules allow."""
    setups: int
    """Set-ups that match their commitment."""
    dice: int
    """Die results that follow from the secret and the players' bytes."""
    unproved_setups: int
    """Set-ups without a commitment, or not yet revealed."""
    unproved_dice: int
    """Die results without a commitment, or whose secret is not yet revealed."""


def verify(record: Record) -> Proof:
    """Check a whole record; InvalidRecord says what does not agree."""
    positions, table = audit(record)
    proved_setups, all_setups = _check_setups(record, positions)
    proved_dice, all_dice = _check_dice(record, positions)
    check_end(record.end, positions[-1], table)
    moves = sum(isinstance(event, Action) for event in record.events) - all_setups
    return Proof(moves, proved_setups, proved_dice, all_setups - proved_setups, all_dice - proved_dice)


def _check_setups(record: Record, positions: list[Position]) -> tuple[int, int]:
    """Return how many set-ups match their commitment, and how many there are."""
    sealed = {event.seat: event.commitment for event in record.events if isinstance(event, Sealed)}
    salts = {event.seat: bytes.fromhex(event.salt) for event in record.events if isinstance(event, Revealed)}
    proved = total = 0
    for number, (event, before) in enumerate(zip(record.events, positions, strict=False)):
        if not isinstance(event, Action) or not before.in_setup:
            continue
        total += 1
        if event.seat in sealed and event.seat in salts:
            if fair_dice.setup_commitment(salts[event.seat], event.move) != sealed[event.seat]:
                raise InvalidRecord.of("setup_not_as_sealed", event=number + 1, seat=event.seat)
            proved += 1
    return proved, total


def _check_dice(record: Record, positions: list[Position]) -> tuple[int, int]:
    """Return how many die results follow from the revealed secret, and how many there are."""
    total = sum(isinstance(event, Chance) for event in record.events)
    secrets = [bytes.fromhex(event.secret) for event in record.events if isinstance(event, SecretRevealed)]
    if record.dice is None or not secrets:
        return 0, total
    secret = secrets[-1]
    if fair_dice.dice_commitment(secret, record.match) != record.dice:
        raise InvalidRecord.of("secret_not_as_committed")
    given = {event.seat: bytes.fromhex(event.contribution) for event in record.events if isinstance(event, Contributed)}
    missing = [seat for seat in range(record.game.seats) if seat not in given]
    if missing and total:
        raise InvalidRecord.of("contribution_missing", seat=missing[0])
    contributions = [given[seat] for seat in sorted(given)]
    rolled = 0
    for number, (event, before) in enumerate(zip(record.events, positions, strict=False)):
        if isinstance(event, Chance):
            if event.move != fair_dice.die_result(secret, contributions, rolled, before.legal()):
                raise InvalidRecord.of("die_not_as_committed", event=number + 1)
            rolled += 1
    return total, total
