"""What the network of the learned evaluation reads."""

from __future__ import annotations

import numpy as np
from belligerants_field import field

import caserne
from caserne.core.game.position import Position
from caserne.games.belligerants.army import CODES
from caserne.games.belligerants.learned import (
    AT_HOME,
    COMMON,
    COVERED,
    DISTANCE,
    DISTANCE_IS_1,
    DISTANCES,
    ENTERED,
    GUARDED,
    INPUTS,
    OUTSIDE,
    PER_KIND,
    SIDE_INPUTS,
    SURROUNDED,
    THREATENED,
    THREATENED_NOW,
    THREATENING,
    THREATENING_NOW,
    WOUNDED,
    fill_inputs,
    first_of,
)
from caserne.games.belligerants.maps import SIDE

GAME = caserne.game("belligerants")


def inputs_of(position: Position) -> np.ndarray:
    inputs = np.zeros(INPUTS, np.float32)
    fill_inputs(position.game.o, position.scratch()[0][0], inputs)
    return inputs


def sides_of(position: Position) -> np.ndarray:
    """The inputs of the mover and of the other side."""
    return inputs_of(position)[COMMON:].reshape(2, SIDE_INPUTS)


def pawns_of(side: np.ndarray, code: str) -> np.ndarray:
    """The inputs of a side about its pawns of a kind."""
    first = first_of(CODES.index(code))
    return side[first : first + PER_KIND]


def test_both_sides_are_read_alike():
    setup = GAME.start().random_setup(3)
    position = GAME.start().play(setup).play(setup)
    mover, other = sides_of(position)
    assert (mover == other).all()
    assert pawns_of(mover, "SO")[OUTSIDE] == pawns_of(mover, "SO")[AT_HOME] == 3
    assert np.allclose(inputs_of(position)[:COMMON], 0)


def test_the_roll_is_read():
    setup = GAME.start().random_setup(3)
    position = GAME.start().play(setup).play(setup)
    assert inputs_of(position.play("4"))[2:4].tolist() == [1, 0]
    assert inputs_of(position.play("D"))[2:4].tolist() == [1, 1]


def test_pawns_are_read_by_kind_and_ground():
    mover, other = sides_of(field("TKa10,CAe7", "MIg7,OFf7", "J?", "BO -"))
    grounds = [OUTSIDE, COVERED, SURROUNDED, WOUNDED]
    assert pawns_of(mover, "TK")[[ENTERED, OUTSIDE]].tolist() == [1, 0]
    assert pawns_of(mover, "CA")[grounds].tolist() == [1, 1, 0, 0]
    assert pawns_of(other, "OF")[grounds].tolist() == [1, 0, 1, 0]
    assert pawns_of(other, "MI")[grounds].tolist() == [1, 0, 0, 1]
    assert mover[3] == np.float32(0.7)


def test_distances_are_read_one_by_one():
    mover, other = sides_of(field("TKf8,SOg8,SOl1", "", "J?"))  # Pink's camp is a9 to e11, its middle c10
    assert distances(pawns_of(mover, "TK")) == {3: 1}
    assert distances(pawns_of(mover, "SO")) == {4: 1, 9: 1}
    assert pawns_of(mover, "SO")[DISTANCE] == np.float32(4 / SIDE) + np.float32(9 / SIDE)
    assert distances(pawns_of(other, "EM")) == {9: 1}


def distances(pawns: np.ndarray) -> dict[int, float]:
    """How many pawns of a kind are so far off."""
    counts = pawns[DISTANCE_IS_1 : DISTANCE_IS_1 + DISTANCES]
    return {number + 1: count for number, count in enumerate(counts.tolist()) if count}


def test_threats_are_read_for_the_taker_and_the_victim():
    tank, gun = "TKd5", "MId8"
    mover, other = sides_of(field(tank, gun, "J?"))
    chance = np.float32(1 / 6)
    assert pawns_of(mover, "TK")[[THREATENING, THREATENING_NOW]].tolist() == [chance * np.float32(0.5), 0]
    assert pawns_of(other, "MI")[[THREATENED, THREATENED_NOW]].tolist() == [chance, 0]
    assert pawns_of(mover, "TK")[THREATENED] == pawns_of(other, "MI")[THREATENING] == 0

    mover, other = sides_of(field(tank, gun, "J3"))
    assert pawns_of(mover, "TK")[THREATENING_NOW] == np.float32(0.5)
    assert pawns_of(other, "MI")[THREATENED_NOW] == 1
    mover, other = sides_of(field(tank, gun, "J2"))
    assert pawns_of(other, "MI")[[THREATENED, THREATENED_NOW]].tolist() == [chance, 0]


def test_guarded_pawns_are_read():
    mover, other = sides_of(field("TKd5", "MId8,SEe8", "J3"))
    assert pawns_of(other, "MI")[[GUARDED, THREATENED]].tolist() == [1, 0]
    assert pawns_of(other, "SE")[GUARDED] == pawns_of(mover, "TK")[GUARDED] == 0
