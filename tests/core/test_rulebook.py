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
    for html in [as_html(book.introduction), *(as_html(section.main) for section in book.sections)]:
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


@pytest.mark.parametrize("game_id", list(rooms()))
def test_rules_for_people_have_no_words_of_programs(game_id):
    for lang in ("fr", "en"):
        book = Rulebook.read(game_id, lang)
        for text in (book.introduction, *(section.main for section in book.sections)):
            assert "`" not in text
        assert all(section.main for section in book.sections), "a rule is more than an option"


def test_figures_alone_in_a_paragraph_are_no_paragraph():
    html = as_html("![one](figure:a)\n![two](figure:b)", lambda address, said: f"<figure>{address} {said}</figure>")
    assert html == '<div class="figures"><figure>figure:a one</figure>\n<figure>figure:b two</figure></div>\n'


def test_raw_html_and_script_links_are_disabled():
    html = as_html("<img src=x onerror=alert(1)> [click](javascript:alert(1)) [fine](https://example.org)")
    assert "<img" not in html
    assert 'href="javascript' not in html
    assert 'href="https://example.org"' in html
