"""Networks of PyTorch to and from files of weights, which bots read without PyTorch."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import torch

from caserne.core.game.game import Game
from caserne.learn.network import Network
from caserne.nets.weights import Description, Weights, features_hash, load_weights, save_weights


def export(network: Network, game: Game[Any], path: Path, made: dict[str, Any]) -> None:
    """Write the weights of a network for a game; `made` says how they were made."""
    assert game.features
    arrays = {name: tensor.detach().float().cpu().numpy() for name, tensor in network.state_dict().items()}
    size = network.width, len(network.blocks)
    description = Description(game.id, game.options.as_dict(), features_hash(game.features), *size, made)
    save_weights(path, Weights(description, arrays))


def load_network(path: Path, game: Game[Any], device: str, *, other_options: bool = False) -> Network:
    """Return the network of a file; InvalidWeights if it is not one for this game."""
    weights = load_weights(path, game, other_options=other_options)
    assert game.features
    network = Network(game.features, weights.description.width, weights.description.blocks)
    network.load_state_dict({name: torch.from_numpy(array.copy()) for name, array in weights.arrays.items()})
    return network.to(device)
