"""A game played by a program teaches each seat what a match between people would."""

from __future__ import annotations

import pytest

import caserne
from caserne.core.game.errors import CaserneError
from caserne.core.match.match import Match
from caserne.core.match.playthrough import Playthrough


@pytest.mark.parametrize("game_id", ["movers", "oracle"])
def test_each_seat_learns_what_it_would_in_a_match(game_id):
    """With hidden set-ups the other's stay unknown; without, both are known once all are on the board."""
    game = caserne.game(game_id)
    playthrough, match = Playthrough(game), Match(game)
    while playthrough.position.in_setup:
        seat, setup = playthrough.position.actor, playthrough.position.random_setup(5)
        playthrough.play(setup)
        match.submit(seat, setup)
    learned = [[event.move is not None for event in playthrough.view(seat).events] for seat in range(2)]
    assert learned == ([[True, False], [False, True]] if game.about.hidden else [[True, True], [True, True]])
    for seat in range(2):
        assert playthrough.view(seat).events == match.view(seat).events


def test_a_move_that_is_refused_changes_nothing():
    playthrough = Playthrough(caserne.game("oracle"))
    with pytest.raises(CaserneError):
        playthrough.play("?")
    assert playthrough.position == caserne.game("oracle").start()
    assert playthrough.view(0).events == ()
