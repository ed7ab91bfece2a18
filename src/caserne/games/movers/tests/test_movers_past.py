"""MH-10: what is remembered of earlier positions."""

from __future__ import annotations

import numpy as np
from movers_drawing import START, position

import caserne
from caserne.games.movers.rules import BUCKETS, ENTRY, remember, retract

GAME = caserne.game("movers")


def test_MH_10_one_face_and_the_side_to_move_make_another_position():
    past = np.zeros(BUCKETS + 8 * ENTRY, np.int64)
    remembered = 0
    for corner in "MH":
        for side in "wr":
            state = position(START.replace("/MHM w", f"/{corner}HM {side}"))._copy_state()[0]
            state.remembered = remembered
            assert remember(state, past) == 1
            remembered = int(state.remembered)
    assert remember(state, past) == 2


def test_MH_10_a_batch_remembers_8192_positions():
    assert (GAME.rules.past - BUCKETS) // ENTRY == 8192


def test_MH_10_a_retracted_position_leaves_the_past_as_it_was():
    past = np.zeros(BUCKETS + 8 * ENTRY, np.int64)
    state = position(START)._copy_state()[0]
    state.remembered = 0
    assert [remember(state, past) for _ in range(2)] == [1, 2]
    before = past[:BUCKETS].copy()
    assert remember(state, past) == 3
    retract(GAME.o, state, past)
    assert (past[:BUCKETS] == before).all()
