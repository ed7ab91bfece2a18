"""What one seat has learned of the moves of a match, updated event by event."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import Any

from caserne.core.game.game import Game
from caserne.core.game.observation import ObservedEvent
from caserne.core.game.position import Position
from caserne.core.match.events import Action, Event, Revealed, TableEvent, TakenBack


class SeatHistory:
    """The moves and dice that were not taken back, as a seat learned of them; set-ups once they are revealed."""

    def __init__(self, game: Game[Any], seat: int | None) -> None:
        self._game, self._seat = game, seat
        self._read = 0
        self._seen: dict[int, ObservedEvent] = {}
        """By the number of the event."""

    @property
    def length(self) -> int:
        """The number of events that it has followed."""
        return self._read

    def follow(self, events: Sequence[Event], positions: Sequence[Position]) -> None:
        """Add the new events; `positions` are those before each event, and the last one."""
        for number in range(self._read, len(events)):
            event = events[number]
            if not isinstance(event, TableEvent):
                self._seen[number] = self._observe(number, event.move, positions, self._seat)
            elif isinstance(event, Revealed):
                self._reveal_setup(event.seat, events, positions)
            elif isinstance(event, TakenBack):
                self._seen = {earlier: seen for earlier, seen in self._seen.items() if earlier < event.to}
        self._read = len(events)

    def events(self) -> tuple[ObservedEvent, ...]:
        """Return all events that the seat is still shown."""
        return self._game.recall(tuple(self._seen.values()), self._seat)

    def since(self, first: int) -> dict[int, ObservedEvent]:
        """Return the events from a number on, newest first, by number."""
        newest_first = zip(reversed(self._seen), reversed(self.events()), strict=True)
        return dict(takewhile(lambda numbered: numbered[0] >= first, newest_first))

    def _reveal_setup(self, owner: int, events: Sequence[Event], positions: Sequence[Position]) -> None:
        for number in self._seen:
            event = events[number]
            if isinstance(event, Action) and event.seat == owner and positions[number].in_setup:
                self._seen[number] = self._observe(number, event.move, positions, owner)

    def _observe(self, number: int, move: str, positions: Sequence[Position], seat: int | None) -> ObservedEvent:
        return self._game.event_for(positions[number], move, positions[number + 1], seat)
