"""What a table of two people allows, as docs/protocol.md and the rulebooks say it: a model of the server without one.

It shares nothing with the server but the rules of the game, asked through `Position`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from caserne.core.game.errors import CaserneError
from caserne.core.game.position import Position

Frame = dict[str, Any]
SEATS = 2
VERSIONED = {"move", "step", "undo", "end", "roll", "take_back", "resign", "leave", "abort", "claim"}
PRESETS = {"hello", "good_luck", "well_played", "thanks", "one_moment", "sorry", "again", "goodbye"}


@dataclass
class Table:
    """One match between seats 0 and 1, without clocks."""

    position: Position
    begun: bool = False
    over: bool = False
    version: int = 0
    sealed: dict[int, str] = field(default_factory=dict)
    contributed: set[int] = field(default_factory=set)
    dice: int = 0
    stand: list[tuple[int, Position]] = field(default_factory=list)
    """The moves that stand: the seat, and the position before."""
    offer: tuple[str, int] | None = None
    """What is proposed, and by whom."""
    draft: str | None = None
    """The one step that the seat on turn has taken."""

    @property
    def hidden(self) -> bool:
        return bool(self.position.game.about.hidden)

    @property
    def on_turn(self) -> int | None:
        """The seat that is to move, or to roll; None while set-ups are arranged."""
        if self.position.in_setup or self.over:
            return None
        if self.position.actor == "chance":
            return self.position.play(self.position.legal()[0]).actor
        return self.position.actor

    # What is allowed

    def allows(self, seats: Sequence[int], frame: Frame) -> bool:
        """Return whether a viewer who plays these seats may do what the frame asks for."""
        kind, named = frame["type"], frame.get("seat")
        if kind in ("ping", "mute"):
            return True
        if kind == "look":
            return named is None or named in seats
        if not seats or (named is not None and named not in seats and kind != "chat"):
            return False
        if kind == "chat":
            return frame.get("preset") in PRESETS
        if kind == "consider":
            return self._may_move(seats[0]) and self.draft is None and self._is_legal(frame["move"])
        if self.over or (not self.begun and kind != "contribute"):
            return False
        if kind in VERSIONED and frame["version"] != self.version:
            return False
        return self._allows_now(seats[0], kind, frame)

    def _allows_now(self, seat: int, kind: str, frame: Frame) -> bool:
        match kind:
            case "contribute":
                return len(frame["bytes"]) == 32 and seat not in self.contributed and not self.dice
            case "ready":
                return self.position.in_setup and seat not in self.sealed and self._is_setup(seat, frame["setup"])
            case "withdraw":
                return self.position.in_setup and seat in self.sealed
            case "move" | "step":
                return self._may_move(seat) and self.draft is None and self._is_legal(frame["move"])
            case "undo" | "end":
                return self._may_move(seat) and self.draft is not None
            case "roll":
                return self.position.actor == "chance" and self.on_turn == seat
            case "offer" if frame["what"] == "take-back":
                return self._may_take_back(seat)
            case "offer":
                return frame["what"] == "draw" and self.on_turn == seat and self.offer is None
            case "accept" | "decline":
                return self.offer is not None and self.offer[1] != seat
            case "take_back":
                return self._may_take_back(seat)
            case "resign" | "leave":
                return True
            case "abort":
                return seat not in [mover for mover, _ in self.stand]
            case _:  # conditions, which the game does not have, and claims, because there are no clocks
                return False

    def _may_move(self, seat: int) -> bool:
        return self.position.actor == seat == self.on_turn

    def _may_take_back(self, seat: int) -> bool:
        return not self.hidden and self.offer is None and seat in [mover for mover, _ in self.stand]

    def _is_legal(self, move: str) -> bool:
        return move in self.position.legal()

    def _is_setup(self, seat: int, setup: str) -> bool:
        position = self.position
        try:
            while position.actor != seat:
                position = position.play(position.random_setup(0))
            position.play(setup)
        except CaserneError:
            return False
        return True

    # What then happens

    def do(self, seat: int, frame: Frame, result: str | None = None) -> None:
        """Perform an allowed request, in as many events as the record gets; `result` is what the die has shown."""
        match frame["type"]:
            case "contribute":
                self.contributed.add(seat)
                self.version += 1
            case "ready":
                self._seal(seat, frame["setup"])
            case "withdraw":
                del self.sealed[seat]
                self.version += 1
            case "step":
                self.draft = frame["move"]
            case "undo":
                self.draft = None
            case "move":
                self._move(seat, frame["move"])
            case "end":
                assert self.draft is not None
                self._move(seat, self.draft)
            case "roll":
                assert result is not None
                self._roll(result)
            case "offer":
                self._propose(seat, frame["what"])
            case "take_back":
                self._propose(seat, "take-back")
            case "decline":
                self.offer, self.version = None, self.version + 1
            case "accept":
                self._accept()
            case "resign" | "leave":
                self._finish(reveals=True)
            case "abort":
                self._finish(reveals=False)

    def _seal(self, seat: int, setup: str) -> None:
        self.sealed[seat] = setup
        self.version += 1
        if len(self.sealed) == SEATS:
            for owner in range(SEATS):
                self.position = self.position.play(self.sealed[owner])
            self.version += SEATS
            if not self.hidden:
                self._reveal()

    def _reveal(self) -> None:
        self.version += len(self.sealed)
        self.sealed = {}

    def _move(self, seat: int, move: str) -> None:
        self.stand.append((seat, self.position))
        self.position, self.offer, self.draft = self.position.play(move), None, None
        self.version += 1
        if self.position.actor is None:
            self._close(reveals=True)

    def _roll(self, result: str) -> None:
        self.version += SEATS - len(self.contributed) + 1
        self.contributed = set(range(SEATS))
        self.position, self.offer = self.position.play(result), None
        self.dice += 1

    def _propose(self, seat: int, what: str) -> None:
        self.offer, self.version = (what, seat), self.version + 1

    def _accept(self) -> None:
        assert self.offer is not None
        what, proposer = self.offer
        self.offer, self.version = None, self.version + 1
        if what == "draw":
            self._finish(reveals=True)
            return
        last = max(number for number, (mover, _) in enumerate(self.stand) if mover == proposer)
        self.position, self.draft = self.stand[last][1], None
        self.stand = self.stand[:last]
        self.version += 1

    def _finish(self, *, reveals: bool) -> None:
        self.version += 1
        self._close(reveals=reveals)

    def _close(self, *, reveals: bool) -> None:
        self.over, self.offer = True, None
        if reveals:
            self._reveal()
        if self.dice:
            self.version += 1
