"""Stochastic gradient descent for the tools that fit tables of weights and small networks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

Array = np.ndarray[Any, np.dtype[Any]]


class Adam:
    """Gradient descent (Adam): the step of each number is scaled by its recent slopes. Changes arrays in place."""

    def __init__(self, arrays: Sequence[Array]) -> None:
        self._arrays, self._steps = arrays, 0
        self._means = [np.zeros_like(array) for array in arrays]
        self._squares = [np.zeros_like(array) for array in arrays]

    def step(self, slopes: Sequence[Array], length: float, decay: float = 0.0) -> None:
        """Change every number by about this length; `decay` draws all towards 0."""
        self._steps += 1
        for array, slope, mean, square in zip(self._arrays, slopes, self._means, self._squares, strict=True):
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope**2 - square)
            spread = np.sqrt(square / (1 - 0.999**self._steps)) + 1e-8
            array -= length * (mean / (1 - 0.9**self._steps) / spread + decay * array)


def descend(slope_at: Callable[[Array], Array], size: int, rounds: int, rate: float) -> Array:
    """Minimise a function with these gradients from zeros on; the last third of the steps get shorter."""
    weights = np.zeros(size)
    adam = Adam([weights])
    for step in range(1, rounds + 1):
        adam.step([slope_at(weights)], rate * min(1.0, 3 * (1 - step / rounds)))
    return weights
