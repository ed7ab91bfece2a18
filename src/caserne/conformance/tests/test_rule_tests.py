"""Every rule of every room has a test named after it."""

from __future__ import annotations

import re

import pytest
from games_and_options import rooms

from caserne.core.game.registry import room_folder
from caserne.core.game.rulebook import Rulebook

TESTED = [
    (section.rule, folder)
    for game_id in rooms()
    if (folder := room_folder(game_id) / "tests").is_dir()
    for section in Rulebook.read(game_id, "en").sections
]


@pytest.mark.parametrize(("rule", "folder"), TESTED, ids=[rule for rule, _ in TESTED])
def test_a_test_is_named_after_the_rule(rule, folder):
    name = rf"^def test_{rule.replace('-', '_')}_"
    assert any(re.search(name, path.read_text("utf-8"), re.MULTILINE) for path in folder.glob("test_*.py"))


def test_both_rulebooks_number_the_same_rules():
    for game_id in rooms():
        french, english = (Rulebook.read(game_id, lang).sections for lang in ("fr", "en"))
        assert [section.rule for section in french] == [section.rule for section in english]
        numbers = [int(section.rule.split("-")[1]) for section in english]
        assert numbers == list(range(1, len(numbers) + 1))
