"""The game that a visitor has chosen: a room with a preset and some options changed."""

from __future__ import annotations

from typing import Any

import caserne
from caserne.core.game.errors import InvalidOption
from caserne.core.game.game import Game
from caserne.core.game.option_forms import board_form, preset
from caserne.core.game.registry import options_class
from caserne.core.game.words import SHARED_WORDS


def chosen_game(game_id: str, preset_name: str | None, options: dict[str, Any]) -> Game[Any]:
    """Return a game with a preset and some options changed; an error names the wrong option."""
    try:
        return caserne.game(game_id, **{**preset(game_id, preset_name or "rulebook"), **options})
    except InvalidOption as error:
        if "option" in error.sentence.fields or error.sentence.words == SHARED_WORDS:
            raise
        raise _with_option_name(game_id, options, error) from error


def prepared_game(game_id: str, preset_name: str | None, options: dict[str, Any]) -> Game[Any]:
    """Return a chosen game with the tables that its rules need, which take a while for a new board."""
    game = chosen_game(game_id, preset_name, options)
    _ = game.packed
    return game


def has_own_board(game_id: str, options: dict[str, Any]) -> bool:
    """Check whether the board itself is among the options, so that it may never have been seen before."""
    form = board_form(game_id)
    return form is not None and form.option in options


def _with_option_name(game_id: str, options: dict[str, Any], error: InvalidOption) -> InvalidOption:
    """Return the error with the name of the wrong option: the one that is refused by itself too."""
    for name, value in options.items():
        try:
            options_class(game_id).read({name: value})
        except InvalidOption as alone:
            sentence = alone.sentence
            return InvalidOption(sentence.words(sentence.key, **{**sentence.fields, "option": name}))
    return error
