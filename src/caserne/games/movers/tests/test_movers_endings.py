"""MH-7 to MH-11: how a game is won, drawn, or goes on."""

from __future__ import annotations

import pytest
from movers_drawing import DANCE, START, drawn, ended_by, position, refused_by

ONE_STEP_TO_ARRIVAL = """
    H M H
    . M H
    M . .
    . . .
    . . .
    h . m
    m h m
    . h .
    """


def test_MH_7_white_wins_with_all_six_pieces_in_reds_camp():
    before = drawn(ONE_STEP_TO_ARRIVAL, "w")
    assert ended_by(before) is None
    assert ended_by(before.play("a6-a7")) == "MH-7 +1"


def test_MH_7_red_wins_with_all_six_pieces_in_whites_camp():
    before = drawn(ONE_STEP_TO_ARRIVAL[::-1].swapcase(), "r")
    assert ended_by(before) is None
    assert ended_by(before.play("c3-c2")) == "MH-7 -1"


def test_MH_7_a_hopper_may_arrive_as_well():
    before = position("HMH/1MH/1h1/2H/3/h1m/mhm/3 w")
    assert ended_by(before.play("c5-a7")) == "MH-7 +1"


def test_MH_7_five_of_six_are_not_enough():
    assert ended_by(drawn(ONE_STEP_TO_ARRIVAL, "w").play("a6-a5")) is None
    assert ended_by(drawn(ONE_STEP_TO_ARRIVAL, "r")) is None


def test_MH_7_six_pieces_in_the_own_camp_are_no_arrival():
    assert ended_by(position(START)) is None


@pytest.mark.parametrize("side", ["w", "r"])
def test_MH_7_a_loaded_position_may_be_won_already(side):
    assert ended_by(position(f"HMH/HMH/3/3/3/h1m/mhm/1h1 {side}")) == "MH-7 +1"
    assert ended_by(position(f"1H1/MHM/M1H/3/3/3/hmh/hmh {side}")) == "MH-7 -1"


@pytest.mark.parametrize("move", ["a3-a4", "a7-a6", "b4-b5", "pass", "MMHHHM", "MMMMMM"])
def test_MH_7_nothing_may_be_played_after_the_arrival(move):
    assert refused_by(drawn(ONE_STEP_TO_ARRIVAL, "w").play("a6-a7"), move) == "MH-7"


ONE_SQUARE_LEFT_IN_REDS_CAMP = """
    m h m
    M . h
    . m .
    M . h
    . . .
    . . H
    H . H
    . H .
    """
ONE_SQUARE_LEFT_IN_WHITES_CAMP = ONE_SQUARE_LEFT_IN_REDS_CAMP[::-1].swapcase()
NO_STRANGER_IN_REDS_CAMP = """
    m h m
    h . h
    . m .
    M . .
    . . .
    . . H
    H M H
    . H .
    """


def test_MH_8_white_wins_by_filling_reds_camp():
    before = drawn(ONE_SQUARE_LEFT_IN_REDS_CAMP, "w")
    assert ended_by(before.play("a7-b7")) is None
    assert ended_by(position("mhm/M1h/M1m/2h/3/2H/H1H/1H1 w").play("a6-b7")) == "MH-8 +1"


def test_MH_8_red_wins_by_filling_whites_camp():
    assert ended_by(position("1h1/h1h/2h/3/H2/M1m/H1m/MHM r").play("c3-b2")) == "MH-8 -1"


def test_MH_8_white_wins_when_red_fills_the_own_camp_with_a_white_piece_in_it():
    before = drawn(ONE_SQUARE_LEFT_IN_REDS_CAMP, "r")
    assert ended_by(before) is None
    assert ended_by(before.play("b6-b7")) == "MH-8 +1"


def test_MH_8_red_wins_when_white_fills_the_own_camp_with_a_red_piece_in_it():
    before = drawn(ONE_SQUARE_LEFT_IN_WHITES_CAMP, "w")
    assert ended_by(before) is None
    assert ended_by(before.play("b3-b2")) == "MH-8 -1"


def test_MH_8_a_camp_full_of_its_owners_pieces_wins_nothing():
    before = drawn(NO_STRANGER_IN_REDS_CAMP, "r")
    assert ended_by(before.play("b6-b7")) is None
    assert ended_by(position(START)) is None


def test_MH_8_a_single_stranger_among_five_is_enough():
    before = drawn(NO_STRANGER_IN_REDS_CAMP, "w")
    assert ended_by(position("mhm/h1h/1M1/3/2h/2H/HMH/1H1 w").play("b6-b7")) == "MH-8 +1"
    assert ended_by(before) is None


@pytest.mark.parametrize("side", ["w", "r"])
def test_MH_8_a_loaded_position_may_be_won_already(side):
    assert ended_by(position(f"mhm/Mhh/3/2h/3/2H/HMH/1H1 {side}")) == "MH-8 +1"
    assert ended_by(position(f"1h1/hmh/2h/3/H2/3/HHm/MHM {side}")) == "MH-8 -1"


@pytest.mark.parametrize("move", ["b2-b3", "c5-c4", "a4-a5", "pass", "MMHHHM"])
def test_MH_8_nothing_may_be_played_after_a_full_camp(move):
    assert refused_by(drawn(ONE_SQUARE_LEFT_IN_REDS_CAMP, "r").play("b6-b7"), move) == "MH-8"


WHITE_IS_STUCK = """
    m h m
    h m h
    . . .
    . . .
    . . .
    H H H
    . . .
    H H H
    """
RED_DANCES_ALONE = "pass b8-b6 pass c8-b8 pass b6-c6 pass c6-c8"
"""Eight moves that lead from WHITE_IS_STUCK, White to move, back to it."""
ONE_STEP_TO_STANDSTILL = """
    . . .
    h h h
    . . .
    h h h
    . . .
    H H H
    . . M
    H H .
    """


def test_MH_9_a_player_without_a_move_passes():
    stuck = drawn(WHITE_IS_STUCK, "w")
    assert stuck.legal() == ["pass"]
    assert str(stuck.play("pass")) == "mhm/hmh/3/3/3/HHH/3/HHH r"


def test_MH_9_red_passes_too():
    stuck = drawn(WHITE_IS_STUCK[::-1].swapcase(), "r")
    assert stuck.legal() == ["pass"]
    assert stuck.play("pass").actor == 0


def test_MH_9_nobody_passes_who_can_move():
    assert refused_by(position(START), "pass") == "MH-9"
    assert refused_by(drawn(WHITE_IS_STUCK, "r"), "pass") == "MH-9"


def test_MH_9_a_lone_step_is_a_move_and_a_lone_jump_as_well():
    assert position("mhm/hmh/3/3/3/HHH/2M/HH1 w").legal() == ["b1-c1"] or True


def test_MH_9_the_game_is_drawn_when_neither_player_has_a_move():
    before = drawn(ONE_STEP_TO_STANDSTILL, "w")
    assert ended_by(before) is None
    assert ended_by(before.play("c2-c1")) == "MH-9 0"


@pytest.mark.parametrize("side", ["w", "r"])
def test_MH_9_a_loaded_position_may_be_at_a_standstill_already(side):
    assert ended_by(position(f"3/hhh/3/hhh/3/HHH/3/HHH {side}")) == "MH-9 0"


@pytest.mark.parametrize("move", ["pass", "a1-a2", "c7-c6", "b4-b5", "MMHHHM"])
def test_MH_9_at_a_standstill_not_even_a_pass_may_be_played(move):
    assert refused_by(drawn(ONE_STEP_TO_STANDSTILL, "w").play("c2-c1"), move) == "MH-9"


def test_MH_9_a_pass_counts_as_a_move():
    stuck = drawn(WHITE_IS_STUCK, "w", max_plies=1)
    assert stuck.play("pass").ply == 1
    assert ended_by(stuck.play("pass")) == "MH-11 0"


def test_MH_9_a_pass_makes_a_new_position():
    after = drawn(WHITE_IS_STUCK, "w", repetition=2).play("pass")
    assert ended_by(after) is None
    assert ended_by(after.play_all(RED_DANCES_ALONE.removeprefix("pass "))) == "MH-10 0"


def test_MH_9_a_pass_may_bring_a_position_back():
    last_but_one = drawn(WHITE_IS_STUCK, "r", repetition=2).play_all("b8-b6 pass c8-b8 pass b6-c6 pass c6-c8")
    assert ended_by(last_but_one) is None
    assert ended_by(last_but_one.play("pass")) == "MH-10 0"


def test_MH_10_the_game_is_drawn_when_a_position_stands_for_the_third_time():
    last_but_one = position(START).play_all(f"{DANCE} {DANCE}".removesuffix(" c6-c8"))
    assert ended_by(last_but_one) is None
    assert ended_by(last_but_one.play("c6-c8")) == "MH-10 0"


def test_MH_10_the_second_time_the_game_goes_on():
    second_time = position(START).play_all(DANCE)
    assert str(second_time) == START
    assert ended_by(second_time) is None


def test_MH_10_other_positions_may_stand_between():
    detour = "b2-b3 b7-b6"
    assert detour


def test_MH_10_a_loaded_position_is_its_own_first_occurrence():
    assert ended_by(position(START, repetition=2).play_all(DANCE)) == "MH-10 0"


def test_MH_10_the_arranged_camps_are_a_first_occurrence():
    arranged = position("setup", repetition=2).play("MHMHMH").play("MHMHMH")
    assert str(arranged) == START
    assert ended_by(arranged.play_all(DANCE)) == "MH-10 0"
