"""`caserne.env.vector` keeps Gymnasium's vector conventions."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest

from caserne.core.game.registry import rooms
from caserne.env import InvalidActions, vector


@pytest.mark.parametrize("game", [name for name in rooms() if name != "oracle"])
def test_observations_lie_in_their_space(game):
    env = vector(game, 3)
    observation, info = env.reset(seed=1)
    assert env.observation_space.contains(observation)
    assert set(info) == {"seat", "legal_moves"}
    for _ in range(20):
        actions = env.sample_actions()
        assert env.action_space.contains(actions.astype(np.int64))
        observation, rewards, terminated, truncated, infos = env.step(actions)
        assert env.observation_space.contains(observation)
        for array, kind in ((rewards, np.float32), (terminated, np.bool_), (truncated, np.bool_)):
            assert (array.shape, array.dtype) == ((3,), kind)
        assert (observation["action_mask"].sum(axis=1) == infos["legal_moves"]).all()


def test_the_same_seed_gives_the_same_games_again():
    env, runs = vector("movers", 8, seed=3), []
    for seed in (5, 5, 6, None):
        observation, _ = env.reset(seed=seed)
        assert (env.games.lengths == 0).all()
        assert (observation["action_mask"].sum(axis=1) == env.games.counts).all()
        for _ in range(30):
            observation = env.step(env.sample_actions())[0]
        runs.append(observation["observation"].tobytes())
    assert runs[0] == runs[1]
    assert len(set(runs)) == 3


def test_ended_games_tell_their_returns_and_lengths():
    env = vector("breakthrough", 16)
    env.reset(seed=1)
    ended = 0
    for _ in range(200):
        movers = env.games.seats.copy()
        _, rewards, terminated, truncated, infos = env.step(env.sample_actions())
        over = infos["_final_info"]
        assert (over == terminated | truncated).all()
        assert (rewards[over] == 1).all()  # who moves last wins this game
        assert (infos["final_info"]["returns"][over, movers[over]] == 1).all()
        assert (infos["final_info"]["length"][over] > 10).all()
        assert (rewards[~over] == 0).all()
        ended += int(over.sum())
    assert ended > 16


def test_arrays_are_written_in_place_and_shared_without_a_copy():
    env = vector("movers", 4)
    first, _ = env.reset(seed=1)
    second = env.step(env.sample_actions())[0]
    for name, array in first.items():
        assert np.shares_memory(array, second[name])
        assert np.shares_memory(np.from_dlpack(array), array)


def test_a_wrapper_of_gymnasium_counts_episodes():
    env = gymnasium.wrappers.vector.RecordEpisodeStatistics(vector("movers", 8, max_plies=10))
    env.reset(seed=1)
    for _ in range(20):
        env.step(env.unwrapped.sample_actions())
    assert env.episode_count >= 16
    assert set(env.length_queue) == {10}


def test_an_illegal_action_names_its_game_and_its_rule():
    env = vector("stratego", 3)
    env.reset(seed=1)
    actions = env.sample_actions()
    actions[1] = 0
    with pytest.raises(InvalidActions, match=r"game 1: the action 0 is illegal \(ST-"):
        env.step(actions)


@pytest.mark.parametrize("game", [name for name in rooms() if name != "oracle"])
def test_any_output_of_any_game_is_refused_or_legal_but_never_crashes(game):
    env, dice = vector(game, 2), np.random.default_rng(1)
    env.reset(seed=1)
    for output in dice.integers(env.single_action_space.n, size=100):
        actions = env.sample_actions()
        actions[1] = output
        if env.games.mask[1, output]:
            continue
        with pytest.raises(InvalidActions, match=rf"game 1: the action {output} is illegal \([A-Z]+-"):
            env.step(actions)
    careless = vector(game, 2, check=False)
    for output in dice.integers(-(2**40), 2**40, size=20):
        careless.step(np.array([output, 0]))
        assert careless.games.replaced[0]
