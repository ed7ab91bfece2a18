"""One game, step by step, with what each seat has learned: what adapters to other libraries are made of."""

from __future__ import annotations

import copy
import hashlib
from typing import Any, NamedTuple, Self

import numpy as np

from caserne.core.game.encode import encode_view
from caserne.core.game.features import Features, planes
from caserne.core.game.game import Game
from caserne.core.game.observation import ObservedEvent
from caserne.core.game.position import Position
from caserne.env.arrays import Array, features_of
from caserne.env.batch import InvalidActions


class Turn(NamedTuple):
    """A move, a die result or a whole set-up that was made."""

    before: Position
    move: str
    after: Position


class Episode:
    """A game that seats play by outputs, see `Features`."""

    def __init__(self, game: Game[Any], position: Position | None = None) -> None:
        self.game = game
        self.position = position or game.start()
        self.memory = np.zeros(1, self.features.memory)
        self._turns: tuple[Turn, ...] = ()
        self._setup: tuple[Position, tuple[int, ...]] = (self.position, ())
        """Where the present set-up began, and its placements so far."""
        self._known_before = ("",) * game.seats
        """What each seat knew when this episode was sampled."""

    @property
    def features(self) -> Features:
        return features_of(self.game)

    @property
    def actor(self) -> int | str | None:
        return self.position.actor

    # Moves

    def legal_outputs(self) -> list[int]:
        """Return the outputs of the legal moves of the seat to act, sorted."""
        seat = self._seat()
        view = self.position.view(seat).view[0]
        return sorted(self._output(view, seat, action) for action in self.position.legal_actions())

    def action_of(self, output: int) -> int:
        """Return the action of an output of the seat to act; InvalidActions if it has none."""
        if not 0 <= output < self.features.outputs:
            raise InvalidActions.of("action_range", index=0, action=output, last=self.features.outputs - 1)
        seat = self._seat()
        return int(self.features.action_of(self.game.o, self.position.view(seat).view[0], seat, int(output)))

    def apply_output(self, output: int) -> None:
        """Make the move of an output; IllegalMove if rules refuse it, and nothing changes."""
        action = self.action_of(output)
        self._follow(action, self.position.play_action(action))

    def apply_move(self, move: str) -> None:
        """Make a move given as text: a die result, or a whole set-up."""
        for action in self.game.read_move(move):
            self._follow(action, self.position.play_action(action))

    def _output(self, view: np.record, seat: int, action: int) -> int:
        return int(self.features.output_of(self.game.o, view, seat, action))

    def _follow(self, action: int, after: Position) -> None:
        before, self.position = self.position, after
        if before.in_setup:
            self._place(before, action)
            return
        self._turns += (Turn(before, self.game.write_move([action]), after),)
        if self.features.remember and after.actor is not None:
            self.features.remember(self.game.o, after.view(None).view[0], self.memory[0])

    def _place(self, before: Position, action: int) -> None:
        """Keep a placement; a finished set-up is a turn."""
        began, placed = self._setup[0], (*self._setup[1], action)
        if self.position.in_setup and self.position.actor == before.actor:
            self._setup = began, placed
        else:
            self._turns += (Turn(began, self.game.write_move(placed), self.position),)
            self._setup = self.position, ()

    # What seats know

    def observe(self, seat: int) -> tuple[Array, Array]:
        """Return the planes and the scalars of what a seat sees."""
        position, features = self.position, self.features
        observation = position.view(seat)
        _, past = position.scratch()
        words, scalars = encode_view(self.game, features, observation.view, past, self.memory, seat)
        return planes(words, len(features.channels)).reshape(*features.board, -1), scalars

    def mask(self, seat: int) -> Array:
        """Return 1 for each output that is legal for a seat; all 0 if it is not to act."""
        mask = np.zeros(self.features.outputs, np.int8)
        if self.position.actor == seat:
            mask[self.legal_outputs()] = 1
        return mask

    def knowledge(self, seat: int) -> str:
        """Return all that a seat has learned, as text: two games with the same text are the same to it."""
        text = f"seat {seat}{self._learned(seat)}"
        if self.position.in_setup and self.position.actor == seat:
            text += "\nplaced " + " ".join(self.game.write_move([action]) for action in self._setup[1])
        return text

    def _learned(self, seat: int) -> str:
        return self._known_before[seat] + "".join(f"\n{_line(self._event(turn, seat))}" for turn in self._turns)

    def _event(self, turn: Turn, seat: int) -> ObservedEvent:
        """Return a turn as a seat learned of it; set-ups are revealed when play begins, unless the game hides them."""
        revealed = turn.before.in_setup and not self.position.in_setup and not self.game.about.hidden
        knower: Any = turn.before.actor if revealed else seat
        return self.game.event_for(turn.before, turn.move, turn.after, knower)

    # Copies

    def copy(self) -> Self:
        twin = copy.copy(self)
        twin.memory = self.memory.copy()
        return twin

    def __deepcopy__(self, _: Any) -> Self:
        return self.copy()

    def sampled(self, seat: int, seed: int) -> Self:
        """Return an episode that is the same to a seat, with what is hidden from it drawn at random."""
        twin = self.copy()
        twin.position = self.position.view(seat).sample(seed)
        twin._turns = ()
        known = [_digest(twin.position, other) for other in range(self.game.seats)]
        known[seat] = self._learned(seat)
        twin._known_before = tuple(known)
        return twin

    def _seat(self) -> int:
        assert isinstance(self.position.actor, int)
        return self.position.actor


def _line(event: ObservedEvent) -> str:
    revealed = "".join(f" {cell}={what}" for cell, what in event.revealed)
    return f"{event.actor}: {event.move or 'sealed'}{revealed}"


def _digest(position: Position, seat: int) -> str:
    return "\nsampled " + hashlib.sha256(position.view(seat).view.tobytes()).hexdigest()[:16]
