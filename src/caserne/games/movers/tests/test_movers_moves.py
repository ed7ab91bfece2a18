"""MH-2 to MH-6: turns, steps, jumps and turning over."""

from __future__ import annotations

import pytest
from movers_drawing import START, drawn, piece_on, position, targets
from verdicts import refused_by


def test_MH_2_white_moves_first():
    arranged = position("setup").play("HHHMMM").play("MMMHHH")
    assert arranged.actor == 0
    assert str(arranged).endswith(" w")


def test_MH_2_the_players_alternate():
    start = position(START)
    after_white = start.play("b2-b3")
    after_red = after_white.play("b7-b6")
    assert [start.actor, after_white.actor, after_red.actor] == [0, 1, 0]


@pytest.mark.parametrize(("side", "foreign"), [("w", "b7-b6"), ("r", "b2-b3")])
def test_MH_2_a_player_may_not_move_a_piece_of_the_other(side, foreign):
    assert refused_by(position(f"mhm/hmh/3/3/3/3/HMH/MHM {side}"), foreign) == "MH-2"


def test_MH_2_a_turn_moves_exactly_one_piece():
    assert refused_by(position(START).play("b2-b3"), "c1-b2") == "MH-2"


def test_MH_2_there_must_be_a_piece_to_move():
    assert refused_by(position(START), "b4-b5") == "MH-2"


@pytest.mark.parametrize("move", ["a2-a3", "c7-c6", "pass"])
@pytest.mark.parametrize("before", ["setup", "setup MMHHHM"])
def test_MH_2_there_are_no_moves_before_both_camps_are_arranged(before, move):
    assert refused_by(position(before), move) == "MH-2"


@pytest.mark.parametrize("camp", ["MMHHHM", "MMMMMM"])
@pytest.mark.parametrize("expert", [False, True])
def test_MH_2_no_camp_is_arranged_once_play_has_begun(expert, camp):
    assert refused_by(position(START, expert=expert), camp) == "MH-2"


def test_MH_3_a_mover_goes_one_square_in_any_of_the_eight_directions():
    lone_mover = drawn(
        """
        h h h
        h h h
        . . .
        . . .
        . M .
        . . .
        H H H
        H H .
        """,
        "w",
    )
    assert targets(lone_mover, "b4") == "a3 a4 a5 b3 b5 c3 c4 c5"


def test_MH_3_a_mover_goes_to_free_squares_only():
    surrounded = drawn(
        """
        h . h
        . . .
        . . .
        H m h
        h M H
        H m H
        . . .
        . H .
        """,
        "w",
    )
    assert targets(surrounded, "b4") == ""
    for friend_or_enemy in ["a3", "a4", "a5", "b3", "b5", "c3", "c4", "c5"]:
        assert refused_by(surrounded, f"b4-{friend_or_enemy}") == "MH-3"


CORNERS = """
    m . M
    . . .
    h H h
    . . .
    H . H
    . h .
    H . h
    M . m
    """


def test_MH_3_a_mover_stays_on_the_board():
    assert drawn(CORNERS, "w").legal() == ["a1-b1", "a1-b2", "c8-b7", "c8-b8", "c8-c7"]
    assert drawn(CORNERS, "r").legal() == ["a8-a7", "a8-b7", "a8-b8", "c1-b1", "c1-b2"]


@pytest.mark.parametrize("target", ["b4", "a4", "c4", "a5", "b6"])
def test_MH_3_a_mover_goes_no_farther_than_one_square(target):
    assert refused_by(position(START), f"b2-{target}") == "MH-3"


def test_MH_3_a_mover_cannot_stay_where_it_is():
    assert refused_by(position(START), "b2-b2") == "MH-3"


def test_MH_3_a_mover_does_not_jump():
    assert refused_by(position("mhm/hmh/3/3/3/1H1/HMH/M1M w"), "b2-b4") == "MH-3"


FIVE_WAYS = """
    h h h
    . . .
    . . .
    m M .
    H h .
    h M .
    . . .
    H H H
    """
FIVE_WAYS_MIRRORED = "\n".join(line[::-1] for line in FIVE_WAYS.splitlines())


def test_MH_4_a_hopper_jumps_in_any_direction_over_a_piece_of_either_colour():
    assert targets(drawn(FIVE_WAYS, "w"), "a4") == "a2 a6 c2 c4 c6"
    assert targets(drawn(FIVE_WAYS_MIRRORED, "w"), "c4") == "a2 a4 a6 c2 c6"


COLUMN = """
    h . h
    . h .
    . m .
    . H .
    . m .
    H M .
    . h .
    H H H
    """


def test_MH_4_a_hopper_jumps_over_as_many_pieces_as_stand_next_to_each_other():
    assert targets(drawn(COLUMN, "w"), "b1") == "b8"


def test_MH_4_a_hopper_does_not_jump_off_the_board():
    column_to_the_edge = drawn(
        """
        h h .
        . h .
        . m .
        . H .
        . m .
        H M .
        H h .
        H H .
        """,
        "w",
    )
    assert targets(column_to_the_edge, "b1") == ""


def test_MH_4_a_hopper_lands_on_a_free_square_only():
    start = position(START)
    assert refused_by(start, "a2-c2") == "MH-4"
    assert refused_by(drawn(FIVE_WAYS, "r"), "b4-b3") == "MH-4"
    assert refused_by(drawn(COLUMN, "w"), "b1-b3") == "MH-4"


def test_MH_4_a_hopper_lands_right_after_the_pieces_it_jumps_over():
    start = position(START)
    assert refused_by(start, "b1-b3") == ""
    assert refused_by(start, "b1-b4") == "MH-4"


GAPS = """
    h h h
    h h .
    . . .
    . . H
    m . .
    . M .
    M . .
    H H H
    """


def test_MH_4_a_hopper_jumps_only_over_pieces_that_stand_next_to_it():
    assert refused_by(drawn(GAPS, "w"), "b1-b4") == "MH-4"
    assert refused_by(drawn(GAPS, "w"), "c1-a3") == "MH-4"


def test_MH_4_a_hopper_does_not_jump_over_pieces_with_a_gap_between_them():
    assert targets(drawn(GAPS, "w"), "a1") == "a3"
    assert refused_by(drawn(GAPS, "w"), "a1-a5") == "MH-4"


def test_MH_4_a_hopper_makes_one_jump_a_turn():
    after = drawn(GAPS, "w").play("a1-a3")
    assert after.actor == 1
    assert refused_by(after, "a3-a5") == "MH-2"


@pytest.mark.parametrize("target", ["a3", "b3", "a2"])
def test_MH_4_a_hopper_never_moves_one_square_nor_stays(target):
    assert refused_by(position(START), f"a2-{target}") == "MH-4"


@pytest.mark.parametrize("crooked", ["b3", "c2", "b4"])
def test_MH_4_a_hopper_jumps_in_a_straight_line(crooked):
    crowd = drawn(
        """
        h h h
        h h h
        . . .
        . . .
        . . H
        . . .
        M M .
        H M M
        """,
        "w",
    )
    assert targets(crowd, "a1") == "a3 c3"
    assert refused_by(crowd, f"a1-{crooked}") == "MH-4"


def test_MH_5_a_mover_that_has_moved_becomes_a_hopper():
    start = position(START)
    assert (piece_on(start, "b2"), piece_on(start.play("b2-b3"), "b3")) == ("M", "H")
    assert refused_by(start.play_all("b2-b3 b7-b6"), "b3-b4") == "MH-4"


def test_MH_5_a_hopper_that_has_jumped_becomes_a_mover():
    start = position(START)
    assert (piece_on(start, "b1"), piece_on(start.play("b1-b3"), "b3")) == ("H", "M")
    assert targets(start.play_all("b1-b3 b8-b6"), "b3") == "a3 a4 b4 c3 c4"


def test_MH_5_reds_pieces_are_turned_over_too():
    red_to_move = position(START).play("b1-b3")
    assert piece_on(red_to_move.play("b7-b6"), "b6") == "h"
    assert piece_on(red_to_move.play("b8-b6"), "b6") == "m"


def test_MH_5_a_piece_is_turned_over_at_every_move():
    after = position(START).play_all("b1-b3 b8-b6 b3-b4 b6-b5")
    assert (piece_on(after, "b4"), piece_on(after, "b5")) == ("H", "h")


def test_MH_5_pieces_that_are_jumped_over_are_not_turned():
    after = drawn(COLUMN, "w").play("b1-b8")
    assert "".join(piece_on(after, f"b{rank}") for rank in range(1, 9)) == ".hMmHmhM"


WHITE_HAS_ADVANCED = """
    h h h
    h h .
    . . .
    . . M
    H . .
    m . .
    . H H
    . H H
    """
RED_HAS_ADVANCED = WHITE_HAS_ADVANCED[::-1].swapcase()


@pytest.mark.parametrize("move", ["c5-c4", "c5-b4", "c5-b5", "a4-a2"])
def test_MH_6_white_may_move_and_jump_backwards_and_sideways(move):
    assert refused_by(drawn(WHITE_HAS_ADVANCED, "w"), move) == ""


@pytest.mark.parametrize("move", ["a4-a5", "a4-b5", "a4-b4", "c5-c7"])
def test_MH_6_red_may_move_and_jump_backwards_and_sideways(move):
    assert refused_by(drawn(RED_HAS_ADVANCED, "r"), move) == ""


def test_MH_6_nothing_is_captured():
    after = drawn(WHITE_HAS_ADVANCED, "w").play("a4-a2")
    assert piece_on(after, "a3") == "m"
    letters = str(after).split(" ")[0]
    assert (sum(map(str.isupper, letters)), sum(map(str.islower, letters))) == (6, 6)
