"""From cells that were touched to the move they mean."""

from __future__ import annotations

from typing import Any

from caserne.core.game.game import Game


def move_of(game: Game[Any], cells: tuple[str, ...]) -> str | None:
    """The move that touching these cells would mean if it were legal, so that the rules can say why it is not.

    Moves are written `from-to` in this house; a room that writes some otherwise is asked back what it understands.
    One cell alone stands for a move that goes nowhere: what is wrong with its beginning is said first.
    """
    text = "-".join(cells if len(cells) > 1 else cells * 2)
    try:
        game.read_move(text)
    except ValueError:
        return None
    return text if game.touches(text)[: len(cells)] == cells else None
