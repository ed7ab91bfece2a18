"""BE-4 to BE-6: the way of a move, over the crossroads where it turns."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from belligerants_field import field

import caserne
from caserne.core.presentation.illustrate import illustrate
from caserne.games.belligerants.board import DEVIL, FLIES, kind_of
from caserne.games.belligerants.maps import SIDE
from caserne.games.belligerants.notation import read_square


def ways(position):
    return position.game.ways(position.view(None), position.legal())


def test_a_straight_move_has_no_way_and_a_turning_one_names_its_crossroads():
    found = ways(field("SOc3", "", "J3"))
    assert "c3-f3" not in found
    assert found["c3-d4"] == ("c3", "c5", "d4")
    assert found["c3-b6"] == ("c3", "c5", "b6")


def test_a_flyer_turns_over_pawns():
    assert ways(field("BOc4", "SOc5", "J2"))["c4-d6"] == ("c4", "c5", "d6")


def test_the_last_move_is_drawn_along_its_way():
    before = field("SOc3", "", "J3")
    event = before.game.event_for(before, "c3-d4", before.play("c3-d4"), None)
    seen = before.play("c3-d4").view(None).with_events((event,))
    assert illustrate(seen, "fr", last="c3-d4").trails[0].cells == ("c3", "c5", "d4")


def squares_between(one: int, other: int) -> list[int]:
    """Return the squares of a straight line, the last one included."""
    ranks, files = other // SIDE - one // SIDE, other % SIDE - one % SIDE
    steps = max(abs(ranks), abs(files))
    assert {abs(ranks), abs(files)} <= {0, steps}
    return [one + n * (ranks // steps * SIDE + files // steps) for n in range(1, steps + 1)]


@pytest.mark.thorough
@pytest.mark.parametrize("seed", range(3))
def test_every_legal_move_of_a_game_has_a_way_that_the_rules_allow(seed):
    dice, position = random.Random(seed), caserne.game("belligerants").start()
    while position.in_setup:
        position = position.play(position.random_setup(seed))
    for _ in range(40):
        if position.actor is None:
            break
        if position.actor != "chance":
            check_ways(position)
        position = position.play(dice.choice(position.legal()))


def check_ways(position):
    v, o = position.view(None).fields, position.game.option_fields
    found = ways(position)
    for move in position.legal():
        cells = found.get(move) or position.game.touches(move)
        if not cells:
            continue
        places = [read_square(cell, o) for cell in cells]
        passed = [square for pair in pairwise(places) for square in squares_between(*pair)]
        assert len(passed) <= 5 if v.die == DEVIL else len(passed) == v.die, move
        assert all(o.star[place] for place in places[1:-1]), move
        flies = FLIES[kind_of(int(v.board[places[0]]))]
        assert flies or not any(v.board[square] for square in passed[:-1] if square != places[0]), move
