"""What a seat may do now, decided in one place: a match checks it before it acts, and buttons are shown by it.

Each check raises TableError with the reason. Whether a move is legal is decided by the position, and which events a
record may hold by `authority`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from enum import Enum, auto
from typing import Any

from caserne.core.game.errors import TableError
from caserne.core.match import authority
from caserne.core.match.events import Contributed, Proposed
from caserne.core.match.offers import TAKE_BACK, Offer
from caserne.core.match.queries import MatchQueries


class Act(Enum):
    """Something that a seat does on the board or at the table."""

    CONTRIBUTE = auto()
    SEAL = auto()
    UNSEAL = auto()
    MOVE = auto()
    ROLL = auto()
    ABORT = auto()
    RESIGN = auto()
    LEAVE = auto()
    TAKE_BACK = auto()
    """Propose to take back the seat's last move."""
    ACCEPT = auto()
    DECLINE = auto()
    NAME_TERMS = auto()
    CLAIM = auto()
    """Claim that another seat's time has run out."""


def allowed_acts(match: MatchQueries, seat: int, overdue: Collection[int] = ()) -> set[Act]:
    """Return what a seat may do now, apart from offers; `overdue` are the seats whose time has run out."""
    acts = {act for act in _CHECKS if is_allowed(act, match, seat)}
    return acts | {Act.CLAIM} if claimable_seat(match, seat, overdue) is not None else acts


def allowed_offers(match: MatchQueries, seat: int) -> list[str]:
    """Return the offers of the game that a seat may propose now."""
    return [what for what in match.game.offers if _passes(check_offer, match, seat, what)]


def is_allowed(act: Act, match: MatchQueries, seat: int) -> bool:
    """Whether a seat may do something now."""
    return _passes(_CHECKS[act], match, seat)


def way_out(match: MatchQueries, seat: int) -> Act:
    """Return how a seat stops playing: it aborts if it may, else it resigns (two seats) or leaves (more seats)."""
    if is_allowed(Act.ABORT, match, seat):
        return Act.ABORT
    return Act.RESIGN if match.game.seats == 2 else Act.LEAVE


def claimable_seat(match: MatchQueries, seat: int, overdue: Collection[int]) -> int | None:
    """Return the overdue seat against which another may claim; None if there is none."""
    return None if match.actor is None else next((other for other in overdue if other != seat), None)


# Checks


def check_contribution(match: MatchQueries, seat: int) -> None:
    """A seat contributes once, before the first die."""
    authority.check_allowed(match.so_far, Contributed(seat, ""))


def check_seal(match: MatchQueries, seat: int) -> None:
    """A seat seals one set-up."""
    check_running(match)
    if not match.position.in_setup:
        raise TableError.of("no_setup_now")
    if seat not in match.waiting():
        raise TableError.of("already_sealed", seat=seat)


def check_unseal(match: MatchQueries, seat: int) -> None:
    """A seat unseals its set-up until all are in."""
    if match.actor is None or match.sealed(seat) is None:
        raise TableError.of("nothing_sealed", seat=seat)


def check_move(match: MatchQueries, seat: int) -> None:
    """The seat to act moves, once set-ups are done."""
    check_running(match)
    if match.position.in_setup or seat != match.actor:
        raise TableError.of("not_your_turn", seat=seat)


def check_roll(match: MatchQueries, seat: int | None) -> None:
    """The die is rolled by the seat that moves after it, or by any seat if that is unknown; None: by the program."""
    if match.actor != "chance":
        raise TableError.of("no_die_now")
    if seat is not None and match.roller() not in (None, seat):
        raise TableError.of("not_your_turn", seat=seat)


def check_offer(match: MatchQueries, seat: int, what: str) -> None:
    """A seat proposes one of the game's offers on its own turn, before or after its die, once set-ups are done."""
    on_turn = match.roller() if match.actor == "chance" else match.actor
    if on_turn != seat:
        raise TableError.of("match_over" if match.actor is None else "not_your_turn", seat=seat)
    if match.position.in_setup:
        raise TableError.of("no_offer_in_setup")
    if match.offer is not None or what not in match.game.offers:
        raise TableError.of("no_such_offer", what=what, offers=", ".join(match.game.offers))


def check_take_back_offer(match: MatchQueries, seat: int) -> None:
    """A seat proposes to take back its last move, if no other offer is pending."""
    authority.check_allowed(match.so_far, Proposed(seat, TAKE_BACK))


def check_answer(match: MatchQueries, seat: int) -> Offer:
    """Return the offer that waits for the seat's answer."""
    return authority.offer_for(match.so_far, seat)


def check_terms(match: MatchQueries, seat: int) -> Offer:
    """Return the offer that the seat may answer with conditions."""
    offer = check_answer(match, seat)
    if offer.terms is not None or offer.what == TAKE_BACK:
        raise TableError.of("no_offer")
    if not match.game.terms.get(offer.what):
        raise TableError.of("no_terms", what=offer.what, field="terms")
    return offer


def check_abort(match: MatchQueries, seat: int) -> None:
    """A seat aborts before it has moved, and before all others have."""
    check_running(match)
    authority.check_abort(match.so_far, seat)


def check_leave(match: MatchQueries, seat: int) -> None:
    """A seat leaves a match of more than two, once."""
    check_running(match)
    authority.check_leave(match.so_far, seat)


def check_running(match: MatchQueries, seat: int | None = None) -> None:
    """A seat resigns at any time before the end."""
    if match.actor is None:
        raise TableError.of("match_over")


_CHECKS: dict[Act, Callable[[MatchQueries, int], object]] = {
    Act.CONTRIBUTE: check_contribution,
    Act.SEAL: check_seal,
    Act.UNSEAL: check_unseal,
    Act.MOVE: check_move,
    Act.ROLL: check_roll,
    Act.ABORT: check_abort,
    Act.RESIGN: check_running,
    Act.LEAVE: check_leave,
    Act.TAKE_BACK: check_take_back_offer,
    Act.ACCEPT: check_answer,
    Act.DECLINE: check_answer,
    Act.NAME_TERMS: check_terms,
}


def _passes(check: Callable[..., object], *arguments: Any) -> bool:
    try:
        check(*arguments)
    except TableError:
        return False
    return True
