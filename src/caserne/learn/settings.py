"""What a training run is made of."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from math import inf, isfinite
from typing import Any

from caserne.core.game.errors import InvalidOption


def setting(default: float, least: float, most: float = inf) -> Any:
    """Declare a setting and the range of its values."""
    return field(default=default, metadata={"least": least, "most": most})


@dataclass(frozen=True)
class Settings:
    """Sizes and weights of a training run. A pair of values is one that falls from the first to the last."""

    games: int = setting(8_192, 1)
    """Games played at once."""
    steps: int = setting(32, 1)
    """Moves of every game between two updates."""
    minibatch: int = setting(8_192, 1)
    width: int = setting(128, 1)
    """Channels of the network."""
    blocks: int = setting(6, 1)
    learning_rate: float = setting(3e-4, 0)
    last_learning_rate: float = setting(3e-5, 0)
    clip: float = setting(0.2, 0)
    """The change of a move's probability, as a share, beyond which an update learns nothing more from it."""
    entropy: float = setting(0.01, 0)
    """Weight of the policy's entropy, which keeps it from settling too early."""
    last_entropy: float = setting(0.002, 0)
    closeness: float = setting(0.03, 0)
    """Weight of the divergence from the slow copy of the network."""
    slowness: float = setting(0.999, 0, 1)
    """The share of the slow copy that each update keeps."""
    belief: float = setting(0.05, 0)
    """Weight of the prediction of hidden pieces."""
    gradient: float = setting(1.0, 0)
    """The longest gradient; longer ones are shortened."""
    discount: float = setting(0.9995, 0, 1)
    """What a return is worth one own decision earlier."""
    trace: float = setting(0.8, 0, 1)
    """Lambda of the generalised advantage estimate."""
    draw: float = setting(-0.5, -1, 1)
    """What a draw is worth to all seats while they learn: with 0 they learn to touch nothing."""
    keep: float = setting(0.25, 0.01, 1)
    """The smallest probability with which a position is learned from; surprising ones always are."""
    rivals: float = setting(0.125, 0, 1)
    """The share of games in which a rival, an earlier self or another network, has all seats but one."""
    rival_rounds: int = setting(1, 1)
    """Rounds after which another rival takes its place."""
    pool: int = setting(12, 2)
    """How many earlier selves are kept."""
    pool_interval: int = setting(8_000_000, 1)
    """Positions between two earlier selves."""

    def __post_init__(self) -> None:
        for each in fields(self):
            least, most = each.metadata["least"], each.metadata["most"]
            value = getattr(self, each.name)
            if not (isfinite(value) and least <= value <= most):
                key = "training_least" if most == inf else "training_range"
                raise InvalidOption.of(key, setting=each.name, value=value, least=least, most=most)
