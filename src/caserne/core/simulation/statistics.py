"""Figures with their 95% confidence intervals."""

from __future__ import annotations

from math import sqrt
from typing import Any, NamedTuple

import numpy as np

Z = 1.959964
"""Standard deviations of a 95% interval."""


class Estimate(NamedTuple):
    """A figure and the ends of its 95% confidence interval."""

    value: float
    low: float
    high: float


def mean(values: np.ndarray[Any, Any]) -> Estimate:
    """The mean of many values."""
    middle = float(values.mean())
    error = Z * float(values.std(ddof=1)) / sqrt(values.size) if values.size > 1 else float("nan")
    return Estimate(middle, middle - error, middle + error)


def share(count: float, total: int) -> Estimate:
    """A proportion, with Wilson's interval, which stays within 0 and 1 and is right for rare events too."""
    portion = count / total
    centre = (portion + Z * Z / (2 * total)) / (1 + Z * Z / total)
    reach = Z * sqrt(portion * (1 - portion) / total + Z * Z / (4 * total * total)) / (1 + Z * Z / total)
    return Estimate(portion, max(0.0, centre - reach), min(1.0, centre + reach))
