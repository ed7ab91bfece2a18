"""Properties that the bots assume of every room's evaluation."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec

import numpy as np
import pytest
from bot_positions import random_game
from compiled_rules import compiled
from games_and_options import every_variant, game_of

import caserne
from caserne.core.game.game import Game
from caserne.core.game.position import Position
from caserne.core.game.registry import rooms
from tune import tunable, with_weights

TUNED = [game for game, room in rooms().items() if find_spec(f"{room}.weights")]


def standing(game: Game, position: Position) -> list[float]:
    state, _ = position.scratch()
    return [compiled(game.rules.evaluate)(game.o, state[0], seat) for seat in range(game.seats)]


@pytest.mark.thorough
@every_variant
def test_evaluations_are_between_minus_one_and_one_and_add_up_to_zero_for_two_seats(game_id, options):
    game = game_of(game_id, options)
    for position in random_game(game, 4, most=300):
        values = standing(game, position)
        assert all(-1 <= value <= 1 for value in values), position
        if game.seats == 2:
            assert values[0] == pytest.approx(-values[1]), position


@every_variant
def test_the_evaluation_of_a_finished_game_is_its_result(game_id, options):
    game = game_of(game_id, options)
    last = random_game(game, 4)[-1]
    if last.actor is None:
        assert np.allclose(standing(game, last), last.returns())


@pytest.mark.slow
@pytest.mark.parametrize("game_id", TUNED)
def test_tuning_uses_the_same_evaluation_as_the_bots(game_id):
    weights = tuple(import_module(f"{rooms()[game_id]}.weights").WEIGHTS.values())
    for position in random_game(caserne.game(game_id), 4, most=200):
        if not position.in_setup:
            tuned = standing(with_weights(game_id, weights), position)
            assert tuned == pytest.approx(standing(position.game, position)), position


@pytest.mark.parametrize("game_id", TUNED)
def test_a_game_with_other_weights_has_no_preview(game_id):
    """It would judge moves by the weights in use."""
    assert tunable(game_id).rules.preview is None
