"""The rulebook pages have a section for every rule in both languages, and their examples are correct."""

from __future__ import annotations

import re

import pytest
from movers_drawing import START, position
from typography import BAD_FRENCH_TYPOGRAPHY

import caserne
from caserne.core.game.rulebook import Rulebook

PAGES = {lang: Rulebook.read("movers", lang).markdown for lang in ("fr", "en")}
RULES = [f"MH-{number}" for number in range(1, 13)]
RULINGS = {"MH-2", "MH-8", "MH-9", "MH-10"}


def sections(lang: str) -> dict[str, str]:
    """Return the text of each rule by its id, in the order of the page."""
    return {section.rule: section.text for section in Rulebook.read("movers", lang).sections}


@pytest.mark.parametrize("lang", PAGES)
def test_every_rule_has_a_section_in_order(lang):
    assert list(sections(lang)) == RULES
    assert all(sections(lang).values())
    assert PAGES[lang].count("\n## ") == len(RULES)


@pytest.mark.parametrize(("lang", "mark"), [("fr", "*Arbitrage\u00a0:*"), ("en", "*Ruling:*")])
def test_rulings_are_marked(lang, mark):
    assert {rule for rule, text in sections(lang).items() if mark in text} == RULINGS


@pytest.mark.parametrize(
    ("lang", "default"), [("fr", "*Option* `{}` (par défaut `{}`)"), ("en", "*Option* `{}` (default `{}`)")]
)
def test_options_are_named_with_their_defaults(lang, default):
    named = "".join(sections(lang)[rule] for rule in ("MH-1", "MH-10", "MH-11", "MH-12"))
    for name, value in caserne.game("movers").options.as_dict().items():
        assert default.format(name, str(value).lower()) in named


@pytest.mark.parametrize("lang", PAGES)
def test_the_page_names_the_game_and_its_designer(lang):
    about = caserne.game("movers").about
    introduction = PAGES[lang].split("## MH-1 ")[0]
    assert introduction.startswith(f"# {about.title(lang)}\n")
    for name in (*about.titles.values(), about.designer):
        assert name in introduction


@pytest.mark.parametrize("lang", PAGES)
def test_the_examples_are_correct(lang):
    notation = Rulebook.read("movers", lang).notation
    assert f"`{START}`" in notation
    assert position("setup").play("MHMHMH").play("MHMHMH") == position(START)
    assert str(position("setup MMHHHM")) in notation


def test_the_french_page_keeps_french_typography():
    prose = re.sub(r"```.*?```|`[^`]*`|!\[|\]\([^)]*\)", "", PAGES["fr"], flags=re.DOTALL)
    assert not BAD_FRENCH_TYPOGRAPHY.search(prose)
