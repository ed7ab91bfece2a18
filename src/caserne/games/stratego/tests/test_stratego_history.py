"""ST-14 two squares and ST-15 chase."""

from __future__ import annotations

import pytest
from stratego_drawing import placed, targets
from verdicts import ended_by, refused_by

SHUTTLE = ["a4-a5", "j9-j8", "a5-a4", "j8-i8", "a4-a5", "i8-i9", "a5-a4", "i9-j9"]
"""Red moves to and fro over one border, Blue moves around a square."""


@pytest.mark.parametrize("limit", [1, 2, 3, 5, 6])
def test_ST_14_a_border_may_be_crossed_that_often_and_no_more(limit):
    board = placed("Ma4 nj9", two_square=limit)
    moves = (SHUTTLE * 4)[: 2 * limit]
    assert refused_by(board.play_all(moves[:-2]), moves[-2]) == ""
    assert refused_by(board.play_all(moves), (SHUTTLE * 4)[2 * limit]) == "ST-14"


def test_ST_14_the_default_is_six():
    assert refused_by(placed("Ma4 nj9").play_all((SHUTTLE * 2)[:12]), "a4-a5") == "ST-14"
    assert refused_by(placed("Ma4 nj9").play_all((SHUTTLE * 2)[:10]), "a5-a4") == ""


def test_ST_14_0_switches_it_off():
    assert refused_by(placed("Ma4 nj9", two_square=0).play_all(SHUTTLE * 6), "a4-a5") == ""


def test_ST_14_a_move_of_another_piece_resets_the_count():
    board = placed("Ma4 Gh2 nj9", two_square=3).play_all("a4-a5 j9-j8 a5-a4 j8-i8 a4-a5 i8-i9")
    assert refused_by(board, "a5-a4") == "ST-14"
    assert refused_by(board.play_all("h2-h3 i9-j9"), "a5-a4") == ""


def test_ST_14_crossing_another_border_is_allowed_and_resets_the_count():
    board = placed("Ma4 nj9", two_square=3).play_all("a4-a5 j9-j8 a5-a4 j8-i8 a4-a5 i8-i9")
    assert targets(board, "a5") == "a6 b5"
    assert refused_by(board.play_all("a5-a6 i9-j9 a6-a5 j9-j8"), "a5-a4") == ""


def test_ST_14_an_attack_is_refused_like_any_other_move():
    board = placed("Ma4 nb4 kj9", two_square=3, chase=False).play_all("a4-a5 j9-j8 a5-a4 j8-j9 a4-a5 b4-a4")
    assert refused_by(board, "a5-a4") == "ST-14"


def test_ST_14_an_attack_counts():
    board = placed("Ma4 la5 nj9", two_square=1)
    assert refused_by(board.play_all("a4-a5 j9-j8"), "a5-a4") == "ST-14"


def test_ST_14_each_border_that_a_scout_crosses_is_counted():
    board = placed("Te1 nj9 ta10", two_square=3).play_all("e1-e4 j9-j8 e4-e2 j8-i8 e2-e3 i8-i9")
    assert refused_by(board, "e3-e2") == "ST-14"  # e2|e3: three times; e1|e2 and e3|e4: not in the last move
    assert refused_by(board, "e3-e1") == "ST-14"
    assert refused_by(board, "e3-e4") == ""
    assert targets(board, "e3") == "a3 b3 c3 d3 e10 e4 e5 e6 e7 e8 e9 f3 g3 h3 i3 j3"


def test_ST_14_is_counted_for_each_player():
    board = placed("Ma4 nj9", two_square=2, chase=False).play_all("a4-a5 j9-j8 a5-a4 j8-j9")
    assert refused_by(board, "a4-a5") == "ST-14"
    assert refused_by(board.play("a4-b4"), "j9-j8") == "ST-14"


def test_ST_14_is_counted_for_each_piece():
    board = placed("Ta4 Tb5 nj9", two_square=1).play_all("a4-a5 j9-j8")
    assert refused_by(board, "a5-a4") == "ST-14"
    again = board.play_all("a5-a7 j8-i8 b5-a5 i8-i9")
    assert refused_by(again, "a5-a4") == ""


def test_ST_14_the_refusal_names_the_border():
    board = placed("Ma4 nj9", two_square=1).play_all("a4-a5 j9-j8")
    (refusal,) = board.explain("a5-a4", lang="en")
    assert refusal.text == (
        "this piece has just crossed the border between a5 and a4 1 times running; play something else."
    )
    board = placed("Ma4 nj9", two_square=2).play_all("a4-a5 j9-j8")
    assert board.warnings("a5-a4", "en") == [
        "the last crossing allowed between a5 and a4: the next will be refused (ST-14)."
    ]


CHASE = "e7-e8 f8-f7 e8-f8 f7-e7 f8-f7 e7-e8 f7-e7 e8-f8"
"""Red's marshal chases Blue's general round a square of four."""


def chased(**options: object):
    return placed("Me7 gf8 Nc1 na10", **options)


def test_ST_15_a_chase_may_not_repeat_a_board():
    board = chased().play_all(CHASE)
    assert refused_by(board, "e7-e8") == "ST-15"
    assert "e8" not in targets(board, "e7").split()


def test_ST_15_the_option_switches_it_off():
    assert refused_by(chased(chase=False).play_all(CHASE), "e7-e8") == ""


def test_ST_15_blue_may_not_chase_either():
    board = placed("me7 Gf8 na10 Nc1", "b").play_all(CHASE)
    assert refused_by(board, "e7-e8") == "ST-15"


def test_ST_15_a_chase_may_go_on_elsewhere():
    board = chased().play_all(CHASE)
    assert refused_by(board, "e7-f7") == ""
    assert refused_by(board, "e7-d7") == ""


def test_ST_15_a_player_who_moves_elsewhere_is_not_chased():
    board = chased().play_all("e7-e8 f8-f7 e8-f8 f7-e7 f8-f7 e7-e8 f7-e7 a10-a9 e7-d7 e8-f8 d7-e7 a9-a10")
    assert refused_by(board, "e7-e8") == ""


def test_ST_15_the_exact_reverse_of_the_last_move_is_allowed():
    board = placed("Me7 gf8 Nc1 na10", two_square=0)
    for move in ("e7-e8", "f8-f7", "e8-e7", "f7-f8") * 5:
        assert refused_by(board, move) == ""
        board = board.play(move)


def test_ST_15_an_attack_is_allowed():
    board = chased().play_all("e7-e8 f8-f7 e8-f8 f7-e7 f8-f7 e7-e8 f7-e7")
    assert refused_by(board.play("a10-a9"), "e7-e8") == ""  # the general stands there


def test_ST_15_two_pieces_of_one_kind_are_different_pieces():
    """The board looks the same after eight plies, but the two captains have changed places."""
    board = placed("Me7 gf8 Kc1 Kd2 na10 nc10", two_square=0)
    swapped = board.play_all("c1-c2 f8-f9 d2-d1 f9-f8 d1-c1 f8-f9 c2-d2 f9-f8")
    assert str(swapped) == str(board)
    assert swapped != board


def test_ST_15_does_not_depend_on_hidden_kinds():
    for kinds in ("gn", "cj", "kk"):
        board = placed(f"Me7 {kinds[0]}f8 Nc1 {kinds[1]}a10").play_all(CHASE)
        assert refused_by(board, "e7-e8") == "ST-15"


def test_ST_15_boards_are_forgotten_when_no_chase_goes_on():
    board = chased().play_all("e7-e8 f8-f7 e8-f8")
    assert len(board._past) == 3
    assert len(board.play("a10-a9").play("c1-c2")._past) == 0
    assert len(chased().play_all("e7-e8 f8-e8")._past) == 0


def test_ST_15_and_ST_14_are_both_named():
    board = placed("fj10 cf5 bd4 bd3 gf3 Te2 Nc1", two_square=3)
    board = board.play_all("e2-e3 f3-f4 e3-e5 f5-f6 e5-e4 f4-f3 e4-e6 f6-f5")
    assert refused_by(board, "e6-e3") == "ST-14 ST-15"
    assert ended_by(board) is None
