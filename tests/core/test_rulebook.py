"""Rulebooks are split into sections and converted to safe HTML."""

from __future__ import annotations

import re

import pytest

from caserne.core.game.registry import rooms
from caserne.core.game.rulebook import Rulebook, as_html


@pytest.mark.parametrize("lang", ["fr", "en"])
@pytest.mark.parametrize("game_id", list(rooms()))
def test_no_markdown_is_left_in_the_html_of_a_section(game_id, lang):
    book = Rulebook.read(game_id, lang)
    assert len(book.sections) > 3
    for html in [as_html(book.introduction), *(section.html for section in book.sections)]:
        assert not re.search(r"\*\*|^#|^\|", html, re.MULTILINE)


def test_the_introduction_is_the_text_before_the_rules():
    book = Rulebook.read("stratego", "en")
    assert "two lakes" in book.introduction
    assert not re.search(r"ST-\d|^# ", book.introduction, re.MULTILINE)


def test_the_closing_chapters_are_those_after_the_rules():
    book = Rulebook.read("stratego", "en")
    assert book.closing.startswith("## ")
    assert book.closing not in book.sections[-1].text
    assert not re.search(r"ST-\d+ |^# ", book.closing, re.MULTILINE)
    assert Rulebook.read("manoeuvre", "en").closing == ""


def test_raw_html_and_script_links_are_disabled():
    html = as_html("<img src=x onerror=alert(1)> [click](javascript:alert(1)) [fine](https://example.org)")
    assert "<img" not in html
    assert 'href="javascript' not in html
    assert 'href="https://example.org"' in html
