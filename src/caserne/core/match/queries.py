"""The read side of a match: positions, turns, sealed set-ups, offers and what seats have learned."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from caserne.core.game.game import Game
from caserne.core.game.observation import Observation, ObservedEvent
from caserne.core.game.position import Position
from caserne.core.match.authority import MatchSoFar
from caserne.core.match.offers import Offer
from caserne.core.match.record import Record
from caserne.core.match.seat_history import SeatHistory
from caserne.core.match.table_state import TableState


class MatchQueries:
    """Everything that can be asked of a match without changing it."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self._positions = [record.first()]
        self._table = TableState(over=self.position.actor is None)
        self._sealed: dict[int, tuple[bytes, str]] = {}
        """The salt and the set-up that a seat has sealed."""
        self._histories: dict[int | None, SeatHistory] = {}
        self._roller: tuple[Position, int | None] | None = None

    def __repr__(self) -> str:
        return f"<Match {self.record.match}: {str(self.position)!r}, {self.record!r}>"

    @property
    def game(self) -> Game[Any]:
        return self.record.game

    @property
    def position(self) -> Position:
        return self._positions[-1]

    @property
    def positions(self) -> Sequence[Position]:
        """The position before the first event, and those after each."""
        return self._positions

    @property
    def so_far(self) -> MatchSoFar:
        """What the checks of the next event depend on."""
        return MatchSoFar(self.game, self.record.events, self._positions, self._table)

    # Turns

    @property
    def actor(self) -> int | str | None:
        """The seat to act, "chance", or None when the match is over."""
        return None if self.record.end else self.position.actor

    def waiting(self) -> list[int]:
        """Return the seats that can move now; several while set-ups are sealed."""
        actor = self.actor
        if not isinstance(actor, int):
            return []
        if self.position.in_setup:
            return [seat for seat in range(self.game.seats) if seat not in self._sealed]
        return [actor]

    def roller(self) -> int | None:
        """Return who rolls the die now: the seat that moves after it; None if no die is due or that is unknown."""
        if self.actor != "chance":
            return None
        if self._roller is None or self._roller[0] is not self.position:
            self._roller = self.position, self._find_roller()
        return self._roller[1]

    def _find_roller(self) -> int | None:
        seat = self.game.rolls_for(self.position.view(None))
        if seat is None:
            after = self.position.play(self.position.legal()[0]).actor
            return after if isinstance(after, int) else None
        return seat

    # The table

    @property
    def offer(self) -> Offer | None:
        """The offer that waits for an answer; a move or a die ends it."""
        return self._table.offer

    def has_contributed(self, seat: int) -> bool:
        """Whether a seat's bytes for the dice are in, or would come too late."""
        return seat in self._table.contributions or self._table.dice > 0

    def sealed(self, seat: int) -> str | None:
        """Return the set-up that a seat has sealed and that is not on the board yet; only that seat may see it."""
        return self._sealed[seat][1] if self.position.in_setup and seat in self._sealed else None

    def left(self) -> list[int]:
        """Return the seats that have left and that bots play on for."""
        return list(self._table.left)

    # Views

    @property
    def hides(self) -> bool:
        """Whether seats see different things now."""
        return self.actor is not None and (self.game.about.hidden or self.position.in_setup)

    def view(self, seat: int | None) -> Observation:
        """Return what a seat knows now, with all that it has learned on the way."""
        return self.position.view(seat).with_events(self.seen_by(seat))

    def view_after(self, seat: int, events: int) -> Observation:
        """Return what a seat knew after so many events."""
        seen, history = self._positions[events].view(seat), SeatHistory(self.game, seat)
        history.follow(self.record.events[:events], self._positions[: events + 1])
        return seen.with_events(history.events())

    def seen_by(self, seat: int | None) -> tuple[ObservedEvent, ...]:
        """Return the moves and dice that stand, as a seat learned of them."""
        return self.history(seat).events()

    def history(self, seat: int | None) -> SeatHistory:
        """Return what a seat has learned, up to date."""
        history = self._history(seat)
        history.follow(self.record.events, self._positions)
        return history

    def learn(self, seat: int | None, events: int) -> bool:
        """Let the history of a seat follow some more events; return whether it is up to date."""
        history = self._history(seat)
        history.follow(self.record.events[: history.length + events], self._positions)
        return history.length == len(self.record.events)

    def _history(self, seat: int | None) -> SeatHistory:
        """Return what a seat has learned so far; all seats share one history if nothing is hidden any longer."""
        if not self.game.about.hidden and not self.position.in_setup:
            seat = None
        return self._histories.setdefault(seat, SeatHistory(self.game, seat))
