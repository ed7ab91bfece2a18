"""Rivals of a learner: its earlier selves, without which it may learn to beat only itself, and weights of others."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor

from caserne.learn.network import Network

OTHERS_SHARE = 0.5
"""How often the rival is one of the others, if there are any."""


class Pool:
    """Some earlier selves and some others, and a network that plays as one of them."""

    def __init__(
        self, network: Network, most: int, opponent: Network | None = None, others: Sequence[Network] = ()
    ) -> None:
        """Make a pool for a network; with an opponent, that is the only rival for ever."""
        self.most, self.frozen = most, opponent is not None
        self.rival = copy.deepcopy(opponent or network).requires_grad_(False)
        self.members: list[dict[str, Tensor]] = []
        """The earlier selves."""
        self.others = [_stored(other.state_dict()) for other in others]
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
        self.members.append(_stored(weights))
        if len(self.members) > self.most:
            del self.members[1:-1:2]

    def change_rival(self) -> None:
        """Let the rival play as an earlier self or one of the others, drawn at random."""
        if self.frozen:
            return
        drawn = self.others if self.others and torch.rand(()) < OTHERS_SHARE else self.members
        self.rival.load_state_dict(drawn[int(torch.randint(len(drawn), ()))])


def _stored(weights: dict[str, Any]) -> dict[str, Tensor]:
    return {name: tensor.detach().to(torch.bfloat16, copy=True) for name, tensor in weights.items()}
