"""Every rule of Breakthrough, on small boards."""

from __future__ import annotations

import pytest
from verdicts import ended_by, refused_by

import caserne

START = "pppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP w"


def board(text: str) -> caserne.Position:
    return caserne.game("breakthrough").position(text)


def test_BT_1_sixteen_pawns_each_on_the_two_nearest_ranks():
    assert str(caserne.game("breakthrough").start()) == START


def test_BT_2_white_begins_and_moves_a_pawn_of_its_own():
    start = board(START)
    assert start.actor == 0
    assert start.play("a2-a3").actor == 1
    assert refused_by(start, "a7-a6") == "BT-2"
    assert refused_by(start, "a4-a5") == "BT-2"


@pytest.mark.parametrize("target", ["c5", "d5", "e5"])
def test_BT_3_a_pawn_goes_one_square_forward_straight_or_diagonally(target):
    assert refused_by(board("p7/8/8/8/3P4/8/8/8 w"), f"d4-{target}") == ""


@pytest.mark.parametrize("target", ["c4", "e4", "c3", "d3", "e3", "d6", "f6", "f5", "d4", "h8"])
def test_BT_3_a_pawn_goes_nowhere_else(target):
    assert refused_by(board("p7/8/8/8/3P4/8/8/8 w"), f"d4-{target}") == "BT-3"


def test_BT_3_black_goes_down_the_board():
    position = board("8/8/8/3p4/8/8/8/P7 b")
    assert position.legal() == ["d5-c4", "d5-d4", "d5-e4"]
    assert refused_by(position, "d5-d6") == "BT-3"


def test_BT_3_the_edge_of_the_board_is_no_neighbour_of_the_other_edge():
    assert board("8/7p/8/8/P6P/8/8/8 w").legal() == ["a4-a5", "a4-b5", "h4-g5", "h4-h5"]


def test_BT_4_a_pawn_takes_diagonally():
    assert str(board("7p/8/8/2p5/3P4/8/8/8 w").play("d4-c5")) == "7p/8/8/2P5/8/8/8/8 b"


def test_BT_4_a_pawn_is_blocked_straight_ahead_by_either_side():
    assert refused_by(board("8/8/8/3p4/3P4/8/8/8 w"), "d4-d5") == "BT-4"
    assert refused_by(board("p7/8/8/3P4/3P4/8/8/8 w"), "d4-d5") == "BT-4"


def test_BT_4_a_pawn_never_takes_its_own_side():
    assert refused_by(board("p7/8/8/2P5/3P4/8/8/8 w"), "d4-c5") == "BT-4"


def test_BT_4_taking_is_not_compulsory():
    assert board("8/8/8/2p5/3P4/8/8/8 w").legal() == ["d4-c5", "d4-d5", "d4-e5"]


@pytest.mark.parametrize(
    ("before", "move", "verdict"),
    [("p7/3P4/8/8/8/8/8/8 w", "d7-e8", "BT-5 +1"), ("8/8/8/8/8/8/3p4/P7 b", "d2-d1", "BT-5 -1")],
)
def test_BT_5_the_farthest_rank_wins(before, move, verdict):
    assert ended_by(board(before)) is None
    over = board(before).play(move)
    assert ended_by(over) == verdict
    assert refused_by(over, move) == "BT-5"
    assert over.result().rule == "BT-5"


@pytest.mark.parametrize(
    ("before", "move", "verdict"),
    [("8/8/8/2p5/3P4/8/8/8 w", "d4-c5", "BT-6 +1"), ("8/8/8/2p5/3P4/8/8/8 b", "c5-d4", "BT-6 -1")],
)
def test_BT_6_taking_the_last_pawn_wins(before, move, verdict):
    assert ended_by(board(before).play(move)) == verdict


@pytest.mark.parametrize(("depth", "count"), list(enumerate([1, 22, 484, 11_132, 256_036, 6_182_818])))
def test_perft_from_the_start_equals_the_published_numbers(depth, count):
    assert caserne.game("breakthrough").start().perft(depth) == count


def test_a_pawn_can_always_move():
    played = caserne.simulate("breakthrough", 2_000, seed=2)
    assert played.unfinished == 0
    assert set(played.count_endings()) <= {"BT-5", "BT-6"}


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("8/8/8/8/8/8/8/8", "two fields"),
        ("8/8/8/8/8/8/8 w", "8 ranks"),
        ("9/8/8/8/8/8/8/8 w", "rank 8 "),
        ("8/8/8/8/8/8/8/7x w", "rank 1 "),
        ("8/8/8/8/8/8/8/08 w", "rank 1 "),
        ("8/8/8/8/8/8/8/p w", "8 squares"),
        ("8/8/8/8/8/8/8/8 x", "w, b"),
        ("8/8/8/8/8/8/8/8 wb", "w, b"),
    ],
)
def test_a_bad_position_says_what_is_wrong(text, says):
    with pytest.raises(caserne.InvalidPosition, match=says):
        board(text)


@pytest.mark.parametrize("text", ["a2a3", "a2-a3-a4", "i2-i3", "a9-a10", "a0-a1", "A2-A3"])
def test_a_bad_move_is_refused(text):
    with pytest.raises(caserne.InvalidMove):
        board(START).play(text)
