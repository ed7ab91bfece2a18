"""Tiny networks with random weights, made without PyTorch."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from caserne.core.game.game import Game
from caserne.nets.weights import Description, Weights, features_hash, save_weights, shapes


def tiny_weights(game: Game[Any], width: int = 8, seed: int = 0) -> Weights:
    """Return a network of one block with random weights."""
    features, dice = game.features, np.random.default_rng(seed)
    assert features
    arrays = {name: dice.normal(0, 0.5, shape).astype(np.float32) for name, shape in shapes(features, width, 1).items()}
    return Weights(Description(game.id, game.options.as_dict(), features_hash(features), width, 1), arrays)


def tiny_file(folder: Path, game: Game[Any], seed: int = 0) -> Path:
    """Write such a network to a file."""
    path = folder / f"{game.id}-{seed}.net"
    save_weights(path, tiny_weights(game, seed=seed))
    return path
