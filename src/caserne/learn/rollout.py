"""Self-play on a batch of games: some moves of every game, recorded for one update."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor
from torch.nn import functional

from caserne.env.batch import Batch
from caserne.env.make import CUDA

ALL_SEATS = -1
"""In place of the learner's seat: it has all of them."""
SEEN = ("cells", "scalars", "mask", "secrets", "seats")
"""What a step records before its move."""
PART = 1_024
"""Positions that a network predicts at once, at the most; on a GPU it is compiled for that size only."""


@dataclass
class Rollout:
    """Some steps of every game, [steps, games, ...]."""

    cells: Tensor
    scalars: Tensor
    mask: Tensor
    secrets: Tensor
    seats: Tensor
    actions: Tensor
    log_probabilities: Tensor
    values: Tensor
    rewards: Tensor
    ended: Tensor
    advantages: Tensor
    usable: Tensor
    """Whether the learner chose the move, and a later decision or the end of the game says how it turned out."""

    @classmethod
    def empty(cls, games: Batch, steps: int, device: str) -> Rollout:
        """Make the arrays of a rollout."""
        shapes: dict[str, tuple[Any, torch.dtype]] = {
            "cells": (games.cells.shape[1:], torch.int64),
            "scalars": (games.scalars.shape[1:], torch.int16),
            "mask": (games.mask.shape[1:], torch.uint8),
            "secrets": (games.secrets.shape[1:], torch.int8),
            "seats": ((), torch.int8),
            "actions": ((), torch.int64),
            "log_probabilities": ((), torch.float32),
            "values": ((), torch.float32),
            "rewards": (games.rewards.shape[1:], torch.float32),
            "ended": ((), torch.bool),
            "advantages": ((), torch.float32),
            "usable": ((), torch.bool),
        }
        return cls(
            **{
                name: torch.zeros(steps, games.num_games, *shape, dtype=dtype, device=device)
                for name, (shape, dtype) in shapes.items()
            }
        )

    def flat(self) -> dict[str, Tensor]:
        """Return all positions in one row."""
        return {name: tensor.flatten(0, 1) for name, tensor in vars(self).items()}


class SelfPlay:
    """Plays a batch of games. In the first `rival_games` of them a rival has all seats but one."""

    def __init__(self, games: Batch, steps: int, device: str, rival_games: int = 0) -> None:
        self.games, self.steps, self.device = games, steps, device
        self.part = min(PART, games.num_games)
        self.rollout = Rollout.empty(games, steps, device)
        names = (*SEEN, "rewards", "terminated", "truncated")
        self.now = {name: self._tensor(getattr(games, name)) for name in names}
        self.logits = torch.zeros(self.now["mask"].shape, device=device)
        self.values = torch.zeros(games.num_games, device=device)
        numbers = torch.arange(games.num_games, device=device)
        self.own_seats = torch.where(numbers < rival_games, numbers % games.game.seats, ALL_SEATS)

    def _tensor(self, array: Any) -> Tensor:
        """Return an array of the batch as a tensor that shares its memory."""
        if 0 in array.shape:
            return torch.zeros(array.shape, dtype=torch.int8, device=self.device)
        return torch.as_tensor(array, device=self.device)

    @torch.no_grad()
    def play(self, network: Any, rival: Any) -> tuple[Rollout, Tensor]:
        """Play the steps of a rollout; return it and the values of the positions after it."""
        for step in range(self.steps):
            self._play_step(step, network, rival)
        self._predict(network, torch.ones_like(self.own_seats, dtype=torch.bool))
        return self.rollout, self.values

    def _play_step(self, step: int, network: Any, rival: Any) -> None:
        """Choose and make one move in every game."""
        rollout, now = self.rollout, self.now
        for name in SEEN:
            getattr(rollout, name)[step] = now[name]
        own = (self.own_seats == ALL_SEATS) | (self.own_seats == now["seats"])
        self._predict(network, own)
        self._predict(rival, ~own)
        log_probabilities = masked_log_softmax(self.logits, now["mask"])
        actions = draw(log_probabilities)
        rollout.usable[step] = own
        rollout.actions[step] = actions
        rollout.values[step] = self.values
        rollout.log_probabilities[step] = log_probabilities.gather(1, actions[:, None]).squeeze(1)
        self.games.step(actions)
        rollout.rewards[step] = now["rewards"]
        rollout.ended[step] = now["terminated"] | now["truncated"]

    def _predict(self, network: Any, wanted: Tensor) -> None:
        """Let a network fill the logits and values of the games that are wanted, and look at no others."""
        numbers = wanted.nonzero().squeeze(1)
        for first in range(0, len(numbers), self.part):
            chosen = numbers[first : first + self.part]
            rows = functional.pad(chosen, (0, self.part - len(chosen))) if self.device == CUDA else chosen
            with half_precision(self.device):
                found = network(self.now["cells"][rows], self.now["scalars"][rows])
            self.logits[chosen] = found.logits[: len(chosen)]
            self.values[chosen] = found.value[: len(chosen)]


def half_precision(device: str) -> torch.autocast:
    """Compute in bfloat16 on a GPU."""
    return torch.autocast(device, torch.bfloat16, enabled=device == CUDA)


def masked_log_softmax(logits: Tensor, mask: Tensor) -> Tensor:
    """Return log-probabilities of the legal outputs; illegal ones get a very low one."""
    return functional.log_softmax(logits.masked_fill(mask == 0, -1e9), 1)


def draw(log_probabilities: Tensor) -> Tensor:
    """Draw one output of each row by the Gumbel-max trick."""
    noise = torch.rand_like(log_probabilities).clamp_(1e-9, 1 - 1e-7)
    return (log_probabilities - torch.log(-torch.log(noise))).argmax(1)
