"""Self-play on a batch of games, and the advantages of each seat's own decisions."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import torch
from torch import Tensor
from torch.nn import functional

from caserne.env.batch import Batch


@dataclass(frozen=True)
class Discounts:
    """How returns are counted."""

    gamma: float = 0.9995
    trace: float = 0.8
    """Lambda of the generalised advantage estimate."""
    draw: float = -0.5
    """What a draw is worth to both while they learn; with 0 they learn to touch nothing."""


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
    """Whether a later decision or the end of the game says how a decision turned out."""

    def flat(self, name: str) -> Tensor:
        return getattr(self, name).flatten(0, 1)  # type: ignore[no-any-return]


@dataclass
class SelfPlay:
    """Plays a batch of games with one policy for all seats."""

    games: Batch
    steps: int
    device: str
    discounts: Discounts = field(default_factory=Discounts)

    def __post_init__(self) -> None:
        games = self.games
        shapes: dict[str, tuple[Any, Any]] = {
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
        self.rollout = Rollout(
            **{
                name: torch.zeros(self.steps, games.num_games, *shape, dtype=dtype, device=self.device)
                for name, (shape, dtype) in shapes.items()
            }
        )
        names = ("cells", "scalars", "mask", "secrets", "seats", "rewards", "terminated", "truncated")
        self.now = {name: self.tensor(getattr(games, name)) for name in names}

    def tensor(self, array: Any) -> Tensor:
        """Return an array of the batch as a tensor that shares its memory."""
        if 0 in array.shape:
            return torch.zeros(array.shape, dtype=torch.int8, device=self.device)
        return torch.as_tensor(array, device=self.device)

    @torch.no_grad()
    def play(self, network: Any) -> Rollout:
        """Play the steps of a rollout and compute its advantages."""
        for step in range(self.steps):
            for name in ("cells", "scalars", "mask", "secrets", "seats"):
                getattr(self.rollout, name)[step] = self.now[name]
            with torch.autocast(self.device, torch.bfloat16):
                prediction = network(self.now["cells"], self.now["scalars"])
            chosen = masked_log_softmax(prediction.logits, self.now["mask"])
            noise = -torch.log(-torch.log(torch.rand_like(chosen).clamp_(1e-9, 1 - 1e-7)))
            actions = (chosen + noise).argmax(1)
            self.rollout.actions[step] = actions
            self.rollout.values[step] = prediction.value
            self.rollout.log_probabilities[step] = chosen.gather(1, actions[:, None]).squeeze(1)
            self.games.step(actions)
            self.rollout.rewards[step] = self.now["rewards"]
            self.rollout.ended[step] = self.now["terminated"] | self.now["truncated"]
        with torch.autocast(self.device, torch.bfloat16):
            last = network(self.now["cells"], self.now["scalars"]).value
        self._fill_advantages(last)
        return self.rollout

    def _fill_advantages(self, last: Tensor) -> None:
        """Link each decision to the next one of the same seat: another seat's expectation lacks what this one knows."""
        rollout, discounts = self.rollout, self.discounts
        games, seats = rollout.rewards.shape[1:]
        every = torch.arange(games, device=self.device)
        value = torch.full((games, seats), float("nan"), device=self.device)
        advantage = torch.zeros(games, seats, device=self.device)
        value[every, self.now["seats"].long()] = last
        for step in range(self.steps - 1, -1, -1):
            ended, rewards, seat = rollout.ended[step], rollout.rewards[step], rollout.seats[step].long()
            drawn = (rewards == 0).all(1, keepdim=True)
            final = torch.where(drawn, discounts.draw, rewards) / discounts.gamma
            value = torch.where(ended[:, None], final, value)
            advantage = advantage * ~ended[:, None]
            ahead = value[every, seat]
            usable = ~ahead.isnan()
            error = torch.where(usable, discounts.gamma * ahead - rollout.values[step], 0.0)
            own = error + discounts.gamma * discounts.trace * advantage[every, seat]
            rollout.advantages[step], rollout.usable[step] = own, usable
            value[every, seat], advantage[every, seat] = rollout.values[step], own


def masked_log_softmax(logits: Tensor, mask: Tensor) -> Tensor:
    """Return log-probabilities of the legal outputs; illegal ones get a very low one."""
    return functional.log_softmax(logits.masked_fill(mask == 0, -1e9), 1)
