"""The golden records of every room still have the same positions and legal moves."""

from __future__ import annotations

import sys
from importlib.resources import files
from pathlib import Path

import pytest

from caserne.core.game.registry import rooms
from caserne.core.match.record import Record

sys.path.insert(0, str(Path(__file__).parents[2] / "tools"))

from make_golden import pins

GOLDEN = [
    pytest.param(path, id=f"{game_id} {path.stem}")
    for game_id, package in rooms().items()
    for path in sorted(Path(str(files(package))).glob("tests/golden/*.jsonl"))
]


@pytest.mark.parametrize("path", GOLDEN)
def test_golden_records_are_pinned(path):
    record = Record.load(path)
    assert record.dumps() == path.read_text("utf-8")
    assert pins(record) == path.with_suffix(".txt").read_text("utf-8")


def test_every_game_has_golden_records():
    have = {parameter.id.split()[0] for parameter in GOLDEN}
    assert have == set(rooms()) - {"oracle"}
