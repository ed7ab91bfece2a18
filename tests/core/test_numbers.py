"""Random numbers, bits and statistics."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from caserne.core.game.position import plain_number
from caserne.core.kernel.bits import lowest_bit
from caserne.core.kernel.rng import below, generators
from caserne.core.simulation.statistics import mean, share


def reference_xoshiro128(words):
    """xoshiro128++ as published, with Python integers."""
    a, b, c, d = words

    def rotate(value, bits):
        return ((value << bits) | (value >> (32 - bits))) & 0xFFFFFFFF

    while True:
        yield (rotate((a + d) & 0xFFFFFFFF, 7) + a) & 0xFFFFFFFF
        shifted = (b << 9) & 0xFFFFFFFF
        c ^= a
        d ^= b
        b ^= c
        a ^= d
        c ^= shifted
        d = rotate(d, 11)


def test_the_generator_is_xoshiro128():
    dice = generators(1, 1)[0]
    reference = reference_xoshiro128([int(word) for word in dice])
    for _ in range(1_000):
        assert below(dice, 2**31) == next(reference) >> 1


def test_a_generator_depends_only_on_its_seed_and_number():
    assert (generators(5, 10)[7:] == generators(5, 3, first=7)).all()
    assert len(np.unique(generators(5, 1_000), axis=0)) == 1_000
    assert (generators(5, 3) != generators(6, 3)).any()


@given(st.integers(1, 2**62))
def test_lowest_bit(word):
    assert lowest_bit(word) == (word & -word).bit_length() - 1


@pytest.mark.parametrize(("value", "text"), [(1.0, "1"), (-0.0, "0"), (1 / 3, "0.3333"), (-1, "-1"), (0.5, "0.5")])
def test_plain_numbers_have_no_trailing_zeros(value, text):
    assert plain_number(value) == text


def test_confidence_intervals():
    assert share(0, 100).low == 0
    assert share(0, 100).high == pytest.approx(0.037, abs=0.001)
    assert share(50, 100).value == 0.5
    estimate = mean(np.array([1.0, 2.0, 3.0]))
    assert estimate.low < 2 < estimate.high
