"""GM-5 to GM-13: who moves, how far, and where a move may end."""

from __future__ import annotations

import pytest
from manoeuvre_drawing import grey, movers, position, stacks, targets, to_act, track, why
from verdicts import refused_by

from caserne.core.match.events import Action
from caserne.core.match.record import Record


def test_GM_5_a_player_moves_every_soldier_once_in_any_order():
    turn = track("10:R1,20:R2,30:Y1")
    assert movers(turn) == "10 20"
    assert stacks(turn.play("20-21")) == "10:R1,21:R2',30:Y1"
    assert movers(turn.play("20-21")) == "10"
    assert str(turn.play_all("20-21 10-11")) == str(turn.play_all("10-11 20-21"))


def test_GM_5_the_turn_ends_when_all_have_moved():
    after = track("10:R1,20:R2,30:Y1").play_all("10-11 20-21")
    assert (to_act(after), after.ply) == ("Y", 2)
    assert "'" not in stacks(after)
    assert stacks(after.play("30-31")) == "11:R1,21:R2,31:Y1"


def test_GM_5_a_soldier_that_has_moved_may_not_move_again():
    turn = track("10:R1,20:R2,30:Y1").play("10-11")
    assert refused_by(turn, "11-12") == "GM-5"
    assert "Red 1 has moved" in why(turn, "11-12")


def test_GM_5_only_an_own_soldier_may_be_moved():
    turn = track("10:R1,30:Y1")
    assert refused_by(turn, "30-31") == "GM-5"
    assert refused_by(turn, "50-51") == "GM-5"


@pytest.mark.parametrize("before", ["- - --- R?", "4:R1 - --- Y?"])
def test_GM_5_there_are_no_moves_during_the_opening(before):
    assert refused_by(position(before), "4-5") == "GM-5"
    assert refused_by(position("4:R1 - --- Y4", order_bonus=True), "4-5") == "GM-5"


def test_GM_5_a_player_who_cannot_move_is_skipped():
    after = track("10:R1,12:Y1,20:B1", players=3).play("10-12")
    assert stacks(after) == "12:Y1R1,20:B1"
    assert to_act(after) == "B"


def test_GM_5_a_player_whose_soldiers_are_all_home_is_skipped():
    assert to_act(track("10:R1,20:G1", players=4).play("10-11")) == "G"


def test_GM_5_the_same_player_may_have_two_turns_in_a_row():
    again = track("10:R1,11:Y1,20:R2").play_all("20-21 10-11")
    assert to_act(again) == "R"
    assert movers(again) == "11 21"


def turns_of(start, moves, **options):
    record = Record(track(start, **options).game, start=str(track(start, **options)))
    position = record.first()
    for move in moves.split():
        record.events.append(Action(position.actor, move))
        position = position.play(move)
    return [" ".join(turn.moves) for turn in record.turns()]


def test_GM_5_a_record_shows_turns_even_if_one_player_has_several_in_a_row():
    assert turns_of("10:R1,20:R2,30:Y1", "10-11 20-21 30-31 11-12") == ["10-11 20-21", "30-31", "11-12"]
    assert turns_of("10:R1,20:R2", "10-11 20-21 21-22 11-12 12-13") == ["10-11 20-21", "21-22 11-12", "12-13"]
    assert turns_of("82:R3,83:R2,84:R1", "84-yard 83-84 82-83 84-yard") == ["84-yard 83-84 82-83", "84-yard"]
    assert turns_of("82:R3,83:R2,84:R1", "82-83 84-yard 83-84 83-84") == ["82-83 84-yard", "83-84 83-84"]


def test_GM_5_a_position_read_from_text_skips_a_player_who_cannot_move():
    assert to_act(track("10:R1Y1,30:Y2")) == "Y"
    assert to_act(track("10:R1',30:Y2")) == "Y"
    assert stacks(track("10:R1',30:Y2")) == "10:R1,30:Y2"


def test_GM_6_only_a_soldier_with_nothing_on_it_can_move():
    turn = track("10:R1Y1,20:R2,30:Y2")
    assert movers(turn) == "20"
    assert refused_by(turn, "10-11") == "GM-6"
    assert why(turn, "10-11").startswith("Red 1 on square 10 is covered by Yellow 1:")


def test_GM_6_the_refusal_names_all_soldiers_above():
    turn = track("10:R1Y1B1,20:R2", players=3)
    assert "covered by Yellow 1 and Blue 1:" in why(turn, "10-11")


def test_GM_6_moving_off_a_comrade_frees_it_and_it_must_move_too():
    after = track("10:R1R2,30:Y1").play("10-14")
    assert to_act(after) == "R"
    assert movers(after) == "10"


def test_GM_6_a_whole_tower_of_comrades_moves_one_after_the_other():
    turn = track("10:R1R2R3,30:Y1").play_all("10-16 10-12")
    assert stacks(turn) == "10:R1,12:R2',16:R3',30:Y1"
    assert movers(turn) == "10"
    assert to_act(turn.play("10-11")) == "Y"


def test_GM_6_moving_off_another_players_soldier_frees_it_for_its_own_turn():
    after = track("10:Y1R1,30:Y2").play("10-11")
    assert to_act(after) == "Y"
    assert movers(after) == "10 30"


def test_GM_7_landing_on_a_comrade_that_has_not_moved_is_legal_and_costs_its_move():
    turn = track("10:R1,11:R2,30:Y1")
    assert targets(turn, 10) == "11-13"
    after = turn.play("10-11")
    assert stacks(after) == "11:R2R1,30:Y1"
    assert to_act(after) == "Y"
    assert turn.warnings("10-11", lang="en") == [
        "Red 2 on square 11 is then covered and does not move this turn, unless it is freed again."
    ]
    assert turn.warnings("10-12", lang="en") == []


def test_GM_7_landing_on_a_comrade_that_has_moved_costs_nothing():
    turn = track("10:R1,11:R2,30:Y1").play("11-12")
    assert turn.warnings("10-12") == []
    assert to_act(turn.play("10-12")) == "Y"


def test_GM_7_a_freed_comrade_may_be_covered_again_before_it_moves():
    after = track("9:R3,10:R1R2,30:Y1").play_all("10-14 9-10")
    assert stacks(after) == "10:R1R3,14:R2,30:Y1"
    assert to_act(after) == "Y"


def test_GM_7_the_refusal_names_the_covering_soldier():
    turn = track("10:R3,30:R1,32:R2,60:Y1").play("30-32")
    assert refused_by(turn, "32-33") == "GM-5"
    assert why(turn, "32-33") == "Red 1 has moved this turn already, and Red 2 is covered by it."


def test_GM_8_a_soldier_moves_one_square_up_to_its_maximum():
    assert targets(track("10:R1,50:Y1,60:Y2"), 10) == "11-13"


def test_GM_8_too_far_is_refused_with_the_factors():
    turn = track("20:R1,76:Y1,77:Y2,78:Y3")
    assert refused_by(turn, "20-45") == "GM-8"
    assert why(turn, "20-45") == (
        "Red 1 reaches square 44 at most, not 45. 4 × 2 × 3 = 24: fourth place, second level, black piece."
    )
    assert why(turn, "20-45", "fr").endswith("4 × 2 × 3 = 24\u00a0: quatrième place, deuxième niveau, pièce noire.")


@pytest.mark.parametrize("target", [10, 9, 1])
def test_GM_8_a_soldier_neither_stays_nor_goes_back(target):
    assert refused_by(track("10:R1,50:Y1"), f"10-{target}") == "GM-8"


def test_GM_8_too_far_takes_precedence_over_a_full_square():
    assert refused_by(track("10:R1,13:Y1Y2Y3"), "10-13") == "GM-8"


def test_GM_9_places_are_counted_over_squares_with_soldiers_from_the_front():
    turn = track("5:R1,10:R2Y1Y2,30:R3,70:Y3")
    assert targets(turn, 30) == "31-32"
    assert targets(turn, 5) == "6-9"


def test_GM_9_soldiers_on_one_square_share_a_place():
    assert targets(track("10:R1R2,50:Y1Y2Y3"), 10) == "11-14"


def test_GM_9_bonus_pieces_and_soldiers_in_the_yard_do_not_count():
    assert targets(track("9:R1"), 9) == ""
    assert targets(track("9:R1,10:Y1"), 9) == "10-11"


def test_GM_9_the_place_counts_at_the_time_of_the_move():
    turn = track("14:R1,15:R2,16:Y1")
    assert targets(turn, 14) == "15-17"
    assert targets(turn.play("15-16"), 14) == "15-16"
    assert targets(turn.play("15-17"), 14) == "15-17"


@pytest.mark.parametrize("squares", [(42, 43), (41, 42), (43, 44), (1, 84)])
def test_GM_9_places_are_right_across_the_middle_of_the_track(squares):
    behind, ahead = squares
    assert targets(track(f"{behind}:R1,{ahead}:Y1"), behind) == f"{behind + 1}-{behind + 2}"


@pytest.mark.parametrize(("stack", "reach"), [("R1", 2), ("Y2R1", 4), ("Y2Y3R1", 6)])
def test_GM_10_the_level_multiplies(stack, reach):
    assert targets(track(f"10:{stack},60:Y1"), 10) == f"11-{10 + reach}"


def test_GM_10_a_black_or_white_piece_is_a_level():
    assert targets(track("10:Y2,36:R1"), 36) == f"37-{36 + 2 * 2}"
    assert targets(track("10:Y2,47:R1"), 47) == f"48-{47 + 2 * 3}"


def test_GM_10_a_grey_piece_is_not_a_level():
    assert targets(track("40:R1,60:Y1", grey="-R-"), 40) == "41-42"
    assert targets(track("40:Y2R1,60:Y1", grey="-R-"), 40) == "41-44"


def test_GM_11_the_rulebooks_example_fourth_place_on_a_black_piece_reaches_24():
    for base in ("stack", "direct"):
        assert targets(track("20:R1,76:Y1,77:Y2,78:Y3", base=base), 20) == "21-44"


@pytest.mark.parametrize(("base", "reach"), [("stack", 2 * 3 * 3), ("direct", 2 * 3)])
def test_GM_11_higher_soldiers_have_the_base_with_base_stack_only(base, reach):
    assert targets(track("20:Y2R1,76:Y1", base=base), 20) == f"21-{20 + reach}"


@pytest.mark.parametrize(("base", "reach"), [("stack", 2 * 3 * 2), ("direct", 2 * 3)])
def test_GM_11_the_same_on_a_white_piece(base, reach):
    turn = track("24:Y2R1,76:Y1", base=base)
    assert targets(turn, 24) == f"25-{24 + reach}"
    assert ("not right on the piece" in why(turn, "24-84")) == (base == "direct")


def test_GM_12_a_move_may_not_make_a_fourth_level():
    turn = track("10:R1,11:Y1Y2Y3,14:Y4")
    assert targets(turn, 10) == "12-13"
    assert refused_by(turn, "10-11") == "GM-12"
    assert why(turn, "10-11") == "square 11 is three high already (Yellow 1, Yellow 2, Yellow 3)."


def test_GM_12_a_black_or_white_piece_is_one_of_the_three():
    turn = track("6:R1,8:Y1Y2,14:Y4")
    assert refused_by(turn, "6-8") == "GM-12"
    assert why(turn, "6-8") == "square 8 is three high already (white piece, Yellow 1, Yellow 2)."
    assert refused_by(track("6:R1,8:Y1,14:Y4"), "6-8") == ""


def test_GM_12_a_square_is_open_again_when_its_top_soldier_has_left():
    turn = track("10:R1,11:R2R3R4,14:Y4")
    assert targets(turn, 10) == "12-13"
    assert targets(turn.play("11-13"), 10) == "11-14"


def test_GM_12_soldiers_pass_over_anything():
    assert targets(track("14:R1,15:R2Y1Y2,16:R3Y4Y3,17:R4R5Y5"), 14) == "18"


def test_GM_13_the_first_to_end_a_move_there_takes_the_grey_piece():
    after = track("24:R1,50:Y1").play("24-25")
    assert grey(after) == "R--"


def test_GM_13_passing_over_takes_nothing():
    assert grey(track("24:R1,50:Y1").play("24-26")) == "---"


def test_GM_13_a_second_soldier_takes_nothing():
    assert grey(track("24:R1,50:Y1", grey="Y--").play("24-25")) == "Y--"
    assert grey(track("24:R1,25:Y2,50:Y1", grey="Y--").play("24-25")) == "Y--"


def test_GM_13_one_player_may_take_all_three():
    assert grey(track("24:R1,39:R2,54:R3,70:Y2").play_all("24-25 39-40 54-55")) == "RRR"
