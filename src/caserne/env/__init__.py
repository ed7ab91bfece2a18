"""Environments for learning: thousands of games stepped at once, and adapters to other libraries.

`vector` needs Gymnasium, `aec` PettingZoo and `openspiel` OpenSpiel: all are in the extra `caserne[env]`.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from caserne.env.batch import Batch, InvalidActions
from caserne.env.make import InvalidBatch, batch
from caserne.env.setups import LIBRARY

if TYPE_CHECKING:
    from caserne.core.game.game import Game
    from caserne.env.aec_env import AecEnv
    from caserne.env.vector_env import CaserneVectorEnv

__all__ = ["Batch", "InvalidActions", "InvalidBatch", "aec", "batch", "openspiel", "vector"]


def vector(game: str | Game[Any], num_envs: int, *, device: str = "cpu", **settings: Any) -> CaserneVectorEnv:
    """Return many games as an environment by Gymnasium's vector conventions; `settings` are those of `batch`.

    >>> env = vector("movers", 4)
    >>> observation, info = env.reset(seed=1)
    >>> observation["observation"].shape, info["seat"].tolist()
    ((4, 3, 8, 7), [0, 0, 0, 0])
    """
    from caserne.env.vector_env import CaserneVectorEnv

    return CaserneVectorEnv(batch(game, num_envs, device=device, **settings))


def aec(game: str | Game[Any], *, setups: str = LIBRARY, limit: int = 0, **options: Any) -> AecEnv:
    """Return a game as an environment by PettingZoo's AEC conventions.

    >>> env = aec("movers")
    >>> env.reset(seed=1)
    >>> env.agent_selection, int(env.observe("seat_0")["action_mask"].sum()) > 0
    ('seat_0', True)
    """
    from caserne.env.aec_env import AecEnv
    from caserne.env.make import game_with_features

    return AecEnv(game_with_features(game, options), setups, limit)


def __getattr__(name: str) -> Any:
    if name == "openspiel":
        return import_module("caserne.env.openspiel")
    raise AttributeError(f"module 'caserne.env' has no attribute '{name}'")
