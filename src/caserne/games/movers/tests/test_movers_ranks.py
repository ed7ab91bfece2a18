"""The option `ranks`: shorter boards for experiments, with the same pieces and rules."""

from __future__ import annotations

import pytest
from movers_drawing import drawn, position, targets
from verdicts import ended_by

import caserne
from caserne.core.game.errors import InvalidMove, InvalidOption, InvalidPosition
from caserne.core.game.scene import Scene

SHORTER = (5, 6, 7)


def scene_of(ranks: int, seat: int) -> Scene:
    game = caserne.game("movers", ranks=ranks)
    return game.scene(game.position("setup").view(seat), "en")


@pytest.mark.parametrize("ranks", SHORTER)
def test_MH_1_the_camps_are_the_first_two_and_the_last_two_ranks(ranks):
    arranged = position("setup", ranks=ranks).play("MMHHHM").play("MMHHHM")
    assert str(arranged) == f"hmm/mhh/{'3/' * (ranks - 4)}HHM/MMH w"
    assert str(arranged.view(seat=1)) == str(arranged)
    assert arranged.game.setup_form(1).cells == tuple(f"{file}{rank}" for rank in (ranks, ranks - 1) for file in "cba")


@pytest.mark.parametrize("ranks", [4, 9, 0, -5, "five", 5.0])
def test_MH_1_there_are_boards_of_five_to_eight_ranks(ranks):
    with pytest.raises(InvalidOption):
        caserne.game("movers", ranks=ranks)


def test_MH_3_a_mover_stays_on_a_shorter_board():
    corners = drawn(
        """
        m . M
        h . h
        h H H
        H H h
        M . m
        """,
        "w",
        ranks=5,
    )
    assert targets(corners, "c5") == "b4 b5"


COLUMN_TO_THE_LAST_RANK = """
    h m h
    h m .
    . h .
    H H H
    H H H
    """


def test_MH_4_a_hopper_does_not_jump_off_a_shorter_board():
    assert targets(drawn(COLUMN_TO_THE_LAST_RANK, "w", ranks=5), "b1") == ""
    assert targets(drawn(COLUMN_TO_THE_LAST_RANK, "r", ranks=5), "a5") == "a3 c3"


def test_MH_4_a_hopper_lands_on_the_last_rank_of_a_shorter_board():
    column = drawn(
        """
        h . h
        h m .
        h m .
        H H H
        H H H
        """,
        "w",
        ranks=5,
    )
    assert targets(column, "b1") == "b5"


@pytest.mark.parametrize("ranks", SHORTER)
def test_MH_7_white_arrives_on_the_last_two_ranks(ranks):
    before = position(f"MHM/1HM/M1h/{'3/' * (ranks - 5)}mhm/h1m w", ranks=ranks)
    assert ended_by(before) is None
    assert ended_by(before.play(f"a{ranks - 2}-a{ranks - 1}")) == "MH-7 +1"


@pytest.mark.parametrize("ranks", SHORTER)
def test_MH_8_reds_camp_is_full_on_the_last_two_ranks(ranks):
    before = position(f"mhm/1hM/m1H/{'3/' * (ranks - 5)}HHh/M1H r", ranks=ranks)
    assert ended_by(before) is None
    assert ended_by(before.play(f"a{ranks - 2}-a{ranks - 1}")) == "MH-8 +1"


@pytest.mark.parametrize("text", ["mhm/hmh/3/3/HMH/MHM w", "mhm/hmh/HMH/MHM w", "mhm/hmh/3/3/3/3/HMH/MHM w"])
def test_a_position_has_as_many_ranks_as_the_board(text):
    with pytest.raises(InvalidPosition) as refused:
        position(text, ranks=5)
    assert "5 ranks" in refused.value.text("en")


@pytest.mark.parametrize("move", ["a5-a6", "c6-c5", "b8-b8"])
def test_a_move_off_a_shorter_board_cannot_be_read(move):
    with pytest.raises(InvalidMove) as refused:
        position("mhm/hmh/3/HMH/MHM w", ranks=5).play(move)
    assert "5 ranks only" in refused.value.text("en")


def test_actions_are_the_same_on_every_board():
    numbers = {caserne.game("movers", ranks=ranks).read_move("c4-c5") for ranks in (*SHORTER, 8)}
    assert len(numbers) == 1


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("ranks", SHORTER)
def test_the_scene_shows_the_squares_of_the_board(ranks, seat):
    scene = scene_of(ranks, seat)
    assert (scene.width, scene.height, len(scene.cells)) == (3, ranks, 3 * ranks)
    assert sum(cell.ground.startswith("camp") for cell in scene.cells) == 12
    assert all(0 < cell.x < 3 and 0 < cell.y < ranks for cell in scene.cells)
