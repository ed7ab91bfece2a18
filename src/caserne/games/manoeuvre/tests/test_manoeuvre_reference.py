"""The rules agree with the test vectors, with a second implementation, and with themselves."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from naive_manoeuvre import NaiveManoeuvre

import caserne
from caserne.core.kernel.compiled import INTERPRETED
from caserne.core.simulation.simulate import simulate
from caserne.games.manoeuvre import rules
from caserne.games.manoeuvre.options import draw_layout, write_layout

FOLDER = Path(__file__).parent
VECTORS = [
    json.loads(line)
    for name in ("manoeuvre.jsonl", "manoeuvre_refusals.jsonl")
    for line in (FOLDER / "vectors" / name).read_text("utf-8").splitlines()
]
CUSTOM = "7,9,11,13/8,10,12,14,16,78/15,17,19"
VARIANTS = [
    {"players": players, "base": base, "order_bonus": bonus, "order_penalty": penalty, "layout": layout}
    for players, base, bonus, penalty, layout in [
        (2, "stack", False, False, "suggested"),
        (3, "stack", False, False, CUSTOM),
        (4, "stack", False, False, "suggested"),
        (2, "direct", True, False, CUSTOM),
        (3, "direct", False, True, "suggested"),
        (4, "direct", True, True, CUSTOM),
    ]
]


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["note"])
def test_the_vectors_agree(vector):
    position = caserne.game("manoeuvre", **vector["options"]).position(vector["position"]).play_all(vector["moves"])
    if "after" in vector:
        assert str(position) == vector["after"]
        assert position.legal() == vector["legal"]
        for depth, count in vector["perft"].items():
            assert position.perft(int(depth)) == count
        result = position.result()
        if vector["result"] is None:
            assert result is None
        else:
            assert list(result.scores) == vector["result"]["scores"]
            assert [round(number, 4) for number in result.returns] == vector["result"]["returns"]
    for move, refusing in vector.get("refused", {}).items():
        assert [refusal.rule for refusal in position.explain(move)] == refusing


def naive(game, text):
    options = game.options.as_dict()
    return NaiveManoeuvre(text, **options)


def random_move(draw: random.Random, seats: str) -> str:
    """Return a random readable move, legal or not."""
    kind = draw.random()
    if kind < 0.1:
        return str(draw.randint(1, 6))
    if kind < 0.2:
        return draw.choice(seats) + str(draw.randint(1, 3))
    return f"{draw.randint(1, 84)}-{draw.choice([*range(1, 85), 'yard', 'yard', 'yard'])}"


@pytest.mark.slow
@pytest.mark.parametrize("options", VARIANTS, ids=str)
@settings(max_examples=1 if INTERPRETED else 3, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_whole_games_agree_with_a_second_implementation(options, seed):
    draw = random.Random(seed)
    options = {**options, "layout": write_layout(draw_layout()) if seed % 3 == 0 else options["layout"]}
    game = caserne.game("manoeuvre", **options)
    position, other = game.start(), naive(game, "- - --- R?")
    while position.actor is not None:
        legal = position.legal()
        assert legal == other.legal()
        move = draw.choice(legal)
        position = position.play(move)
        other.play(move)
        assert str(position) == other.text()
        if draw.random() < 0.1:
            assert str(game.position(str(position))) == naive(game, str(position)).text() == str(position)
            for asked in (random_move(draw, other.seats) for _ in range(5)):
                assert [refusal.rule for refusal in position.explain(asked)] == other.refused(asked)
    assert list(position.scores()) == other.scores()
    assert list(position.returns()) == pytest.approx(other.returns())


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_perft_agrees_with_a_second_implementation(options):
    game = caserne.game("manoeuvre", **options)
    position = middle_game(game, 40)
    assert position.perft(2) == naive(game, str(position)).perft(2)


def middle_game(game, actions, seed=1):
    draw, position = random.Random(seed), game.start()
    for _ in range(actions):
        position = position.play(draw.choice(position.legal()))
    return position


@pytest.mark.slow
@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_refusal_is_empty_exactly_for_legal_actions(options):
    game = caserne.game("manoeuvre", **options)
    for actions in (0, 1, 5, 13, 30, 80, 130):
        position = middle_game(game, actions)
        state, past = position._copy_state()[0], np.zeros(0, np.int64)
        tried = range(0, rules.ACTIONS, 7 if INTERPRETED else 1)
        allowed = {n for n in tried if not rules.refusal(game.o, state, past, n)}
        assert allowed == set(position.legal_actions()) & set(tried)


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_a_state_read_from_text_equals_the_played_state(options):
    game = caserne.game("manoeuvre", **options)
    for actions in (3, 30, 80, 130):
        position = middle_game(game, actions)
        loaded = game.position(str(position))._copy_state()[0]
        played = position._copy_state()[0]
        for name in rules.STATE.names:
            if name != "ply":
                assert np.array_equal(loaded[name], played[name]), name


def test_every_seat_sees_everything():
    game = caserne.game("manoeuvre", players=3)
    position = middle_game(game, 50)
    for seat in (None, 0, 1, 2):
        view = position.view(seat)
        assert str(view) == str(position)
        assert view.sample() == position
        assert view.sample().view(seat) == view


GAMES = """
import caserne
from caserne.core.simulation.simulate import simulate
for options in {variants!r}:
    print(simulate(caserne.game("manoeuvre", **options), 2, seed=5, jobs=1).digest())
"""


@pytest.mark.slow
def test_interpreted_and_compiled_rules_play_the_same_games():
    program = GAMES.format(variants=VARIANTS)
    command = [sys.executable, "-W", "error::RuntimeWarning", "-c", program]
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    interpreted = subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout.split()
    compiled = [simulate(caserne.game("manoeuvre", **options), 2, seed=5, jobs=1).digest() for options in VARIANTS]
    assert interpreted == compiled


@pytest.mark.parametrize("players", [2, 3, 4])
def test_simulations_have_scores_for_every_seat(players):
    games = 4 if INTERPRETED else 200
    simulation = simulate(caserne.game("manoeuvre", players=players), games, seed=1, jobs=1)
    assert simulation.unfinished == 0
    assert simulation.scores.shape == (games, players)
    assert 78 <= simulation.scores.sum(axis=1).min() <= simulation.scores.sum(axis=1).max() <= 84
    assert simulation.count_endings() == {"GM-15": games}
    assert simulation.returns.sum() == pytest.approx(0)


@pytest.mark.thorough
@pytest.mark.skipif(INTERPRETED, reason="ten thousand games need compiled rules")
def test_ten_thousand_games_have_the_fingerprint():
    fingerprint = (FOLDER.parent / "fingerprint.txt").read_text("ascii").strip()
    assert simulate(caserne.game("manoeuvre"), 10_000, seed=1).digest() == fingerprint
