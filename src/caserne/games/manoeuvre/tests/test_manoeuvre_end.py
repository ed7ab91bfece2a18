"""GM-14 to GM-18: the yard, the end, the score and the two order variants."""

from __future__ import annotations

import pytest
from manoeuvre_drawing import position, targets, to_act, track, why, yard
from verdicts import refused_by

ELEVEN_HOME = "12:R1,11:R2,10:R3,9:R4,8:R5,7:Y1,6:Y2,5:Y3,4:Y4,3:Y5"


def test_GM_14_a_soldier_whose_maximum_goes_past_84_may_enter_the_yard():
    assert targets(track("83:R1,84:Y1"), 83) == "84 yard"
    assert targets(track("74:R1,76:Y1,77:Y2,78:Y3"), 74) == "75-84 yard"


def test_GM_14_from_84_the_yard_is_the_only_target():
    assert track("70:Y1,84:R1").legal() == ["84-yard"]


def test_GM_14_exactly_84_is_not_past_it():
    turn = track("82:R1,83:Y1")
    assert targets(turn, 82) == "83-84"
    assert refused_by(turn, "82-yard") == "GM-14"
    assert why(turn, "82-yard") == (
        "Red 1 needs 3 squares to get past 84 into the yard. 2 × 1 × 1 = 2: second place, first level, no piece."
    )


def test_GM_14_the_highest_free_place_is_taken():
    assert yard(position("70:Y1Y2Y3,71:Y4Y5Y6,72:R2R3,73:R4R5R6,84:R1 - --- R").play("84-yard")) == "12:R1"
    assert yard(track("70:Y1,80:R4,84:R3").play("84-yard")).endswith(",3:R3")


def test_GM_14_arriving_frees_a_comrade():
    assert track("70:Y1,80:Y2,84:R1R2").play("84-yard").legal() == ["84-yard"]


def test_GM_15_the_twelfth_soldier_is_put_on_the_place_that_is_left():
    before = position(f"70:Y6,84:R6 {ELEVEN_HOME} --- R")
    assert before.result() is None
    after = before.play("84-yard")
    assert str(after) == f"- {ELEVEN_HOME},2:R6,1:Y6 --- -"
    assert after.actor is None
    assert after.legal() == []
    assert after.result().rule == "GM-15"


def test_GM_15_no_soldier_is_marked_as_moved_after_the_end():
    assert position(f"70:Y6,84:R6 {ELEVEN_HOME} --- R").play("84-yard").view(None).fields.moved == 0


def test_GM_15_the_place_that_is_left_may_be_any_place():
    before = "70:Y1,84:R1 1:Y2,2:Y3,3:Y4,4:Y5,5:Y6,6:R2,7:R3,8:R4,9:R5,10:R6 --- R"
    assert yard(position(before, order_penalty=True).play("84-yard")).endswith(",11:R1,12:Y1")


def test_GM_15_ten_arrivals_do_not_end_the_game():
    assert track("70:Y6Y5,84:R6").play("84-yard").actor == 1


def test_GM_15_a_loaded_position_may_be_over_already():
    text = f"70:Y6 {ELEVEN_HOME},2:R6 --- Y"
    assert str(position(text)) == f"- {ELEVEN_HOME},2:R6,1:Y6 --- -"
    assert str(position(text[:-1] + "-")) == f"- {ELEVEN_HOME},2:R6,1:Y6 --- -"


@pytest.mark.parametrize("move", ["84-yard", "20-20", "R1", "4", "9-1"])
def test_GM_15_nothing_may_be_played_after_the_end(move):
    over = position(f"- {ELEVEN_HOME},2:R6,1:Y6 --- -")
    assert refused_by(over, move) == "GM-15"
    assert "Red wins (Red 52, Yellow 26)" in why(over, move)


def finished(grey="---", **options):
    """Red has the places 12 8 7 5 4 2, Yellow 11 10 9 6 3 1: 38 against 40."""
    order = "12:R1,11:Y1,10:Y2,9:Y3,8:R2,7:R3,6:Y4,5:R4,4:R5,3:Y5,2:R6,1:Y6"
    return position(f"- {order} {grey} -", **options)


def test_GM_16_the_score_is_the_places_and_the_grey_pieces():
    assert finished().scores() == (38, 40)
    assert finished(grey="RYR").scores() == (42, 42)
    assert finished(grey="-R-").scores() == (40, 40)


def test_GM_16_the_highest_total_wins_and_equal_totals_share():
    assert finished().returns() == (-1, 1)
    assert finished(grey="--R").returns() == (1, -1)
    assert finished(grey="-R-").returns() == (0, 0)


def test_GM_16_returns_compare_each_seat_with_all_others():
    text = "- 12:R1,11:Y1,10:B1,9:G1,8:B2,7:R2,6:G2,5:Y2,4:Y3,3:G3,2:B3,1:R3"
    assert position(f"{text} --- -", players=4).scores() == (20, 20, 20, 18)
    assert position(f"{text} --- -", players=4).returns() == pytest.approx((1 / 3, 1 / 3, 1 / 3, -1))
    assert position(f"{text} RYB -", players=4).returns() == pytest.approx((-1 / 3, 1 / 3, 1, -1))


def test_GM_16_the_ending_names_all_scores():
    game = finished().game
    assert game.ending(finished().view(None)).text("en") == (
        "all twelve soldiers are in the yard, Yellow wins (Red 38, Yellow 40)."
    )
    shared = finished(grey="-R-").view(None)
    assert game.ending(shared).text("fr") == (
        "les douze bidasses sont dans la cour, Rouge et Jaune se partagent la victoire (Rouge 40, Jaune 40)."
    )


def test_GM_17_a_troop_that_arrived_in_order_doubles_the_whole_score():
    assert finished(grey="R--", order_bonus=True).scores() == (78, 80)


def test_GM_17_one_soldier_out_of_order_loses_the_bonus():
    text = "- 12:R2,11:Y1,10:Y2,9:Y3,8:R1,7:R3,6:Y4,5:R4,4:R5,3:Y5,2:R6,1:Y6 --- -"
    assert position(text, order_bonus=True).scores() == (38, 80)
    assert position(text).scores() == (38, 40)


def test_GM_17_soldiers_of_other_troops_may_arrive_between():
    assert finished(order_bonus=True).scores() == (76, 80)


def test_GM_17_the_twelfth_soldier_counts_as_the_last_to_arrive():
    text = "70:{last},84:Y6 12:R2,11:R3,10:R4,9:Y1,8:R5,7:R6,6:Y2,5:Y3,4:Y4,3:Y5 --- Y"
    assert position(text.format(last="R1"), order_bonus=True).play("84-yard").scores() == (49, 58)
    in_order = "70:R6,84:Y6 12:R1,11:R2,10:R3,9:Y1,8:R4,7:R5,6:Y2,5:Y3,4:Y4,3:Y5 --- Y"
    assert position(in_order, order_bonus=True).play("84-yard").scores() == (98, 58)


def test_GM_17_a_player_is_warned_before_the_bonus_is_lost():
    turn = position("59:Y1Y2Y3,61:Y4Y5Y6,62:R1R3R4,63:R5R6,84:R2 - --- R", order_bonus=True)
    assert turn.warnings("84-yard", "en") == ["Red 2 is not the next of its troop: Red will not double the score."]
    assert turn.warnings("84-yard", "fr")
    assert position("59:Y1Y2Y3,61:Y4Y5Y6,62:R2R3R4,63:R5R6,84:R1 - --- R", order_bonus=True).warnings("84-yard") == []


EXAMPLE = "70:R1Y1R2,71:Y2R3Y3,72:B2B3,80:G1,82:G3,83:B1,84:G2 - --- G"
EXAMPLE_MOVES = (
    "80-83 82-83 84-yard 70-75 70-77 71-72 83-84 83-84 71-77 70-74 75-79 72-73 71-72 83-yard 84-yard 84-yard"
)


def test_GM_18_the_rulebooks_example_green_2_blue_1_green_1_green_3():
    after = position(EXAMPLE, players=4, order_penalty=True).play_all(EXAMPLE_MOVES)
    assert yard(after) == "1:G2,12:B1,2:G1,11:G3"


def test_GM_18_without_the_option_the_same_arrivals_take_the_highest_places():
    after = position(EXAMPLE, players=4).play_all(EXAMPLE_MOVES)
    assert yard(after) == "12:G2,11:B1,10:G1,9:G3"


def test_GM_18_a_player_is_warned_of_a_low_place():
    turn = position(EXAMPLE, players=4, order_penalty=True)
    assert turn.warnings("84-yard", "en") == ["Green 2 is not the next of its troop: it takes place 1 instead of 12."]
    assert position(EXAMPLE, players=4).warnings("84-yard") == []


def test_GM_18_the_twelfth_soldier_takes_the_last_place_in_any_order():
    before = position("70:Y1,84:R1 1:Y2,2:Y3,3:Y4,4:Y5,5:Y6,6:R2,7:R3,8:R4,9:R5,10:R6 --- R", order_penalty=True)
    assert yard(before.play("84-yard")).endswith(",11:R1,12:Y1")


def test_GM_18_both_order_options_can_be_combined():
    before = position(
        "70:Y6,84:R5 12:R1,11:R2,10:R3,9:R4,1:R6,8:Y1,7:Y2,6:Y3,5:Y4,4:Y5 --- R",
        order_bonus=True,
        order_penalty=True,
    )
    after = before.play("84-yard")
    assert yard(after).endswith(",2:R5,3:Y6")
    assert after.scores() == (45, 66)
    assert to_act(after) == "-"
