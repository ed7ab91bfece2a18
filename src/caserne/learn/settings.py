"""What a training run is made of."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Settings:
    """Sizes and weights of a training run. A pair of values is one that falls from the first to the last."""

    games: int = 8_192
    """Games played at once."""
    steps: int = 32
    """Moves of every game between two updates."""
    minibatch: int = 8_192
    width: int = 128
    """Channels of the network."""
    blocks: int = 6
    learning_rate: float = 3e-4
    last_learning_rate: float = 3e-5
    clip: float = 0.2
    """The change of a move's probability, as a share, beyond which an update learns nothing more from it."""
    entropy: float = 0.01
    """Weight of the policy's entropy, which keeps it from settling too early."""
    last_entropy: float = 0.002
    closeness: float = 0.03
    """Weight of the divergence from the slow copy of the network."""
    slowness: float = 0.999
    """The share of the slow copy that each update keeps."""
    belief: float = 0.05
    """Weight of the prediction of hidden pieces."""
    gradient: float = 1.0
    """The longest gradient; longer ones are shortened."""
    discount: float = 0.9995
    """What a return is worth one own decision earlier."""
    trace: float = 0.8
    """Lambda of the generalised advantage estimate."""
    draw: float = -0.5
    """What a draw is worth to all seats while they learn: with 0 they learn to touch nothing."""
    keep: float = 0.25
    """The smallest probability with which a position is learned from; surprising ones always are."""
    rivals: float = 0.125
    """The share of games in which a rival, an earlier self or another network, has all seats but one."""
    rival_rounds: int = 1
    """Rounds after which another rival takes its place."""
    pool: int = 12
    """How many earlier selves are kept."""
    pool_interval: int = 8_000_000
    """Positions between two earlier selves."""
