"""Estimates with 95% confidence intervals."""

from __future__ import annotations

from math import sqrt
from typing import Any, NamedTuple

import numpy as np

Z = 1.959964
"""The half-width of a 95% interval in standard errors."""


class Estimate(NamedTuple):
    """An estimate and the bounds of its 95% confidence interval."""

    value: float
    low: float
    high: float


def mean(values: np.ndarray[Any, Any]) -> Estimate:
    """Estimate the mean of values."""
    middle = float(values.mean())
    error = Z * float(values.std(ddof=1)) / sqrt(values.size) if values.size > 1 else float("nan")
    return Estimate(middle, middle - error, middle + error)


def share(count: float, total: int) -> Estimate:
    """Estimate a proportion with Wilson's interval, which stays within 0 and 1 and holds for rare events too."""
    portion = count / total
    centre = (portion + Z * Z / (2 * total)) / (1 + Z * Z / total)
    reach = Z * sqrt(portion * (1 - portion) / total + Z * Z / (4 * total * total)) / (1 + Z * Z / total)
    return Estimate(portion, max(0.0, centre - reach), min(1.0, centre + reach))
