"""What one seat may know: all that bots, scenes, warnings, logs and clients ever get."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from caserne.core.game.arguments import check_language, check_seed
from caserne.core.game.fields import fields_of
from caserne.core.kernel.layout import CHANCE, OVER, SPECTATOR
from caserne.core.kernel.rng import generator

if TYPE_CHECKING:
    from caserne.core.game.game import Game
    from caserne.core.game.position import Position


@dataclass(frozen=True)
class ObservedEvent:
    """A move or a die as one seat learned of it."""

    actor: int | str | None
    move: str | None
    """None for a set-up that stays sealed."""
    revealed: tuple[tuple[str, str], ...] = ()
    """What it showed, as (cell, what stands or stood there)."""
    way: tuple[str, ...] = ()
    """Its ends and the cells where it turned, in order; empty if the move alone says how it went."""


@dataclass(frozen=True, eq=False, repr=False)
class Observation:
    """What a seat sees of a position and remembers of the game so far."""

    game: Game[Any]
    seat: int | None
    """None: a spectator, who sees what all players know."""
    view: np.ndarray[Any, np.dtype[np.record]]
    """An array of one record of the room's VIEW."""
    past: np.ndarray[Any, np.dtype[np.int64]]
    """The keys that rules about repetition read; they never depend on anything hidden."""
    events: tuple[ObservedEvent, ...] = field(default=())

    @cached_property
    def fields(self) -> Any:
        """The fields of the view as plain attributes, for scenes and sentences."""
        return fields_of(self.view[0])

    @property
    def actor(self) -> int | str | None:
        """The seat to act, "chance", or None when the game is over."""
        return actor_name(int(self.view["actor"][0]))

    @property
    def in_setup(self) -> bool:
        return bool(self.view["setup"][0])

    @property
    def ply(self) -> int:
        """Moves made by seats so far."""
        return int(self.view["ply"][0])

    def with_events(self, events: tuple[ObservedEvent, ...]) -> Observation:
        """Return the same observation with what the seat remembers."""
        return replace(self, events=events)

    def sample(self, seed: int = 0) -> Position:
        """Return a position consistent with everything the seat knows; the true one if nothing is hidden."""
        from caserne.core.game.position import Position

        rules = self.game.rules
        state = np.zeros(1, rules.state)
        rules.arrays.sample(self.game.packed, self.view, self.seat_number, state, generator(check_seed(seed)))
        return Position(self.game, state, self.past)

    def legal(self) -> list[str]:
        """Return the moves that the seat may make now; none if it is not to act.

        They never depend on hidden information: every consistent position has the same ones.
        """
        return self.sample().legal() if self.actor == self.seat else []

    def svg(self, *, lang: str | None = None, dark: bool = False, size: int | None = None) -> str:
        """Draw what the seat sees as SVG; `size` is the width in pixels."""
        return self.game.scene(self, check_language(lang)).svg(dark=dark, size=size)

    def _repr_svg_(self) -> str:
        """Draw it in a notebook."""
        return self.svg()

    def __str__(self) -> str:
        return self.game.write_view(self)

    def __repr__(self) -> str:
        who = "spectator" if self.seat is None else f"seat {self.seat}"
        return f"<Observation of {self.game!r} by {who}: {str(self)!r}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Observation) and self._value() == other._value()

    def __hash__(self) -> int:
        return hash(self._value())

    def _value(self) -> tuple[Any, ...]:
        return self.game, self.seat, self.view.tobytes(), self.past.tobytes(), self.events

    @property
    def seat_number(self) -> int:
        """The seat as a number for rules."""
        return SPECTATOR if self.seat is None else self.seat


def actor_name(number: int) -> int | str | None:
    """Convert an actor of a state: a seat number, "chance", or None when the game is over."""
    if number == OVER:
        return None
    return "chance" if number == CHANCE else number
