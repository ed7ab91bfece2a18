"""Positions and moves as text, reaches, catalogues and the rulebook."""

from __future__ import annotations

import json
import re
import string
from pathlib import Path

import pytest
from manoeuvre_drawing import START, position, track

from caserne.core.game.errors import InvalidMove, InvalidPosition
from caserne.games.manoeuvre.words import WORDS

ROOM = Path(__file__).parent.parent
EXAMPLE = "7:Y4Y5,9:R3,20:R6Y1,31:R1R2,41:Y2,52:R4Y3' 12:R5,11:Y6 --- Y"
HOME = "12:R2,11:R3,10:R4,9:R5,8:R6,7:Y2,6:Y3,5:Y4,4:Y5,3:Y6"


def test_an_example_position_is_read_and_written():
    assert str(position(EXAMPLE)) == EXAMPLE


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ("", "position"),
        ("- - ---", "position"),
        ("- - --- R? ", "position"),
        (f"9:R1,9:Y1 {HOME} --- R", "stacks"),
        (f"30:R1,9:Y1 {HOME} --- R", "stacks"),
        (f"0:R1,9:Y1 {HOME} --- R", "stacks"),
        (f"9:R1,85:Y1 {HOME} --- R", "stacks"),
        (f"9:R1,010:Y1 {HOME} --- R", "stacks"),
        (f"9:,10:Y1 {HOME} --- R", "stacks"),
        (f"9:R1''Y1 {HOME} --- R", "stacks"),
        (f"9:r1,10:Y1 {HOME} --- R", "stacks"),
        (f"9:R1,10:R7 {HOME} --- R", "stacks"),
        (f"9:R1,10:B1 {HOME} --- R", "stacks"),
        (f"9:R1R1,10:Y1 {HOME} --- R", "stacks"),
        (f"9:R1 {HOME} --- R", "stacks"),
        ("9:R1R2R3R4,10:Y1 12:R5,11:R6,10:Y2,9:Y3,8:Y4,7:Y5,6:Y6 --- R", "stacks"),
        ("8:R1R2R3,10:Y1 12:R4,11:R5,10:R6,9:Y2,8:Y3,7:Y4,6:Y5,5:Y6 --- R", "stacks"),
        (f"9:R1,10:Y1' {HOME} --- R", "stacks"),
        (f"9:R1,10:Y1 {HOME.replace('12:', '13:')} --- R", "yard"),
        (f"9:R1,10:Y1 {HOME.replace('12:', '1:')} --- R", "yard"),
        (f"9:R1,10:Y1 {HOME.replace('11:R3,10:R4', '10:R3,11:R4')} --- R", "yard"),
        (f"9:R1,10:Y1 {HOME.replace('R3', 'R1')} --- R", "yard"),
        (f"9:R1,10:Y1 {HOME.replace('R3', 'B3')} --- R", "yard"),
        (f"9:R1,10:Y1 {HOME.replace('R3', 'R')} --- R", "yard"),
        (f"9:R1,10:Y1 {HOME} -- R", "grey pieces"),
        (f"9:R1,10:Y1 {HOME} --B R", "grey pieces"),
        (f"25:R1,30:Y1 {HOME} --- R", "grey pieces"),
        ("- - R-- R?", "grey pieces"),
        (f"9:R1,10:Y1 {HOME} --- B", "seat"),
        (f"9:R1,10:Y1 {HOME} --- RY", "seat"),
        (f"9:R1,10:Y1 {HOME} ---  R", "position"),
        (f"9:R1,10:Y1 {HOME} --- -", "seat"),
        ("- - --- -", "stacks"),
        ("- - --- R", "stacks"),
        ("- - --- R4", "seat"),
        ("- - --- R7", "seat"),
        ("- - --- Y?", "seat"),
        ("7:R1 - --- Y?", "stacks"),
        ("4:R1' - --- Y?", "stacks"),
        ("4:R1R2 - --- R?", "stacks"),
        ("4:R2 - --- Y?", "stacks"),
        ("4:R1Y1R2Y2 - --- R?", "stacks"),
        ("4:R1 12:Y1 --- R?", "yard"),
        ("1:R1Y1R2,2:Y2R3Y3,3:R4Y4R5,4:Y5R6Y6 - --- R?", "seat"),
    ],
)
def test_an_invalid_position_is_refused_with_the_wrong_field(text, field):
    with pytest.raises(InvalidPosition) as refused:
        position(text)
    assert refused.value.text("en").startswith(field + ":")
    assert refused.value.text("fr") != refused.value.text("en")


def test_a_choice_for_a_full_square_is_invalid():
    with pytest.raises(InvalidPosition, match="full"):
        position("4:R1Y1R2 - --- Y4", order_bonus=True)


def test_with_an_order_option_any_soldier_may_have_been_placed_first():
    assert str(position("4:R2 - --- Y?", order_bonus=True)) == "4:R2 - --- Y?"


UNREADABLE = ["", "0", "7", "9", "9-", "-9", "0-4", "4-85", "85-yard", "yard-4", "04-5", "R0", "r1", "R", "RR"]


@pytest.mark.parametrize("move", [*UNREADABLE, "9_14", "9-14 ", "9-14\n", "pass", "9-YARD", "٣"])
def test_an_unreadable_move_is_invalid(move):
    with pytest.raises(InvalidMove):
        position(START).explain(move)


def test_every_action_is_written_as_it_is_read():
    game = track("9:R1,10:Y1", players=4).game
    for action in range(game.rules.actions):
        move = game.write_move([action])
        if not re.fullmatch("[RYBG][456]", move):
            assert game.read_move(move) == (action,)


def test_a_reach_explains_how_far_a_soldier_goes():
    view = track("20:R1Y1,31:R2',76:Y2Y3Y4,83:R3").view(0)
    reaches = {reach.soldier: reach for reach in view.game.reaches(view)}
    assert list(reaches) == ["R3", "Y2", "Y3", "Y4", "R2", "R1", "Y1"]
    assert reaches["R1"].covered_by == ("Y1",)
    assert reaches["R1"].cells == ()
    assert reaches["R1"].sum.text("en") == "4 × 2 × 3 = 24: fourth place, second level, black piece"
    assert reaches["Y1"].total == 4 * 3 * 3
    assert reaches["Y1"].cells == tuple(str(square) for square in range(21, 57))
    assert reaches["R2"].moved
    assert reaches["R3"].cells == ("84",)
    assert reaches["Y4"].cells == ("77", "78", "79", "80", "81", "82")


def test_reaches_equal_the_legal_moves_of_soldiers_that_may_move():
    turn = position("7:Y4Y5,9:R3,20:R6Y1,31:R1R2,41:Y2,52:R4Y3 12:R5,11:Y6 --- R")
    view = turn.view(0)
    free = [reach for reach in view.game.reaches(view) if reach.seat == 0 and not reach.covered_by]
    assert sorted(f"{reach.square}-{cell}" for reach in free for cell in reach.cells) == turn.legal()


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_all_sentences_of_the_room_exist(lang):
    catalogue = WORDS.catalogues[lang]
    sources = "".join(path.read_text("utf-8") for path in ROOM.glob("*.py"))
    for key in re.findall(r'WORDS\(\s*"([a-z0-9_.]+)"', sources):
        assert key in catalogue


def test_both_catalogues_have_the_same_keys_and_fields():
    french, english = (json.loads((ROOM / "sentences" / f"{lang}.json").read_text("utf-8")) for lang in ("fr", "en"))
    assert list(french) == list(english)
    for key in french:
        fields = [{part[1] for part in string.Formatter().parse(text[key])} - {None} for text in (french, english)]
        assert fields[0] == fields[1], key


def test_the_french_sentences_keep_french_typography():
    for key, text in json.loads((ROOM / "sentences" / "fr.json").read_text("utf-8")).items():
        assert not re.search(r" [:;!?»]|« ", text), key
        assert not re.search(r"\w'\w", text), key


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_the_rulebook_has_a_section_for_every_rule(lang):
    text = (ROOM / "rulebook" / f"{lang}.md").read_text("utf-8")
    assert re.findall(r"^## (GM-\d+) \S", text, re.MULTILINE) == [f"GM-{number}" for number in range(1, 19)]
    assert "Roland Siegers" in text
    assert "1992" in text
    for name in ("players", "layout", "base", "order_bonus", "order_penalty"):
        assert f"`{name}`" in text


def test_the_french_rulebook_keeps_french_typography():
    text = (ROOM / "rulebook" / "fr.md").read_text("utf-8")
    assert not re.search(r" [:;!?»]|« |\w'\w", text)
