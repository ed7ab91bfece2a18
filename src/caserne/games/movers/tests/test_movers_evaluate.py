"""The evaluation and the transposition key."""

from __future__ import annotations

import numpy as np
import pytest
from movers_drawing import CYCLE, START, position

from caserne.bots.names import LEVELS, bot
from caserne.games.movers.evaluate import TURN, WEIGHTS, count_bits, evaluate, key, log_odds

UNEQUAL = "m1m/2h/1hM/1mh/2M/3/H1H/M1H w"
TURNED_ROUND = "h1m/h1h/3/m2/HM1/mH1/H2/M1M r"


def value(text, seat):
    standing = position(text)
    return evaluate(standing.game.o, standing.scratch()[0][0], seat)


def key_of(standing):
    state, past = standing.scratch()
    return key(standing.game.o, state[0], past)


def test_the_evaluation_is_zero_sum():
    assert value(UNEQUAL, 0) == -value(UNEQUAL, 1) != 0


def test_the_evaluation_is_symmetric_in_the_colours():
    assert value(UNEQUAL, 0) == pytest.approx(value(TURNED_ROUND, 1))


def test_the_evaluation_is_linear_in_the_weights():
    assert len(WEIGHTS) == TURN + 1
    standing = position(UNEQUAL)
    state, _ = standing.scratch()
    parts = [log_odds(standing.game.o, state[0], 0, part) for part in np.diag(WEIGHTS)]
    assert sum(parts) == pytest.approx(log_odds(standing.game.o, state[0], 0, WEIGHTS))


@pytest.mark.parametrize("word", [0, 1, (1 << 48) - 1, 0xF0F0, 0xAAAAAAAAAAAA])
def test_bits_are_counted(word):
    assert count_bits(word) == word.bit_count()


def test_MH_10_the_key_of_a_repeated_position_differs():
    for repetition, same in ((3, False), (0, True)):
        before = position(START, repetition=repetition)
        after = before.play_all(CYCLE)
        assert str(before) == str(after)
        assert (key_of(before) == key_of(after)) == same


def test_MH_11_the_key_depends_on_the_ply_if_max_plies_is_set():
    for max_plies, same in ((100, False), (0, True)):
        before = position(START, repetition=0, max_plies=max_plies)
        assert (key_of(before) == key_of(before.play_all(CYCLE))) == same


@pytest.mark.slow
@pytest.mark.parametrize("level", LEVELS)
def test_every_level_sees_a_win_in_one(level):
    before = position("HMH/1MH/M2/3/3/h1m/mhm/1h1 w")
    assert bot(level, before.game).move(before.view(0)) == "a6-a7"
