"""Perft counts equal perft.txt, and `naive_belligerants` counts the small ones the same."""

from __future__ import annotations

from pathlib import Path

import pytest
from belligerants_field import position
from naive_belligerants import NaiveBelligerants

LINES = (Path(__file__).parent / "perft.txt").read_text("utf-8").splitlines()[1:]
TABLE = [[part.strip() for part in line.split("|")] for line in LINES]


def read(options: str, counts: str) -> tuple[dict, list[int]]:
    return dict(pair.split("=") for pair in options.split()), list(map(int, counts.split()))


@pytest.mark.parametrize(("options", "text", "counts"), TABLE)
def test_perft_equals_the_table(options, text, counts):
    chosen, numbers = read(options, counts)
    start = position(text, **chosen)
    assert start.perft(0) == 1
    assert [start.perft(depth) for depth in range(1, len(numbers) + 1)] == numbers


@pytest.mark.parametrize(("options", "text", "counts"), TABLE)
def test_the_naive_implementation_counts_the_same(options, text, counts):
    chosen, numbers = read(options, counts)
    map_text = position("setup", **chosen).game.options.map
    values = {name: int(value) if value.isdigit() else value for name, value in chosen.items() if name != "map"}
    naive = NaiveBelligerants(map_text, text, **values)
    small = [number for number in numbers if number <= 300]
    assert [naive.perft(depth) for depth in range(1, len(small) + 1)] == small
