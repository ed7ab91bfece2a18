"""`Play` makes and undoes the moves of every game in place, and is always at the position that `Position` reaches."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

import caserne
from caserne.core.game.registry import rooms

START = "mhm/hmh/3/3/3/3/HMH/MHM w"


@pytest.mark.parametrize("game", rooms())
def test_play_follows_position_through_a_game_and_back(game):
    position = caserne.game(game).start()
    play, dice, course = caserne.Play(position), Random(3), [position]
    while position.actor is not None and len(course) < 400:
        assert sorted(play.legal_actions()) == position.legal_actions()
        action = dice.choice(play.moves)
        play.apply(action)
        position = position.play_unchecked(action)
        course.append(position)
        assert play.actor == position.actor
    assert play.position() == position
    assert play.returns() == position.returns()
    assert play.moves_made == len(course) - 1
    for before in reversed(course[:-1]):
        play.undo()
        assert play.position() == before
        assert play.actor == before.actor
    assert sorted(play.legal_actions()) == course[0].legal_actions()


def test_a_long_game_outgrows_its_arrays_and_can_still_be_undone():
    position = caserne.game("movers", repetition=0).position(START)
    play, dice = caserne.Play(position), Random(1)
    for _ in range(2_000):
        play.apply(dice.choice(play.legal_actions()))
        if play.is_over:
            play.undo()
    made = play.moves_made
    assert made > 300
    for _ in range(made):
        play.undo()
    assert play.position() == position


def test_illegal_and_unreadable_actions_change_nothing():
    play = caserne.Play(caserne.game("movers").position(START))
    before = play.position()
    with pytest.raises(caserne.IllegalMove) as refused:
        play.apply(0)
    assert refused.value.rules == ("MH-3",)
    for action in (-1, -2, 10**6, 2**80, 2.0, "b2-b3"):
        with pytest.raises(caserne.InvalidMove, match="is not one of this game"):
            play.apply(action)
    with pytest.raises(caserne.InvalidMove, match="no move to undo"):
        play.undo()
    assert play.position() == before


def test_numbers_of_numpy_are_actions():
    play = caserne.Play(caserne.game("movers").position(START))
    play.apply(np.int32(play.legal_actions()[0]))
    assert play.actor == 1


def test_a_finished_game_has_no_more_moves():
    play = caserne.Play(caserne.game("breakthrough").position("8/P7/8/8/8/8/7p/8 w"))
    play.apply(max(play.legal_actions()))
    assert play.is_over
    assert play.actor is None
    assert play.legal_actions() == []
    assert play.returns() == (1.0, -1.0)
    with pytest.raises(caserne.IllegalMove):
        play.apply(0)


def test_copies_go_their_own_ways():
    play = caserne.Play(caserne.game("movers").position(START))
    twin = play.copy()
    twin.apply(twin.legal_actions()[0])
    assert play.actor == 0
    assert len(play.legal_actions()) == 4
    assert twin.actor == 1
    twin.undo()
    assert twin.position() == play.position()
