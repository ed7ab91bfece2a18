"""Batches of games: the same for any number of threads, started anew when they end, safe from wrong actions."""

from __future__ import annotations

from copy import copy
from dataclasses import replace

import numpy as np
import pytest

import caserne
from caserne.core.game.errors import RoomError
from caserne.env import InvalidActions, InvalidBatch, batch
from caserne.env.setups import LIBRARY, RANDOM, InvalidSetups


def test_threads_change_nothing():
    one, three = (batch("movers", 50, seed=1, jobs=jobs) for jobs in (1, 3))
    for _ in range(100):
        one.step(one.draw_actions())
        three.step(three.draw_actions())
        for name in ("cells", "planes", "scalars", "mask", "seats", "rewards", "terminated", "lengths"):
            assert (getattr(one, name) == getattr(three, name)).all()


@pytest.mark.parametrize(("longest", "steps"), [(5, 0), (22, 30)])
def test_a_list_longer_than_MAX_MOVES_is_told(longest, steps):
    """At the start 22 moves are legal, later more."""
    game = copy(caserne.game("breakthrough"))
    game.rules = replace(game.rules, max_moves=longest)
    with pytest.raises(RoomError, match=f"MAX_MOVES is {longest}"):
        play(batch(game, 50, seed=1, jobs=2), steps)


def play(games, steps):
    for _ in range(steps):
        games.step(games.draw_actions())


def test_games_that_end_start_anew_in_the_same_step():
    games, ended = batch("movers", 100, seed=2), 0
    for _ in range(300):
        games.step(games.draw_actions())
        over = games.terminated
        ended += int(over.sum())
        assert (games.counts > 0).all()
        assert (games.rewards[~over] == 0).all()
        assert (games.rewards.sum(axis=1) == 0).all()
        assert (games.endings[over] > 0).all()
        assert (games.lengths[over] > 0).all()
    assert ended > 50


def test_a_limit_cuts_games_off():
    games = batch("movers", 10, limit=5)
    for step in range(1, 11):
        games.step(games.draw_actions())
        assert games.truncated.all() == (step % 5 == 0)
        assert not games.terminated.any()


def test_the_same_actions_give_the_same_games_again():
    runs = []
    for _ in range(2):
        games = batch("stratego", 20, seed=9, army="barrage")
        for _ in range(50):
            games.step(games.draw_actions())
        runs.append(games.cells.tobytes())
    assert runs[0] == runs[1]


def test_set_ups_come_from_the_library_or_from_all_arrangements():
    people, anything = (batch("stratego", 500, setups=kind, planes=False) for kind in (LIBRARY, RANDOM))
    flag = [channel.name for channel in people.features.channels].index("own flag")
    in_rear = [np.flatnonzero(games.cells >> flag & 1) % 100 < 20 for games in (people, anything)]
    assert in_rear[0].all()
    assert not in_rear[1].all()


@pytest.mark.parametrize("output", [-1, 579, 2**40])
def test_an_action_out_of_range_is_refused_with_the_index_of_its_game(output):
    games = batch("movers", 4)
    actions = games.draw_actions().astype(np.int64)
    actions[2] = output
    before = games.cells.copy()
    with pytest.raises(InvalidActions, match=f"game 2: the action {output} is not between 0 and 578"):
        games.step(actions)
    assert (games.cells == before).all()
    assert (games.lengths == 0).all()


def test_an_illegal_action_is_refused_with_its_rule():
    games = batch("movers", 4)
    actions = games.draw_actions()
    actions[3] = np.flatnonzero(games.mask[3] == 0)[0]
    with pytest.raises(InvalidActions, match=r"game 3: the action 0 is illegal \(MH-3\)"):
        games.step(actions)
    assert (games.lengths == 0).all()


def test_without_checks_the_first_legal_move_takes_the_place_of_an_illegal_one():
    unchecked, checked = batch("movers", 5, check=False), batch("movers", 5)
    unchecked.step(np.array([-1, 579, 2**40, -(2**40), 0]))
    checked.step(checked.mask.argmax(axis=1))
    assert unchecked.replaced.all()
    assert (unchecked.cells == checked.cells).all()


@pytest.mark.parametrize(
    ("actions", "sentence"),
    [
        (np.zeros(3, np.int64), r"shape \(4,\), not \(3,\)"),
        (np.zeros((4, 1), np.int64), r"not \(4, 1\)"),
        (np.zeros(4), "not float64"),
        (np.zeros(4, np.int8), "not int8"),
    ],
)
def test_actions_of_a_wrong_form_are_refused(actions, sentence):
    with pytest.raises(InvalidActions, match=sentence):
        batch("movers", 4).step(actions)


def test_wrong_arguments_get_a_sentence():
    with pytest.raises(InvalidBatch, match="one game or more, not 0"):
        batch("movers", 0)
    with pytest.raises(InvalidBatch, match="'tpu' does not exist"):
        batch("movers", 1, device="tpu")
    with pytest.raises(InvalidSetups, match="'mine' does not exist"):
        batch("movers", 1, setups="mine")
