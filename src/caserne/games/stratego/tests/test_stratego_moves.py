"""ST-3 to ST-7: turns, steps, scouts and attacks."""

from __future__ import annotations

import pytest
from stratego_drawing import BLUE_SETUP, RED_SETUP, START, piece_on, placed, position, targets
from verdicts import refused_by

import caserne


def test_ST_3_red_begins_and_turns_alternate():
    start = position(START)
    assert start.actor == 0
    assert start.play("a4-a5").actor == 1
    assert start.play("a4-a5").play("i7-i6").actor == 0


@pytest.mark.parametrize("move", ["a5-a6", "c5-c4", "a7-a6", "e5-e5"])
def test_ST_3_only_an_own_piece_may_be_moved(move):
    assert refused_by(position(START), move) == "ST-3"


def test_ST_3_there_are_no_moves_before_both_set_ups_and_no_set_ups_afterwards():
    assert refused_by(position("setup"), "a4-a5") == "ST-3"
    assert refused_by(position(f"setup {RED_SETUP}"), "a4-a5") == "ST-3"
    assert refused_by(position(START), BLUE_SETUP) == "ST-3"
    assert refused_by(position(START), "." * 40) == "ST-3"


def test_ST_3_a_turn_is_one_move_by_one_piece():
    after = placed("Me4 Gf4 nb9").play("e4-e5")
    assert (piece_on(after, "e4"), piece_on(after, "e5"), piece_on(after, "f4")) == (".", "M", "G")
    assert refused_by(after, "f4-f5") == "ST-3"


def test_ST_4_a_piece_steps_to_the_four_squares_beside_it():
    assert targets(placed("Me4 nb9"), "e4") == "d4 e3 e5 f4"
    assert targets(placed("Ma10 nb9"), "a10") == "a9 b10"
    assert targets(placed("Mj1 nb9"), "j1") == "i1 j2"


@pytest.mark.parametrize("target", ["f5", "d5", "d3", "f3", "g5", "e4", "e6", "e2", "g4", "e10"])
def test_ST_4_a_piece_moves_neither_diagonally_nor_far_and_does_not_stay(target):
    assert refused_by(placed("Me4 nb9"), f"e4-{target}") == "ST-4"


def test_ST_4_an_own_piece_blocks_its_square():
    walled = placed("Me4 Ld4 Bf4 nb9")
    assert targets(walled, "e4") == "e3 e5"
    assert refused_by(walled, "e4-d4") == "ST-4"
    assert refused_by(walled, "e4-f4") == "ST-4"


@pytest.mark.parametrize(("square", "lake"), [("c4", "c5"), ("d4", "d5"), ("b6", "c6"), ("e5", "d5"), ("h7", "h6")])
def test_ST_4_no_piece_enters_a_lake(square, lake):
    shore = placed(f"N{square} nb9")
    assert refused_by(shore, f"{square}-{lake}") == "ST-4"
    assert lake not in targets(shore, square).split()


def test_ST_4_no_piece_crosses_a_lake():
    assert targets(placed("Tb6 nb9"), "b6").split()[:2] == ["a6", "b1"]
    assert refused_by(placed("Tb6 nb9"), "b6-e6") == "ST-4"
    assert refused_by(placed("Tb6 ee6"), "b6-f6") == "ST-4 ST-6"
    assert refused_by(placed("Tc4 nb9"), "c4-c7") == "ST-4"


@pytest.mark.parametrize("target", ["e5", "e6", "f5", "e4", "a1"])
def test_ST_5_bombs_never_move(target):
    board = placed("Be4 Mh4 ne5")
    assert refused_by(board, f"e4-{target}") == "ST-5"
    assert targets(board, "e4") == ""


@pytest.mark.parametrize("target", ["a2", "b1", "a1", "a9", "b2"])
def test_ST_5_flags_never_move(target):
    board = placed("Mh4 na2")
    assert refused_by(board, f"a1-{target}") == "ST-5"
    assert targets(board, "a1") == ""


def test_ST_5_a_bomb_is_named_in_the_refusal():
    (refusal,) = placed("Bd4 Me4 nb9").explain("d4-d3", lang="en")
    assert str(refusal) == "ST-5: a bomb never moves (d4)."


def test_ST_6_a_scout_goes_any_number_of_empty_squares_in_a_straight_line():
    assert targets(placed("Te4 nb9"), "e4") == "a4 b4 c4 d4 e1 e10 e2 e3 e5 e6 e7 e8 e9 f4 g4 h4 i4 j4"
    assert piece_on(placed("Te4 nb9").play("e4-e10"), "e10") == "T"


def test_ST_6_a_scout_stops_before_an_own_piece():
    assert targets(placed("Te4 Le7 Bb4 nb9"), "e4") == "c4 d4 e1 e2 e3 e5 e6 f4 g4 h4 i4 j4"


def test_ST_6_a_scout_does_not_jump_over_pieces():
    board = placed("Te4 Le7 ng4 nb9")
    assert refused_by(board, "e4-e8") == "ST-6"
    assert refused_by(board, "e4-h4") == "ST-6"
    assert refused_by(board, "e4-e7") == "ST-4"


def test_ST_6_a_scout_may_attack_at_the_end_of_its_line():
    board = placed("Te4 ne9 lg4")
    assert targets(board, "e4") == "a4 b4 c4 d4 e1 e2 e3 e5 e6 e7 e8 e9 f4 g4"
    after = board.play("e4-e9")
    assert (piece_on(after, "e4"), piece_on(after, "e9")) == (".", "n")


def test_ST_6_other_pieces_do_not_move_far():
    for letter in "MGCJKLENS":
        assert targets(placed(f"{letter}e4 tb9"), "e4") == "d4 e3 e5 f4"


def test_ST_6_blue_scouts_go_far_too():
    assert targets(placed("te4 Nb9", "b"), "e4") == "a4 b4 c4 d4 e1 e10 e2 e3 e5 e6 e7 e8 e9 f4 g4 h4 i4 j4"


def test_ST_7_moving_onto_an_enemy_is_an_attack():
    after = placed("Me4 le5").play("e4-e5")
    assert (piece_on(after, "e4"), piece_on(after, "e5")) == (".", "M")


def test_ST_7_attacking_is_never_compulsory():
    assert targets(placed("Me4 le5"), "e4") == "d4 e3 e5 f4"


def test_ST_7_only_scouts_attack_beyond_their_neighbours():
    assert refused_by(placed("Me4 le6"), "e4-e6") == "ST-4"
    assert refused_by(placed("Me4 lf5"), "e4-f5") == "ST-4"
    assert refused_by(placed("Te4 le6"), "e4-e6") == ""


def test_ST_7_a_hidden_bomb_is_attacked_like_any_other_piece():
    assert "e5" in targets(placed("Me4 be5 nb9"), "e4")


def test_ST_3_to_ST_7_legal_lists_exactly_what_is_not_refused():
    squares = [file + str(rank) for rank in range(1, 11) for file in "abcdefghij"]
    for board in (position(START), placed("Te4 Tb6 Mh4 Bh3 Le7 ni4 tb9 bj4"), placed("Te4 te9 tb6 nj9", "b")):
        free = [f"{a}-{b}" for a in squares for b in squares if not board._refusal(*board.game.read_move(f"{a}-{b}"))]
        assert sorted(free) == board.legal()


def test_ST_4_actions_read_back_as_they_are_written():
    game = caserne.game("stratego")
    for action in (0, 1, 45, 9999, 100):
        assert game.read_move(game.write_move([action])) == (action,)
