"""ST-8 to ST-12: what happens when two pieces meet."""

from __future__ import annotations

import pytest
from stratego_drawing import piece_on, placed
from verdicts import ended_by, refused_by

SOLDIERS = "STNELKJCGM"


def outcome(attacker: str, defender: str, to_move: str = "r") -> str:
    """What stands where the attack came from and where it went: e4 and e5."""
    if to_move == "r":
        after = placed(f"{attacker}e4 {defender.lower()}e5 Ja9 jb2").play("e4-e5")
    else:
        after = placed(f"{attacker.lower()}e4 {defender}e5 Ja9 jb2", "b").play("e4-e5")
    return piece_on(after, "e4") + piece_on(after, "e5").upper()


def test_ST_8_both_pieces_of_an_attack_are_shown_to_both_players():
    after = placed("Ce4 le5 Ja9 jb2").play("e4-e5")
    assert piece_on(str(after.view(seat=1)), "e5") == "C"
    lost = placed("Le4 ce5 Ja9 jb2").play("e4-e5")
    assert piece_on(str(lost.view(seat=0)), "e5") == "c"
    event = lost.game.event_for(placed("Le4 ce5 Ja9 jb2"), "e4-e5", lost, seat=1)
    assert event.revealed == (("e4", "L"), ("e5", "c"))


def test_ST_8_what_was_shown_stays_known():
    after = placed("Ce4 le5 Ja9 jb2").play_all("e4-e5 b2-b3 e5-e4 b3-b4")
    assert piece_on(str(after.view(seat=1)), "e4") == "C"
    assert piece_on(str(after.view(seat=1)), "a9") == "?"


def test_ST_8_a_step_shows_nothing():
    after = placed("Ce4 le5 Ja9 jb2").play("e4-e3")
    assert piece_on(str(after.view(seat=1)), "e3") == "!"


@pytest.mark.parametrize("to_move", ["r", "b"])
@pytest.mark.parametrize("attacker", SOLDIERS)
def test_ST_9_the_higher_rank_wins_and_equal_ranks_both_fall(attacker, to_move):
    for defender in SOLDIERS:
        if (attacker, defender) == ("S", "M"):
            continue
        difference = SOLDIERS.index(attacker) - SOLDIERS.index(defender)
        expected = attacker if difference > 0 else defender if difference < 0 else "."
        assert outcome(attacker, defender, to_move) == "." + expected


def test_ST_9_a_winning_defender_stays_where_it_is():
    after = placed("Le4 ce5 Ja9 jb2").play("e4-e5")
    assert (piece_on(after, "e4"), piece_on(after, "e5")) == (".", "c")


@pytest.mark.parametrize("to_move", ["r", "b"])
def test_ST_10_a_spy_that_attacks_the_marshal_wins(to_move):
    assert outcome("S", "M", to_move) == ".S"


@pytest.mark.parametrize("to_move", ["r", "b"])
def test_ST_10_an_attacked_spy_loses_to_everything_but_a_spy(to_move):
    for attacker in SOLDIERS[1:]:
        assert outcome(attacker, "S", to_move) == "." + attacker
    assert outcome("S", "S", to_move) == ".."


def test_ST_10_a_spy_beats_no_other_kind():
    for defender in SOLDIERS[1:-1]:
        assert outcome("S", defender) == "." + defender


@pytest.mark.parametrize("attacker", SOLDIERS.replace("N", ""))
def test_ST_11_a_bomb_removes_any_attacker_but_a_miner_and_stays(attacker):
    assert outcome(attacker, "B") == ".B"
    assert outcome(attacker, "B", "b") == ".B"


def test_ST_11_a_miner_removes_the_bomb_and_takes_its_square():
    assert outcome("N", "B") == ".N"
    assert outcome("N", "B", "b") == ".N"


@pytest.mark.parametrize("attacker", SOLDIERS)
def test_ST_12_capturing_the_flag_wins_at_once(attacker):
    after = placed(f"{attacker}j9 jb2 Ja9").play("j9-j10")
    assert ended_by(after) == "ST-12 +1"
    assert piece_on(after, "j10") == attacker
    assert refused_by(after, "b2-b3") == "ST-12"
    assert ended_by(placed(f"{attacker.lower()}a2 jb2 Ja9", "b").play("a2-a1")) == "ST-12 -1"


def test_ST_12_a_missing_flag_decides_a_loaded_position():
    for side in "rb":
        board = str(placed("Me4 nb9", side)).replace("f", ".")
        assert ended_by(placed("Me4 nb9").game.position(board)) == "ST-12 +1"
        board = str(placed("Me4 nb9", side)).replace("F", ".")
        assert ended_by(placed("Me4 nb9").game.position(board)) == "ST-12 -1"


def test_ST_12_a_win_takes_precedence_over_a_draw_by_the_same_move():
    assert ended_by(placed("Mj9 nb9", max_plies=1, quiet_limit=1).play("j9-j10")) == "ST-12 +1"


def test_ST_12_the_ending_is_a_sentence():
    after = placed("Mj9 jb2").play("j9-j10")
    assert after.game.ending(after.view(0)).text("en") == "Blue's flag has fallen: Red wins."
    (refusal,) = after.explain("b2-b3", lang="fr")
    assert refusal.text == "la partie est finie\u00a0: le drapeau de Bleu est tombé\u00a0: Rouge gagne."
