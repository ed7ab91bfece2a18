"""What the network of the learned evaluation reads."""

from __future__ import annotations

import numpy as np
from belligerants_field import field

import caserne
from caserne.core.game.position import Position
from caserne.games.belligerants.army import CODES
from caserne.games.belligerants.learned import COMMON, INPUTS, PER_KIND, PER_SEAT, SIDE_INPUTS, fill_inputs

GAME = caserne.game("belligerants")


def inputs_of(position: Position) -> np.ndarray:
    inputs = np.zeros(INPUTS, np.float32)
    fill_inputs(position.game.o, position.scratch()[0][0], inputs)
    return inputs


def sides_of(position: Position) -> np.ndarray:
    """The inputs of the mover and of the other side."""
    return inputs_of(position)[COMMON:].reshape(2, SIDE_INPUTS)


def pawns_of(side: np.ndarray, code: str) -> list[float]:
    """Entered, on the way, how far off, at home, on green, on grey, on white."""
    first = PER_SEAT + CODES.index(code) * PER_KIND
    return side[first : first + PER_KIND].tolist()


def test_both_sides_are_read_alike():
    setup = GAME.start().random_setup(3)
    position = GAME.start().play(setup).play(setup)
    mover, other = sides_of(position)
    assert (mover == other).all()
    assert pawns_of(mover, "SO")[1] == pawns_of(mover, "SO")[3] == 3
    assert np.allclose(inputs_of(position)[:COMMON], 0)


def test_the_roll_is_read():
    setup = GAME.start().random_setup(3)
    position = GAME.start().play(setup).play(setup)
    assert inputs_of(position.play("4"))[2:4].tolist() == [1, 0]
    assert inputs_of(position.play("D"))[2:4].tolist() == [1, 1]


def test_pawns_are_read_by_kind_and_ground():
    mover, other = sides_of(field("TKa10,CAe7", "MIg7,OFf7", "J?", "BO -"))
    assert pawns_of(mover, "TK")[:2] == [1, 0]
    assert pawns_of(mover, "CA")[1:2] + pawns_of(mover, "CA")[4:] == [1, 1, 0, 0]
    assert pawns_of(other, "OF")[1:2] + pawns_of(other, "OF")[4:] == [1, 0, 1, 0]
    assert pawns_of(other, "MI")[1:2] + pawns_of(other, "MI")[4:] == [1, 0, 0, 1]
    assert mover[3] == np.float32(0.7)
