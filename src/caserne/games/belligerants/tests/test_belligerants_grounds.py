"""BE-9 to BE-19: keeping pawns, grounds, sentinel, ambulance and the enemy camp."""

from __future__ import annotations

import pytest
from belligerants_field import army, ends, field, held
from verdicts import refused_by

# BE-9 Keeping a pawn


def test_BE_9_with_the_devil_a_taken_pawn_may_be_kept():
    devil = field("TKh8", "MIh9", "JD")
    kept = devil.play("h8-h9*")
    assert (army(kept, 0), army(kept, 1), held(kept)) == ("MIh8*,TKh9", "", "- -")
    plain = devil.play("h8-h9")
    assert (army(plain, 0), held(plain)) == ("TKh9", "MI -")


def test_BE_9_no_pawn_is_kept_on_an_ordinary_number():
    assert refused_by(field("TKh8", "MIh9", "J1"), "h8-h9*") == "BE-9"


@pytest.mark.parametrize("code", ["BO", "AC", "DC", "CA", "MI", "TK"])
def test_BE_9_six_kinds_can_be_kept(code):
    assert refused_by(field("ESh8", f"{code}h9", "JD"), "h8-h9*") == ""


@pytest.mark.parametrize("code", ["OF", "ES", "PA", "SE"])
def test_BE_9_other_kinds_cannot_be_kept(code):
    assert refused_by(field("ESh8", f"{code}h9", "JD"), "h8-h9*") == "BE-9"


def test_BE_9_each_side_has_one_flat_pawn_of_each_kind():
    two_tanks = {"army": "EM,BO,AC,DC,MI,CA,TK,TK,OF,AM,ES,PA,SE,SO,SO"}
    assert refused_by(field("TKc3*,CAh8", "TKh9", "JD", **two_tanks), "h8-h9*") == "BE-9"
    assert refused_by(field("CAh8", "TKc3*,TKh9", "JD", **two_tanks), "h8-h9*") == ""


def test_BE_9_the_ground_affects_a_kept_pawn():
    assert army(field("TKf7", "SOe8,MIf8", "JD").play("f7-f8*").play("1"), 0) == "MIf7*,TKf8"
    surrounded = field("TKf7", "SOe8,MIf8", "JD").play("f7-f8*").play("1")
    assert refused_by(surrounded, "f7-g8") == "BE-14"


def test_BE_9_nothing_is_kept_from_water_or_black():
    assert refused_by(field("ESi4", "TKi5", "JD"), "i4-i5*") == "BE-9"
    assert refused_by(field("ESh7", "TKh6", "JD"), "h7-h6*") == "BE-9"
    assert refused_by(field("ESi6", "TKi5", "JD"), "i6-i5*") == ""


def test_BE_9_an_ambulance_may_keep_too():
    assert army(field("AMg8", "TKg7", "JD").play("g8-g7*"), 0) == "AMg7,TKg8*"


def test_BE_9_a_kept_pawn_counts_as_an_own_pawn():
    assert refused_by(field("TKh8*,SOh9", "", "J1"), "h8-h9") == "BE-7"
    assert held(field("TKh8*", "SOh9", "J1").play("h8-h9")) == "SO -"


# BE-10 Taking a kept pawn


def test_BE_10_taken_on_a_number_a_kept_pawn_becomes_a_prisoner():
    taken = field("CAh8", "TKh9*", "J1").play("h8-h9")
    assert (army(taken, 0), army(taken, 1), held(taken)) == ("CAh9", "", "TK -")


def test_BE_10_taken_with_the_devil_it_rejoins_its_old_army():
    rejoined = field("CAh8", "TKh9*", "JD")
    assert "h8-h9*" not in rejoined.legal()
    assert refused_by(rejoined, "h8-h9*") == "BE-9"
    after = rejoined.play("h8-h9")
    assert (army(after, 0), army(after, 1), held(after)) == ("TKh8,CAh9", "", "- -")


def test_BE_10_from_water_or_black_it_becomes_a_prisoner_instead():
    after = field("ESi4", "TKi5*", "JD").play("i4-i5")
    assert (army(after, 0), held(after)) == ("ESi5", "TK -")


def test_BE_10_the_flat_pawn_returns_to_the_reserve():
    two_tanks = {"army": "EM,BO,AC,DC,MI,CA,TK,TK,OF,AM,ES,PA,SE,SO,SO"}
    lost = field("CAh8,TKc2", "TKh9*,CAc3", "J1", **two_tanks).play("h8-h9").play("D")
    assert refused_by(lost, "c3-c2*") == ""
    worn = field("CAh8,TKc2", "TKh9*,CAc3", "RD", **two_tanks)
    assert refused_by(worn, "c3-c2*") == "BE-9"


# BE-11, BE-12 Brown and water


def test_BE_11_brown_and_the_camps_are_open_ground():
    assert ends(field("SOg4", "", "J1"), "g4") == "f3 f4 f5 g3 g5 h3 h4 h5"


@pytest.mark.parametrize("code", ["EM", "DC", "MI", "CA", "TK", "OF", "PA", "SE", "SO", "BO", "AC"])
def test_BE_12_only_spy_and_ambulance_stop_on_water(code):
    staff = {"army": "EM,EM,BO,AC,DC,MI,CA,TK,OF,AM,ES,PA,SE,SO,SO"}
    assert refused_by(field(f"{code}i5", "", "J1", **staff), "i5-i4") == "BE-12"
    for hardy in ("ES", "AM"):
        assert refused_by(field(f"{hardy}i5", "", "J1"), "i5-i4") == ""


@pytest.mark.parametrize(("code", "rule"), [("BO", ""), ("AC", ""), ("ES", ""), ("AM", ""), ("TK", "BE-12")])
def test_BE_12_flyers_spies_and_ambulances_pass_over_water(code, rule):
    assert refused_by(field(f"{code}i5", "", "J2"), "i5-i3") == rule


@pytest.mark.parametrize(("code", "rule"), [("BO", ""), ("ES", ""), ("AM", ""), ("TK", "BE-12")])
def test_BE_12_other_pawns_do_not_step_between_two_waters_that_touch(code, rule):
    assert refused_by(field(f"{code}i5", "", "J1"), "i5-j4") == rule
    assert refused_by(field(f"{code}j4", "", "J1"), "j4-i5") == rule
    assert refused_by(field(f"{code}h6", "", "J3"), "h6-k3") == rule


def test_BE_12_a_diagonal_step_past_one_water_is_allowed():
    assert refused_by(field("TKh4", "", "J1"), "h4-i5") == ""


def test_BE_12_drowning_lets_any_pawn_end_on_water_and_be_destroyed():
    drowned = field("TKi5", "", "J1", water="drowning").play("i5-i4")
    assert (army(drowned, 0), held(drowned)) == ("", "- -")
    assert refused_by(field("TKi5", "", "J2", water="drowning"), "i5-i3") == "BE-12"
    assert refused_by(field("TKi5", "", "J1", water="drowning"), "i5-j4") == "BE-12"
    assert army(field("BOi5", "", "J2", water="drowning").play("i5-i3"), 0) == "BOi3"


def test_BE_12_a_pawn_takes_before_it_drowns():
    drowned = field("", "ESi4", "J1", water="drowning")
    assert refused_by(drowned, "a1-a2") == ""
    staff = {"army": "EM,EM,BO,AC,DC,MI,CA,TK,OF,AM,ES,PA,SE,SO,SO"}
    taken = field("EMi5", "ESi4", "J1", water="drowning", **staff).play("i5-i4")
    assert (army(taken, 0), army(taken, 1), held(taken)) == ("", "", "ES -")


# BE-13, BE-14, BE-15 Green, grey and white


def test_BE_13_no_pawn_is_taken_on_green():
    for taker in ("TK", "ES"):
        assert refused_by(field(f"{taker}e8", "MIe7", "J1"), "e8-e7") == "BE-13"
        assert refused_by(field(f"{taker}e8", "MIe7", "JD"), "e8-e7") == "BE-13"
    assert refused_by(field("TKe8", "", "J1"), "e8-e7") == ""


def test_BE_14_a_pawn_on_grey_moves_only_with_the_devil():
    assert refused_by(field("TKf7", "", "J1"), "f7-f8") == "BE-14"
    assert refused_by(field("TKf7", "", "JD"), "f7-f8") == ""
    assert refused_by(field("ESf7", "", "J1"), "f7-f8") == ""
    assert refused_by(field("AMf7", "", "J1"), "f7-f8") == ""


def test_BE_14_a_pawn_on_grey_can_be_taken_and_passed_over():
    assert held(field("TKf8", "SOf7", "J1").play("f8-f7")) == "SO -"
    assert refused_by(field("TKf8", "", "J2"), "f8-f6") == ""


def test_BE_15_a_wounded_pawn_moves_and_takes_only_with_the_devil():
    assert refused_by(field("TKg7", "SOg8", "J1"), "g7-g8") == "BE-15"
    assert refused_by(field("TKg7", "SOg8", "JD"), "g7-g8") == ""
    assert refused_by(field("ESg7", "", "J1"), "g7-g8") == ""


def test_BE_15_only_an_ambulance_takes_a_wounded_pawn():
    assert refused_by(field("TKg8", "SOg7", "J1"), "g8-g7") == "BE-15"
    assert refused_by(field("TKg8", "SOg7", "JD"), "g8-g7") == "BE-15"
    assert held(field("AMg8", "SOg7", "J1").play("g8-g7")) == "SO -"


def test_BE_15_a_spy_on_white_is_not_wounded():
    taken = field("ESg8", "ESg7", "J1").play("g8-g7")
    assert (army(taken, 0), held(taken)) == ("ESg7", "ES -")


# BE-16 Sentinel


@pytest.mark.parametrize("die", ["1", "D"])
def test_BE_16_a_sentinel_guards_its_neighbours_even_from_the_devil(die):
    assert refused_by(field("TKh8", "MIh9,SEi9", f"J{die}"), "h8-h9") == "BE-16"
    assert refused_by(field("TKh8", "MIh9,SEj9", f"J{die}"), "h8-h9") == ""


def test_BE_16_a_sentinel_guards_neither_enemy_pawns_nor_itself():
    assert refused_by(field("TKh8,SEi9", "MIh9", "J1"), "h8-h9") == ""
    assert refused_by(field("PAh8", "SEh9", "J1"), "h8-h9") == ""


def test_BE_16_a_sentinel_guards_from_an_ambulance_and_on_any_ground():
    assert refused_by(field("AMg8", "TKg7,SEf6", "J1"), "g8-g7") == "BE-16"
    assert refused_by(field("TKf8", "MIe8,SEf7", "J1"), "f8-e8") == "BE-16"
    assert refused_by(field("TKg8", "MIh8,SEg7", "J1"), "g8-h8") == "BE-16"
    assert refused_by(field("TKf8", "MIg8*,SEg9", "J1"), "f8-g8") == "BE-16"


def test_BE_16_the_explanation_names_the_sentinel():
    assert field("TKh8", "MIh9,SEi9", "J1").explain("h8-h9", "en")[0].text.endswith("guarded by the sentinel on i9.")


# BE-17 Ambulance


def test_BE_17_an_ambulance_takes_only_the_wounded():
    for square, code in (("h8", "TK"), ("g7", "ES"), ("e7", "TK")):
        near = {"h8": "h9", "g7": "g8", "e7": "e8"}[square]
        assert "BE-17" in refused_by(field(f"AM{near}", f"{code}{square}", "JD"), f"{near}-{square}")
    assert held(field("AMg8", "TKg7", "J1").play("g8-g7")) == "TK -"


def test_BE_17_an_ambulance_takes_an_own_wounded_pawn_home():
    healed = field("AMg8,TKg7", "", "J1").play("g8-g7")
    assert army(healed, 0) == "TKh1,AMg7"
    assert army(field("AMg8,TKg7,SOh1", "", "J1").play("g8-g7"), 0) == "SOh1,TKi1,AMg7"
    assert army(field("", "AMg8,TKg7*", "R1").play("g8-g7"), 1) == "AMg7,TKe11*"


def test_BE_17_the_camp_must_have_room_and_the_square_that_the_ambulance_leaves_counts():
    yellow = "SOh1,SOi1,SOj1,SEk1,PAl1,ESh2,OFi2,CAj2,MIk2,DCl2,ACi3,BOj3"
    full = field(f"{yellow},TKg7,AMg8", "SOh3,SOk3,SOl3", "J1")
    assert refused_by(full, "g8-g7") == "BE-17"
    from_camp = field(f"{yellow},AMh3,TKg7", "SOk3,SOl3", "J4")
    assert refused_by(from_camp, "h3-g7") == "BE-4"
    healed = field(f"{yellow.replace('ACi3,', 'ACc2,')},AMk3,TKg7", "SOh3,SOl3,SOi3", "J4").play("k3-g7")
    assert "TKk3" in army(healed, 0).split(",")


def test_BE_17_an_own_pawn_that_is_not_wounded_is_not_picked_up():
    assert refused_by(field("AMh8,TKh9", "", "J1"), "h8-h9") == "BE-7"
    assert refused_by(field("AMg8,ESg7", "", "J1"), "g8-g7") == "BE-7"


@pytest.mark.parametrize("code", ["ES", "TK", "PA", "AM"])
def test_BE_17_no_pawn_takes_an_ambulance(code):
    assert refused_by(field(f"{code}h8", "AMh9", "JD"), "h8-h9") == ("BE-17" if code == "AM" else "BE-8")


# BE-18 Black


def test_BE_18_a_pawn_that_ends_on_black_is_destroyed():
    destroyed = field("TKh8", "", "J1").play("h8-h7")
    assert (army(destroyed, 0), held(destroyed)) == ("", "- -")
    for hardy in ("ES", "AM"):
        assert army(field(f"{hardy}h8", "", "J1").play("h8-h7"), 0) == f"{hardy}h7"
    assert army(field("TKh8", "", "J2").play("h8-h6"), 0) == "TKh6"


def test_BE_18_a_pawn_takes_before_it_is_destroyed():
    staff = {"army": "EM,EM,BO,AC,DC,MI,CA,TK,OF,AM,ES,PA,SE,SO,SO"}
    taken = field("EMh8", "ESh7", "J1", **staff).play("h8-h7")
    assert (army(taken, 0), army(taken, 1), held(taken)) == ("", "", "ES -")


# BE-19 Entering


@pytest.mark.parametrize("code", ["TK", "BO", "ES", "AM"])
def test_BE_19_the_enemy_camp_is_closed_while_a_pawn_is_at_home(code):
    assert refused_by(field(f"{code}f9", "", "J1"), "f9-e9") == ""
    assert refused_by(field(f"{code}f9,SOk2", "", "J1"), "f9-e9") == "BE-19"
    assert refused_by(field(f"{code}f10,SOk2", "", "J3"), "f10-c7") == "BE-19"  # over e9
    assert refused_by(field(f"{code}f10", "", "J3"), "f10-c7") == ""


def test_BE_19_a_pawn_that_has_entered_cannot_leave_nor_pass_outside():
    assert refused_by(field("TKe9", "", "J1"), "e9-e8") == "BE-19"
    assert refused_by(field("ESe9", "", "JD"), "e9-f9") == "BE-19"
    assert ends(field("TKe9", "", "J1"), "e9") == "d10 d9 e10"
    assert refused_by(field("TKe9,SOk2", "", "J1"), "e9-e10") == ""


def test_BE_19_a_pawn_that_has_entered_cannot_be_taken_but_takes():
    assert refused_by(field("TKe9", "CAf9", "R1"), "f9-e9") == "BE-19"
    assert held(field("TKe9", "SOe10", "J1").play("e9-e10")) == "SO -"


def test_BE_19_a_pawn_may_enter_by_taking():
    assert held(field("TKf9", "SOe9", "J1").play("f9-e9")) == "SO -"


def test_BE_19_a_kept_pawn_may_enter_by_being_kept():
    kept = field("TKe9", "MIe10", "JD").play("e9-e10*").play("1")
    assert refused_by(kept, "e9-e8") == "BE-19"


def test_BE_19_the_explanation_names_the_pawn_at_home():
    text = field("TKf9,SOk2", "", "J1").explain("f9-e9", "en")[0].text
    assert text == "your camp is not empty (your soldiers pawn on k2): the enemy camp stays closed to you."
