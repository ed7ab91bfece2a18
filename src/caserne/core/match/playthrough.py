"""A game as it goes, for programs that play or replay whole games: what a seat has learned grows move by move."""

from __future__ import annotations

from typing import Any

from caserne.core.game.game import Game
from caserne.core.game.observation import Event, Observation
from caserne.core.game.position import Position


class Course:
    """A position and what each seat has learned on the way to it. A match at a table is `Match`."""

    def __init__(self, game: Game[Any], start: Position | None = None) -> None:
        self.game = game
        self.position = start or game.start()
        self._learned: list[list[Event]] = [[] for _ in range(game.seats)]
        self._setups: list[tuple[Position, str, Position]] = []

    def play(self, move: str) -> None:
        """Go on by a move or a die result; a refusal changes nothing."""
        before, after = self.position, self.position.play(move)
        for seat, learned in enumerate(self._learned):
            learned.append(self.game.event_for(before, move, after, seat))
        self.position = after
        if before.in_setup:
            self._setups.append((before, move, after))
            if not after.in_setup and not self.game.about.hidden:
                self._open_setups()

    def view(self, seat: int) -> Observation:
        """What a seat knows now, with all it has learned on the way."""
        seen = self.position.view(seat)
        events = self.game.recall(tuple(self._learned[seat]), seat)
        return Observation(seen.game, seat, seen.view, seen.past, events)

    def _open_setups(self) -> None:
        """Tell all set-ups to everybody, as their owners know them; they came before all else."""
        for number, (before, setup, after) in enumerate(self._setups):
            owner = before.actor if isinstance(before.actor, int) else None
            for learned in self._learned:
                learned[number] = self.game.event_for(before, setup, after, owner)
