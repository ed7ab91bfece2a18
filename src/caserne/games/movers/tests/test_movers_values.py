"""A position is an immutable value: it can be compared, hashed and printed."""

from __future__ import annotations

import pytest
from movers_drawing import CYCLE, START, position

import caserne


def test_equal_positions_have_equal_hashes():
    assert position(START) == position(START)
    assert hash(position(START)) == hash(position(START))
    assert len({position(START), position(START), position(START).play("b1-b3")}) == 2


def test_an_arranged_position_equals_the_same_one_loaded():
    assert position("setup") == caserne.game("movers").start()
    assert position("setup").play("MHMHMH") == position("setup MHMHMH")
    assert position("setup").play("MHMHMH").play("MHMHMH") == position(START)


@pytest.mark.parametrize(
    "other", ["mhm/hmh/3/3/3/3/HMH/MHM r", "mhm/hmh/3/3/3/3/HMH/MMM w", "mhm/hmh/3/3/3/1H1/H1H/MHM w", "setup"]
)
def test_positions_differ_by_side_face_and_square(other):
    assert position(START) != position(other)


@pytest.mark.parametrize("options", [{"repetition": 2}, {"repetition": 0}, {"max_plies": 9}, {"expert": True}])
def test_positions_differ_by_options(options):
    assert position(START) != position(START, **options)
    assert position(START) == position(START, repetition=3, max_plies=0, expert=False)


def test_positions_with_the_same_text_differ_by_their_past():
    repeated = position(START).play_all(CYCLE)
    assert str(repeated) == str(position(START))
    assert repeated != position(START)


def test_a_position_does_not_equal_its_text():
    assert position(START) != START


@pytest.mark.parametrize(
    ("before", "move"), [("setup", "MMHHHM"), ("setup MMHHHM", "HHHMMM"), (START, "b1-b3"), (START, "b2-a3")]
)
def test_playing_does_not_change_the_old_position(before, move):
    old = position(before)
    number, legal = hash(old), old.legal()
    assert old.play(move) != old
    old.perft(3)
    old.explain("a1-a8")
    old.view(seat=1).sample()
    assert (str(old), hash(old), old.legal(), old.ply) == (before, number, legal, 0)
    assert old == position(before)


def test_two_continuations_of_one_position_are_independent():
    fork = position(START, repetition=2).play_all(CYCLE.split()[:4])
    back, elsewhere = fork.play("b3-a3"), fork.play("b3-c3")
    assert back.play_all("b6-c6 a3-a1 c6-c8").result().rule == "MH-10"
    assert elsewhere.play_all("b6-c6 c3-a1 c6-c8").result().rule == "MH-10"
    assert fork == position(START, repetition=2).play_all(CYCLE.split()[:4])


@pytest.mark.parametrize("name", ["actor", "ply", "in_setup", "anything_else"])
def test_attributes_of_a_position_cannot_be_set(name):
    with pytest.raises(AttributeError):
        setattr(position(START), name, 1)


@pytest.mark.parametrize("text", ["setup", "setup MMHHHM", START, "mhm/Mhh/3/2h/3/2H/HMH/1H1 w"])
@pytest.mark.parametrize("options", [{}, {"expert": True, "repetition": 0, "max_plies": 7}])
def test_the_representation_evaluates_to_the_position(text, options):
    original = position(text, **options)
    assert eval(repr(original), {"caserne": caserne}) == original


def test_the_result_prints_one_number_per_seat():
    assert position(START).result() is None
    assert position(START).returns() is None
    assert str(position("mhm/Mhh/3/2h/3/2H/HMH/1H1 w").result()) == "returns 1 -1"
    assert str(position("3/hhh/3/hhh/3/HHH/3/HHH w").result()) == "returns 0 0"
    assert position("3/hhh/3/hhh/3/HHH/3/HHH w").scores() is None
