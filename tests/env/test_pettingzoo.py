"""`caserne.env.aec` passes PettingZoo's own tests."""

from __future__ import annotations

from itertools import count
from types import SimpleNamespace

import numpy as np
import pytest
from pettingzoo.test import api_test, performance_benchmark, seed_test

import caserne
from caserne.core.game.registry import rooms
from caserne.env import aec
from caserne.env.setups import POLICY, RANDOM, InvalidSetups

GAMES = [name for name in rooms() if name != "oracle"]

pytestmark = [
    # They say that an observation with a mask is a dictionary.
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
]


@pytest.mark.parametrize("game", GAMES)
def test_api(game, capsys):
    api_test(aec(game), num_cycles=10)


@pytest.mark.parametrize("game", GAMES)
def test_seed(game):
    seed_test(lambda: aec(game), num_cycles=10)


@pytest.mark.parametrize("game", GAMES)
def test_performance_benchmark_runs(game, monkeypatch, capsys):
    """By a clock that ticks when it is read: the real one takes five seconds a game."""
    ticks = count()
    monkeypatch.setitem(performance_benchmark.__globals__, "time", SimpleNamespace(time=lambda: next(ticks)))
    performance_benchmark(aec(game))
    assert "turns per second" in capsys.readouterr().out


@pytest.mark.parametrize("setups", [RANDOM, POLICY])
def test_a_whole_game_ends_with_the_returns_of_its_rules(setups):
    env = aec("movers", setups=setups, max_plies=30)
    env.reset(seed=2)
    dice, totals = np.random.default_rng(1), dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        totals[agent] += reward
        over = terminated or truncated
        env.step(None if over else int(dice.choice(np.flatnonzero(observation["action_mask"]))))
    assert tuple(totals.values()) == env._episode.position.returns()


def test_a_limit_cuts_the_game_off():
    env = aec("breakthrough", limit=3)
    env.reset(seed=1)
    for _ in range(3):
        env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[0]))
    assert all(env.truncations.values())
    assert not any(env.terminations.values())


def test_wrong_actions_and_arguments_are_refused():
    env = aec("movers")
    env.reset(seed=1)
    before = env.render()
    with pytest.raises(caserne.IllegalMove):
        env.step(int(np.flatnonzero(env.last()[0]["action_mask"] == 0)[0]))
    with pytest.raises(caserne.CaserneError, match="not between 0 and 578"):
        env.step(579)
    assert env.render() == before
    with pytest.raises(InvalidSetups):
        aec("movers", setups="mine")
