"""The golden records of every room still have the same positions and legal moves."""

from __future__ import annotations

import pytest
from games_and_options import every_game, rooms

from caserne.conformance.golden import pins
from caserne.core.game.registry import room_folder
from caserne.core.match.record import Record

GOLDEN = [
    pytest.param(path, id=f"{game_id} {path.stem}")
    for game_id in rooms()
    for path in sorted(room_folder(game_id).glob("tests/golden/*.jsonl"))
]


@pytest.mark.parametrize("path", GOLDEN)
def test_golden_records_are_pinned(path):
    record = Record.load(path)
    assert record.dumps() == path.read_text("utf-8")
    assert pins(record) == path.with_suffix(".txt").read_text("utf-8")


@every_game
def test_a_room_with_tests_has_golden_records(game_id):
    if not (room_folder(game_id) / "tests").is_dir():
        pytest.skip("this room has no tests of its own")
    remedy = "`caserne check FOLDER --pin` writes them"
    assert [golden for golden in GOLDEN if golden.id.split()[0] == game_id], remedy
