"""Positions and moves as text, and the errors for wrong texts."""

from __future__ import annotations

import pytest
from stratego_drawing import RED_SETUP, START, placed, position

import caserne
from caserne.core.game.errors import InvalidMove, InvalidOption, InvalidPosition
from caserne.games.stratego.words import WORDS

BOARD = str(placed("Me4 nb9"))


@pytest.mark.parametrize("text", [START, BOARD, "setup", f"setup {RED_SETUP}"])
def test_ST_1_positions_read_back_as_they_are_written(text):
    assert str(position(text)) == text


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ("", "board"),
        ("r", "position"),
        (BOARD + " x", "position"),
        (BOARD.replace(" ", "  "), "position"),
        (BOARD[:-1] + "w", "side"),
        (BOARD[:-1] + "rb", "side"),
        (BOARD[:-1], "side"),
        ("/" + BOARD, "board"),
        (BOARD.replace("M", ""), "rank 4"),
        (BOARD.replace("M", "?"), "e4"),
        (BOARD.replace("M", "x"), "e4"),
        (BOARD.replace("M", "é"), "e4"),
        (BOARD.replace("M", "ſ"), "e4"),
        (BOARD.replace("M", "~"), "e4"),
        (BOARD.replace("~", ".", 1), "c6"),
        (BOARD.replace("~", "N", 1), "c6"),
        (BOARD.replace("n", "ff").replace("ff........", "ff......."), "flag"),
        (BOARD.replace("M.....", "MM...."), "marshal"),
        (BOARD.replace("F", ".").replace("f", "."), "flags"),
        ("setup " + RED_SETUP[:-1], "setup"),
        ("setup " + RED_SETUP.lower(), "setup"),
        ("setup " + RED_SETUP.replace("M", "G"), "marshal"),
        (f"setup {RED_SETUP} {RED_SETUP}", "setup"),
    ],
)
def test_ST_1_an_invalid_position_is_refused_with_the_wrong_field(text, field):
    with pytest.raises(InvalidPosition) as refused:
        position(text)
    assert field in refused.value.text("en")
    assert refused.value.text("fr")


def test_ST_1_small_armies_allow_fewer_pieces():
    assert position(BOARD, army="barrage")
    with pytest.raises(InvalidPosition, match="captain"):
        position(BOARD.replace("M", "K"), army="barrage")


@pytest.mark.parametrize(
    "move", ["", "a4", "a4a5", "a4-a11", "k4-a4", "a0-a1", "a04-a5", "A4-A5", "a4-a5 ", "pass", "a4-a5\n"]
)
def test_ST_4_an_unreadable_move_is_invalid(move):
    with pytest.raises(InvalidMove):
        position(START).play(move)


@pytest.mark.parametrize(
    "options",
    [{"army": "big"}, {"two_square": -1}, {"two_square": 128}, {"chase": "maybe"}, {"quiet_limit": -1}, {"nothing": 1}],
)
def test_ST_1_wrong_options_are_refused(options):
    with pytest.raises(InvalidOption):
        caserne.game("stratego", **options)


def test_the_catalogues_have_the_same_sentences_and_fields():
    french, english = (WORDS.catalogues[lang] for lang in ("fr", "en"))
    assert list(french) == list(english)
    for key, sentence in french.items():
        fields = [{part.split("}")[0] for part in text.split("{")[1:]} for text in (sentence, english[key])]
        assert fields[0] == fields[1], key


@pytest.mark.parametrize("sign", [" :", " ;", " !", " ?", "« ", " »", "'"])
def test_the_french_sentences_keep_french_typography(sign):
    assert [key for key, sentence in WORDS.catalogues["fr"].items() if sign in sentence] == []
