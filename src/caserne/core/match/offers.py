"""Offers between players, and how they change with each event."""

from __future__ import annotations

from dataclasses import dataclass, replace

from caserne.core.game.terms import Terms
from caserne.core.match.events import Accepted, Declined, Ending, Event, Proposed, TableEvent, TakenBack, TermsNamed

TAKE_BACK = TakenBack.ACT
"""The offer to take back a move. Available in every game that allows take-backs; the match goes on after it."""


@dataclass(frozen=True)
class Offer:
    """A proposal of a seat that waits for answers."""

    what: str
    """One of the game's `offers`: a draw, an armistice, ... or TAKE_BACK."""
    seat: int
    """The proposer."""
    terms: Terms | None
    """The conditions that another seat has named, which the proposer must accept."""
    accepted: frozenset[int]
    """The seats that have accepted so far."""

    def waits_for(self, seats: int) -> set[int]:
        """Return the seats that must still answer: the proposer if conditions were named, else all others."""
        wanted = {seat for seat in range(seats) if (seat == self.seat) == (self.terms is not None)}
        return wanted - self.accepted


def offer_after(offer: Offer | None, event: Event) -> Offer | None:
    """Return the offer after one more event; a move or a die ends it."""
    if not isinstance(event, TableEvent) or isinstance(event, (Declined, TakenBack, Ending)):
        return None
    if isinstance(event, Proposed):
        return Offer(event.what, event.seat, None, frozenset())
    if offer and isinstance(event, TermsNamed):
        return replace(offer, terms=event.terms)
    if offer and isinstance(event, Accepted):
        return replace(offer, accepted=offer.accepted | {event.seat})
    return offer
