"""An unfinished turn of several moves, which only its seat sees and may undo."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Self

from caserne.core.game.errors import CaserneError
from caserne.core.game.observation import Observation
from caserne.core.game.position import Position
from caserne.core.match.match import Match
from caserne.server.errors import RequestError
from caserne.server.storage.store import from_json

KNOWN_REQUESTS = 20
"""How many of its last requests a draft remembers, so that none is performed twice."""


@dataclass(frozen=True)
class Draft:
    """The moves that a seat has made but not played yet."""

    moves: tuple[str, ...] = ()
    requests: tuple[str, ...] = ()

    @classmethod
    def stored(cls, moves: str, requests: str) -> Self:
        """Read a draft from the JSON of the database."""
        return cls(tuple(from_json(moves)), tuple(from_json(requests)))

    def step(self, match: Match, seat: int, move: str, request: str) -> Self:
        """Add a move; refused if the turn is over or the move is illegal."""
        turn = self.replay(match, seat)
        if turn.position.actor != seat or turn.is_over:
            raise RequestError.of("server.turn_is_over")
        turn.position.play(move)
        return replace(self, moves=(*self.moves, move), requests=self._with_request(request))

    def undo(self, request: str) -> Self:
        """Remove the last move."""
        if not self.moves:
            raise RequestError.of("server.nothing_to_undo")
        return replace(self, moves=self.moves[:-1], requests=self._with_request(request))

    def replay(self, match: Match, seat: int) -> DraftedTurn:
        """Play the moves on the match's position; IllegalMove or InvalidMove if they no longer fit."""
        positions = [match.position]
        for move in self.moves:
            positions.append(positions[-1].play(move))
        return DraftedTurn(match, seat, self.moves, tuple(positions))

    def fits(self, match: Match, seat: int) -> bool:
        """Whether its moves can still be played."""
        try:
            return match.actor == seat and not match.position.in_setup and bool(self.replay(match, seat).positions)
        except CaserneError:
            return False

    def _with_request(self, request: str) -> tuple[str, ...]:
        return (*self.requests, request)[-KNOWN_REQUESTS:]


@dataclass(frozen=True)
class DraftedTurn:
    """A draft replayed on the board; made once for each frame or request."""

    match: Match
    seat: int
    moves: tuple[str, ...]
    positions: tuple[Position, ...]
    """The position before the first move, and those after each."""

    @property
    def position(self) -> Position:
        return self.positions[-1]

    @property
    def is_over(self) -> bool:
        """Whether no move can be added."""
        if not self.moves:
            return False
        *_, before, after = self.positions
        return after.actor != self.seat or self.match.game.ends_turn(before, self.moves[-1], after)

    @property
    def must_be_played(self) -> bool:
        """Whether the last move would show its seat something, so that no draft may hold it.

        In a game with secrets the end of a turn may show something too; a draft holds only moves after which the same
        seat moves again.
        """
        *_, before, after = self.positions
        if self.match.game.event_for(before, self.moves[-1], after, self.seat).revealed:
            return True
        return self.match.game.about.hidden and after.actor != self.seat

    def observation(self, seat: int | None) -> Observation:
        """What a seat would know after the moves; they reveal nothing, see `must_be_played`."""
        events = self.match.seen_by(seat)
        for before, move, after in zip(self.positions, self.moves, self.positions[1:], strict=False):
            events += (self.match.game.event_for(before, move, after, seat),)
        return self.position.view(seat).with_events(events)
