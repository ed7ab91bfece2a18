"""The rulebook pages have a section for every rule in both languages, and their tables are correct."""

from __future__ import annotations

import re

import pytest
from typography import BAD_FRENCH_TYPOGRAPHY

from caserne.core.game.rulebook import Rulebook
from caserne.games.belligerants.army import TABLE
from caserne.games.belligerants.options import BelligerantsOptions

PAGES = {lang: Rulebook.read("belligerants", lang) for lang in ("fr", "en")}
RULINGS = {"BE-1", "BE-9", "BE-10", "BE-20", "BE-21"}


@pytest.mark.parametrize("lang", PAGES)
def test_every_rule_has_a_section_in_order(lang):
    assert [section.rule for section in PAGES[lang].sections] == [f"BE-{number}" for number in range(1, 25)]
    assert all(section.text and section.title for section in PAGES[lang].sections)


@pytest.mark.parametrize(("lang", "mark"), [("fr", "*Arbitrage\u00a0:*"), ("en", "*Ruling:*")])
def test_rulings_are_marked(lang, mark):
    assert {section.rule for section in PAGES[lang].sections if mark in section.text} == RULINGS


@pytest.mark.parametrize(
    ("lang", "default"), [("fr", "*Option* `{}` (par défaut `{}`)"), ("en", "*Option* `{}` (default `{}`)")]
)
def test_options_are_named_with_their_defaults(lang, default):
    text = re.sub(r"\s", " ", PAGES[lang].markdown)
    for name, value in BelligerantsOptions().as_dict().items():
        assert default.format(name, value) in text, name


@pytest.mark.parametrize("lang", PAGES)
def test_the_table_of_the_army_is_correct(lang):
    row = r"^\| !\[[A-Z]{2}\]\(piece:([A-Z]{2})\) \| [^|]+ \| (\d+) \| ([^|]+) \|$"
    rows = re.findall(row, PAGES[lang].markdown, re.MULTILINE)
    assert [(code, int(points)) for code, points, _ in rows] == [(kind.code, kind.points) for kind in TABLE]
    for (code, _, takes), kind in zip(rows, TABLE, strict=True):
        assert code in ("AM", "ES") or " ".join(re.findall(r"piece:(\w+)", takes)) == kind.takes


@pytest.mark.parametrize(
    ("lang", "words"), [("fr", "plateau imprimé ne figure pas"), ("en", "board is not in the rules")]
)
def test_the_page_says_that_the_map_is_a_reconstruction(lang, words):
    assert words in re.sub(r"\s", " ", PAGES[lang].markdown)


def test_the_french_page_keeps_french_typography():
    prose = re.sub(r"```.*?```|`[^`]*`|!\[|\]\([^)]*\)", "", PAGES["fr"].markdown, flags=re.DOTALL)
    assert not BAD_FRENCH_TYPOGRAPHY.search(prose)
