"""BE-20 to BE-24: mandatory taking, the end, the score, armistice and draw."""

from __future__ import annotations

import pytest
from belligerants_field import ARMY, army, field, held, position
from verdicts import refused_by

import caserne
from caserne.core.game.errors import TableError
from caserne.core.match.match import Match
from caserne.core.match.outcome import outcome
from caserne.core.match.record import Record
from caserne.core.match.verify import verify

TWO = {"army": "EM,BO,AC,DC,MI,CA,CA,TK,TK,OF,AM,ES,PA,SE,SO"}


# BE-20 Must take


def test_BE_20_a_pawn_that_could_take_and_does_not_is_lost():
    huffed = field("TKh8", "SOh9", "J1").play("a1-a2")
    assert (army(huffed, 0), held(huffed)) == ("EMa2", "- TK")
    assert (army(field("TKh8", "SOh9", "J1").play("h8-h9"), 0)) == "TKh9"


def test_BE_20_the_pawn_is_lost_also_if_it_moved_elsewhere():
    assert held(field("TKh8", "SOh9", "J1").play("h8-g8")) == "- TK"


def test_BE_20_of_several_pawns_the_most_valuable_is_lost():
    assert held(field("TKh8,OFg8,MIi8", "SOh9", "J1").play("a1-a2")) == "- MI"


def test_BE_20_on_ties_the_pawn_on_the_lowest_square_after_the_move_is_lost():
    huffed = field("TKh8,OFc3", "SOh9,SOc2", "J1").play("a1-a2")
    assert held(huffed) == "- OF"
    moved_below = field("TKc6,OFd4", "SOc7,SOd5", "J1").play("c6-b5").play("1")
    assert held(moved_below) == "- OF"
    assert held(field("TKd4,OFd5", "SOc4,SOe6", "J1").play("d4-c3")) == "- TK"


def test_BE_20_no_pawn_is_lost_if_nothing_can_be_taken():
    for yellow, pink in (("TKh8", "SOh9,SEi9"), ("TKe8", "SOe7"), ("TKf7", "SOf8"), ("TKg7", "SOg8"), ("TKh8", "SOj9")):
        assert held(field(yellow, pink, "J1").play("a1-a2")) == "- -"


def test_BE_20_does_not_apply_on_a_devil():
    assert held(field("TKh8", "SOh9", "JD").play("a1-a2")) == "- -"
    mandatory = field("TKh8", "SOh9", "JD", capture="mandatory")
    assert refused_by(mandatory, "a1-a2") == ""


def test_BE_20_a_pawn_that_was_destroyed_or_has_entered_is_not_lost():
    assert held(field("TKg8", "SOg9", "J1").play("g8-h7")) == "- -"
    assert held(field("TKf9", "SOf10", "J1").play("f9-e9")) == "- -"
    next_one = field("TKg8,OFh9", "SOg9", "J1").play("g8-h7")
    assert held(next_one) == "- OF"


def test_BE_20_an_entered_pawn_is_not_lost():
    assert held(field("TKe9", "SOe10", "J1").play("a1-a2")) == "- -"


def test_BE_20_green_sentinel_and_being_an_ambulance_do_not_protect():
    assert held(field("TKe7", "SOe8", "J1").play("a1-a2")) == "- TK"
    assert held(field("TKh8,SEi7", "SOh9", "J1").play("a1-a2")) == "- TK"
    assert held(field("AMg8", "TKg7", "J1").play("a1-a2")) == "- AM"


def test_BE_20_picking_up_an_own_pawn_does_not_count_as_taking():
    assert held(field("AMg8,TKg7,OFh9", "SOh10", "J1").play("g8-g7")) == "- OF"


def test_BE_20_a_kept_pawn_is_lost_like_any_other_and_its_flat_pawn_returns():
    huffed = field("TKh8*", "SOh9", "J1").play("a1-a2")
    assert held(huffed) == "- TK"
    assert "TK" not in army(huffed, 0)


def test_BE_20_mandatory_leaves_only_the_taking_moves():
    mandatory = field("TKh8", "SOh9,SOg9", "J1", capture="mandatory")
    assert mandatory.legal() == ["h8-g9", "h8-h9"]
    assert refused_by(mandatory, "a1-a2") == "BE-20"
    assert refused_by(field("TKh8", "SOj9", "J1", capture="mandatory"), "a1-a2") == ""


def test_BE_20_a_warning_names_the_pawn_that_will_be_lost():
    (warning,) = field("TKh8", "SOh9", "J1").warnings("a1-a2", "en")
    assert warning == "your tank on h8 could take and will be made prisoner (BE-20)."
    assert field("TKh8", "SOh9", "J1").warnings("h8-h9", "en") == []
    assert field("TKh8", "SOh9", "JD").warnings("a1-a2", "en") == []


@pytest.mark.parametrize(
    ("move", "rule"), [("g8-h7", "BE-18"), ("g8-f7", "BE-14"), ("g8-g7", "BE-15"), ("g8-h8", None)]
)
def test_warnings_name_dangerous_grounds(move, rule):
    warnings = field("TKg8", "", "J1").warnings(move, "fr")
    assert [rule in warning for warning in warnings] == ([True] if rule else [])


def test_warnings_name_drowning_and_returning_to_the_own_camp():
    assert "BE-12" in field("TKi5", "", "J1", water="drowning").warnings("i5-i4", "fr")[0]
    assert "BE-19" in field("TKg2", "", "J1").warnings("g2-h2", "en")[0]
    assert field("TKg2,SOl1", "", "J1").warnings("g2-h2", "en") == []


# BE-21, BE-22 The end and the score


def over(position) -> str | None:
    result = position.result()
    assert (result is None) == (position.actor is not None)
    if result:
        assert position.legal() == []
        assert result.rule == "BE-21"
    return result and str(result)


def test_BE_21_nobody_moves_after_the_end():
    assert refused_by(position("SOe11 EMa1 - - R?"), "a1-a2") == "BE-21"


def test_BE_21_the_game_ends_when_a_player_has_no_pawn_left_outside():
    assert over(position("TKe5 TKe3 - - J2")) is None
    assert over(position("TKe5 TKe3 - - J2").play("e5-e3")) == "scores 400 0; returns 1 -1"
    assert over(position("SOe11 EMa1 - - R?")) == "scores 200 0; returns 1 -1"


def test_BE_21_the_game_ends_also_by_a_huffed_or_destroyed_pawn():
    assert over(position("SOh5 EMa1,SOh4 - - J1").play("h5-h6")) == "scores 0 100; returns -1 1"
    assert over(position("TKd4 EMa1 - - J1").play("d4-d5")) == "scores 0 0; returns 0 0"


def test_BE_21_after_the_end_the_text_names_the_next_player():
    assert str(position("TKe5 TKe3 - - J2").play("e5-e3")).endswith(" R?")
    assert str(position("TKe5 TKe3 - - JD").play("e5-e3")).endswith(" J?")


def test_BE_21_max_plies_counts_moves_and_not_rolls():
    limited = position("EMo1 EMa13 - - J?", max_plies=2).play_all("1 o1-o2 1")
    assert over(limited) is None
    assert over(limited.play("a13-b13")) == "scores 0 0; returns 0 0"


QUIET = "EMo1,SOh5 EMa13,SOh8 SO - J1"


def test_BE_21_quiet_moves_end_the_game():
    quiet = position(QUIET, quiet_limit=2)
    assert over(quiet.play("o1-o2")) is None
    assert over(quiet.play_all("o1-o2 1 a13-b13")) == "scores 100 0; returns 1 -1"
    assert over(position(QUIET, quiet_limit=0).play_all("o1-o2 1 a13-b13")) is None


@pytest.mark.parametrize(
    ("before", "moves"),
    [
        (("TKh8", "SOh9", "J1"), "h8-h9"),  # taken
        (("TKh8", "MIh9", "JD"), "h8-h9*"),  # kept
        (("CAh8", "TKh9*", "JD"), "h8-h9"),  # rejoined
        (("TKh8", "SOh9", "J1"), "a1-a2"),  # huffed
        (("TKh8", "", "J1"), "h8-h7"),  # destroyed
        (("TKf9", "", "J1"), "f9-e9"),  # entered
    ],
)
def test_BE_21_the_quiet_count_is_reset_by_a_capture_loss_or_entry(before, moves):
    assert over(field(*before, quiet_limit=1).play(moves)) is None


def test_BE_21_a_pick_up_and_a_move_inside_the_camp_are_quiet():
    assert over(field("AMg8,TKg7", "", "J1", quiet_limit=1).play("g8-g7")) is not None
    assert over(field("TKe9", "", "J1", quiet_limit=1).play("e9-e10")) is not None


def test_BE_22_entered_pawns_count_twice_and_prisoners_once():
    assert over(position("EMe11,SOd11 SOk1,TKa6 TK,SO SO J?")) == "scores 2700 300; returns 1 -1"


def test_BE_22_a_kept_pawn_that_entered_counts_for_its_keeper():
    assert over(position("TKe11* EMa6 - - J?")) == "scores 800 0; returns 1 -1"


def test_BE_22_equal_totals_are_a_draw():
    assert over(position("SOe11 EMa6 - SO,SO J?")) == "scores 200 200; returns 0 0"


def test_BE_22_the_ending_names_the_winner_and_the_lead():
    ended = position("EMe11,SOd11 SOk1,TKa6 TK,SO SO J?")
    text = ended.game.ending(ended.view(None)).text("en")
    assert (
        text == "Yellow has no pawn left outside the enemy camp. "
        "Yellow wins by 2,400 points (2,700 to 300 for Yellow and Pink)."
    )


# BE-23, BE-24 Armistice, draw and teams


def started() -> Match:
    match = Match(caserne.game("belligerants"), players=["Anne", "Bruno"])
    for seat in range(2):
        match.submit(seat, ARMY)
    match.roll()
    return match


def test_BE_23_an_armistice_can_be_proposed_before_the_die_is_rolled():
    match = Match(caserne.game("belligerants"), start="EMo1,TKe5 SOe10,EMa13 - - J?")
    with pytest.raises(TableError):
        match.propose(1, "armistice")
    match.propose(0, "armistice")
    assert match.offer.seat == 0


def test_BE_23_an_armistice_is_proposed_answered_with_terms_and_accepted():
    match = started()
    match.propose(0, "armistice")
    assert match.offer.waits_for(2) == {1}
    match.name_terms(1, {"indemnity": 1200})
    assert match.offer.waits_for(2) == {0}
    match.accept(0)
    assert match.actor is None
    assert match.record.end["by"] == "armistice"
    assert match.record.end["returns"] == [-1, 1]
    again = Record.loads(match.record.dumps())
    offers = [(event.act, event.seat, event.as_json().get("terms")) for event in again.events[-5:-1]]
    price = {"indemnity": 1200}
    assert offers == [("offer", 0, None), ("terms", 1, price), ("accept", 0, None), ("armistice", 0, price)]
    verify(again)


def test_BE_23_old_records_have_the_indemnity_among_the_other_fields():
    match = started()
    match.propose(0, "armistice")
    match.name_terms(1, {"indemnity": 1200})
    match.accept(0)
    new = match.record.dumps()
    old = new.replace('"terms": {"indemnity": 1200}', '"indemnity": 1200')
    assert old.count('"indemnity"') == 2
    assert old != new
    again = Record.loads(old)
    assert again.dumps() == new
    verify(again)
    assert "1,200" in outcome(Match.resume(again)).text("en")


@pytest.mark.parametrize("value", [-1, 100_000, "12", 1.5, True, None])
def test_BE_23_an_indemnity_is_a_whole_number_within_limits(value):
    match = started()
    match.propose(0, "armistice")
    with pytest.raises(TableError, match="indemnity: a whole number from 0 to 99999"):
        match.name_terms(1, {"indemnity": value})
    with pytest.raises(TableError, match="unknown condition 'returns'"):
        match.name_terms(1, {"indemnity": 5, "returns": 1})


def test_BE_23_play_goes_on_after_refused_terms():
    match = started()
    match.propose(0, "armistice")
    match.name_terms(1, {"indemnity": 1200})
    with pytest.raises(TableError):
        match.accept(1)
    match.decline(0)
    assert match.offer is None
    assert match.actor == 0
    with pytest.raises(TableError):
        match.accept(0)
    match.submit(0, match.position.legal()[0])
    assert [event.act for event in match.record.events[-4:-1]] == ["offer", "terms", "decline"]


def test_BE_23_an_armistice_can_be_proposed_only_on_the_own_turn():
    with pytest.raises(TableError):
        started().propose(1, "armistice")


def test_BE_23_a_move_withdraws_the_proposal():
    match = started()
    match.propose(0, "armistice")
    match.submit(0, match.position.legal()[0])
    assert match.offer is None
    with pytest.raises(TableError):
        match.name_terms(1, {"indemnity": 5})


def test_BE_23_a_draw_is_agreed_without_terms():
    match = started()
    match.propose(0, "draw")
    match.accept(1)
    assert (match.record.end["by"], match.record.end["returns"]) == ("draw", [0, 0])
    verify(Record.loads(match.record.dumps()))
    assert Match.resume(Record.loads(match.record.dumps())).offer is None


def test_BE_24_a_side_may_be_several_people():
    match = Match(caserne.game("belligerants"), players=["Anne + Alice", "Bruno"])
    assert Record.loads(match.record.dumps()).players == ("Anne + Alice", "Bruno")
