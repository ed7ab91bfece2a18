"""Which table events are allowed: checked before a match writes an event, and for each event of a record.

`verify` and `Match.resume` make the same checks, so that a record cannot hold what no player could have done: a
take-back of somebody else's move, a draw without an offer, a wrong result.
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
    Hinted,
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


class MatchSoFar(NamedTuple):
    """A match before its next event."""

    game: Game[Any]
    events: Sequence[Event]
    positions: Sequence[Position]
    """The position before the first event, and those after each."""
    table: TableState

    @property
    def position(self) -> Position:
        return self.positions[-1]


def check_allowed(before: MatchSoFar, event: Event) -> None:
    """TableError unless an event is allowed now. Whether a move is legal is checked by the position."""
    if before.table.over and not isinstance(event, (Revealed, SecretRevealed, TakenBack)):
        raise TableError.of("match_over")
    check = _CHECKS.get(type(event))
    if check is not None:
        check(before, event)
    if isinstance(event, Ending) and tuple(event.returns) != result_of(before, event):
        raise TableError.of("wrong_result", act=event.act, result=list(result_of(before, event)))


def result_of(before: MatchSoFar, event: Ending) -> tuple[float, ...]:
    """Return the result of an ending at the table."""
    game = before.game
    if isinstance(event, Agreed):
        return tuple(game.agreement_returns(event.what, event.seat))
    if isinstance(event, Aborted):
        return (0.0,) * game.seats
    if isinstance(event, LastLeft):
        return tuple(last_to_stay_wins(game.seats, [*before.table.left, event.seat]))
    return tuple(game.defeat_returns(event.seat))


def check_abort(before: MatchSoFar, seat: int) -> None:
    """A seat may abort before it has moved, and before all others have."""
    has_moved = last_move_of(seat, before.events, before.positions) is not None
    if has_moved or before.position.ply >= before.game.seats:
        raise TableError.of("too_late_to_abort")


def check_leave(before: MatchSoFar, seat: int) -> None:
    """A seat may leave a match of more than two, once."""
    if seat in before.table.left or before.game.seats < 3:
        raise TableError.of("cannot_leave")


def offer_for(before: MatchSoFar, seat: int) -> Offer:
    """Return the offer that waits for the seat's answer."""
    offer = None if before.table.over else before.table.offer
    if offer is None or seat not in offer.waits_for(before.game.seats):
        raise TableError.of("no_offer")
    return offer


# One check for each kind of event


def _check_contribution(before: MatchSoFar, event: Contributed) -> None:
    if event.seat in before.table.contributions or before.table.dice:
        raise TableError.of("bad_contribution", seat=event.seat, length=CONTRIBUTION_BYTES)


def _check_seal(before: MatchSoFar, event: Sealed) -> None:
    if not before.position.in_setup:
        raise TableError.of("no_setup_now")


def _check_unseal(before: MatchSoFar, event: Unsealed) -> None:
    if not before.position.in_setup or event.seat not in before.table.commitments:
        raise TableError.of("nothing_sealed", seat=event.seat)


def _check_reveal(before: MatchSoFar, event: Revealed) -> None:
    """Set-ups are revealed at the end; in games without secrets, once all are on the board."""
    shown = not before.game.about.hidden and not before.position.in_setup
    if event.seat not in before.table.commitments or not (before.table.over or shown):
        raise TableError.of("nothing_sealed", seat=event.seat)


def _check_secret(before: MatchSoFar, event: SecretRevealed) -> None:
    if not before.table.over or not before.table.dice:
        raise TableError.of("secret_too_early")


def _check_proposal(before: MatchSoFar, event: Proposed) -> None:
    if before.table.offer is not None:
        raise TableError.of("one_offer_at_a_time")
    if event.what == TAKE_BACK:
        _target(before, event.seat)


def _check_terms(before: MatchSoFar, event: TermsNamed) -> None:
    if _answered(before, event).terms is not None:
        raise TableError.of("no_offer")


def _answered(before: MatchSoFar, event: TermsNamed | Accepted | Declined) -> Offer:
    offer = offer_for(before, event.seat)
    if offer.what != event.what:
        raise TableError.of("no_offer")
    return offer


def _check_take_back(before: MatchSoFar, event: TakenBack) -> None:
    if event.to != _target(before, event.seat):
        raise TableError.of("no_take_back")


def _target(before: MatchSoFar, seat: int) -> int:
    return take_back_target(before.game, before.events, before.positions, seat, over=before.table.over)


def _check_hint(before: MatchSoFar, event: Hinted) -> None:
    if before.position.actor != event.seat or before.position.in_setup:
        raise TableError.of("not_your_turn", seat=event.seat)


def _check_agreement(before: MatchSoFar, event: Agreed) -> None:
    """All have accepted this offer of this seat, under these terms."""
    offer = before.table.offer
    if offer is None or (offer.what, offer.seat) != (event.what, event.seat) or offer.waits_for(before.game.seats):
        raise TableError.of("nothing_agreed", what=event.what)
    if dict(offer.terms or {}) != dict(event.terms):
        raise TableError.of("nothing_agreed", what=event.what)


def _check_aborted(before: MatchSoFar, event: Aborted) -> None:
    check_abort(before, event.seat)


def _check_left(before: MatchSoFar, event: Left | LastLeft) -> None:
    """The last but one to leave ends the match."""
    check_leave(before, event.seat)
    ends = len(before.table.left) + 2 == before.game.seats
    if ends != isinstance(event, LastLeft):
        raise TableError.of("cannot_leave")


_CHECKS: dict[type[Any], Callable[[MatchSoFar, Any], Any]] = {
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
    Hinted: _check_hint,
    Agreed: _check_agreement,
    Aborted: _check_aborted,
    Left: _check_left,
    LastLeft: _check_left,
}
"""By kind of event; moves and dice, resignations, timeouts and forfeits only need a match that is not over."""


# Whole records


def check_recorded(before: MatchSoFar, event: Event) -> None:
    """InvalidRecord unless an event of a record is allowed."""
    try:
        check_allowed(before, event)
    except TableError as error:
        raise InvalidRecord.of("record_refused", event=len(before.events) + 1, reason=error.sentence) from error


def audit(record: Record) -> tuple[list[Position], TableState]:
    """Return all positions of a record and the table after it; InvalidRecord if an event is not allowed."""
    positions = [record.first()]
    table = TableState(over=positions[0].actor is None)
    so_far: list[Event] = []
    before = MatchSoFar(record.game, so_far, positions, table)
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
    """Return how a match ended, on the board or else at the table; None while it goes on."""
    result = final.result()
    if result is not None:
        return {"by": result.rule, "returns": ranked(result.returns, table.left), "scores": result.scores}
    if table.ending is None:
        return None
    return {"by": table.ending.act, "returns": list(table.ending.returns), "scores": None}
