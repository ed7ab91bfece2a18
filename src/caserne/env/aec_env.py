"""A game by PettingZoo's AEC conventions: agents act one after the other."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from caserne.core.game.game import Game
from caserne.env.arrays import features_of
from caserne.env.episode import Episode
from caserne.env.setups import LIBRARY, POLICY, check_kind
from caserne.env.vector_env import observation_space

SEEDS = 2**31


class AecEnv(AECEnv):  # type: ignore[misc]
    """A game whose agents are its seats; dice, and set-ups unless agents place them, are drawn by the environment."""

    def __init__(self, game: Game[Any], setups: str, limit: int) -> None:
        super().__init__()
        check_kind(setups)
        self.game, self._setups, self._limit = game, setups, limit
        self.metadata = {"name": f"caserne_{game.id}_v0", "render_modes": ["ansi"], "is_parallelizable": False}
        self.render_mode = "ansi"
        features = features_of(game)
        self.possible_agents = [f"seat_{seat}" for seat in range(game.seats)]
        self.observation_spaces = {agent: observation_space(features) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(features.outputs) for agent in self.possible_agents}
        self._random = np.random.default_rng()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start anew; the same seed and actions give the same game."""
        if seed is not None:
            self._random = np.random.default_rng(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._start()
        while self._episode.actor is None:  # some set-ups leave nobody a move
            self._start()
        self.agent_selection = self._agent_to_act()

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what an agent sees; its mask is empty if it is not to act."""
        seat = self.possible_agents.index(agent)
        observed, scalars = self._episode.observe(seat)
        return {"observation": observed, "scalars": scalars, "action_mask": self._episode.mask(seat)}

    def step(self, action: int | None) -> None:
        """Make a move of the selected agent; an illegal one is refused with its rule, and changes nothing."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        assert action is not None
        agent = self.agent_selection
        self._episode.apply_output(int(action))
        self._go_on()
        self._cumulative_rewards[agent] = 0
        position = self._episode.position
        returns = position.returns()
        cut_off = returns is None and bool(self._limit) and position.ply >= self._limit
        for seat, each in enumerate(self.possible_agents):
            self.rewards[each] = returns[seat] if returns else 0.0
            self.terminations[each], self.truncations[each] = returns is not None, cut_off
        if returns is None:
            self.agent_selection = self._agent_to_act()
        self._accumulate_rewards()

    def render(self) -> str:
        """Return the position as a spectator sees it."""
        return str(self._episode.position.view(None))

    def close(self) -> None:
        """Nothing is open."""

    def _start(self) -> None:
        self._episode = Episode(self.game)
        self._go_on()

    def _go_on(self) -> None:
        """Roll dice, and draw set-ups unless agents place them, until an agent is to act or the game is over."""
        episode = self._episode
        while episode.actor == "chance" or (episode.position.in_setup and self._setups != POLICY):
            position, seed = episode.position, int(self._random.integers(SEEDS))
            if position.actor == "chance":
                episode.apply_move(position.legal()[seed % len(position.legal())])
            elif self._setups == LIBRARY:
                episode.apply_move(position.suggested_setup(seed))
            else:
                episode.apply_move(position.random_setup(seed))

    def _agent_to_act(self) -> str:
        assert isinstance(self._episode.actor, int)
        return self.possible_agents[self._episode.actor]
