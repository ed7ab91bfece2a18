"""Perft counts equal perft.txt, and `naive_stratego` counts the small ones the same."""

from __future__ import annotations

from pathlib import Path

import pytest
from naive_stratego import NaiveStratego
from stratego_drawing import position

from caserne.core.kernel.compiled import INTERPRETED

LARGEST = 2_000 if INTERPRETED else 10**9


def read_table():
    """Yield the options, position and counts of each line."""
    for line in (Path(__file__).parent / "perft.txt").read_text("utf-8").splitlines()[1:]:
        options, text, counts = (field.strip() for field in line.split("|"))
        named = dict(pair.split("=") for pair in options.split(",") if pair)
        yield named, text, [int(count) for count in counts.split()]


TABLE = list(read_table())
VALUES = {"true": True, "false": False}


@pytest.mark.parametrize(("options", "text", "counts"), TABLE)
def test_perft_equals_the_table(options, text, counts):
    counts = [count for count in counts if count <= LARGEST]
    start = position(text, **options)
    assert [start.perft(depth) for depth in range(1, len(counts) + 1)] == counts


@pytest.mark.thorough
@pytest.mark.parametrize(("options", "text", "counts"), TABLE)
def test_the_naive_implementation_counts_the_same(options, text, counts):
    known = {name: VALUES.get(value, int(value) if value.isdigit() else value) for name, value in options.items()}
    naive = NaiveStratego(text, **known)
    small = {depth: count for depth, count in enumerate(counts, 1) if count <= 300}
    assert {depth: naive.perft(depth) for depth in small} == small
