"""A batch of games by Gymnasium's vector conventions."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from caserne.core.game.features import Features
from caserne.env.arrays import Array
from caserne.env.batch import Batch
from caserne.env.make import CUDA


class CaserneVectorEnv(VectorEnv[dict[str, Array], Array, Array]):
    """Games stepped together, one seat after the other; a game that ends starts anew in the same step.

    An observation is that of the seat to act: `observation` (planes, one byte per channel), `scalars` and
    `action_mask`. The reward of a step is the return of the seat that made the move, if that ended the game; those of
    all seats are in `info["final_info"]["returns"]`. The last observation of a game that ended is in
    `info["final_obs"]`, by game, or on a GPU all in one array of each kind; `info["_final_obs"]` tells which games
    ended. The next step overwrites all arrays: copy what is to be kept.
    """

    metadata = {  # noqa: RUF012 - as the base class
        "autoreset_mode": AutoresetMode.SAME_STEP,
        "render_modes": [],
    }

    def __init__(self, games: Batch) -> None:
        self.games = games
        self.num_envs = games.num_games
        self.single_observation_space = observation_space(games.features)
        self.single_action_space = spaces.Discrete(games.features.outputs)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self._observation = as_observation(games.planes, games.scalars, games.mask)
        self._info = {"seat": games.seats, "legal_moves": games.counts}
        final = games.final
        self._final = as_observation(final.planes, final.scalars, final.mask)
        ended = {"returns": games.rewards, "length": games.lengths, "ending": games.endings, "seat": final.seats}
        self._final_info = {"final_info": ended, "_final_info": games.ended, "_final_obs": games.ended}

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Array], dict[str, Any]]:
        """Start all games anew; the same seed gives the same games."""
        super().reset(seed=seed)
        self.games.reset(seed)
        return dict(self._observation), dict(self._info)

    def step(self, actions: Array) -> tuple[dict[str, Array], Array, Array, Array, dict[str, Any]]:
        """Make one move in every game; InvalidActions names the game and the rule, and no game was changed."""
        games = self.games
        games.step(actions)
        info = {**self._info, **self._final_info, "final_obs": self._final_observations(), "replaced": games.replaced}
        return dict(self._observation), games.earned, games.terminated, games.truncated, info

    def sample_actions(self) -> Array:
        """Return a random legal action for every game."""
        return self.games.draw_actions()

    def _final_observations(self) -> Array:
        """Return the last observations of the games that ended: to pick them out on a GPU would wait for it."""
        if self.games.device == CUDA:
            return self._final
        picked = np.empty(self.num_envs, object)
        for n in np.flatnonzero(self.games.ended).tolist():
            picked[n] = {name: array[n] for name, array in self._final.items()}
        return picked


def as_observation(planes: Array, scalars: Array, mask: Array) -> dict[str, Array]:
    """Return what a seat observes by the names of `observation_space`."""
    return {"observation": planes, "scalars": scalars, "action_mask": mask.view(np.int8)}


def observation_space(features: Features) -> spaces.Dict:
    """Return the space of what a seat observes."""
    planes = spaces.Box(0, 1, (*features.board, len(features.channels)), np.uint8)
    lowest, highest = np.iinfo(np.int16).min, np.iinfo(np.int16).max
    scalars = spaces.Box(lowest, highest, (len(features.scalars),), np.int16)
    mask = spaces.Box(0, 1, (features.outputs,), np.int8)
    return spaces.Dict({"observation": planes, "scalars": scalars, "action_mask": mask})
