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


class CaserneVectorEnv(VectorEnv[dict[str, Array], Array, Array]):
    """Games stepped together, one seat after the other; a game that ends starts anew in the same step.

    An observation is that of the seat to act: `observation` (planes, one byte per channel), `scalars` and
    `action_mask`. The reward of a step is the return of the seat that made the move, if that ended the game; those of
    all seats are in `info["final_info"]["returns"]`. The next step overwrites all arrays: copy what is to be kept.
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
        mask = games.mask.view(np.int8)
        self._observation = {"observation": games.planes, "scalars": games.scalars, "action_mask": mask}
        final = {"returns": games.rewards, "length": games.lengths, "ending": games.endings}
        more = {"final_info": final, "_final_info": games.ended, "replaced": games.replaced}
        self._infos = {"seat": games.seats, "legal_moves": games.counts, **more}

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Array], dict[str, Any]]:
        """Start all games anew; the same seed gives the same games."""
        super().reset(seed=seed)
        self.games.reset(seed)
        return dict(self._observation), {"seat": self.games.seats, "legal_moves": self.games.counts}

    def step(self, actions: Array) -> tuple[dict[str, Array], Array, Array, Array, dict[str, Any]]:
        """Make one move in every game; InvalidActions names the game and the rule, and no game was changed."""
        games = self.games
        games.step(actions)
        return dict(self._observation), games.earned, games.terminated, games.truncated, dict(self._infos)

    def sample_actions(self) -> Array:
        """Return a random legal action for every game."""
        return self.games.draw_actions()


def observation_space(features: Features) -> spaces.Dict:
    """Return the space of what a seat observes."""
    planes = spaces.Box(0, 1, (*features.board, len(features.channels)), np.uint8)
    lowest, highest = np.iinfo(np.int16).min, np.iinfo(np.int16).max
    scalars = spaces.Box(lowest, highest, (len(features.scalars),), np.int16)
    mask = spaces.Box(0, 1, (features.outputs,), np.int8)
    return spaces.Dict({"observation": planes, "scalars": scalars, "action_mask": mask})
