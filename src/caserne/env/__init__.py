"""Environments for learning: thousands of games stepped at once, and adapters to other libraries.

`vector` needs Gymnasium, `aec` PettingZoo and `openspiel` OpenSpiel: all are in the extra `caserne[env]`.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from caserne.core.game.errors import MissingPackage
from caserne.env.batch import Batch, InvalidActions
from caserne.env.make import InvalidBatch, batch, game_with_features
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
    env: CaserneVectorEnv = _adapter("vector_env").CaserneVectorEnv(
        batch(game, num_envs, device=device, **{"finals": True} | settings)
    )
    return env


def aec(game: str | Game[Any], *, setups: str = LIBRARY, limit: int = 0, **options: Any) -> AecEnv:
    """Return a game as an environment by PettingZoo's AEC conventions.

    >>> env = aec("movers")
    >>> env.reset(seed=1)
    >>> env.agent_selection, int(env.observe("seat_0")["action_mask"].sum()) > 0
    ('seat_0', True)
    """
    env: AecEnv = _adapter("aec_env").AecEnv(game_with_features(game, options), setups, limit)
    return env


def __getattr__(name: str) -> Any:
    if name == "openspiel":
        return _adapter(name)
    raise AttributeError(f"module 'caserne.env' has no attribute '{name}'")


def _adapter(name: str) -> Any:
    """Import an adapter; MissingPackage if the library it adapts to is not installed."""
    try:
        return import_module(f"caserne.env.{name}")
    except ModuleNotFoundError as error:
        raise MissingPackage.of("missing_package", package=error.name, extra="env") from error
