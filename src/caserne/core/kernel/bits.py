"""Sets of up to 64 squares or moves as the bits of one number."""

from __future__ import annotations

import numpy as np

from caserne.core.kernel.compiled import rule

_BIT_NUMBER = np.zeros(67, np.uint8)
"""The number of a single bit by its remainder modulo 67, which differs for every bit."""
_BIT_NUMBER[[(1 << bit) % 67 for bit in range(63)]] = np.arange(63)


@rule
def lowest_bit(word):
    """Return the number of the lowest bit that is set, below 63.

    >>> lowest_bit(0b101000)
    3
    """
    return int(_BIT_NUMBER[(word & -word) % 67])
