"""ST-1 and ST-2: the armies and how they are deployed."""

from __future__ import annotations

from collections import Counter

import pytest
from stratego_drawing import BLUE_SETUP, RED_SETUP, START, position
from verdicts import refused_by

import caserne
from caserne.core.game.errors import IllegalMove, InvalidMove, TooManyMoves
from caserne.games.stratego.army import FLAG
from caserne.games.stratego.rules import ACTIONS, PLACE

MISSION = ".......B.....N....TB..M...FS...NG.....T."
BARRAGE = ".......B.....N....T...M...FS....G.....T."


def test_ST_1_the_original_army_has_forty_pieces():
    setup = position("setup").random_setup(1)
    assert Counter(setup) == {
        "M": 1, "G": 1, "C": 2, "J": 3, "K": 4, "L": 4, "E": 4, "N": 5, "T": 8, "S": 1, "B": 6, "F": 1,
    }  # fmt: skip


def test_ST_1_the_small_armies_have_ten_and_eight_pieces():
    mission = Counter(position("setup", army="mission").random_setup(1))
    assert mission == {".": 30, "F": 1, "M": 1, "G": 1, "N": 2, "T": 2, "B": 2, "S": 1}
    barrage = Counter(position("setup", army="barrage").random_setup(1))
    assert barrage == {".": 32, "F": 1, "M": 1, "G": 1, "N": 1, "T": 2, "B": 1, "S": 1}


@pytest.mark.parametrize(
    "wrong",
    [
        RED_SETUP.replace("M", "G"),  # two generals, no marshal
        RED_SETUP.replace("S", "."),  # 39 pieces
        "." * 40,
        "T" * 40,
        RED_SETUP[:-1] + "F",
    ],
)
def test_ST_1_a_set_up_with_wrong_pieces_is_refused_for_both_seats(wrong):
    assert refused_by(position("setup"), wrong) == "ST-1"
    assert refused_by(position(f"setup {RED_SETUP}"), wrong) == "ST-1"


def test_ST_1_the_refusal_says_what_is_too_many_and_what_is_missing():
    (refusal,) = position("setup").explain(RED_SETUP.replace("M", "G"), lang="en")
    assert refusal.text == "a set-up is the whole army: 1 x general too many, 1 x marshal missing."
    (refusal,) = position("setup").explain(RED_SETUP.replace("S", "."), lang="fr")
    assert refusal.text == "un déploiement compte l’armée entière\u00a0: il manque 1 × espionne."


def test_ST_1_each_army_refuses_the_others():
    assert refused_by(position("setup", army="mission"), MISSION) == ""
    assert refused_by(position("setup", army="mission"), BARRAGE) == "ST-1"
    assert refused_by(position("setup", army="barrage"), BARRAGE) == ""
    assert refused_by(position("setup", army="barrage"), RED_SETUP) == "ST-1"
    assert refused_by(position("setup"), MISSION) == "ST-1"


@pytest.mark.parametrize("length", [39, 41])
def test_ST_1_a_set_up_has_forty_signs(length):
    with pytest.raises(InvalidMove, match=str(length)):
        position("setup").play((RED_SETUP + "T")[:length])


def test_ST_1_the_place_of_an_unknown_sign_is_named():
    with pytest.raises(InvalidMove, match="3"):
        position("setup").play(RED_SETUP[:2] + "x" + RED_SETUP[3:])


def test_ST_1_there_are_too_many_set_ups_to_list():
    with pytest.raises(TooManyMoves) as refused:
        position("setup").legal()
    assert refused.value.number > 10**33
    assert caserne.game("stratego", army="barrage").count_setups(0) == 40 * 39 * 38 * 37 * 36 * 35 * 34 * 33 // 2


def test_ST_2_set_ups_are_read_front_rank_first_and_from_their_owners_left():
    assert str(position("setup").play(RED_SETUP).play(BLUE_SETUP)) == START


def test_ST_2_pieces_stand_on_their_own_four_ranks():
    armies = str(position("setup").play(RED_SETUP).play(BLUE_SETUP)).split(" ")[0].split("/")
    assert all(row.islower() for row in armies[:4])
    assert armies[4:6] == ["..~~..~~..", "..~~..~~.."]
    assert all(row.isupper() for row in armies[6:])


def test_ST_2_a_small_army_leaves_squares_empty():
    arranged = position("setup", army="mission").play(MISSION).play(MISSION)
    assert str(arranged).endswith("/.......B../...N....TB/..M...FS../.NG.....T. r")
    assert str(arranged).startswith(".t.....gn./..sf...m../bt....n.../..b.......")


def test_ST_2_red_deploys_first_and_then_blue():
    start = position("setup")
    assert (start.actor, start.in_setup) == (0, True)
    sealed = start.play(RED_SETUP)
    assert (sealed.actor, sealed.in_setup) == (1, True)
    assert not sealed.play(BLUE_SETUP).in_setup


def test_ST_2_the_other_does_not_see_a_sealed_set_up():
    sealed, other = position(f"setup {RED_SETUP}"), position(f"setup {BLUE_SETUP}")
    assert str(sealed) == f"setup {RED_SETUP}"
    assert sealed.view(seat=1) == other.view(seat=1)
    assert sealed.view(seat=None) == other.view(seat=None)
    assert (str(sealed.view(seat=1)), str(sealed.view(seat=0))) == ("setup", f"setup {RED_SETUP}")
    for move in ("a4-a5", "." * 40):
        assert sealed.explain(move, lang="en") == other.explain(move, lang="en")


def test_ST_2_blue_learns_that_red_has_sealed_a_set_up_but_not_which():
    game = caserne.game("stratego")
    before, after = game.position("setup"), game.position(f"setup {RED_SETUP}")
    assert game.event_for(before, RED_SETUP, after, seat=0).move == RED_SETUP
    assert game.event_for(before, RED_SETUP, after, seat=1).move is None
    assert game.event_for(before, RED_SETUP, after, seat=None).move is None


def test_ST_2_a_sealed_set_up_is_sampled_as_a_whole_army():
    view = position(f"setup {RED_SETUP}").view(seat=1)
    sampled = {str(view.sample(seed)).removeprefix("setup ") for seed in range(10)}
    assert len(sampled) == 10
    assert all(sorted(setup) == sorted(RED_SETUP) for setup in sampled)


def test_ST_2_set_ups_give_the_same_position_as_the_board_they_make():
    assert position("setup").play(RED_SETUP).play(BLUE_SETUP) == position(START)


@pytest.mark.thorough
def test_ST_2_random_set_ups_are_equally_likely_square_by_square():
    front_left = Counter(position("setup", army="barrage").random_setup(seed)[0] for seed in range(400))
    assert 280 < front_left["."] < 360  # 32 of 40


def test_ST_1_a_set_up_by_actions_takes_each_kind_as_often_as_the_army_has_it():
    start = position("setup")
    assert start.legal_actions()[-1] == ACTIONS - 1 == PLACE + FLAG
    with pytest.raises(IllegalMove) as refused:
        start.play_action(PLACE + FLAG).play_action(PLACE + FLAG)
    assert refused.value.rules == ("ST-1",)
