"""The rulebook pages have a section for every rule in both languages, and their tables are correct."""

from __future__ import annotations

import re

import pytest

import caserne
from caserne.core.game.rulebook import Rulebook
from caserne.games.stratego.army import ARMIES, BOMB, FLAG, MARSHAL, NAMES
from caserne.games.stratego.symbols import FIGURES, number, symbols
from caserne.games.stratego.words import WORDS

PAGES = {lang: Rulebook.read("stratego", lang).markdown for lang in ("fr", "en")}
RULES = [f"ST-{number}" for number in range(1, 19)]
RULINGS = {"ST-7", "ST-10", "ST-13", "ST-16", "ST-17"}


def sections(lang: str) -> dict[str, str]:
    return {section.rule: section.text for section in Rulebook.read("stratego", lang).sections}


@pytest.mark.parametrize("lang", PAGES)
def test_every_rule_has_a_section_in_order(lang):
    assert list(sections(lang)) == RULES
    assert all(sections(lang).values())


@pytest.mark.parametrize(("lang", "mark"), [("fr", "*Arbitrage\u00a0:*"), ("en", "*Ruling:*")])
def test_rulings_are_marked(lang, mark):
    assert {rule for rule, text in sections(lang).items() if mark in text} == RULINGS


@pytest.mark.parametrize(
    ("lang", "default"), [("fr", "*Option* `{}` (par défaut `{}`)"), ("en", "*Option* `{}` (default `{}`)")]
)
def test_options_are_named_with_their_defaults(lang, default):
    for name, value in caserne.game("stratego").options.as_dict().items():
        assert default.format(name, str(value).lower()) in PAGES[lang]


@pytest.mark.parametrize("lang", PAGES)
def test_ST_1_the_table_of_the_army_is_correct(lang):
    row = r"^\| !\[\]\(piece:(\w+)\) !\[\]\(piece:1-(\w+)\) \| (\w+) \| (\d*) *\| (\d+) \|$"
    rows = re.findall(row, PAGES[lang], re.MULTILINE)
    assert len(rows) == 12
    for red, blue, name, rank, count in rows:
        kind = NAMES.index(red)
        assert blue == red
        assert name == WORDS(f"piece.{NAMES[kind]}").text(lang)
        assert int(count) == ARMIES["original"][kind]
        assert rank == (number(kind, "marshal-10") if kind <= MARSHAL else "")
        assert kind <= MARSHAL or kind in (BOMB, FLAG)


@pytest.mark.parametrize("lang", PAGES)
def test_the_page_says_that_it_is_an_independent_implementation(lang):
    introduction = PAGES[lang].split("## ST-1 ")[0]
    assert {"fr": "réalisation indépendante", "en": "independent implementation"}[lang] in introduction


def test_the_french_page_keeps_french_typography():
    prose = re.sub(r"```.*?```|`[^`\n]*`|!\[|\]\([^)]*\)", "", PAGES["fr"], flags=re.DOTALL)
    assert not re.search(r" [;!?:»]|« |'|oeu", prose)


@pytest.mark.parametrize("numbering", ["marshal-10", "marshal-1"])
def test_ST_1_every_kind_has_its_own_symbol(numbering):
    drawn = symbols(numbering)
    assert set(drawn) == set(NAMES)
    assert len(set(drawn.values())) == len(NAMES)
    assert set(FIGURES) == set("012345678S")
