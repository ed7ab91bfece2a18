"""An unfinished turn of several moves, which its seat alone sees and may undo."""

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
"""How many of its last requests a draft remembers, so that none is done twice."""


@dataclass(frozen=True)
class Draft:
    """The moves that a seat has made but not played yet."""

    moves: tuple[str, ...] = ()
    requests: tuple[str, ...] = ()

    @classmethod
    def stored(cls, moves: str, requests: str) -> Self:
        """From the JSON of the database."""
        return cls(tuple(from_json(moves)), tuple(from_json(requests)))

    def step(self, match: Match, seat: int, move: str, request: str) -> Self:
        """With one move more; refused where the turn is over, or the move is illegal."""
        position = self.position(match)
        if position.actor != seat or self.turn_is_over(match, seat):
            raise RequestError.of("server.turn_is_over")
        position.play(move)
        return replace(self, moves=(*self.moves, move), requests=self._known(request))

    def undo(self, request: str) -> Self:
        """Without its last move."""
        if not self.moves:
            raise RequestError.of("server.nothing_to_undo")
        return replace(self, moves=self.moves[:-1], requests=self._known(request))

    def positions(self, match: Match) -> list[Position]:
        """Before the first move, after it, ... and after the last."""
        positions = [match.position]
        for move in self.moves:
            positions.append(positions[-1].play(move))
        return positions

    def position(self, match: Match) -> Position:
        return self.positions(match)[-1]

    def fits(self, match: Match, seat: int) -> bool:
        """Whether its moves can still be played."""
        try:
            return match.actor == seat and not match.position.in_setup and bool(self.positions(match))
        except CaserneError:
            return False

    def observation(self, match: Match, seat: int | None) -> Observation:
        """What the seat would know; nothing is revealed by the moves of a draft, see `crosses`."""
        positions, events = self.positions(match), match.seen_by(seat)
        for before, move, after in zip(positions, self.moves, positions[1:], strict=False):
            events += (match.game.event_for(before, move, after, seat),)
        return positions[-1].view(seat).with_events(events)

    def turn_is_over(self, match: Match, seat: int) -> bool:
        """Whether nothing more can be added to it."""
        if not self.moves:
            return False
        *_, before, after = self.positions(match)
        return after.actor != seat or match.game.ends_turn(before, self.moves[-1], after)

    def _known(self, request: str) -> tuple[str, ...]:
        return (*self.requests, request)[-KNOWN_REQUESTS:]


def must_be_played(match: Match, seat: int, before: Position, move: str, after: Position) -> bool:
    """Whether a move would show its seat something, so that no draft may hold it.

    Where something is hidden, the end of a turn may tell too; only what goes on with the turn is held back there.
    """
    if match.game.event_for(before, move, after, seat).revealed:
        return True
    return match.game.about.hidden and after.actor != seat
