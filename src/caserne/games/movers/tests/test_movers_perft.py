"""Perft counts equal perft.txt, and `naive_movers` counts the small ones the same."""

from __future__ import annotations

import pytest
from movers_drawing import position
from naive_movers import NaiveMovers, read_perft_table

from caserne.core.kernel.compiled import INTERPRETED

TABLE = list(read_perft_table())
LARGEST = 2_000 if INTERPRETED else 10**9


@pytest.mark.parametrize(("options", "text", "counts"), TABLE)
def test_perft_equals_the_table(options, text, counts):
    counts = [count for count in counts if count <= LARGEST]
    start = position(text, **options)
    assert start.perft(0) == 1
    assert [start.perft(depth) for depth in range(1, len(counts) + 1)] == counts


@pytest.mark.thorough
@pytest.mark.parametrize(("options", "text", "counts"), TABLE)
def test_the_naive_implementation_counts_the_same(options, text, counts):
    naive = NaiveMovers(text, **{name: value == "true" or int(value) for name, value in options.items()})
    small = [count for count in counts if count <= 500]
    assert [naive.perft(depth) for depth in range(1, len(small) + 1)] == small
