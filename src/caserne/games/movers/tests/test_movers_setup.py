"""MH-1 and MH-12: arranging the camps, and what stays sealed."""

from __future__ import annotations

import pytest
from movers_drawing import drawn, position
from verdicts import refused_by

import caserne
from caserne.core.game.errors import InvalidPosition

ALL_MOVERS = "MMMMMM"


def test_MH_1_each_player_covers_the_six_squares_of_the_own_camp():
    arranged = position("setup").play("MHMHMH").play("MHMHMH")
    assert arranged == drawn(
        """
        m h m
        h m h
        . . .
        . . .
        . . .
        . . .
        H M H
        M H M
        """,
        "w",
    )


def test_MH_1_a_camp_is_read_from_the_nearest_rank_and_from_its_owners_left():
    arranged = position("setup").play("MMHHHM").play("MMHHHM")
    assert arranged == drawn(
        """
        h m m
        m h h
        . . .
        . . .
        . . .
        . . .
        H H M
        M M H
        """,
        "w",
    )


def test_MH_1_three_movers_and_three_hoppers_can_be_arranged_in_20_ways():
    camps = position("setup").legal()
    assert len(set(camps)) == 20
    assert all(sorted(camp) == list("HHHMMM") for camp in camps)
    assert position("setup").play("HHHMMM").legal() == camps
    assert position("setup").perft(2) == 20 * 20


@pytest.mark.parametrize("camp", [ALL_MOVERS, "HHHHHH", "MMMMHH", "HHHHMM", "HMHMHH", "MHMHMM"])
def test_MH_1_a_camp_with_other_numbers_of_faces_is_refused_for_both_seats(camp):
    assert refused_by(position("setup"), camp) == "MH-1"
    assert refused_by(position("setup MMHHHM"), camp) == "MH-1"


def test_MH_1_red_arranges_the_camp_after_white():
    start = position("setup")
    assert (start.actor, start.in_setup) == (0, True)
    sealed = start.play("MMHHHM")
    assert (sealed.actor, sealed.in_setup) == (1, True)
    assert not sealed.play("MMHHHM").in_setup


def test_MH_1_the_full_text_shows_the_sealed_camp_and_what_red_sees_does_not():
    sealed = position("setup").play("MMHHHM")
    assert str(sealed) == "setup MMHHHM"
    assert str(sealed.view(seat=1)) == "setup"
    assert str(sealed.view(seat=None)) == "setup"
    assert str(sealed.view(seat=0)) == "setup MMHHHM"


def test_MH_1_red_and_spectators_see_the_same_for_any_sealed_camp():
    sealed, otherwise = position("setup MMHHHM"), position("setup HHHMMM")
    assert sealed != otherwise
    assert sealed.view(seat=1) == otherwise.view(seat=1)
    assert sealed.view(seat=None) == otherwise.view(seat=None)
    assert sealed.view(seat=0) != otherwise.view(seat=0)


def test_MH_1_red_learns_that_white_has_sealed_a_camp_but_not_which():
    game = caserne.game("movers")
    before, after = game.position("setup"), game.position("setup MMHHHM")
    assert game.event_for(before, "MMHHHM", after, seat=0).move == "MMHHHM"
    assert game.event_for(before, "MMHHHM", after, seat=1).move is None
    assert game.event_for(before, "MMHHHM", after, seat=None).move is None


def test_MH_1_a_refusal_reveals_nothing_of_the_sealed_camp():
    for move in (ALL_MOVERS, "a2-a3", "c7-c6", "pass"):
        assert position("setup MMHHHM").explain(move, lang="en") == position("setup HHHMMM").explain(move, lang="en")


def test_MH_1_a_sealed_camp_is_sampled_among_all_legal_camps():
    view = position("setup MMHHHM").view(seat=1)
    imagined = {str(view.sample(seed)) for seed in range(20)}
    assert len(imagined) > 5
    assert all(sorted(text.removeprefix("setup ")) == list("HHHMMM") for text in imagined)


def test_MH_1_both_camps_are_shown_when_both_are_arranged():
    arranged = position("setup MMHHHM").play("MMHHHM")
    assert {str(arranged.view(seat)) for seat in (0, 1, None)} == {"hmm/mhh/3/3/3/3/HHM/MMH w"}


def test_MH_12_experts_choose_among_64_ways():
    start = position("setup", expert=True)
    assert len(set(start.legal())) == 64
    assert len(set(start.play(ALL_MOVERS).legal())) == 64
    assert start.perft(2) == 64 * 64


def test_MH_12_experts_are_free_in_the_proportion_of_movers_and_hoppers():
    arranged = position("setup", expert=True).play(ALL_MOVERS).play("HMHHHH")
    assert str(arranged) == "hmh/hhh/3/3/3/3/MMM/MMM w"


def test_MH_12_without_the_option_the_proportion_is_fixed():
    assert len(position("setup", expert=False).legal()) == 20
    assert refused_by(position("setup", expert=False), ALL_MOVERS) == "MH-1"


def test_MH_12_a_sealed_camp_of_any_faces_can_be_loaded_by_experts_only():
    assert str(position(f"setup {ALL_MOVERS}", expert=True)) == f"setup {ALL_MOVERS}"
    with pytest.raises(InvalidPosition):
        position(f"setup {ALL_MOVERS}")


def test_MH_4_set_ups_without_a_first_move_are_not_suggested():
    start = caserne.game("movers").start()
    assert start.play("MMMHHH").play("MHMHMH").legal() == ["pass"]
    suggested = {start.suggested_setup(seed) for seed in range(300)}
    assert len(suggested) == 19
    assert "MMMHHH" not in suggested
