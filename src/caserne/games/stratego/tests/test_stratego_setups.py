"""ST-1, ST-2: set-ups by name, from people, mirrored, and as text."""

from __future__ import annotations

import pytest
from stratego_drawing import RED_SETUP, START

import caserne
from caserne.games.stratego import setups
from caserne.games.stratego.army import ARMIES
from caserne.games.stratego.setups import InvalidSetup


@pytest.mark.parametrize("army", list(ARMIES))
def test_ST_1_the_library_is_legal_for_both_seats_and_has_names(army):
    start = caserne.game("stratego", army=army).start()
    for name, title in setups.titles(army).items():
        setup = setups.library_setup(army, name, 1)
        begun = start.play(setup).play(setups.mirrored(setup))
        assert begun.legal()
        assert all(title.text(lang) for lang in ("fr", "en"))


def test_ST_1_the_library_has_different_set_ups():
    for library in setups.LIBRARY.values():
        assert len(set(library.values())) == len(library) == 5


@pytest.mark.parametrize("army", ["original", "barrage"])
def test_ST_1_set_ups_of_people_are_legal_and_vary(army):
    start = caserne.game("stratego", army=army).start()
    drawn = {setups.played_by_people(army, seed) for seed in range(50)}
    assert len(drawn) > 40
    for setup in drawn:
        start.play(setup)
    assert setups.played_by_people(army, 3) == setups.played_by_people(army, 3)


def test_ST_1_set_ups_of_the_mission_army_are_legal_vary_and_are_all_that_bots_choose_from():
    game = caserne.game("stratego", army="mission")
    drawn = {setups.reinforced(seed) for seed in range(50)}
    assert len(drawn) > 45
    for setup in drawn:
        game.start().play(setup)
    assert setups.reinforced(3) == setups.reinforced(3)
    assert game.suggestions() == [setups.REINFORCED]


def test_ST_1_suggested_set_ups_have_the_flag_on_the_two_rear_ranks():
    assert all(setups.played_by_people("original", seed).index("F") >= 20 for seed in range(300))


@pytest.mark.thorough
def test_ST_1_all_set_ups_of_people_are_whole_armies():
    for army in ("original", "barrage"):
        for setup in setups.people(army):
            assert setups.import_text(setup, army) == setup


def test_ST_1_set_ups_that_the_network_values_most_are_legal_and_offered_but_not_suggested():
    game = caserne.game("stratego")
    assert len(set(setups.valued("original"))) == len(setups.valued("original")) == 300
    for setup in setups.valued("original"):
        assert setups.import_text(setup) == setup
    assert game.library_setup(setups.VALUED, 5) in setups.valued("original")
    assert setups.VALUED in game.setup_library()
    assert setups.VALUED not in game.suggestions()
    assert setups.VALUED not in caserne.game("stratego", army="mission").setup_library()


def test_ST_1_there_are_no_set_ups_of_people_for_the_mission_army():
    with pytest.raises(InvalidSetup, match="barrage, original"):
        setups.played_by_people("mission")


@pytest.mark.parametrize("army", list(ARMIES))
def test_ST_1_the_library_offers_whole_armies_with_titles(army):
    game = caserne.game("stratego", army=army)
    library = game.setup_library()
    assert ("people" in library) == (army != "mission")
    for name, title in library.items():
        game.start().play(game.library_setup(name, 1))
        game.start().play(game.mirrored_setup(game.library_setup(name, 2)))
        assert title.text("fr") != title.text("en")


def test_ST_2_the_mirror_image_exchanges_left_and_right():
    assert setups.mirrored(RED_SETUP)[:10] == RED_SETUP[:10][::-1]
    assert setups.mirrored(setups.mirrored(RED_SETUP)) == RED_SETUP


def test_ST_2_set_ups_are_exported_and_imported():
    text = setups.export_text(RED_SETUP)
    assert [len(line) for line in text.splitlines()] == [10] * 4
    for form in (text, text.lower(), RED_SETUP, text.replace("\n", "/"), text + "\n"):
        assert setups.import_text(form) == RED_SETUP


def test_ST_2_a_board_gives_the_set_up_of_either_seat():
    board = START.split(" ")[0]
    game = caserne.game("stratego")
    imported = [setups.import_text(board, seat=seat) for seat in (0, 1)]
    assert str(game.start().play(imported[0]).play(imported[1])) == START


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (RED_SETUP.replace("M", "S"), "1 x marshal missing"),
        (RED_SETUP.replace("M", "."), "1 x marshal missing"),
        (RED_SETUP.replace("S", "M"), "1 x marshal too many"),
        (RED_SETUP[:-1] + "x", "j1"),
        (RED_SETUP[:-1] + "ß", "j1"),
        (RED_SETUP[:39], "there are 39"),
        (setups.export_text(RED_SETUP)[:-1], "row 4 has 9"),
        (START.split(" ")[0].replace("../..~~", "K./..~~", 1), "i6"),
    ],
)
def test_ST_2_a_wrong_set_up_is_refused_with_the_missing_piece_or_the_square(text, expected):
    with pytest.raises(InvalidSetup) as refused:
        setups.import_text(text)
    assert expected in refused.value.text("en")
    assert refused.value.text("fr")


def test_ST_1_an_unknown_name_is_refused_with_the_known_names():
    with pytest.raises(InvalidSetup, match="bastion"):
        setups.named("original", "castle")
