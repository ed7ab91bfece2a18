"""Evaluations that rooms have learned: what searches assume of them, and how they are learned."""

from __future__ import annotations

import numpy as np
import pytest
from bot_positions import middle_of, random_game
from compiled_rules import compiled
from games_and_options import ALL_VARIANTS, game_of

import caserne
from caserne.bots.names import bot
from caserne.core.game.position import Position
from caserne.core.game.registry import rooms
from caserne.core.kernel.dense import decode, dense, encode, shapes
from exploit_value import Adversary, game_valued_by, room_layers
from fit_network import BATCH, Positions, fit, gradient, log_loss, output, scaled, sigmoid, unscaled
from learn_value import carried_back, read_arguments

LEARNED = [name for name in rooms() if caserne.game(name).rules.learned]
QUICKEST_TO_COMPILE = "movers"
SIZES = 12, 8, 4


def drawn_layers(seed: int) -> list[np.ndarray]:
    drawn = np.random.default_rng(seed)
    return [drawn.normal(size=shape).astype(np.float16).astype(np.float32) for shape in shapes(*SIZES)]


def values_of(position: Position) -> list[float]:
    state, _ = position.scratch()
    return [compiled(position.game.rules.learned)(position.game.o, state[0], seat) for seat in (0, 1)]


def test_a_network_is_read_as_it_was_written():
    layers = drawn_layers(1)
    read = decode(encode(layers), *SIZES)
    assert all((was == now).all() for was, now in zip(layers, read, strict=True))


def test_compiled_interpreted_and_numpy_networks_say_the_same():
    layers, inputs = drawn_layers(2), np.random.default_rng(3).normal(size=(20, SIZES[0])).astype(np.float32)
    inputs[:, 3:6] = 0
    expected = output(layers, inputs)
    for row, value in zip(inputs, expected, strict=True):
        assert compiled(dense)(row, *layers) == dense(row, *layers) == pytest.approx(value, rel=1e-4, abs=1e-4)


@pytest.mark.slow
@pytest.mark.parametrize(("game_id", "options"), [variant for variant in ALL_VARIANTS if variant[0] in LEARNED])
def test_values_are_between_minus_one_and_one_and_add_up_to_zero_for_two_seats(game_id, options):
    game = game_of(game_id, options)
    for position in random_game(game, 4, most=100):
        if game.seats == 2:
            values = values_of(position)
            assert -1 <= values[0] <= 1, position
            assert values[0] == -values[1], position


@pytest.mark.slow
@pytest.mark.parametrize("game_id", LEARNED)
def test_the_value_of_a_finished_game_is_its_result(game_id):
    last = random_game(caserne.game(game_id), 4)[-1]
    assert values_of(last) == list(last.returns())


@pytest.mark.slow
@pytest.mark.parametrize("search", ["alphabeta", "mcts"])
@pytest.mark.parametrize("game_id", LEARNED)
def test_a_search_values_its_leaves_by_what_was_learned(game_id, search):
    position = middle_of(game_id)
    view, names = position.view(position.actor), (f"{search}:leaf=learned@200n", f"{search}@200n")
    analyses = [bot(name, position.game, seed=5).analyse(view) for name in names * 2]
    assert analyses[0] == analyses[2]
    assert analyses[0].value != analyses[1].value


def test_a_room_that_has_learned_nothing_searches_by_its_evaluation():
    position = middle_of("oracle")
    view = position.view(position.actor)
    learned, evaluated = (bot(name, position.game, seed=5).analyse(view) for name in ("mcts:leaf=learned", "mcts"))
    assert learned == evaluated


@pytest.mark.slow
@pytest.mark.parametrize("game_id", LEARNED)
def test_an_adversary_values_positions_as_the_room_until_it_has_learned_something_else(game_id):
    position, layers = middle_of(game_id), room_layers(game_id)
    state, _ = position.scratch()

    def valued_by(layers: list[np.ndarray]) -> float:
        game = game_valued_by(layers, position.game)
        return compiled(game.rules.learned)(game.o, state[0], 0)

    expected = values_of(position)[0]
    assert valued_by(layers) == expected
    assert valued_by([*layers[:-1], -layers[-1]]) != expected


@pytest.mark.slow
def test_an_adversary_thinks_by_its_own_network():
    position, name = middle_of(QUICKEST_TO_COMPILE), "alphabeta:leaf=learned:table=4@100n"
    view, layers = position.view(position.actor), room_layers(QUICKEST_TO_COMPILE)
    expected = bot(name, position.game, seed=5).analyse(view)
    assert Adversary(position.game, name, layers, seed=5).analyse(view) == expected
    layers[-1] = -layers[-1]
    assert Adversary(position.game, name, layers, seed=5).analyse(view).value != expected.value


# Learning


def test_a_network_says_the_same_of_scaled_inputs():
    layers, drawn = drawn_layers(7), np.random.default_rng(8)
    inputs = drawn.normal(3, 2, (20, SIZES[0])).astype(np.float32)
    mean, spread = inputs.mean(0), inputs.std(0)
    back = unscaled(scaled(layers, mean, spread), mean, spread)
    assert output(back, inputs) == pytest.approx(output(layers, inputs), rel=1e-4, abs=1e-3)


def test_a_network_goes_on_from_one_that_is_given():
    layers, drawn = drawn_layers(9), np.random.default_rng(10)
    inputs = drawn.normal(size=(BATCH, SIZES[0])).astype(np.float32)
    results = sigmoid(output(layers, inputs)).astype(np.float32)
    known = Positions(inputs, results, results)
    given, anew = (
        log_loss(output(fit(known, known, SIZES[1:], mixed=0.5, epochs=1, seed=1, begin=begin), inputs), results)
        for begin in (layers, None)
    )
    assert given < 1.1 * log_loss(output(layers, inputs), results) < anew


def test_a_folder_without_games_to_learn_from_is_refused(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr("sys.argv", ["learn_value.py", LEARNED[0], str(tmp_path), "--also", str(tmp_path / "none")])
    with pytest.raises(SystemExit):
        read_arguments()
    assert "none has no games" in capsys.readouterr().err


def test_what_was_thought_after_a_die_is_carried_back_before_it():
    assert list(carried_back([None, 0.5, None, None, -0.25, None], 1.0)) == [0.5, 0.5, -0.25, -0.25, -0.25, 1.0]


def test_the_gradient_is_the_slope_of_the_loss():
    layers = [layer.astype(np.float64) for layer in drawn_layers(4)]
    drawn = np.random.default_rng(5)
    inputs, targets = drawn.normal(size=(30, SIZES[0])), drawn.random(30)
    slopes = gradient(layers, inputs, inputs[:, 0], targets)
    for layer, slope in zip(layers, slopes, strict=True):
        place = np.unravel_index(int(np.argmax(np.abs(slope))), slope.shape)
        ends = []
        for step in (1e-5, -2e-5):
            layer[place] += step
            ends.append(log_loss(output(layers, inputs), targets))
        assert (ends[0] - ends[1]) / 2e-5 == pytest.approx(slope[place], rel=1e-3)


@pytest.mark.thorough
def test_a_network_learns_what_the_evaluation_does_not_know(capsys):
    drawn = np.random.default_rng(6)

    def positions(count: int) -> Positions:
        inputs = drawn.normal(size=(count, SIZES[0])).astype(np.float32)
        truth = sigmoid(3 * np.abs(inputs[:, 1]) - 2).astype(np.float32)
        return Positions(inputs, truth, truth)

    learning, held_back = positions(32 * BATCH), positions(1000)
    layers = fit(learning, held_back, SIZES[1:], mixed=0.5, epochs=30, seed=1)
    before, after = (
        log_loss(odds, held_back.results) for odds in (held_back.inputs[:, 0], output(layers, held_back.inputs))
    )
    assert after < 0.75 * before
    assert "epoch 30" in capsys.readouterr().out
