"""The secrets of a running match: they are not events, and only snapshots hold them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from re import fullmatch
from typing import Any, Self

from caserne.core.game.errors import InvalidRecord
from caserne.core.match import fair_dice
from caserne.core.match.events import Event, Sealed, Unsealed
from caserne.core.match.fields import LONGEST_TEXT, is_writable

PRIVATE = "private"
"""The act of the last line of a snapshot."""


@dataclass(frozen=True)
class Private:
    """The secret of the dice and the sealed set-ups."""

    secret: bytes
    sealed: Mapping[int, tuple[bytes, str]] = field(default_factory=dict)
    """By seat: the salt and the set-up."""

    def as_json(self) -> dict[str, Any]:
        sealed = {str(seat): [salt.hex(), setup] for seat, (salt, setup) in self.sealed.items()}
        return {"secret": self.secret.hex(), "sealed": sealed}

    @classmethod
    def read(cls, value: Any, seats: int) -> Self:
        """Read secrets from JSON; InvalidRecord names the field that is wrong."""
        if not isinstance(value, dict) or set(value) != {"secret", "sealed"}:
            raise _wrong("")
        if not _is_hex(value["secret"], fair_dice.SECRET_BYTES):
            raise _wrong(".secret")
        if not isinstance(value["sealed"], dict):
            raise _wrong(".sealed")
        sealed = dict(_read_sealed(seat, kept, seats) for seat, kept in value["sealed"].items())
        return cls(bytes.fromhex(value["secret"]), sealed)

    def check(self, match_id: str, dice: str | None, events: Iterable[Event]) -> None:
        """InvalidRecord unless these are the secrets that the record commits to."""
        if dice is not None and fair_dice.dice_commitment(self.secret, match_id) != dice:
            raise InvalidRecord.of("secret_not_as_committed")
        commitments = sealed_now(events)
        for seat, (salt, setup) in self.sealed.items():
            if fair_dice.setup_commitment(salt, setup) != commitments.get(seat):
                raise InvalidRecord.of("private_not_as_sealed", seat=seat)


def sealed_now(events: Iterable[Event]) -> dict[int, str]:
    """Return the commitments that stand, by seat."""
    found: dict[int, str] = {}
    for event in events:
        if isinstance(event, Sealed):
            found[event.seat] = event.commitment
        elif isinstance(event, Unsealed):
            found.pop(event.seat, None)
    return found


def _read_sealed(seat: str, kept: Any, seats: int) -> tuple[int, tuple[bytes, str]]:
    if seat not in map(str, range(seats)) or not isinstance(kept, list) or len(kept) != 2:
        raise _wrong(".sealed")
    salt, setup = kept
    if not _is_hex(salt, fair_dice.SALT_BYTES) or not is_writable(setup, LONGEST_TEXT):
        raise _wrong(f".sealed.{seat}")
    return int(seat), (bytes.fromhex(salt), setup)


def _is_hex(value: Any, size: int) -> bool:
    return isinstance(value, str) and fullmatch(f"[0-9a-f]{{{2 * size}}}", value) is not None


def _wrong(field: str) -> InvalidRecord:
    return InvalidRecord.of("record_hex", field=PRIVATE + field)
