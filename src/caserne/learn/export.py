"""Write a trained network as a file of weights, which bots read without PyTorch."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from caserne.core.game.game import Game
from caserne.learn.network import Network
from caserne.nets.weights import Description, Weights, features_hash, save_weights


def export(network: Network, game: Game[Any], path: Path, made: dict[str, Any]) -> None:
    """Write the weights of a network for a game; `made` says how they were made."""
    assert game.features
    arrays = {name: tensor.detach().float().cpu().numpy() for name, tensor in network.state_dict().items()}
    width, blocks = network.stem.out_channels, len(network.blocks)
    description = Description(game.id, game.options.as_dict(), features_hash(game.features), width, blocks, made)
    save_weights(path, Weights(description, arrays))
