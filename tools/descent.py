"""Stochastic gradient descent for the tools that fit tables of weights."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np


def descend(slope_at: Callable[[np.ndarray], np.ndarray], size: int, rounds: int, rate: float) -> np.ndarray:
    """Minimise a function with these gradients from zeros on (Adam); the last third of the steps get shorter."""
    weights, mean, square = np.zeros(size), np.zeros(size), np.zeros(size)
    for step in range(1, rounds + 1):
        slope = slope_at(weights)
        mean = 0.9 * mean + 0.1 * slope
        square = 0.999 * square + 0.001 * slope**2
        length = rate * min(1.0, 3 * (1 - step / rounds))
        weights -= length * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.999**step)) + 1e-8)
    return weights
