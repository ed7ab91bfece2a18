"""Make a batch of games on the device that is asked for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import caserne
from caserne.core.game.errors import CaserneError
from caserne.core.game.game import Game
from caserne.env.batch import Batch
from caserne.env.cpu import CpuBatch
from caserne.env.cuda import CudaBatch
from caserne.env.setups import LIBRARY

CPU, CUDA = DEVICES = "cpu", "cuda"


class InvalidBatch(CaserneError):
    """Arguments from which no batch can be made."""


def batch(
    game: str | Game[Any],
    games: int,
    *,
    device: str = CPU,
    seed: int = 0,
    setups: str = LIBRARY,
    limit: int = 0,
    check: bool = True,
    planes: bool = True,
    secrets: bool = False,
    finals: bool = False,
    jobs: int | None = None,
    **options: Any,
) -> Batch:
    """Return a batch of games, each at its first decision.

    >>> games = batch("movers", 4, planes=False)
    >>> games.mask.shape, games.seats.tolist()
    ((4, 579), [0, 0, 0, 0])
    """
    check_device(device)
    chosen = game_with_features(game, options)
    if not isinstance(games, int) or games < 1:
        raise InvalidBatch.of("batch_size", games=games)
    settings: dict[str, Any] = {"seed": seed, "setups": setups, "limit": limit, "check": check}
    settings |= {"planes": planes, "secrets": secrets, "finals": finals}
    if device == CUDA:
        return CudaBatch(chosen, games, **settings)
    return CpuBatch(chosen, games, jobs=jobs, **settings)


def check_device(device: str) -> None:
    """Refuse a device that does not exist."""
    if device not in DEVICES:
        raise InvalidBatch.of("unknown_device", device=device, devices=", ".join(DEVICES))


def game_with_features(game: str | Game[Any], options: Mapping[str, Any]) -> Game[Any]:
    """Return a game that has arrays for learning; options go with a name."""
    chosen = caserne.game(game, **options) if isinstance(game, str) else game
    if chosen.features is None:
        raise InvalidBatch.of("no_features", game=chosen.id)
    return chosen
