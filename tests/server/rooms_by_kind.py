"""Games with some property, searched among all rooms: shared tests name only the toy game."""

from __future__ import annotations

from dataclasses import fields
from typing import Any, get_type_hints

import caserne
from caserne.core.game.board_form import BoardForm
from caserne.core.game.option_forms import board_form
from caserne.core.game.registry import about, game_class, options_class, rooms

TOY = "oracle"
"""It has a secret, a die, and turns of two moves."""


def without_secrets_or_luck() -> str:
    """Return a game whose moves can be taken back."""
    return next(game for game in rooms() if not about(game).hidden and about(game).luck == 0)


def with_open_setups() -> str:
    """Return a game with set-ups in which nothing is hidden once they are on the board, and no die falls."""
    plain = [game for game in rooms() if not about(game).hidden and about(game).luck == 0]
    return next(game for game in plain if caserne.game(game).start().in_setup)


def with_learned_beliefs() -> str:
    """Return a game with a network that has learned what hidden pieces are."""
    return next(game for game in rooms() if about(game).hidden and caserne.game(game).net_levels)


def with_long_turns() -> str:
    """Return a game whose turns take several moves and in which nothing is hidden."""
    return next(game for game in rooms() if game_class(game).long_turns and not about(game).hidden)


def with_terms() -> tuple[str, str]:
    """A game with an offer that has conditions, and that offer."""
    return next((game, what) for game in rooms() for what in game_class(game).terms)


def cheapest_terms(game: str, what: str) -> dict[str, int]:
    """The conditions of an offer, as low as they can be."""
    return {name: term.least for name, term in game_class(game).terms[what].items()}


def with_painted_boards() -> tuple[str, BoardForm]:
    """Return a game whose boards people can paint."""
    return next((game, form) for game in rooms() if (form := board_form(game)))


def for_three() -> tuple[str, dict[str, Any]]:
    """Return a game for three players, and the option that sets their number."""
    for game in rooms():
        kinds = get_type_hints(options_class(game))
        for field in fields(options_class(game)):
            if about(game).seats[1] >= 3 and kinds[field.name] is int and field.metadata["most"] >= 3:
                options = {field.name: 3}
                if caserne.game(game, **options).seats == 3:
                    return game, options
    raise LookupError("no game for three players")
