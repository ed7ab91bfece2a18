"""GM-1 to GM-4: the troops, the bonus pieces and the opening."""

from __future__ import annotations

import pytest
from manoeuvre_drawing import START, position, stacks, targets, to_act, track, why
from verdicts import refused_by

import caserne
from caserne.core.game.errors import InvalidMove, InvalidOption
from caserne.games.manoeuvre.options import ManoeuvreOptions
from caserne.games.manoeuvre.rules import MOST_NUMBERS
from caserne.games.manoeuvre.track import SUGGESTED


@pytest.mark.parametrize(("players", "troop"), [(2, 6), (3, 4), (4, 3)])
def test_GM_1_twelve_soldiers_are_shared_out_evenly(players, troop):
    chooser = position(START, players=players, order_bonus=True).play("1")
    assert chooser.legal() == [f"R{number}" for number in range(1, troop + 1)]


def test_GM_1_with_two_players_soldiers_have_the_highest_numbers():
    assert position(START, order_bonus=True).play("1").legal()[-1] == f"R{MOST_NUMBERS}"


@pytest.mark.parametrize(("players", "seats"), [(2, "RY"), (3, "RYB"), (4, "RYBG")])
def test_GM_1_the_seats_are_red_yellow_blue_and_green_in_that_order(players, seats):
    opening, acting = position(START, players=players), ""
    for face in "123412341234"[: len(seats)]:
        acting += to_act(opening)[0]
        opening = opening.play(face)
    assert acting == seats
    assert to_act(opening) == "R?"


@pytest.mark.parametrize("players", [1, 5, 0])
def test_GM_1_two_to_four_players_are_allowed(players):
    with pytest.raises(InvalidOption, match="players"):
        caserne.game("manoeuvre", players=players)


@pytest.mark.parametrize(("players", "soldier"), [(2, "R7"), (2, "B1"), (3, "R5"), (3, "G1"), (4, "Y4")])
def test_GM_1_a_soldier_that_does_not_exist_is_an_invalid_move(players, soldier):
    with pytest.raises(InvalidMove):
        position(START, players=players).explain(soldier)


@pytest.mark.parametrize(("square", "reach"), [(12, 6), (20, 6), (47, 6), (65, 6), (8, 4), (24, 4), (31, 4), (36, 4)])
def test_GM_2_the_suggested_layout_has_black_and_white_pieces(square, reach):
    assert targets(track(f"1:Y1,{square}:R1"), square) == f"{square + 1}-{square + reach}"


@pytest.mark.parametrize(("square", "taken"), [(25, "R--"), (40, "-R-"), (55, "--R")])
def test_GM_2_the_suggested_layout_has_three_grey_pieces(square, taken):
    assert str(track(f"1:Y1,{square - 1}:R1").play(f"{square - 1}-{square}")).split(" ")[2] == taken


def test_GM_2_a_custom_layout_is_played_as_written():
    custom = "7,8,9,10/11,12,13,14,15,16/17,18,78"
    assert targets(track("1:Y1,7:R1", layout=custom), 7) == "8-13"
    assert targets(track("1:Y1,20:R1", layout=custom), 20) == "21"
    assert str(track("1:Y1,77:R1", layout=custom).play("77-78")).split(" ")[2] == "--R"


@pytest.mark.parametrize(
    "layout",
    [
        "",
        "nowhere",
        "12,20,47/8,24,31,36,60,74/25,40,55",
        "12,20,47,65,66/8,24,31,36,60,74/25,40,55",
        "12,20,47,65/8,24,31,36,60/25,40,55",
        "12,20,47,65/8,24,31,36,60,74/25,40",
        "12,20,47,65/8,24,31,36,60,74",
        "6,20,47,65/8,24,31,36,60,74/25,40,55",
        "12,20,47,79/8,24,31,36,60,74/25,40,55",
        "12,20,47,65/8,24,31,36,60,74/25,40,85",
        "12,20,47,65/8,24,31,36,60,74/25,40,0",
        "12,20,47,65/12,24,31,36,60,74/25,40,55",
        "12,20,47,65/8,24,31,36,60,74/25,40,74",
        "12,20,47,47/8,24,31,36,60,74/25,40,55",
        "12, 20,47,65/8,24,31,36,60,74/25,40,55",
    ],
)
def test_GM_2_wrong_numbers_white_squares_and_doubled_squares_are_refused(layout):
    with pytest.raises(InvalidOption) as refused:
        caserne.game("manoeuvre", layout=layout)
    assert refused.value.text("en").startswith("option layout:")
    assert refused.value.text("fr").startswith("option layout\u00a0:")


def test_GM_2_the_first_and_the_last_pink_squares_may_carry_pieces():
    caserne.game("manoeuvre", layout="7,20,47,78/8,24,31,36,60,74/25,40,55")


def test_GM_2_layouts_are_kept_as_text():
    assert caserne.game("manoeuvre").options.layout == SUGGESTED
    assert caserne.game("manoeuvre", layout="suggested") == caserne.game("manoeuvre", layout=SUGGESTED)
    shuffled = "65,12,47,20/74,8,24,31,36,60/25,40,55"
    assert caserne.game("manoeuvre", layout=shuffled) == caserne.game("manoeuvre")
    assert caserne.game("manoeuvre", layout="65,12,47,20/74,8,24,31,36,60/40,25,55") != caserne.game("manoeuvre")


def test_GM_2_a_random_layout_is_drawn_once_and_then_written_out():
    drawn = {caserne.game("manoeuvre", layout="random").options.layout for _ in range(8)}
    assert len(drawn) > 1
    for layout in drawn:
        assert ManoeuvreOptions.read({"layout": layout}).layout == layout


def test_GM_3_there_are_no_set_ups_and_no_rule_looks_back():
    start = caserne.game("manoeuvre").start()
    rules = start.game.rules
    assert not start.in_setup
    assert (rules.placements, rules.past, rules.past_per_action) == (0, 0, 0)


def test_GM_3_red_rolls_first_and_all_faces_are_possible():
    opening = position(START)
    assert opening.actor == "chance"
    assert opening.legal() == list("123456")


def test_GM_3_the_players_roll_in_turn_and_stack_their_soldiers():
    assert stacks(position(START).play_all("4 4 2 4")) == "2:R2,4:R1Y1Y2"


def test_GM_3_a_full_square_is_not_a_die_result():
    opening = position(START).play_all("4 4 4")
    assert opening.legal() == list("12356")
    assert refused_by(opening, "4") == "GM-3"
    assert "rolled again" in why(opening, "4")


def test_GM_3_two_soldiers_leave_room_for_a_third():
    assert refused_by(position(START).play_all("4 4"), "4") == ""


def test_GM_3_the_die_is_not_rolled_after_all_twelve_are_placed():
    placed = position(START).play_all("1 1 1 2 2 2 3 3 3 4 4")
    assert to_act(placed) == "Y?"
    begun = placed.play("4")
    assert to_act(begun) == "R"
    assert begun.ply == 0
    assert refused_by(begun, "5") == "GM-3"
    assert "left the game" in why(begun, "5")


def test_GM_3_a_die_result_is_not_a_move_of_a_player():
    assert position(START).play_all("1 2 3").ply == 0


def test_GM_3_the_die_is_not_rolled_twice_before_a_soldier_is_chosen():
    assert refused_by(position(START, order_bonus=True).play("4"), "4") == "GM-3"


def test_GM_4_in_the_base_game_the_lowest_numbered_soldier_is_placed():
    assert stacks(position(START).play_all("6 5 4 3 2")) == "2:R3,3:Y2,4:R2,5:Y1,6:R1"


@pytest.mark.parametrize("option", ["order_bonus", "order_penalty"])
def test_GM_4_with_an_order_option_the_player_chooses_the_soldier(option):
    chooser = position(START, **{option: True}).play("4")
    assert chooser.actor == 0
    assert to_act(chooser) == "R4"
    assert chooser.legal() == ["R1", "R2", "R3", "R4", "R5", "R6"]
    after = chooser.play("R3")
    assert (chooser.ply, after.ply) == (0, 1)
    assert stacks(after) == "4:R3"
    assert to_act(after) == "Y?"


def test_GM_4_the_last_soldier_is_chosen_as_well():
    opening = position(START, players=4, order_bonus=True)
    opening = opening.play_all("1 R3 1 Y3 1 B3 2 G3 2 R1 2 Y1 3 B1 3 G1 3 R2 4 Y2 4 B2 4")
    assert opening.legal() == ["G2"]
    assert to_act(opening.play("G2")) == "R"


@pytest.mark.parametrize("soldier", ["R3", "Y6", "Y1"])
def test_GM_4_only_an_own_soldier_that_is_not_placed_yet_can_be_placed(soldier):
    opening = position("4:R3Y6 - --- R1", order_bonus=True)
    assert refused_by(opening, soldier) == "GM-4"


def test_GM_4_there_is_nothing_to_choose_in_the_base_game():
    assert refused_by(position(START), "R1") == "GM-4"


def test_GM_4_no_soldier_is_placed_before_the_roll_or_after_the_opening():
    assert refused_by(position(START, order_bonus=True), "R1") == "GM-4"
    assert refused_by(track("1:Y1,9:R1", order_bonus=True), "R1") == "GM-4"


@pytest.mark.parametrize("options", [{}, {"order_penalty": True}])
def test_GM_4_the_turn_order_begins_with_red_once_all_are_placed(options):
    opening, faces = position(START, players=3, **options), iter("123456123456")
    while opening.actor == "chance" or to_act(opening)[1:]:
        opening = opening.play(next(faces) if opening.actor == "chance" else opening.legal()[0])
    assert to_act(opening) == "R"
