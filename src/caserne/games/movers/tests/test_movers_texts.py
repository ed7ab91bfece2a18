"""Positions and moves as text, refusals and endings as sentences, in both languages."""

from __future__ import annotations

from string import Formatter

import pytest
from movers_drawing import CYCLE, START, position
from typography import BAD_FRENCH_TYPOGRAPHY

import caserne
from caserne.core.game.errors import InvalidMove, InvalidPosition
from caserne.games.movers.words import WORDS

FRENCH, ENGLISH = WORDS.catalogues["fr"], WORDS.catalogues["en"]
BOARD = "mhm/hmh/3/3/3/3/HMH/MHM"


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ("", "position"),
        (BOARD, "position"),
        (f"{BOARD}  w", "position"),
        (f" {BOARD} w", "position"),
        (f"{BOARD} w ", "position"),
        (f"{BOARD} w 1", "position"),
        (f"{BOARD}\tw", "position"),
        ("Setup", "position"),
        ("hmh/3/3/3/3/HMH/MHM w", "8 ranks"),
        (f"{BOARD}/3 w", "8 ranks"),
        (f"{BOARD}/ w", "8 ranks"),
        ("mh/hmh/3/3/3/3/HMH/MHM w", "rank 8"),
        ("mhm1/hmh/3/3/3/3/HMH/MHM w", "rank 8"),
        ("mhm/hmh/3/3/3/2/HMH/MHM w", "rank 3"),
        ("mhm/hmh/3/4/3/3/HMH/MHM w", "rank 5"),
        ("mhm/hmh/3//3/3/HMH/MHM w", "rank 5"),
        ("mhm/hmh/30/3/3/3/HMH/MHM w", "rank 6"),
        ("mhm/hmh/12/3/3/3/HMH/MHM w", "rank 6"),
        ("mhm/hmh/.../3/3/3/HMH/MHM w", "rank 6"),
        ("mhm/hmh/3/3/3/3/HMK/MHM w", "rank 2"),
        ("mhm/hmh/3/3/3/3/HMH/MH\u041c w", "rank 1"),
        ("mhm/hmh/3/3/\u0663/3/HMH/MHM w", "rank 4"),
        ("mhm/hmh/3/3/3/3/HMH/MH1 w", "White has 5"),
        ("mhm/hmh/3/3/3/M2/HMH/MHM w", "White has 7"),
        ("mhm/h1h/3/3/3/3/HMH/MHM w", "Red has 5"),
        ("mhm/hmh/2h/3/3/3/HMH/MHM r", "Red has 7"),
        ("3/3/3/3/3/3/3/3 w", "White has 0"),
        (f"{BOARD} b", "side to move"),
        (f"{BOARD} W", "side to move"),
        (f"{BOARD} wr", "side to move"),
        (f"{BOARD} ", "side to move"),
        (f"{BOARD} w\n", "side to move"),
        ("setup ", "setup"),
        ("setup  MMHHHM", "setup"),
        ("setup MMHHHM ", "setup"),
        ("setup MMHHH", "setup"),
        ("setup MMHHHMM", "setup"),
        ("setup mmhhhm", "setup"),
        ("setup MMHHHX", "setup"),
        ("setup MMHHHM MMHHHM", "setup"),
        ("setup MMMMHH", "MH-1"),
    ],
)
def test_an_invalid_position_is_refused_with_the_wrong_field(text, field):
    with pytest.raises(InvalidPosition) as refused:
        position(text)
    assert field in refused.value.text("en")
    assert refused.value.text("fr") != refused.value.text("en")


@pytest.mark.parametrize(
    "text",
    ["setup", "setup MMHHHM", START, f"{BOARD} r", "H2/h2/Mhm/1h1/M2/1hM/mH1/2H r", "HMH/HMH/3/3/3/h1m/mhm/1h1 r"],
)
def test_a_position_is_written_as_it_was_read(text):
    assert str(position(text)) == text


@pytest.mark.parametrize("before", ["setup", START, "3/hhh/3/hhh/3/HHH/3/HHH w"])
@pytest.mark.parametrize(
    "move",
    [
        *("", " ", "a2", "a2b3", "a2 b3", "a2-", "-b3", "a2-b3-c4", "a2--b3", "a2-b3 ", " a2-b3", "a2-b3\n", "A2-B3"),
        *("a2\u2013b3", "a\uff12-b3", "d2-b3", "a2-d3", "a0-a1", "a9-a8", "a2-b10", "Ma2-b3", "PASS", "pass ", "0000"),
        *("MMHHH", "MMHHHMM", "mmhhhm", "MMHHHX", "setup"),
    ],
)
def test_an_unreadable_move_is_invalid_and_names_no_rule(before, move):
    standing = position(before)
    for attempt in (standing.play, standing.explain):
        with pytest.raises(InvalidMove) as refused:
            attempt(move)
        assert "MH-" not in refused.value.text("en")
        assert refused.value.text("fr") != refused.value.text("en")
    assert standing == position(before)


REASONS = [
    ("setup", "MMMMHH", "MH-1", "4 and 2"),
    ("setup", "a2-a3", "MH-2", "White must arrange"),
    ("setup MMHHHM", "pass", "MH-2", "Red must arrange"),
    (START, "MMHHHM", "MH-2", "arranged already"),
    (START, "b4-b5", "MH-2", "no piece on b4"),
    (START, "b7-b6", "MH-2", "the piece on b7 is Red's; it is White's turn"),
    (START, "b2-b2", "MH-3", "the piece on b2 must go"),
    (START, "b2-c4", "MH-3", "c4 is not next to b2"),
    (START, "b2-a2", "MH-3", "a2 is occupied"),
    (START, "a2-a2", "MH-4", "the piece on a2 must go"),
    (START, "a2-a3", "MH-4", "single step (a2-a3)"),
    (START, "a2-b4", "MH-4", "a2 and b4 are not in line"),
    (START, "a2-c2", "MH-4", "c2 is occupied"),
    (START, "b1-b5", "MH-4", "b3 is free between b1 and b5"),
    (START, "pass", "MH-9", "White can still move"),
    ("HMH/HMH/3/3/3/h1m/mhm/1h1 r", "a3-a4", "MH-7", "White has all six pieces in the opposite camp"),
    ("1h1/hmh/2h/3/H2/3/HHm/MHM w", "a4-a5", "MH-8", "Red wins"),
    ("3/hhh/3/hhh/3/HHH/3/HHH w", "pass", "MH-9", "nobody can move"),
]


@pytest.mark.parametrize(("before", "move", "rule", "words"), REASONS)
def test_a_refusal_says_what_is_wrong(before, move, rule, words):
    (english,) = position(before).explain(move, lang="en")
    assert english.rule == rule
    assert words in english.text


def test_a_draw_by_repetition_names_the_number_of_occurrences():
    drawn = position(START, repetition=2).play_all(CYCLE)
    assert "stood 2 times" in drawn.explain("pass", lang="en")[0].text


def test_a_draw_by_length_names_the_limit():
    drawn = position(START, max_plies=2).play_all("b1-b3 b8-b6")
    assert "limit of 2 moves" in drawn.explain("pass", lang="en")[0].text


def test_both_catalogues_have_the_same_sentences_with_the_same_fields():
    assert FRENCH.keys() == ENGLISH.keys()
    for key in ENGLISH:
        assert fields_of(FRENCH[key]) == fields_of(ENGLISH[key]), key


def fields_of(sentence: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(sentence) if name is not None}


@pytest.mark.parametrize("key", FRENCH)
def test_french_sentences_keep_french_typography(key):
    assert not BAD_FRENCH_TYPOGRAPHY.search(FRENCH[key])


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_sentences_end_with_a_full_stop(lang):
    labels = ("seat.", "piece.", "option.", "status.", "spoken.", "button.")
    for key, sentence in WORDS.catalogues[lang].items():
        if not key.startswith(labels) and not key.endswith(".title"):
            assert sentence.endswith((".", "{how}")), key


def test_every_option_has_words_in_both_languages():
    for name in caserne.game("movers").options.as_dict():
        assert f"option.{name}" in ENGLISH
        assert f"option.{name}" in FRENCH
