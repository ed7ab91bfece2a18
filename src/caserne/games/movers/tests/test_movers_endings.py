"""MH-7 to MH-11: how a game is won, how it is drawn, and when it goes on."""

from __future__ import annotations

import pytest
from movers_drawing import CYCLE, START, drawn, position
from verdicts import ended_by, refused_by

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


def test_MH_7_the_last_piece_may_arrive_with_a_jump():
    before = position("HMH/1MH/1h1/2H/3/h1m/mhm/3 w")
    assert ended_by(before.play("c5-a7")) == "MH-7 +1"


def test_MH_7_five_of_six_pieces_are_not_enough():
    assert ended_by(drawn(ONE_STEP_TO_ARRIVAL, "r")) is None
    assert ended_by(drawn(ONE_STEP_TO_ARRIVAL, "w").play("a6-a5")) is None


def test_MH_7_six_pieces_in_the_own_camp_do_not_win():
    assert ended_by(position(START)) is None


@pytest.mark.parametrize("side", ["w", "r"])
def test_MH_7_a_loaded_position_may_be_won_already(side):
    assert ended_by(position(f"HMH/HMH/3/3/3/h1m/mhm/1h1 {side}")) == "MH-7 +1"
    assert ended_by(position(f"1H1/MHM/M1H/3/3/3/hmh/hmh {side}")) == "MH-7 -1"


@pytest.mark.parametrize("move", ["a3-a4", "a7-a6", "b4-b5", "pass", "MMHHHM", "MMMMMM"])
def test_MH_7_nothing_is_played_after_the_arrival(move):
    assert refused_by(drawn(ONE_STEP_TO_ARRIVAL, "w").play("a6-a7"), move) == "MH-7"


ONE_SQUARE_LEFT_IN_REDS_CAMP = """
    m h m
    M . h
    M m .
    . . h
    . . .
    . . H
    H . H
    . H .
    """
ONE_SQUARE_LEFT_IN_WHITES_CAMP = ONE_SQUARE_LEFT_IN_REDS_CAMP[::-1].swapcase()


@pytest.mark.parametrize("side", ["w", "r"])
def test_MH_8_a_camp_with_a_free_square_wins_nothing(side):
    assert ended_by(drawn(ONE_SQUARE_LEFT_IN_REDS_CAMP, side)) is None
    assert ended_by(drawn(ONE_SQUARE_LEFT_IN_WHITES_CAMP, side)) is None


def test_MH_8_white_wins_by_filling_reds_camp():
    assert ended_by(drawn(ONE_SQUARE_LEFT_IN_REDS_CAMP, "w").play("a6-b7")) == "MH-8 +1"


def test_MH_8_red_wins_by_filling_whites_camp():
    assert ended_by(drawn(ONE_SQUARE_LEFT_IN_WHITES_CAMP, "r").play("c3-b2")) == "MH-8 -1"


def test_MH_8_white_wins_when_red_fills_the_own_camp_with_a_white_piece_in_it():
    assert ended_by(drawn(ONE_SQUARE_LEFT_IN_REDS_CAMP, "r").play("b6-b7")) == "MH-8 +1"


def test_MH_8_red_wins_when_white_fills_the_own_camp_with_a_red_piece_in_it():
    assert ended_by(drawn(ONE_SQUARE_LEFT_IN_WHITES_CAMP, "w").play("b3-b2")) == "MH-8 -1"


def test_MH_8_one_enemy_piece_among_five_is_enough():
    assert ended_by(position("mhm/h1h/1M1/3/2h/2H/HMH/1H1 w").play("b6-b7")) == "MH-8 +1"


def test_MH_8_a_camp_full_of_its_owners_pieces_wins_nothing():
    back_home = position("mhm/h1h/1m1/M2/3/2H/HMH/1H1 r").play("b6-b7")
    assert str(back_home).startswith("mhm/hhh/")
    assert ended_by(back_home) is None


@pytest.mark.parametrize("side", ["w", "r"])
def test_MH_8_a_loaded_position_may_be_won_already(side):
    assert ended_by(position(f"mhm/Mhh/3/2h/3/2H/HMH/1H1 {side}")) == "MH-8 +1"
    assert ended_by(position(f"1h1/hmh/2h/3/H2/3/HHm/MHM {side}")) == "MH-8 -1"


@pytest.mark.parametrize("move", ["c3-c4", "c5-c4", "a4-a5", "pass", "MMHHHM"])
def test_MH_8_nothing_is_played_after_a_camp_is_full(move):
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
RED_IS_STUCK = WHITE_IS_STUCK[::-1].swapcase()
RED_CYCLE = "b8-b6 pass c8-b8 pass b6-c6 pass c6-c8"
"""From WHITE_IS_STUCK, Red to move, back to the same pieces and faces, White to move."""

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


def test_MH_9_a_player_who_has_no_move_passes():
    stuck = drawn(WHITE_IS_STUCK, "w")
    assert stuck.legal() == ["pass"]
    assert str(stuck.play("pass")) == "mhm/hmh/3/3/3/HHH/3/HHH r"
    assert drawn(RED_IS_STUCK, "r").legal() == ["pass"]


def test_MH_9_a_player_who_has_a_move_cannot_pass():
    assert refused_by(position(START), "pass") == "MH-9"
    assert refused_by(drawn(WHITE_IS_STUCK, "w").play("pass"), "pass") == "MH-9"


@pytest.mark.parametrize(
    ("only_moves", "text"),
    [
        ("c1-b2 c1-c2", "mhm/hmh/3/3/3/HHH/3/HHM w"),
        ("a3-c3 c1-c3 c2-a4", "mhm/hmh/3/3/3/HH1/2H/HHH w"),
    ],
)
def test_MH_9_a_step_alone_or_a_jump_alone_is_a_move(only_moves, text):
    assert position(text).legal() == only_moves.split()
    assert refused_by(position(text), "pass") == "MH-9"


def test_MH_9_the_game_is_drawn_at_once_when_neither_player_has_a_move():
    before = drawn(ONE_STEP_TO_STANDSTILL, "w")
    assert ended_by(before) is None
    assert ended_by(before.play("c2-c1")) == "MH-9 0"


@pytest.mark.parametrize("side", ["w", "r"])
def test_MH_9_a_loaded_position_may_be_at_a_standstill_already(side):
    assert ended_by(position(f"3/hhh/3/hhh/3/HHH/3/HHH {side}")) == "MH-9 0"


@pytest.mark.parametrize("move", ["pass", "a1-a2", "c7-c6", "b4-b5", "MMHHHM"])
def test_MH_9_at_a_standstill_not_even_a_pass_is_played(move):
    assert refused_by(drawn(ONE_STEP_TO_STANDSTILL, "w").play("c2-c1"), move) == "MH-9"


def test_MH_9_a_pass_counts_as_a_move():
    after = drawn(WHITE_IS_STUCK, "w", max_plies=1).play("pass")
    assert after.ply == 1
    assert ended_by(after) == "MH-11 0"


def test_MH_9_the_position_after_a_pass_is_a_different_one():
    assert ended_by(drawn(WHITE_IS_STUCK, "w", repetition=2).play("pass")) is None


def test_MH_9_a_pass_may_repeat_a_position():
    last_but_one = drawn(WHITE_IS_STUCK, "r", repetition=2).play_all(RED_CYCLE)
    assert ended_by(last_but_one) is None
    assert ended_by(last_but_one.play("pass")) == "MH-10 0"


OTHER_CYCLE = "b1-b3 b8-b6 a1-b1 c8-b8 b3-c3 b6-a6 c3-a1 a6-c8"


@pytest.mark.parametrize("way_back", [CYCLE, OTHER_CYCLE])
def test_MH_10_the_game_is_drawn_when_a_position_occurs_for_the_third_time(way_back):
    second_time = position(START).play_all(CYCLE)
    *moves, last = way_back.split()
    last_but_one = second_time.play_all(moves)
    assert ended_by(last_but_one) is None
    assert ended_by(last_but_one.play(last)) == "MH-10 0"


def test_MH_10_the_second_time_the_game_goes_on():
    second_time = position(START).play_all(CYCLE)
    assert str(second_time) == START
    assert ended_by(second_time) is None


@pytest.mark.parametrize("repetition", [2, 3, 5])
def test_MH_10_the_option_sets_how_often_a_position_may_occur(repetition):
    standing = position(START, repetition=repetition)
    for _ in range(repetition - 1):
        assert ended_by(standing) is None
        standing = standing.play_all(CYCLE)
    assert ended_by(standing) == "MH-10 0"


def test_MH_10_switched_off_nothing_is_drawn_by_repetition():
    assert ended_by(position(START, repetition=0).play_all([*CYCLE.split()] * 5)) is None


def test_MH_10_a_loaded_position_is_its_own_first_occurrence():
    assert ended_by(position(START, repetition=2).play_all(CYCLE)) == "MH-10 0"


def test_MH_10_the_arranged_camps_are_a_first_occurrence_too():
    arranged = position("setup", repetition=2).play("MHMHMH").play("MHMHMH")
    assert str(arranged) == START
    assert ended_by(arranged.play_all(CYCLE)) == "MH-10 0"


def test_MH_10_a_loaded_position_remembers_nothing_before_it():
    first_half, second_half = CYCLE.split()[:4], CYCLE.split()[4:]
    loaded = position(str(position(START).play_all(first_half)), repetition=2)
    assert str(loaded.play_all(second_half)) == START
    assert ended_by(loaded.play_all(second_half)) is None


def test_MH_10_the_same_pieces_with_other_faces_are_another_position():
    turned = position(START, repetition=2).play_all("b1-b3 b8-b6 b2-b1 b7-b8 b3-b2 b6-b7")
    assert str(turned) == "mhm/hhh/3/3/3/3/HHH/MHM w"
    assert ended_by(turned) is None


def test_MH_10_a_game_without_repetitions_goes_on():
    standing, stood = position(START, repetition=2), {START}
    for _ in range(100):
        ways_on = [standing.play(move) for move in standing.legal()]
        standing = next(after for after in ways_on if str(after) not in stood)
        stood.add(str(standing))
        assert ended_by(standing) is None


@pytest.mark.parametrize("move", ["b1-b3", "b4-b5", "pass", "MMHHHM"])
def test_MH_10_nothing_is_played_after_the_repetition(move):
    assert refused_by(position(START, repetition=2).play_all(CYCLE), move) == "MH-10"


def test_MH_11_the_game_is_drawn_after_so_many_moves():
    last_but_one = position(START, max_plies=4).play_all("b1-b3 b8-b6 b3-b4")
    assert ended_by(last_but_one) is None
    assert ended_by(last_but_one.play("b6-b5")) == "MH-11 0"


def test_MH_11_without_the_option_there_is_no_limit():
    for options in ({}, {"max_plies": 0}):
        after = position(START, repetition=0, **options).play_all([*CYCLE.split()] * 10)
        assert after.ply == 80
        assert ended_by(after) is None


def test_MH_11_set_ups_do_not_count_as_moves():
    arranged = position("setup", max_plies=1).play("MHMHMH").play("MHMHMH")
    assert ended_by(arranged) is None
    assert ended_by(arranged.play("b1-b3")) == "MH-11 0"


def test_MH_11_moves_before_a_loaded_position_do_not_count():
    halfway = str(position(START, max_plies=2).play("b1-b3"))
    assert ended_by(position(halfway, max_plies=2).play("b8-b6")) is None


def test_MH_11_a_win_takes_precedence_over_the_draw():
    assert ended_by(drawn(ONE_STEP_TO_ARRIVAL, "w", max_plies=1).play("a6-a7")) == "MH-7 +1"
    assert ended_by(drawn(ONE_SQUARE_LEFT_IN_REDS_CAMP, "w", max_plies=1).play("a6-b7")) == "MH-8 +1"
    assert ended_by(drawn(ONE_SQUARE_LEFT_IN_REDS_CAMP, "r", max_plies=1).play("b6-b7")) == "MH-8 +1"


def test_MH_11_of_several_draws_the_lowest_rule_is_named():
    assert ended_by(drawn(ONE_STEP_TO_STANDSTILL, "w", max_plies=1).play("c2-c1")) == "MH-9 0"
    assert ended_by(position(START, repetition=2, max_plies=8).play_all(CYCLE)) == "MH-10 0"


@pytest.mark.parametrize("move", ["b7-b6", "b2-b3", "b4-b5", "pass", "MMHHHM"])
def test_MH_11_nothing_is_played_after_the_limit(move):
    assert refused_by(position(START, max_plies=1).play("b1-b3"), move) == "MH-11"
