"""The drawings of every rulebook: all can be drawn, all are used, and both languages show the same."""

from __future__ import annotations

import re
from xml.etree.ElementTree import fromstring

import pytest
from games_and_options import every_game

from caserne.core.game.rulebook import Rulebook
from caserne.core.game.words import LANGUAGES
from caserne.core.presentation.figures import COVER, figures
from caserne.draw.drawings import drawing
from caserne.draw.rulebook_text import page_text

PICTURE = re.compile(r"!\[([^\]]*)\]\(((?:figure|piece|ground):[^)]+)\)")


@pytest.mark.thorough
@every_game
def test_every_drawing_of_the_rulebook_can_be_drawn(game_id: str) -> None:
    addresses = {address for _, address in PICTURE.findall(Rulebook.read(game_id, "en").markdown)}
    for address in addresses | {f"figure:{name}" for name in figures(game_id)}:
        assert fromstring(drawing(game_id, address, "en", dark=True)).tag.endswith("svg")


@every_game
def test_both_languages_show_the_same_drawings_and_use_every_figure(game_id: str) -> None:
    shown = [PICTURE.findall(Rulebook.read(game_id, lang).markdown) for lang in LANGUAGES]
    french, english = (sorted(address for _, address in one) for one in shown)
    assert french == english
    used = {address.removeprefix("figure:") for _, address in shown[0] if address.startswith("figure:")}
    assert used | {COVER} >= set(figures(game_id))
    assert all(said for one in shown for said, address in one if address.startswith("figure:")), (
        "a figure has a caption"
    )


@pytest.mark.thorough
@every_game
def test_no_picture_is_left_in_a_rulebook_for_the_terminal(game_id: str) -> None:
    assert "](" not in page_text(Rulebook.read(game_id, "fr").markdown, game_id, "fr")
