"""Golden records replay to the same end, and perft counts equal perft.txt and those of `naive_manoeuvre`."""

from __future__ import annotations

from pathlib import Path

import pytest
from manoeuvre_drawing import position
from naive_manoeuvre import NaiveManoeuvre

from caserne.core.kernel.compiled import INTERPRETED
from caserne.core.match.record import Record
from caserne.core.match.verify import verify

FOLDER = Path(__file__).parent
LARGEST = 2_000 if INTERPRETED else 10**9
RECORDS = {
    "two-players": (
        "- 12:R3,11:R5,10:Y3,9:Y6,8:R4,7:R6,6:Y1,5:Y5,4:R2,3:Y4,2:Y2,1:R1 RRY -",
        (46, 38),
        62,
    ),
    "three-players-direct": (
        "- 12:R3,11:B1,10:B3,9:B2,8:Y1,7:Y3,6:R2,5:Y4,4:Y2,3:B4,2:R4,1:R1 BYR -",
        (24, 26, 34),
        76,
    ),
    "four-players-both-orders": (
        "- 1:G2,12:Y1,2:B3,3:R2,4:G1,5:Y3,6:R3,7:R1,8:Y2,11:B2,9:B1,10:G3 RB- -",
        (17, 25, 24, 15),
        94,
    ),
}
"""By file: the final position, the scores and the number of turns."""


@pytest.mark.parametrize("name", RECORDS)
def test_a_golden_record_replays_to_the_same_end(name):
    record = Record.load(FOLDER / "records" / f"{name}.jsonl")
    final, scores, turns = RECORDS[name]
    assert str(record.final()) == final
    assert record.final().scores() == scores
    assert len(record.turns()) == turns
    assert verify(record).unproved_dice == 0


def read_perft_table():
    for line in (FOLDER / "perft.txt").read_text("ascii").splitlines()[1:]:
        options, text, counts = (field.strip() for field in line.split("|"))
        yield dict(pair.split("=") for pair in options.split()), text, [int(count) for count in counts.split()]


TABLE = list(read_perft_table())


@pytest.mark.parametrize(("options", "text", "counts"), TABLE)
def test_perft_equals_the_table(options, text, counts):
    counts = [count for count in counts if count <= LARGEST]
    start = position(text, **options)
    assert start.perft(0) == 1
    assert [start.perft(depth) for depth in range(1, len(counts) + 1)] == counts


@pytest.mark.parametrize(("options", "text", "counts"), TABLE)
def test_the_naive_implementation_counts_the_same(options, text, counts):
    values = {name: value == "true" if name.startswith("order") else value for name, value in options.items()}
    naive = NaiveManoeuvre(text, **{**values, "players": int(values.get("players", 2))})
    small = [count for count in counts if count <= 700]
    assert [naive.perft(depth) for depth in range(1, len(small) + 1)] == small
