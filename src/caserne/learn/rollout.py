"""Self-play on a batch of games: some moves of every game, recorded for one update."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor
from torch.nn import functional

from caserne.env.batch import Batch

SEEN = ("cells", "scalars", "mask", "secrets", "seats")
"""What a step records before its move."""
ALL_SEATS = -1
"""In place of the learner's seat in a game: it has all of them."""


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
        self.rollout = Rollout.empty(games, steps, device)
        names = (*SEEN, "rewards", "terminated", "truncated")
        self.now = {name: self._tensor(getattr(games, name)) for name in names}
        self.logits = torch.zeros(games.mask.shape, device=device)
        self.values = torch.zeros(games.num_games, device=device)
        numbers, seats = torch.arange(games.num_games, device=device), games.game.seats
        self.own_seats = torch.where(numbers < rival_games, numbers % seats, ALL_SEATS)
        rival_moves = rival_games * (seats - 1) // seats
        spare = 3 * math.isqrt(rival_games)  # six standard deviations, where both seats move equally often
        self.part = min(games.num_games, games.num_games - rival_moves + spare)
        """For how many games the learner predicts at once: those in which it is expected to act, and some to spare."""
        self.rival_part = max(1, min(rival_games, rival_moves + spare))
        """The same for the rival."""

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
        self._predict_all(network, rival)
        return self.rollout, self.values

    def _play_step(self, step: int, network: Any, rival: Any) -> None:
        """Choose and make one move in every game."""
        rollout, now = self.rollout, self.now
        for name in SEEN:
            getattr(rollout, name)[step] = now[name]
        rollout.usable[step] = self._predict_all(network, rival)
        log_probabilities = masked_log_softmax(self.logits, now["mask"])
        actions = draw(log_probabilities)
        rollout.actions[step] = actions
        rollout.values[step] = self.values
        rollout.log_probabilities[step] = log_probabilities.gather(1, actions[:, None]).squeeze(1)
        self.games.step(actions)
        rollout.rewards[step] = now["rewards"]
        rollout.ended[step] = now["terminated"] | now["truncated"]

    def _predict_all(self, network: Any, rival: Any) -> Tensor:
        """Predict each game by the network that is to act in it; return in which games that is the learner."""
        own = (self.own_seats == ALL_SEATS) | (self.own_seats == self.now["seats"])
        self._predict(network, own, self.part)
        self._predict(rival, ~own, self.rival_part)
        return own

    def _predict(self, network: Any, wanted: Tensor, part: int) -> None:
        """Fill the logits and values of the wanted games, in parts of the one size that the network is compiled for."""
        numbers = wanted.nonzero().squeeze(1)
        for first in range(0, len(numbers), part):
            rows = numbers[first : first + part]
            padded = functional.pad(rows, (0, part - len(rows)))
            with half_precision(self.device):
                found = network(self.now["cells"][padded], self.now["scalars"][padded])
            self.logits[rows] = found.logits[: len(rows)]
            self.values[rows] = found.value[: len(rows)]


def half_precision(device: str) -> torch.autocast:
    """Compute in bfloat16 on a GPU."""
    return torch.autocast(device, torch.bfloat16, enabled=device == "cuda")


def masked_log_softmax(logits: Tensor, mask: Tensor) -> Tensor:
    """Return log-probabilities of the legal outputs; illegal ones get a very low one."""
    return functional.log_softmax(logits.masked_fill(mask == 0, -1e9), 1)


def draw(log_probabilities: Tensor) -> Tensor:
    """Draw one output of each row by the Gumbel-max trick."""
    noise = torch.rand_like(log_probabilities).clamp_(1e-9, 1 - 1e-7)
    return (log_probabilities - torch.log(-torch.log(noise))).argmax(1)
