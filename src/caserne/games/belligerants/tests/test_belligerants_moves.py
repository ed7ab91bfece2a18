"""BE-1 to BE-8: deployment, the die, moving and taking."""

from __future__ import annotations

import pytest
from belligerants_field import ARMY, army, ends, field, held, position
from verdicts import refused_by

import caserne
from caserne.core.game.errors import InvalidMove, TooManyMoves
from caserne.games.belligerants.army import CODES, KINDS, STANDARD, TABLE, takes
from caserne.games.belligerants.rules import PLACE


def test_BE_1_each_player_covers_the_fifteen_squares_of_the_own_camp():
    deployed = position("setup").play(ARMY).play(ARMY)
    assert str(deployed) == (
        "EMk1,BOl1,ACm1,DCn1,MIo1,CAk2,TKl2,OFm2,AMn2,ESo2,PAk3,SEl3,SOm3,SOn3,SOo3 "
        "SOa11,SOb11,SOc11,SEd11,PAe11,ESa12,AMb12,OFc12,TKd12,CAe12,MIa13,DCb13,ACc13,BOd13,EMe13 - - J?"
    )


def test_BE_1_pink_deploys_after_yellow_and_yellow_rolls_first():
    start = position("setup")
    assert (start.actor, start.in_setup) == (0, True)
    sealed = start.play(ARMY)
    assert (sealed.actor, sealed.in_setup) == (1, True)
    assert (sealed.play(ARMY).actor, sealed.play(ARMY).in_setup) == ("chance", False)


def test_BE_1_a_deployment_is_sealed_until_both_are_made():
    sealed = position("setup").play(ARMY)
    assert str(sealed) == f"setup {ARMY}"
    assert [str(sealed.view(seat)) for seat in (0, 1, None)] == [f"setup {ARMY}", "setup", "setup"]
    turned = position("setup " + ",".join(reversed(ARMY.split(","))))
    assert sealed.view(1) == turned.view(1)
    shown = sealed.play(ARMY)
    assert {str(shown.view(seat)) for seat in (0, 1, None)} == {str(shown)}


def test_BE_1_a_sealed_deployment_is_sampled_among_all_deployments():
    view = position(f"setup {ARMY}").view(1)
    imagined = [str(view.sample(seed)).removeprefix("setup ").split(",") for seed in range(5)]
    assert all(sorted(codes) == sorted(ARMY.split(",")) for codes in imagined)
    assert len({tuple(codes) for codes in imagined}) == 5


def test_BE_1_a_deployment_has_the_pawns_of_the_army():
    wrong = ARMY.replace("OF", "EM")
    assert refused_by(position("setup"), wrong) == "BE-1"
    assert refused_by(position(f"setup {ARMY}"), wrong) == "BE-1"
    assert "2 × EM" in position("setup").explain(wrong, "en")[0].text


@pytest.mark.parametrize("move", ["k3-k4", "pass", "3", "D"])
def test_BE_1_no_other_action_is_legal_before_deployment(move):
    assert refused_by(position("setup"), move) == "BE-1"


def test_BE_1_a_deployment_must_have_fifteen_codes():
    for text in (ARMY[:-3], ARMY + ",SO", ARMY.replace("SE", "XX"), "EM"):
        with pytest.raises(InvalidMove):
            position("setup").play(text)


def test_BE_1_there_are_too_many_deployments_to_list():
    with pytest.raises(TooManyMoves) as too_many:
        position("setup").legal()
    assert too_many.value.number == 217_945_728_000  # 15! / 3!
    start = position("setup")
    assert sorted(start.random_setup(1).split(",")) == sorted(ARMY.split(","))
    assert start.random_setup(1) != start.random_setup(2)


def test_BE_1_every_kind_has_an_action():
    start = position("setup")
    assert start.legal_actions() == list(range(PLACE, PLACE + KINDS))
    for action in start.legal_actions():
        assert start.play_action(action) != start


def test_BE_1_the_option_army_changes_the_pawns():
    other = "EM,BO,BO,AC,AC,DC,MI,CA,TK,TK,OF,AM,ES,SE,SO"
    assert refused_by(position("setup", army=other), other) == ""
    assert refused_by(position("setup", army=other), ARMY) == "BE-1"
    assert refused_by(position("setup"), other) == "BE-1"


def test_BE_2_the_die_is_rolled_before_a_pawn_moves():
    to_roll = field("SOc3", "", "J?")
    assert (to_roll.actor, to_roll.legal()) == ("chance", ["1", "2", "3", "4", "5", "D"])
    assert refused_by(to_roll, "c3-c4") == "BE-2"
    assert refused_by(to_roll, "pass") == "BE-2"
    assert to_roll.play("2").actor == 0
    assert refused_by(to_roll.play("2"), "3") == "BE-2"


def test_BE_2_a_pawn_moves_exactly_as_many_squares_as_the_die_shows():
    assert ends(field("SOh8", "", "J2"), "h8") == "f10 f6 f8 h10 h6 j10 j6 j8"
    assert refused_by(field("SOh8", "", "J2"), "h8-h9") == "BE-4"


def test_BE_2_after_a_move_the_other_player_rolls():
    assert str(field("SOh8", "", "J2").play("h8-h6")).endswith(" R?")


def test_BE_2_a_player_who_can_move_may_not_pass_even_if_every_move_is_harmful():
    assert refused_by(field("SOh8", "", "J1"), "pass") == "BE-2"
    only_black = position("SEk3,SOl3,SOk2,TKl2 SOj2,SOj3,PAj4,EMa6 - - J1", map=BARE.replace(".-.-/", ".-k-/"))
    assert only_black.play("l3-l4").result() is None
    assert refused_by(only_black, "pass") == "BE-2"


BARE = "/".join(["R-R-R-R-R-" + ".-" * 7] * 3 + [".-" * 12] * 5 + [".-" * 7 + "J-J-J-J-J-"] * 3)


def test_BE_2_the_turn_is_lost_if_no_pawn_can_play_the_number():
    hemmed_in = position("EMa1 SEa2,SEb1,SEb2,EMl11 - - J1", map=BARE, army=ARMY.replace("PA,SE,SO", "SE,SE,SE"))
    assert hemmed_in.legal() == ["pass"]
    assert str(hemmed_in.play("pass")).endswith(" R?")


def test_BE_2_an_enemy_pawn_or_an_empty_square_cannot_be_moved():
    assert refused_by(field("SOc3", "SOh8", "J1"), "h8-h7") == "BE-2"
    assert refused_by(field("SOc3", "SOh8", "J1"), "d3-d4") == "BE-2"


def test_BE_2_armies_are_deployed_once():
    assert refused_by(field("SOc3", "", "J1"), ARMY) == "BE-2"
    assert refused_by(field("SOc3", "", "J?"), ARMY) == "BE-2"


def test_BE_3_the_devil_chooses_any_number_from_one_to_five():
    devil = set(ends(field("SOh8", "", "JD"), "h8").split())
    by_numbers = [set(ends(field("SOh8", "", f"J{number}"), "h8").split()) for number in range(1, 6)]
    assert devil == set.union(*by_numbers)
    assert "h7" in devil
    assert "h4" in devil


def test_BE_3_the_devil_lets_the_same_player_roll_again():
    assert str(field("SOh8", "", "JD").play("h8-h6")).endswith(" J?")


def test_BE_3_after_a_devil_the_player_rolls_again_even_without_a_move():
    hemmed_in = position("EMa1 SEa2,SEb1,SEb2,EMl11 - - JD", map=BARE, army=ARMY.replace("PA,SE,SO", "SE,SE,SE"))
    assert hemmed_in.legal() == ["pass"]
    assert str(hemmed_in.play("pass")).endswith(" J?")


def test_BE_4_a_pawn_moves_straight_in_one_of_eight_directions():
    assert ends(field("SOh8", "", "J3"), "h8") == "e11 e5 e8 h11 h5 k11 k5 k8"
    assert refused_by(field("SOh8", "", "J3"), "h8-i6") == "BE-4"


def test_BE_4_the_edge_of_the_map_ends_a_line():
    assert ends(field("SOa6", "", "J4"), "a6") == "a10 a2 e10 e2 e6"


def test_BE_5_a_pawn_may_turn_on_a_crossroads_that_it_reaches_before_its_last_step():
    assert ends(field("SOc3", "", "J3"), "c3") == "b4 b5 b6 c4 c6 d4 d5 d6 f3 f6"
    assert "b4" not in ends(field("SOc3", "", "J2"), "c3").split()


def test_BE_5_a_line_may_turn_back_over_the_square_that_it_left():
    assert "c2" in ends(field("SOc4", "", "J4"), "c4").split()  # c5 and back: c4, c3, c2


def test_BE_5_no_move_ends_on_the_square_it_left():
    there_and_back = field("SOc4", "", "J2")
    assert "c4" not in ends(there_and_back, "c4").split()
    assert refused_by(there_and_back, "c4-c4") == "BE-5"
    assert refused_by(field("SOh8", "", "J2"), "h8-h8") == "BE-4 BE-5"


def test_BE_5_a_pawn_that_starts_on_a_crossroads_may_not_turn_there():
    assert refused_by(field("SOc5", "", "J2"), "c5-d7") == "BE-4"


def test_BE_5_a_line_may_turn_again_on_its_own_starting_crossroads():
    starry = BARE.replace(".-" * 12, ".*" * 12, 1)
    assert "c7" in ends(position("EMd8 EMl11 - - J3", map=starry), "d8").split()  # d8 e8 d8 c7


@pytest.mark.parametrize("blocker", ["yellow", "pink"])
def test_BE_6_pawns_of_either_side_block_a_line(blocker):
    blocked = field("OFi9" + ",SOi8" * (blocker == "yellow"), "SOi8" * (blocker == "pink"), "J2")
    assert refused_by(blocked, "i9-i7") == "BE-6"
    assert refused_by(field("OFi9", "", "J2"), "i9-i7") == ""


def test_BE_6_pawns_block_lines_of_every_length():
    for number, target in enumerate(("f8", "e8", "d8", "c8"), 2):
        assert refused_by(field("OFh8,SOg8", "", f"J{number}"), f"h8-{target}") == "BE-6"


def test_BE_6_with_the_devil_one_free_line_is_enough():
    assert refused_by(field("OFc3", "SOc5", "J3"), "c3-c4") == "BE-6"  # to c5 and back
    assert refused_by(field("OFc3", "SOc5", "JD"), "c3-c4") == ""  # one square


@pytest.mark.parametrize("flyer", ["BO", "AC"])
def test_BE_6_bombers_and_fighters_fly_over_pawns(flyer):
    assert refused_by(field(f"{flyer}i9,SOi8", "", "J2"), "i9-i7") == ""


def test_BE_6_flyers_turn_even_on_an_occupied_crossroads():
    assert refused_by(field("BOc4", "SOc5", "J2"), "c4-d6") == ""
    assert refused_by(field("OFc4", "SOc5", "J2"), "c4-d6") == "BE-6"


def test_BE_6_the_spy_does_not_fly():
    assert refused_by(field("ESi9,SOi8", "", "J2"), "i9-i7") == "BE-6"


def test_BE_6_the_explanation_names_square_and_pawn():
    (refusal,) = field("OFi9", "TKi8", "J2").explain("i9-i7", "en")
    assert refusal.text == "the way is blocked at i8 by a tank (Pink)."


def test_BE_7_a_move_ends_on_a_free_square_or_an_enemy_that_it_takes():
    assert army(field("TKh8", "", "J1").play("h8-h9"), 0) == "TKh9"
    assert refused_by(field("TKh8", "SOh9", "J1"), "h8-h9") == ""
    assert refused_by(field("TKh8", "OFh9", "J1"), "h8-h9") == "BE-8"


def test_BE_7_a_move_never_ends_on_an_own_pawn():
    assert refused_by(field("TKh8,SOh9", "", "J1"), "h8-h9") == "BE-7"


@pytest.mark.parametrize("taker", range(KINDS))
def test_BE_8_a_pawn_takes_the_kinds_in_its_row_of_the_table(taker):
    """Each kind in turn stands beside the taker, on brown ground and unguarded."""
    for victim in range(KINDS):
        beside = position(f"{CODES[taker]}f5,EMa1 {CODES[victim]}f6,EMl11 - - J1", map=BARE, army=two_staffs())
        allowed = "f6" in ends(beside, "f5").split()
        assert allowed == takes(taker, victim), (CODES[taker], CODES[victim])


def two_staffs() -> str:
    return ARMY.replace("SO,SO,SO", "SO,SO,EM")


def test_BE_8_the_table_equals_the_rulebook():
    taken_by = {
        "EM": "ES",
        "BO": "BO AC DC ES",
        "AC": "AC BO DC ES",
        "DC": "PA AC ES",
        "MI": "MI AC TK ES",
        "CA": "CA BO OF ES",
        "TK": "TK BO CA OF ES",
        "OF": "OF CA MI ES",
        "AM": "",
        "ES": "ES EM",
        "PA": "PA SE MI ES",
        "SE": "PA ES",
        "SO": "SO PA SE OF TK MI",
    }
    for victim, code in enumerate(CODES):
        assert {CODES[taker] for taker in range(KINDS) if takes(taker, victim)} == set(taken_by[code].split())


def test_BE_8_the_army_is_fifteen_pawns_worth_6000_points():
    assert sum(kind.number for kind in TABLE) == 15
    assert sum(kind.number * kind.points for kind in TABLE) == 6_000
    assert STANDARD == ARMY


def test_BE_8_the_taken_pawn_becomes_a_prisoner_of_the_taker():
    taken = field("TKh8", "SOh9", "J1").play("h8-h9")
    assert (army(taken, 0), army(taken, 1), held(taken)) == ("TKh9", "", "SO -")
    by_pink = field("SOh9", "TKh8", "R1").play("h8-h9")
    assert held(by_pink) == "- SO"


def test_BE_8_the_explanation_names_both_pawns():
    assert field("CAh8", "PAh9", "J1").explain("h8-h9", "fr")[0].text.startswith("un canon ne prend pas une patrouille")


def test_games_with_equal_options_are_equal():
    shuffled = ",".join(reversed(ARMY.split(",")))
    assert caserne.game("belligerants", army=shuffled) == caserne.game("belligerants")
    assert repr(caserne.game("belligerants")) == 'caserne.game("belligerants")'
