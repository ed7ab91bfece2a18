"""The move that touched cells stand for."""

from __future__ import annotations

from typing import Any

from caserne.core.game.game import Game


def move_of(game: Game[Any], cells: tuple[str, ...]) -> str | None:
    """Return the move that touched cells stand for, legal or not, so that the rules can say why it is refused.

    Moves are usually written `from-to`; None if the room reads that text otherwise. A single cell stands for a move to
    itself: refusals of the origin are reported first.
    """
    text = "-".join(cells if len(cells) > 1 else cells * 2)
    try:
        game.read_move(text)
    except ValueError:
        return None
    return text if game.touches(text)[: len(cells)] == cells else None
