"""What players propose to each other at the table, and how an offer fares from event to event."""

from __future__ import annotations

from dataclasses import dataclass, replace

from caserne.core.game.terms import Terms
from caserne.core.match.events import Accepted, Declined, Ending, Event, Proposed, Table, TakenBack, TermsNamed

TAKE_BACK = TakenBack.ACT
"""The offer that every game has which takes moves back at all; what is accepted is done, and the match goes on."""


@dataclass(frozen=True)
class Offer:
    """Something that a seat has proposed at the table and that waits for an answer."""

    what: str
    """One of the game's `offers`: a draw, an armistice, ... or TAKE_BACK."""
    seat: int
    """Who proposed it."""
    terms: Terms | None
    """The conditions that another seat has named; then it is for the proposer to accept them."""
    accepted: frozenset[int]
    """The seats that have agreed so far."""

    def waits_for(self, seats: int) -> set[int]:
        """The seats whose answer is still wanted: the proposer's where conditions were named, else all the others'."""
        wanted = {seat for seat in range(seats) if (seat == self.seat) == (self.terms is not None)}
        return wanted - self.accepted


def offer_after(offer: Offer | None, event: Event) -> Offer | None:
    """What is proposed after one more event; a move or a die that falls puts an end to an offer."""
    if not isinstance(event, Table) or isinstance(event, (Declined, TakenBack, Ending)):
        return None
    if isinstance(event, Proposed):
        return Offer(event.what, event.seat, None, frozenset())
    if offer and isinstance(event, TermsNamed):
        return replace(offer, terms=event.terms)
    if offer and isinstance(event, Accepted):
        return replace(offer, accepted=offer.accepted | {event.seat})
    return offer
