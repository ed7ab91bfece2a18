"""`caserne.env.vector` keeps Gymnasium's vector conventions."""

from __future__ import annotations

from types import SimpleNamespace

import gymnasium
import numpy as np
import pytest

from caserne.core.game.registry import rooms
from caserne.env import InvalidActions, vector


@pytest.mark.thorough
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


@pytest.mark.thorough
def test_final_observations_are_those_before_the_next_game_begins():
    """Two vectors play alike; the games of one are cut off after each ply, of the other after twenty."""
    short, long = (vector("stratego", 6, limit=limit, max_plies=40) for limit in (20, 0))
    short.reset(seed=4)
    long.reset(seed=4)
    for ply in range(1, 21):
        actions = long.sample_actions()
        _, _, _, cut_off, info = short.step(actions)
        going_on = long.step(actions)[0]
        assert info["_final_obs"].all() == cut_off.all() == (ply == 20)
        assert all((final is not None) == ended for final, ended in zip(info["final_obs"], cut_off, strict=True))
    for n, final in enumerate(info["final_obs"]):
        assert short.single_observation_space.contains(final)
        assert all((final[name] == going_on[name][n]).all() for name in final)


def test_the_final_observation_of_a_finished_game_has_no_moves():
    env = vector("breakthrough", 8)
    env.reset(seed=1)
    ended = []
    while len(ended) < 8:
        movers = env.games.seats.copy()
        _, _, terminated, _, info = env.step(env.sample_actions())
        assert (info["final_info"]["seat"][terminated] == movers[terminated]).all()
        ended += [final for final in info["final_obs"] if final]
    assert all(final["observation"].any() and not final["action_mask"].any() for final in ended)


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


def test_actions_of_another_device_are_refused():
    env = vector("movers", 2)
    on_a_gpu = SimpleNamespace(__cuda_array_interface__={}, shape=(2,), dtype=np.dtype(np.int64))
    with pytest.raises(InvalidActions, match="must be on the device of the batch, cpu"):
        env.step(on_a_gpu)
    with pytest.raises(InvalidActions, match=r"an array of shape \(2,\), not \(3,\)"):
        env.step(np.zeros(3, np.int64))
    with pytest.raises(InvalidActions, match="whole numbers of 32 or 64 bits are needed, not float64"):
        env.step(np.zeros(2))


@pytest.mark.parametrize("setups", ["library", "random", "policy"])
def test_set_ups_are_drawn_or_placed_by_the_policy(setups):
    env = vector("stratego", 4, setups=setups)
    env.reset(seed=1)
    assert (env.games.lengths == 0).all()
    placements = 0
    while not env.games.lengths.any():
        env.step(env.sample_actions())
        placements += 1
    assert placements == (81 if setups == "policy" else 1)


@pytest.mark.thorough
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
