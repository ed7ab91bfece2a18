"""Advantages of each seat's own decisions."""

from __future__ import annotations

import torch
from torch import Tensor

from caserne.learn.rollout import Rollout
from caserne.learn.settings import Settings


def fill_advantages(rollout: Rollout, next_seats: Tensor, next_values: Tensor, settings: Settings) -> None:
    """Compute generalised advantage estimates; `next_seats` act after the rollout, with values `next_values`.

    Each decision is linked to the next one of the same seat: another seat's expectation lacks what this one knows.
    """
    steps, games, seats = rollout.rewards.shape
    every = torch.arange(games, device=rollout.rewards.device)
    value = torch.full((games, seats), float("nan"), device=rollout.rewards.device)
    advantage = torch.zeros_like(value)
    value[every, next_seats.long()] = next_values
    for step in range(steps - 1, -1, -1):
        ended, seat = rollout.ended[step], rollout.seats[step].long()
        final = final_returns(rollout.rewards[step], settings.draw) / settings.discount
        value = torch.where(ended[:, None], final, value)
        advantage = advantage * ~ended[:, None]
        ahead = value[every, seat]
        known = ~ahead.isnan()
        error = torch.where(known, settings.discount * ahead - rollout.values[step], 0.0)
        own = error + settings.discount * settings.trace * advantage[every, seat]
        rollout.advantages[step] = own
        rollout.usable[step] &= known
        value[every, seat], advantage[every, seat] = rollout.values[step], own


def final_returns(rewards: Tensor, draw: float) -> Tensor:
    """Return the rewards of ended games, with draws at their price."""
    drawn = (rewards == 0).all(1, keepdim=True)
    return torch.where(drawn, draw, rewards)
