"""ST-13, ST-16 and ST-17: games without a captured flag."""

from __future__ import annotations

import pytest
from stratego_drawing import placed, position
from verdicts import ended_by, refused_by


def test_ST_13_a_player_who_cannot_move_loses():
    assert ended_by(placed("Ba2 Me4", "b")) == "ST-13 +1"
    assert ended_by(placed("bi10 nb9")) == "ST-13 -1"


def test_ST_13_losing_the_last_soldier_loses_the_game():
    assert ended_by(placed("Ke4 ce5 nb9").play("e4-e5")) is None
    assert ended_by(placed("Ke4 ce5 nb9").play_all("e4-e5 b9-b8")) == "ST-13 -1"


def test_ST_13_drawn_when_the_other_could_not_move_either():
    assert ended_by(placed("Ba2 bi10")) == "ST-13 0"
    assert ended_by(placed("Ba2 bi10", "b")) == "ST-13 0"
    assert ended_by(placed("Ke4 ke5").play("e4-e5")) == "ST-13 0"


def test_ST_13_an_army_walled_in_by_its_own_bombs_loses_on_its_first_turn():
    free = "JCLKKGMLJE" + "TTTTTTTTSN" + "NNNNEEELLK" + "FBBBBBBCJK"
    wall = "BBKKBBKKBB" + "JCLGMLJETT" + "TTTTTTSNNN" + "NNEEELLFCJ"  # the captains stand before the lakes
    assert ended_by(position("setup").play(wall).play(free)) == "ST-13 -1"
    assert ended_by(position("setup").play(free).play(wall)) is None
    assert ended_by(position("setup").play(free).play(wall).play("a4-a5")) == "ST-13 +1"


def test_ST_13_moves_refused_by_ST_14_do_not_count():
    corner = placed("Ba3 Mb2 Bb3 Bc2 Bb1 Na2 nh9", two_square=1)
    assert corner.legal() == []
    assert ended_by(corner) == "ST-13 -1"
    shuttle = placed("Bi1 Bi2 Bj3 Mj1 nh9", two_square=2)
    assert ended_by(shuttle.play_all("j1-j2 h9-h8 j2-j1")) is None
    assert ended_by(shuttle.play_all("j1-j2 h9-h8 j2-j1 h8-g8")) == "ST-13 -1"
    assert refused_by(shuttle.play_all("j1-j2 h9-h8 j2-j1 h8-g8"), "j1-j2") == "ST-13"
    assert ended_by(placed("Bi1 Bi2 Bj3 Mj1 nh9", two_square=3).play_all("j1-j2 h9-h8 j2-j1 h8-g8")) is None


def test_ST_13_the_draw_depends_on_the_pieces_and_not_on_the_history_of_the_other():
    board = placed("Bi1 Bi2 Bj3 Mj1 bb10 bb9 ba8 na10", two_square=1).play_all("j1-j2 a10-a9")
    assert ended_by(board) == "ST-13 -1"  # Blue's only move is refused as well, but its miner could step


def test_ST_16_drawn_after_so_many_plies_without_an_attack():
    quiet = placed("Me4 Ta4 ne9 th9", quiet_limit=4)
    assert ended_by(quiet.play_all("e4-e5 e9-e8 e5-e4")) is None
    drawn = quiet.play_all("e4-e5 e9-e8 e5-e4 e8-e9")
    assert ended_by(drawn) == "ST-16 0"
    assert refused_by(drawn, "e4-e5") == "ST-16"


def test_ST_16_an_attack_resets_the_count():
    attacked = placed("Me4 le6 ne9", quiet_limit=3).play_all("e4-e5 e9-e8 e5-e6 e8-e9 e6-e7")
    assert ended_by(attacked) is None
    assert ended_by(attacked.play("e9-f9")) == "ST-16 0"


def test_ST_16_the_default_is_200_and_0_switches_it_off():
    there_and_back = ["a4-a5", "j7-j6", "b4-b5", "i7-i6", "a5-a4", "j6-j7", "b5-b4", "i6-i7"]
    for limit, end in ((200, "ST-16 0"), (0, None)):
        board = placed("Ma4 Gb4 mj7 gi7", quiet_limit=limit)
        assert ended_by(board.play_all(there_and_back * 25)) == end


def test_ST_17_drawn_after_so_many_plies():
    short = placed("Me4 ne9", max_plies=3)
    assert ended_by(short.play_all("e4-e5 e9-e8")) is None
    drawn = short.play_all("e4-e5 e9-e8 e5-e4")
    assert ended_by(drawn) == "ST-17 0"
    assert refused_by(drawn, "e8-e9") == "ST-17"
    assert drawn.game.ending(drawn.view(0)).text("en") == "the limit of 3 moves is reached: the game is drawn."


def test_ST_17_set_ups_do_not_count_as_plies():
    board = position("setup", army="barrage", max_plies=2)
    board = board.play(board.random_setup(3))
    board = board.play(board.random_setup(4))
    assert board.ply == 0
    assert board.result() is None


def test_ST_17_the_quiet_limit_is_named_first_when_both_are_reached():
    assert ended_by(placed("Me4 ne9", max_plies=2, quiet_limit=2).play_all("e4-e5 e9-e8")) == "ST-16 0"


@pytest.mark.parametrize("limit", [0, 5000])
def test_ST_17_0_switches_it_off(limit):
    there_and_back = ["a4-a5", "j7-j6", "b4-b5", "i7-i6", "a5-a4", "j6-j7", "b5-b4", "i6-i7"]
    board = placed("Ma4 Gb4 mj7 gi7", quiet_limit=0, max_plies=limit)
    assert ended_by(board.play_all(there_and_back * 26)) is None
