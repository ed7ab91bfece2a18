"""The state of the table, updated event by event."""

from __future__ import annotations

from dataclasses import dataclass, field

from caserne.core.game.position import Position
from caserne.core.match.events import (
    Chance,
    Contributed,
    Ending,
    Event,
    LastLeft,
    Left,
    Revealed,
    Sealed,
    TakenBack,
    Unsealed,
)
from caserne.core.match.offers import Offer, offer_after


@dataclass
class TableState:
    """What decides which table events are allowed next."""

    offer: Offer | None = None
    """The offer that waits for an answer; a move or a die ends it."""
    contributions: dict[int, bytes] = field(default_factory=dict)
    """The bytes for the dice, by seat."""
    dice: int = 0
    """How many dice have fallen."""
    commitments: dict[int, str] = field(default_factory=dict)
    """The set-ups that are sealed and not yet revealed, by seat."""
    left: list[int] = field(default_factory=list)
    """The seats that have left, in that order."""
    ending: Ending | None = None
    """The event that ended the match at the table."""
    over: bool = False
    """Whether the match has ended, at the table or on the board."""

    def add(self, event: Event, after: Position) -> None:
        """Update the state by an event and the position after it."""
        self.offer = offer_after(self.offer, event)
        if isinstance(event, Chance):
            self.dice += 1
        elif isinstance(event, Contributed):
            self.contributions[event.seat] = bytes.fromhex(event.contribution)
        elif isinstance(event, Sealed):
            self.commitments[event.seat] = event.commitment
        elif isinstance(event, (Unsealed, Revealed)):
            self.commitments.pop(event.seat, None)
        self._update_end(event, after)

    def _update_end(self, event: Event, after: Position) -> None:
        if isinstance(event, (Left, LastLeft)):
            self.left.append(event.seat)
        if isinstance(event, Ending):
            self.ending = event
        elif isinstance(event, TakenBack):
            self.ending = None
        self.over = self.ending is not None or after.actor is None
