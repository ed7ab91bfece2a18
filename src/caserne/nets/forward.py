"""The network in NumPy, for inference on a CPU: the same computation as `learn.network`, in exact steps.

Machines add floating-point numbers in different orders and round differently, and must choose the same move. So all
that is summed is rounded before to multiples of a step, few enough that every sum is exact: a whole number below 2**24
for products, which BLAS computes in 32 bits, and below 2**53 for the others. Nothing else depends on an order.
"""

from __future__ import annotations

from math import sqrt
from typing import Any, NamedTuple

import numpy as np

from caserne.core.game.features import Features
from caserne.nets.weights import Arrays, Weights

Array = np.ndarray[Any, Any]

STEPS = 511
"""Steps from 0 to the largest input of a product."""
FINE_STEPS = 1 << 15
"""Steps from 0 to the largest number of a mean."""
EXACT = 2**24
"""Whole numbers up to this one are exact in 32 bits."""
MARGIN = 0.95
"""Less than 1, because rounding may lengthen a vector of weights a little."""
GRID = 256
"""Logits are multiples of 1 / GRID."""
VALUE_DIGITS = 6
EPSILON = 1e-5
"""Added to mean squares, as in `learn.network`."""


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
        self.features, self.blocks, self.options = features, weights.description.blocks, weights.description.options
        names = [name.removesuffix(".weight") for name in arrays if name.endswith(".weight")]
        self.layers = {name: _Layer(arrays, name) for name in names}
        self.gains = {name: array for name, array in arrays.items() if name.endswith("gain")}
        self.place = arrays["place"][0].transpose(1, 2, 0).copy()
        self.scales = np.array([scalar.scale for scalar in features.scalars], np.float32)
        self.shifts = np.arange(len(features.channels))

    def predict(self, cells: Array, scalars: Array) -> Prediction:
        """Predict for some observations: int64[observations, cells], int16[observations, scalars]."""
        number = len(cells)
        scalars = self.features.familiar(scalars, self.options) if self.features.familiar else scalars
        planes = ((cells[:, :, None] >> self.shifts) & 1).astype(np.float32)
        x = self._convolve(planes.reshape(number, *self.features.board, -1), "stem") + self.place
        x += self._linear((scalars / self.scales).astype(np.float32), "from_scalars")[:, None, None, :]
        for block in range(self.blocks):
            self._add_block(x, f"blocks.{block}")
        x = np.maximum(_normalise(x, self.gains["gain"]), 0)
        pooled = np.concatenate([_mean(x), x.max((1, 2))], 1)
        moves = self._linear(x, "to_moves").reshape(number, -1)
        logits = np.concatenate([moves, self._linear(pooled, "to_others")], 1)
        secrets = self._linear(x, "to_secrets").reshape(number, self.features.cells, -1) if self._has_secrets else None
        return Prediction(np.rint(logits * GRID) / GRID, self._values(pooled), secrets)

    @property
    def _has_secrets(self) -> bool:
        return "to_secrets" in self.layers

    def _values(self, pooled: Array) -> Array:
        hidden = np.maximum(self._linear(pooled, "to_value.0"), 0)
        values: Array = np.tanh(self._linear(hidden, "to_value.2")[:, 0].astype(np.float64)).round(VALUE_DIGITS)
        return values

    def _add_block(self, x: Array, name: str) -> None:
        """Add to x what a residual block says about it."""
        inner = np.maximum(self._convolve(_normalise(x, self.gains[f"{name}.gain"]), f"{name}.first"), 0)
        inner += self._linear(_mean(inner), f"{name}.from_mean")[:, None, None, :]
        x += self._convolve(np.maximum(inner, 0, out=inner), f"{name}.second")

    def _linear(self, x: Array, name: str) -> Array:
        counts, step = _in_steps(x, STEPS)
        return self.layers[name].product(counts, step)

    def _convolve(self, x: Array, name: str) -> Array:
        """Convolve with a 3 x 3 kernel; beyond the edges is 0."""
        number, rows, columns, channels = x.shape
        padded = np.zeros((number, rows + 2, columns + 2, channels), np.float32)
        padded[:, 1:-1, 1:-1], step = _in_steps(x, STEPS)
        around = [padded[:, row : row + rows, column : column + columns] for row in range(3) for column in range(3)]
        return self.layers[name].product(np.concatenate(around, 3), step)


class _Layer:
    """The weights of a layer as whole numbers of steps, one size of step for each output."""

    def __init__(self, arrays: Arrays, name: str) -> None:
        matrix = _matrix(arrays[f"{name}.weight"])
        lengths = np.sqrt((matrix.astype(np.float64) ** 2).sum(0))
        longest = MARGIN * EXACT / (STEPS * sqrt(len(matrix)))
        self.steps = np.maximum(lengths / longest, np.finfo(np.float32).tiny).astype(np.float32)
        self.counts = np.rint(matrix / self.steps)
        self.bias = arrays[f"{name}.bias"]

    def product(self, counts: Array, step: Array) -> Array:
        """Multiply inputs, given as numbers of a step for each observation."""
        sums: Array = counts.reshape(-1, counts.shape[-1]) @ self.counts
        shaped: Array = sums.reshape(*counts.shape[:-1], -1)
        shaped *= step
        shaped *= self.steps
        shaped += self.bias
        return shaped


def _matrix(weight: Array) -> Array:
    """Turn the weights of a layer, [out, in] or [out, in, rows, columns], into the matrix of its product."""
    if weight.ndim == 2:
        return np.ascontiguousarray(weight.T)
    return np.ascontiguousarray(weight.transpose(2, 3, 1, 0).reshape(-1, len(weight)))


def _in_steps(x: Array, steps: int, axes: tuple[int, ...] | None = None) -> tuple[Array, Array]:
    """Return numbers as whole numbers of a step, and the step: along some axes, by default those of an observation,
    the largest number has so many steps."""
    largest = np.abs(x).max(axes or tuple(range(1, x.ndim)), keepdims=True)
    step = np.maximum(largest / np.float32(steps), np.finfo(np.float32).tiny)
    return np.rint(x / step), step


def _mean(x: Array) -> Array:
    """Return the mean of each channel over all cells."""
    counts, step = _in_steps(x, FINE_STEPS)
    mean: Array = counts.sum((1, 2), np.float64) / (x.shape[1] * x.shape[2]) * step[:, 0, 0]
    return mean.astype(np.float32)


def _normalise(x: Array, gain: Array) -> Array:
    """Divide every cell's channels by their root mean square."""
    counts, step = _in_steps(x, FINE_STEPS, (3,))
    exact = counts.astype(np.float64)
    squares = np.einsum("...c,...c->...", exact, exact)[..., None] / x.shape[-1] * step * step
    normal: Array = x / np.sqrt(squares + EPSILON).astype(np.float32) * gain
    return normal
