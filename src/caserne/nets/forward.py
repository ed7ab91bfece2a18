"""The network in NumPy, for inference on a CPU: the same computation as `learn.network`.

A convolution is one matrix product over all cells with their neighbourhoods; most of the time is spent in BLAS.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from caserne.core.game.features import Features
from caserne.nets.weights import Weights

Array = np.ndarray[Any, np.dtype[np.float32]]

GRID = 256
"""Logits are rounded to multiples of 1 / GRID: machines add in different orders, and must choose the same move."""


class Prediction(NamedTuple):
    """What the network says about some observations."""

    logits: Array
    """[observations, outputs]; illegal ones are to be masked."""
    values: Array
    """[observations]: the expected return of the seat to act, between -1 and 1."""
    secrets: Array | None
    """[observations, cells, secrets]: logits of what each cell hides."""


class Net:
    """A trained network, ready to predict."""

    def __init__(self, weights: Weights, features: Features) -> None:
        arrays = weights.arrays
        self.features, self.blocks = features, weights.description.blocks
        self.arrays = {name: _matrix(array) for name, array in arrays.items()}
        self.arrays["place"] = arrays["place"][0].transpose(1, 2, 0).copy()
        self.scales = np.array([scalar.scale for scalar in features.scalars], np.float32)
        self.shifts = np.arange(len(features.channels))

    def predict(self, cells: np.ndarray[Any, Any], scalars: np.ndarray[Any, Any]) -> Prediction:
        """Predict for some observations: int64[observations, cells], int16[observations, scalars]."""
        number = len(cells)
        planes = ((cells[:, :, None] >> self.shifts) & 1).astype(np.float32)
        x = self._convolve(planes.reshape(number, *self.features.board, -1), "stem") + self.arrays["place"]
        x += self._linear((scalars / self.scales).astype(np.float32), "from_scalars")[:, None, None, :]
        for block in range(self.blocks):
            self._add_block(x, f"blocks.{block}")
        x = np.maximum(_normalise(x, self.arrays["gain"]), 0)
        pooled = np.concatenate([x.mean((1, 2)), x.max((1, 2))], 1)
        moves = self._linear(x, "to_moves").reshape(number, -1)
        logits = np.concatenate([moves, self._linear(pooled, "to_others")], 1)
        hidden = np.maximum(self._linear(pooled, "to_value.0"), 0)
        values = np.tanh(self._linear(hidden, "to_value.2"))[:, 0]
        secrets = self._linear(x, "to_secrets").reshape(number, self.features.cells, -1) if self._has_secrets else None
        return Prediction(np.rint(logits * GRID) / GRID, values, secrets)

    @property
    def _has_secrets(self) -> bool:
        return "to_secrets.weight" in self.arrays

    def _add_block(self, x: Array, name: str) -> None:
        """Add to x what a residual block says about it."""
        inner = np.maximum(self._convolve(_normalise(x, self.arrays[f"{name}.gain"]), f"{name}.first"), 0)
        inner += self._linear(inner.mean((1, 2)), f"{name}.from_mean")[:, None, None, :]
        x += self._convolve(np.maximum(inner, 0, out=inner), f"{name}.second")

    def _linear(self, x: Array, name: str) -> Array:
        product: Array = x.reshape(-1, x.shape[-1]) @ self.arrays[f"{name}.weight"] + self.arrays[f"{name}.bias"]
        return product.reshape(*x.shape[:-1], -1)

    def _convolve(self, x: Array, name: str) -> Array:
        """Convolve with a 3 x 3 kernel; beyond the edges is 0."""
        number, rows, columns, channels = x.shape
        padded = np.zeros((number, rows + 2, columns + 2, channels), np.float32)
        padded[:, 1:-1, 1:-1] = x
        around = [padded[:, row : row + rows, column : column + columns] for row in range(3) for column in range(3)]
        product: Array = np.concatenate(around, 3).reshape(-1, 9 * channels) @ self.arrays[f"{name}.weight"]
        product += self.arrays[f"{name}.bias"]
        return product.reshape(number, rows, columns, -1)


def _matrix(weight: Array) -> Array:
    """Turn the weights of a layer, [out, in] or [out, in, rows, columns], into the matrix of its product."""
    if weight.ndim == 2:
        return np.ascontiguousarray(weight.T)
    return np.ascontiguousarray(weight.transpose(2, 3, 1, 0).reshape(-1, len(weight))) if weight.ndim == 4 else weight


def _normalise(x: Array, gain: Array) -> Array:
    """Divide every cell's channels by their root mean square."""
    scale = np.sqrt(np.einsum("...c,...c->...", x, x) / x.shape[-1] + 1e-5)
    normal: Array = x / scale[..., None] * gain
    return normal
