"""Tiny networks with random weights, made without PyTorch."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from caserne.core.game.game import Game
from caserne.nets.weights import Description, Weights, features_hash, save_weights


def tiny_weights(game: Game[Any], width: int = 8, seed: int = 0) -> Weights:
    """Return a network of one block with random weights."""
    features, dice = game.features, np.random.default_rng(seed)
    assert features
    extra = features.outputs - features.cells * features.outputs_per_cell
    layers = {
        "stem": (width, len(features.channels), 3, 3),
        "from_scalars": (width, len(features.scalars)),
        "blocks.0.first": (width, width, 3, 3),
        "blocks.0.second": (width, width, 3, 3),
        "blocks.0.from_mean": (width, width),
        "to_moves": (features.outputs_per_cell, width, 1, 1),
        "to_others": (extra, 2 * width),
        "to_value.0": (128, 2 * width),
        "to_value.2": (1, 128),
    } | ({"to_secrets": (features.secrets, width, 1, 1)} if features.secrets else {})
    shapes: dict[str, tuple[int, ...]] = {
        "place": (1, width, *features.board),
        "gain": (width,),
        "blocks.0.gain": (width,),
    }
    for name, shape in layers.items():
        shapes |= {f"{name}.weight": shape, f"{name}.bias": shape[:1]}
    arrays = {name: dice.normal(0, 0.5, shape).astype(np.float32) for name, shape in shapes.items()}
    return Weights(Description(game.id, game.options.as_dict(), features_hash(features), width, 1), arrays)


def tiny_file(folder: Path, game: Game[Any], seed: int = 0) -> Path:
    """Write such a network to a file."""
    path = folder / f"{game.id}-{seed}.net"
    save_weights(path, tiny_weights(game, seed=seed))
    return path
