"""The network: a policy over all outputs, the value for the seat to act, and what hidden pieces are."""

from __future__ import annotations

from typing import Any, NamedTuple

import torch
from torch import Tensor, nn
from torch.nn import functional

from caserne.core.game.features import Features


class Prediction(NamedTuple):
    """What the network says about a batch of observations."""

    logits: Tensor
    """One number per output; illegal ones are to be masked."""
    value: Tensor
    """The expected return of the seat to act, between -1 and 1."""
    secrets: Tensor | None
    """Logits of what each cell hides, [observations, cells, secrets]."""


class Network(nn.Module):
    """A residual network over the cells; every block also sees the mean of the board."""

    def __init__(self, features: Features, width: int = 128, blocks: int = 6) -> None:
        super().__init__()
        self.board, self.per_cell, self.width = features.board, features.outputs_per_cell, width
        channels, scalars = len(features.channels), len(features.scalars)
        extra = features.outputs - features.cells * features.outputs_per_cell
        self.register_buffer("shifts", torch.arange(channels), persistent=False)
        scales = torch.tensor([scalar.scale for scalar in features.scalars])
        self.register_buffer("scales", scales, persistent=False)
        self.stem = nn.Conv2d(channels, width, 3, padding=1)
        self.from_scalars = nn.Linear(scalars, width)
        self.place = nn.Parameter(torch.zeros(1, width, *self.board))
        self.blocks = nn.ModuleList(Block(width) for _ in range(blocks))
        self.gain = nn.Parameter(torch.ones(width))
        self.to_moves = nn.Conv2d(width, self.per_cell, 1)
        self.to_others = nn.Linear(2 * width, extra)
        self.to_value = nn.Sequential(nn.Linear(2 * width, 128), nn.ReLU(), nn.Linear(128, 1))
        self.to_secrets = nn.Conv2d(width, features.secrets, 1) if features.secrets else None
        for last in (self.to_moves, self.to_others, self.to_value[-1]):
            nn.init.normal_(last.weight, std=0.01)
            nn.init.zeros_(last.bias)

    def forward(self, cells: Tensor, scalars: Tensor) -> Prediction:
        number = cells.shape[0]
        planes = ((cells[:, None, :] >> self.shifts[None, :, None]) & 1).to(self.stem.weight.dtype)
        x = self.stem(planes.view(number, -1, *self.board)) + self.place
        x = x + self.from_scalars(scalars.to(self.scales.dtype) / self.scales)[:, :, None, None]
        for block in self.blocks:
            x = block(x)
        x = functional.relu(normalise(x, self.gain))
        pooled = torch.cat([x.mean((2, 3)), x.amax((2, 3))], 1)
        moves = self.to_moves(x).permute(0, 2, 3, 1).reshape(number, -1)
        logits = torch.cat([moves, self.to_others(pooled)], 1).float()
        value = torch.tanh(self.to_value(pooled).float()).squeeze(1)
        secrets = self.to_secrets(x).flatten(2).transpose(1, 2).float() if self.to_secrets else None
        return Prediction(logits, value, secrets)


class Block(nn.Module):
    """Two convolutions; between them the mean of the board is added to every cell."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.first = nn.Conv2d(width, width, 3, padding=1)
        self.second = nn.Conv2d(width, width, 3, padding=1)
        self.from_mean = nn.Linear(width, width)
        self.gain = nn.Parameter(torch.ones(width))
        nn.init.zeros_(self.second.weight)
        nn.init.zeros_(self.second.bias)  # type: ignore[arg-type]

    def forward(self, x: Tensor) -> Tensor:
        inner = functional.relu(self.first(normalise(x, self.gain)))
        inner = inner + self.from_mean(inner.mean((2, 3)))[:, :, None, None]
        out: Tensor = x + self.second(functional.relu(inner))
        return out


def normalise(x: Tensor, gain: Any) -> Tensor:
    """Divide every cell's channels by their root mean square."""
    scale = torch.rsqrt(x.float().pow(2).mean(1, keepdim=True) + 1e-5).to(x.dtype)
    normal: Tensor = x * scale * gain.to(x.dtype)[None, :, None, None]
    return normal
