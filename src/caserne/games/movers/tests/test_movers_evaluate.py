"""What bots are told about Movers & Hoppers."""

from __future__ import annotations

import numpy as np
import pytest
from movers_drawing import DANCE, START, position

from caserne.bots.names import LEVELS, bot
from caserne.games.movers.evaluate import TURN, WEIGHTS, count_bits, evaluate, key, weighted

UNEQUAL = "m1m/2h/1hM/1mh/2M/3/H1H/M1H w"
TURNED_ROUND = "h1m/h1h/3/m2/HM1/mH1/H2/M1M r"


def value(text, seat):
    standing = position(text)
    return evaluate(standing.game.o, standing.scratch()[0][0], seat)


def known_by(standing):
    state, past = standing.scratch()
    return key(standing.game.o, state[0], past)


def test_both_seats_see_the_same_board():
    assert value(UNEQUAL, 0) == -value(UNEQUAL, 1) != 0


def test_the_board_turned_round_with_colours_exchanged_is_worth_the_same():
    assert value(UNEQUAL, 0) == pytest.approx(value(TURNED_ROUND, 1))


def test_there_is_a_weight_for_everything_seen():
    assert len(WEIGHTS) == TURN + 1
    standing = position(UNEQUAL)
    state, _ = standing.scratch()
    parts = [weighted(standing.game.o, state[0], 0, part) for part in np.diag(WEIGHTS)]
    assert sum(parts) == pytest.approx(weighted(standing.game.o, state[0], 0, WEIGHTS))


@pytest.mark.parametrize("word", [0, 1, (1 << 48) - 1, 0xF0F0, 0xAAAAAAAAAAAA])
def test_bits_are_counted(word):
    assert count_bits(word) == word.bit_count()


def test_MH_10_a_search_tells_a_repeated_position_from_a_new_one():
    for repetition, same in ((3, False), (0, True)):
        before = position(START, repetition=repetition)
        after = before.play_all(DANCE)
        assert str(before) == str(after)
        assert (known_by(before) == known_by(after)) == same


def test_MH_11_a_search_counts_moves_where_the_rules_do():
    for max_plies, same in ((100, False), (0, True)):
        before = position(START, repetition=0, max_plies=max_plies)
        assert (known_by(before) == known_by(before.play_all(DANCE))) == same


@pytest.mark.slow
@pytest.mark.parametrize("level", LEVELS)
def test_every_level_sees_a_win_in_one(level):
    before = position("HMH/1MH/M2/3/3/h1m/mhm/1h1 w")
    assert bot(level, before.game).move(before.view(0)) == "a6-a7"
