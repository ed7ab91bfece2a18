"""What the network of the learned evaluation reads."""

from __future__ import annotations

import numpy as np
import pytest

import caserne
from caserne.core.game.position import Position
from caserne.games.manoeuvre import evaluate, learned
from caserne.games.manoeuvre.learned import COMMON, INPUTS, MOST_NUMBERS, PER_SOLDIER

GAME = caserne.game("manoeuvre")
TEXT = "7:Y4Y5,9:R3,20:R6Y1,31:R1R2,41:Y2,52:R4Y3' 12:R5,11:Y6 -Y- Y"
SWAPPED = str.maketrans("RY", "YR")


def inputs_of(position: Position) -> np.ndarray:
    inputs = np.zeros(INPUTS, np.float32)
    learned.fill_inputs(position.game.o, position.scratch()[0][0], inputs)
    return inputs


def soldier_on(inputs: np.ndarray, square: int, troop: int) -> np.ndarray:
    """The inputs of the only soldier of the mover (0) or of the other (1) on a square."""
    soldiers = inputs[COMMON:].reshape(2, MOST_NUMBERS, PER_SOLDIER)[troop]
    return next(soldier for soldier in soldiers if soldier[1] == np.float32(square / 84))


def test_both_seats_see_the_same_from_their_own_side():
    assert (inputs_of(GAME.position(TEXT)) == inputs_of(GAME.position(TEXT.translate(SWAPPED)))).all()


def test_soldiers_are_read_with_their_reach_and_what_hinders_them():
    inputs = inputs_of(GAME.position(TEXT))
    on_black = soldier_on(inputs, 20, troop=0)  # Y1, third level of a black piece, in the fourth of six places
    assert on_black[2] == np.float32(4 * 9 / 84)
    assert (on_black[3], on_black[4], on_black[5], on_black[8]) == (0, 1, 1, 1)
    below = soldier_on(inputs, 20, troop=1)  # R6, under Y1
    assert (below[4], below[7]) == (0, 1)
    moved = soldier_on(inputs, 52, troop=0)
    assert (moved[5], moved[6]) == (0, 1)
    assert soldier_on(inputs, 9, troop=1)[9] == np.float32(6 / 9)  # R3 comes to the black piece on 12
    assert inputs[5:8].tolist() == [1, 0, 1]


@pytest.mark.parametrize("options", [{"players": 3}, {"players": 4}, {"order_bonus": True}, {"order_penalty": True}])
def test_where_nothing_was_learned_the_evaluation_speaks(options):
    game = caserne.game("manoeuvre", **options)
    position = game.start()
    while position.actor == "chance" or "-" not in position.legal()[0]:
        position = position.play(position.legal()[-1])
    state = position.scratch()[0][0]
    for seat in range(game.seats):
        assert learned.learned(game.o, state, seat) == evaluate.evaluate(game.o, state, seat)
