"""Earlier selves, against which a learner goes on playing: without them it may learn to beat only itself."""

from __future__ import annotations

import copy
from typing import Any

import torch
from torch import Tensor

from caserne.learn.network import Network


class Pool:
    """Some earlier selves, and a network that plays as one of them."""

    def __init__(self, network: Network, most: int, opponent: Network | None = None) -> None:
        """Make a pool for a network; with an opponent, that is the only member for ever."""
        self.most, self.frozen = most, opponent is not None
        self.rival = copy.deepcopy(opponent or network).requires_grad_(False)
        self.members: list[dict[str, Tensor]] = []
        self.newest = 0
        """How many positions the learner had seen when the newest member was added."""

    def grow(self, weights: dict[str, Any], positions: int, interval: int) -> None:
        """Add weights if the last ones are old enough."""
        if self.frozen:
            return
        if not self.members or positions - self.newest >= interval:
            self.add(weights, positions)

    def add(self, weights: dict[str, Any], positions: int) -> None:
        """Add weights; when there are too many, drop every second one but the first and the last."""
        self.newest = positions
        self.members.append({name: tensor.detach().to(torch.bfloat16, copy=True) for name, tensor in weights.items()})
        if len(self.members) > self.most:
            del self.members[1:-1:2]

    def change_rival(self) -> None:
        """Let the rival play as a member drawn at random."""
        if self.frozen:
            return
        chosen = int(torch.randint(len(self.members), ()))
        self.rival.load_state_dict(self.members[chosen])
