"""What the table allows: a match asks before it writes an event, and whoever checks a record asks for each event.

`verify` and `Match.resume` go through the same checks as players do, so that a record cannot hold what nobody could
have done: a take-back of what a die decided, a draw without an offer, a result that the house would not give.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from caserne.core.game.errors import InvalidRecord, TableError
from caserne.core.game.game import Game
from caserne.core.game.position import Position
from caserne.core.match.events import (
    Aborted,
    Accepted,
    Agreed,
    Contributed,
    Declined,
    Ending,
    Event,
    LastLeft,
    Left,
    Proposed,
    Revealed,
    Sealed,
    SecretRevealed,
    TakenBack,
    TermsNamed,
    Unsealed,
)
from caserne.core.match.fair_dice import CONTRIBUTION_BYTES
from caserne.core.match.leaving import last_to_stay_wins, ranked
from caserne.core.match.offers import TAKE_BACK, Offer
from caserne.core.match.record import Record
from caserne.core.match.table_state import TableState
from caserne.core.match.take_backs import last_move_of, take_back_target


class Before(NamedTuple):
    """A match before an event."""

    game: Game[Any]
    events: Sequence[Event]
    positions: Sequence[Position]
    """The position before the first event, and those after each."""
    table: TableState

    @property
    def position(self) -> Position:
        return self.positions[-1]


def check_allowed(before: Before, event: Event) -> None:
    """TableError unless the table allows an event now. Whether a move is legal is the position's matter."""
    if before.table.over and not isinstance(event, (Revealed, SecretRevealed, TakenBack)):
        raise TableError.of("match_over")
    check = _CHECKS.get(type(event))
    if check is not None:
        check(before, event)
    if isinstance(event, Ending) and tuple(event.returns) != result_of(before, event):
        raise TableError.of("wrong_result", act=event.act, result=list(result_of(before, event)))


def result_of(before: Before, event: Ending) -> tuple[float, ...]:
    """The result that the house gives for an ending at the table."""
    game = before.game
    if isinstance(event, Agreed):
        return tuple(game.agreement_returns(event.what, event.seat))
    if isinstance(event, Aborted):
        return (0.0,) * game.seats
    if isinstance(event, LastLeft):
        return tuple(last_to_stay_wins(game.seats, [*before.table.left, event.seat]))
    return tuple(game.defeat_returns(event.seat))


def may_abort(before: Before, seat: int) -> bool:
    """Whether a seat can still call the match off: it has not moved yet, nor have all the others."""
    no_move = last_move_of(seat, before.events, before.positions) is None
    return not before.table.over and before.position.ply < before.game.seats and no_move


def offer_for(before: Before, seat: int) -> Offer:
    """The offer that waits for the seat's answer."""
    offer = None if before.table.over else before.table.offer
    if offer is None or seat not in offer.waits_for(before.game.seats):
        raise TableError.of("no_offer")
    return offer


# One check for each kind of event


def _check_contribution(before: Before, event: Contributed) -> None:
    if event.seat in before.table.contributions or before.table.dice:
        raise TableError.of("bad_contribution", seat=event.seat, length=CONTRIBUTION_BYTES)


def _check_seal(before: Before, event: Sealed) -> None:
    if not before.position.in_setup:
        raise TableError.of("no_setup_now")


def _check_unseal(before: Before, event: Unsealed) -> None:
    if not before.position.in_setup or event.seat not in before.table.commitments:
        raise TableError.of("nothing_sealed", seat=event.seat)


def _check_reveal(before: Before, event: Revealed) -> None:
    """Set-ups are opened at the end, or once all are on the board where nothing is hidden."""
    shown = not before.game.about.hidden and not before.position.in_setup
    if event.seat not in before.table.commitments or not (before.table.over or shown):
        raise TableError.of("nothing_sealed", seat=event.seat)


def _check_secret(before: Before, event: SecretRevealed) -> None:
    if not before.table.over or not before.table.dice:
        raise TableError.of("secret_too_early")


def _check_proposal(before: Before, event: Proposed) -> None:
    if before.table.offer is not None:
        raise TableError.of("one_offer_at_a_time")
    if event.what == TAKE_BACK:
        _target(before, event.seat)


def _check_terms(before: Before, event: TermsNamed) -> None:
    if _answered(before, event).terms is not None:
        raise TableError.of("no_offer")


def _answered(before: Before, event: TermsNamed | Accepted | Declined) -> Offer:
    offer = offer_for(before, event.seat)
    if offer.what != event.what:
        raise TableError.of("no_offer")
    return offer


def _check_take_back(before: Before, event: TakenBack) -> None:
    if event.to != _target(before, event.seat):
        raise TableError.of("no_take_back")


def _target(before: Before, seat: int) -> int:
    return take_back_target(before.game, before.events, before.positions, seat, over=before.table.over)


def _check_agreement(before: Before, event: Agreed) -> None:
    """All have accepted this offer of this seat, under these terms."""
    offer = before.table.offer
    if offer is None or (offer.what, offer.seat) != (event.what, event.seat) or offer.waits_for(before.game.seats):
        raise TableError.of("nothing_agreed", what=event.what)
    if dict(offer.terms or {}) != dict(event.terms):
        raise TableError.of("nothing_agreed", what=event.what)


def _check_abort(before: Before, event: Aborted) -> None:
    if not may_abort(before, event.seat):
        raise TableError.of("too_late_to_abort")


def _check_leave(before: Before, event: Left | LastLeft) -> None:
    """A seat leaves once, and only a match of more than two; the last but one to go ends it."""
    left, seats = before.table.left, before.game.seats
    ends = len(left) + 2 == seats
    if event.seat in left or seats < 3 or ends != isinstance(event, LastLeft):
        raise TableError.of("cannot_leave")


_CHECKS: dict[type[Any], Callable[[Before, Any], Any]] = {
    Contributed: _check_contribution,
    Sealed: _check_seal,
    Unsealed: _check_unseal,
    Revealed: _check_reveal,
    SecretRevealed: _check_secret,
    Proposed: _check_proposal,
    TermsNamed: _check_terms,
    Accepted: _answered,
    Declined: _answered,
    TakenBack: _check_take_back,
    Agreed: _check_agreement,
    Aborted: _check_abort,
    Left: _check_leave,
    LastLeft: _check_leave,
}
"""By kind of event; moves and dice, resignations, timeouts and forfeits only need a match that is not over."""


# Whole records


def check_recorded(before: Before, event: Event) -> None:
    """InvalidRecord unless the table allowed an event of a record."""
    try:
        check_allowed(before, event)
    except TableError as error:
        raise InvalidRecord.of("record_refused", event=len(before.events) + 1, reason=error.sentence) from error


def audit(record: Record) -> tuple[list[Position], TableState]:
    """All positions of a record and the table after it; InvalidRecord where rules or table refuse an event."""
    positions = [record.first()]
    table = TableState(over=positions[0].actor is None)
    so_far: list[Event] = []
    before = Before(record.game, so_far, positions, table)
    for number, event in enumerate(record.events):
        check_recorded(before, event)
        positions.append(record.position_after(positions, number, event))
        table.add(event, positions[-1])
        so_far.append(event)
    return positions, table


def check_end(end: dict[str, Any] | None, final: Position, table: TableState) -> None:
    """InvalidRecord unless the announced end is the one that was reached."""
    expected = end_of(final, table)
    if end is None:
        if table.ending is not None:
            raise InvalidRecord.of("end_missing")
        return
    if expected is None:
        raise InvalidRecord.of("end_not_reached")
    for name in ("by", "returns"):
        if end.get(name) != expected[name]:
            raise InvalidRecord.of("end_differs", field=name, announced=end.get(name), found=expected[name])


def end_of(final: Position, table: TableState) -> dict[str, Any] | None:
    """How a match ended, on the board or else at the table; None while it goes on."""
    result = final.result()
    if result is not None:
        return {"by": result.rule, "returns": ranked(result.returns, table.left), "scores": result.scores}
    if table.ending is None:
        return None
    return {"by": table.ending.act, "returns": list(table.ending.returns), "scores": None}
