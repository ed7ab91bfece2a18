"""A game that a program plays or replays from start to end, with what each seat learns move by move."""

from __future__ import annotations

from typing import Any

from caserne.core.game.game import Game
from caserne.core.game.observation import Observation, ObservedEvent
from caserne.core.game.position import Position


class Playthrough:
    """A position and what each seat has learned on the way to it. A match between people is a `Match`."""

    def __init__(self, game: Game[Any], start: Position | None = None) -> None:
        self.game = game
        self.position = start or game.start()
        self._events: list[list[ObservedEvent]] = [[] for _ in range(game.seats)]
        """By seat."""
        self._setups: list[tuple[Position, str, Position]] = []

    def play(self, move: str) -> None:
        """Play a move or a die result; nothing changes if it is refused."""
        before, after = self.position, self.position.play(move)
        for seat, events in enumerate(self._events):
            events.append(self.game.event_for(before, move, after, seat))
        self.position = after
        if before.in_setup:
            self._setups.append((before, move, after))
            if not after.in_setup and not self.game.about.hidden:
                self._reveal_setups()

    def view(self, seat: int) -> Observation:
        """What a seat knows now, with all it has learned on the way."""
        return self.position.view(seat).with_events(self.game.recall(tuple(self._events[seat]), seat))

    def _reveal_setups(self) -> None:
        """Replace the set-ups, which are the first events, by what their owners know of them."""
        for number, (before, setup, after) in enumerate(self._setups):
            owner = before.actor if isinstance(before.actor, int) else None
            for events in self._events:
                events[number] = self.game.event_for(before, setup, after, owner)
