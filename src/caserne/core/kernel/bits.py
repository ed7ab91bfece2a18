"""Sets of up to 64 squares or moves as the bits of one number."""

from __future__ import annotations

from caserne.core.kernel.compiled import rule


@rule
def count_bits(word):
    """Return how many bits are set, below bit 63. Compilers know this form and make it one instruction.

    >>> count_bits(0b101000)
    2
    """
    pairs = int(word) - ((int(word) >> 1) & 0x5555555555555555)
    fours = (pairs & 0x3333333333333333) + ((pairs >> 2) & 0x3333333333333333)
    bytes_ = (fours + (fours >> 4)) & 0x0F0F0F0F0F0F0F0F
    return ((bytes_ * 0x0101010101010101) >> 56) & 127


@rule
def lowest_bit(word):
    """Return the number of the lowest bit that is set, below 63.

    >>> lowest_bit(0b101000)
    3
    """
    return count_bits((word & -word) - 1)
