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
    """Return the number of the event that would be taken back; TableError says why none can be.

    Dice that fell after it are taken back too. They keep their numbers, so that the next die is a new one that nobody
    can foresee, until the match is over and the secret of the dice is out.
    """
    if game.about.hidden:
        raise TableError.of("no_take_back_of_secrets")
    number = last_move_of(seat, events, positions)
    if number is None:
        raise TableError.of("no_take_back")
    if over and any(isinstance(event, Chance) for event in events):
        raise TableError.of("no_take_back_after_dice")
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
