"""`caserne.nets.forward` in PyTorch: the same predictions, bit by bit, from a GPU.

Sums are exact in any order there too. The rest is one rounded operation at a time, as in NumPy: divisors are tensors,
because PyTorch multiplies by the reciprocal of a number.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from torch import Tensor
from torch.nn.functional import pad

from caserne.nets.forward import EPSILON, FINE_STEPS, GRID, STEPS, VALUE_DIGITS, Net, Prediction

ROWS = 32
"""Observations are predicted in multiples of so many, each of which is recorded once."""
TINY = float(np.finfo(np.float32).tiny)

Array = np.ndarray[Any, Any]
Outputs = tuple[Tensor, ...]
"""Logits, values before the last step, and what cells hide, if anything is hidden."""


class TorchNet:
    """A network whose numbers are on a device."""

    def __init__(self, net: Net, device: torch.device) -> None:
        def moved(array: Any) -> Tensor:
            return torch.from_numpy(np.array(array)).to(device)

        self.net, self.device, self.board = net, device, net.features.board
        self.layers = {
            name: (moved(layer.counts), moved(layer.steps), moved(layer.bias)) for name, layer in net.layers.items()
        }
        self.gains = {name: moved(gain) for name, gain in net.gains.items()}
        self.place, self.scales, self.shifts = moved(net.place), moved(net.scales), moved(net.shifts)
        self.steps, self.fine_steps = moved(np.float32(STEPS)), moved(np.float32(FINE_STEPS))
        self.cells, self.channels = moved(np.float64(net.features.cells)), moved(np.float64(net.place.shape[-1]))
        self.recordings: dict[int, Recording] = {}

    def predict(self, cells: Array, scalars: Array) -> Prediction:
        """Predict as `Net.predict` does."""
        features, number = self.net.features, len(cells)
        scalars = features.familiar(scalars, self.net.options) if features.familiar else scalars
        if self.device.type == "cuda":
            rows = -(-number // ROWS) * ROWS
            if rows not in self.recordings:
                self.recordings[rows] = Recording(self, rows)
            found = self.recordings[rows].play(cells, scalars)
        else:
            found = [array.numpy() for array in self.outputs(torch.from_numpy(cells), torch.from_numpy(scalars))]
        logits, values, *secrets = (array[:number] for array in found)
        return Prediction(logits, np.tanh(values.astype(np.float64)).round(VALUE_DIGITS), *secrets or [None])

    def outputs(self, cells: Tensor, scalars: Tensor) -> Outputs:
        number = len(cells)
        planes = ((cells[:, :, None] >> self.shifts) & 1).float()
        x = self._convolve(planes.reshape(number, *self.board, -1), "stem") + self.place
        x += self._linear(scalars.float() / self.scales, "from_scalars")[:, None, None, :]
        for block in range(self.net.blocks):
            name = f"blocks.{block}"
            inner = self._convolve(self._normalise(x, self.gains[f"{name}.gain"]), f"{name}.first").relu()
            inner += self._linear(self._mean(inner), f"{name}.from_mean")[:, None, None, :]
            x += self._convolve(inner.relu(), f"{name}.second")
        x = self._normalise(x, self.gains["gain"]).relu()
        pooled = torch.cat([self._mean(x), x.amax((1, 2))], 1)
        moves = self._linear(x, "to_moves").reshape(number, -1)
        logits = torch.cat([moves, self._linear(pooled, "to_others")], 1)
        values = self._linear(self._linear(pooled, "to_value.0").relu(), "to_value.2")[:, 0]
        secrets = [self._linear(x, "to_secrets").reshape(number, self.net.features.cells, -1)]
        return torch.round(logits * GRID) / GRID, values, *(secrets if "to_secrets" in self.layers else [])

    def _linear(self, x: Tensor, name: str) -> Tensor:
        return self._product(*self._in_steps(x, self.steps), name)

    def _convolve(self, x: Tensor, name: str) -> Tensor:
        counts, step = self._in_steps(x, self.steps)
        padded, (rows, columns) = pad(counts, (0, 0, 1, 1, 1, 1)), self.board
        around = [padded[:, row : row + rows, column : column + columns] for row in range(3) for column in range(3)]
        return self._product(torch.cat(around, 3), step, name)

    def _product(self, counts: Tensor, step: Tensor, name: str) -> Tensor:
        weights, steps, bias = self.layers[name]
        sums = counts.reshape(-1, counts.shape[-1]) @ weights
        return sums.reshape(*counts.shape[:-1], -1).mul_(step).mul_(steps).add_(bias)

    def _in_steps(self, x: Tensor, steps: Tensor, axes: tuple[int, ...] | None = None) -> tuple[Tensor, Tensor]:
        largest = x.abs().amax(axes or tuple(range(1, x.ndim)), keepdim=True)
        step = (largest / steps).clamp_min(TINY)
        return torch.round(x / step), step

    def _mean(self, x: Tensor) -> Tensor:
        counts, step = self._in_steps(x, self.fine_steps)
        return (counts.double().sum((1, 2)) / self.cells * step[:, 0, 0]).float()

    def _normalise(self, x: Tensor, gain: Tensor) -> Tensor:
        counts, step = self._in_steps(x, self.fine_steps, (3,))
        squares = counts.double().square().sum(-1, keepdim=True) / self.channels * step * step
        return x / torch.sqrt(squares + EPSILON).float() * gain


class Recording:
    """A prediction for a number of observations as a CUDA graph, recorded and played again: to launch its hundreds of
    kernels one by one would take far longer than they do."""

    def __init__(self, net: TorchNet, rows: int) -> None:
        features = net.net.features
        self.cells = torch.zeros((rows, features.cells), dtype=torch.int64, device=net.device)
        self.scalars = torch.zeros((rows, len(features.scalars)), dtype=torch.int16, device=net.device)
        net.outputs(self.cells, self.scalars)  # what happens only once is not to be recorded
        self.graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self.graph):
            self.outputs = net.outputs(self.cells, self.scalars)
        self.found = [torch.empty_like(output, device="cpu", pin_memory=True) for output in self.outputs]

    def play(self, cells: Array, scalars: Array) -> list[Array]:
        self.cells[: len(cells)] = torch.from_numpy(cells).to(self.cells.device)
        self.scalars[: len(cells)] = torch.from_numpy(scalars).to(self.cells.device)
        self.graph.replay()
        for output, found in zip(self.outputs, self.found, strict=True):
            found.copy_(output, non_blocking=True)
        torch.cuda.synchronize()
        return [found.numpy() for found in self.found]
