"""Which move a seat may take back, for players and for checks of records."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from caserne.core.game.errors import TableError
from caserne.core.game.game import Game
from caserne.core.game.position import Position
from caserne.core.match.events import Action, Chance, Event, TakenBack


def take_back_target(
    game: Game[Any], events: Sequence[Event], positions: Sequence[Position], seat: int, *, over: bool
) -> int:
    """Return the number of the event that would be taken back; TableError says why none can be."""
    if game.about.hidden:
        raise TableError.of("no_take_back_of_secrets")
    number = last_move_of(seat, events, positions)
    if number is None:
        raise TableError.of("no_take_back")
    if any(isinstance(event, Chance) for event in events[0 if over else number :]):
        raise TableError.of("no_take_back_across_dice")  # after the end the secret of the dice is out
    return number


def last_move_of(seat: int, events: Sequence[Event], positions: Sequence[Position]) -> int | None:
    """Return the number of the seat's last move that has not been taken back; a set-up is not a move."""
    stands_before = len(events)
    for number in reversed(range(len(events))):
        event = events[number]
        if isinstance(event, TakenBack):
            stands_before = min(stands_before, event.to)
        elif number < stands_before and isinstance(event, Action) and event.seat == seat:
            return None if positions[number].in_setup else number
    return None
