"""Random numbers inside rules: xoshiro128++ on four 32-bit words, the same interpreted, compiled and on a GPU."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from caserne.core.kernel.compiled import rule

WORDS = 4
"""The size of a generator's state."""

_LOW = 0xFFFFFFFF


def generators(seed: int, count: int, first: int = 0) -> np.ndarray:
    """Return the states of `count` independent generators, numbers `first`, `first + 1`, ... of a seed.

    Game number n gets the same generator however a batch is split.
    """
    philox = np.random.Philox(key=np.random.SeedSequence(seed).generate_state(2, np.uint64))
    philox.advance(first)  # one step of Philox is four 64-bit words: one generator
    return (philox.random_raw(WORDS * count).reshape(count, WORDS) >> np.uint64(32)).astype(np.int64)


def generator(seed: int) -> np.ndarray:
    """Return the state of the first generator of a seed."""
    return _first_generator(seed).copy()


@lru_cache(16)
def _first_generator(seed: int) -> np.ndarray:
    first: np.ndarray = generators(seed, 1)[0]
    return first


@rule
def below(dice, bound):
    """Return a random number from 0 to bound - 1 and advance the generator `dice`.

    Bounds are so small beside 2**32 that no experiment could measure the bias of scaling.
    """
    a, b, c, d = dice[0], dice[1], dice[2], dice[3]
    total = (a + d) & _LOW
    drawn = ((((total << 7) & _LOW) | (total >> 25)) + a) & _LOW
    c ^= a
    d ^= b
    dice[0] = a ^ d
    dice[1] = b ^ c
    dice[2] = c ^ ((b << 9) & _LOW)
    dice[3] = ((d << 11) & _LOW) | (d >> 21)
    return (drawn * bound) >> 32
