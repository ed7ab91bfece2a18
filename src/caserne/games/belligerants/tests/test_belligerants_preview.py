"""The preview of all moves equals the evaluation after each of them, and leaves the state unchanged."""

from __future__ import annotations

import numpy as np
import pytest
from compiled_rules import compiled, evaluate

import caserne
from caserne.bots.names import bot
from caserne.core.game.position import Position
from caserne.games.belligerants.board import DEVIL
from caserne.games.belligerants.preview import can_update_incrementally, is_quiet, preview

pytestmark = pytest.mark.thorough

VARIANTS = [{"capture": "mandatory"}, {"water": "drowning"}, {"quiet_limit": 5}, {"max_plies": 30}]


def check(board: Position) -> tuple[bool, int]:
    """Compare preview and evaluation; return whether it was incremental, and for how many moves."""
    game, rules = board.game, board.game.rules
    state = board.scratch()[0]
    moves = np.array(board.legal_actions(), np.int32)
    trial, past = np.zeros(1, rules.state), np.zeros(rules.past, np.int64)
    values, before = np.zeros(moves.size), state.tobytes()
    compiled(preview)(game.o, state[0], past, moves, moves.size, trial, past.copy(), values)
    assert state.tobytes() == before
    for move, value in zip(moves.tolist(), values.tolist(), strict=True):
        assert value == pytest.approx(evaluate(board.play_action(move), board.actor), abs=1e-12)
    incremental = bool(can_update_incrementally(game.o, state[0], past))
    return incremental, sum(incremental and bool(is_quiet(game.o, state[0], int(move))) for move in moves)


@pytest.mark.parametrize("options", [{}, *(pytest.param(each, marks=pytest.mark.slow) for each in VARIANTS)], ids=str)
@pytest.mark.parametrize("player", ["random", "greedy:noise=20"])
def test_the_preview_equals_the_evaluation_after_each_move(options, player):
    game = caserne.game("belligerants", **options)
    dice, players = np.random.default_rng(1), [bot(player, game, seat) for seat in range(2)]
    board, found = game.start(), []
    while board.actor is not None and board.ply < 120:
        if board.actor == "chance":
            board = board.play_action(int(dice.choice(board.legal_actions())))
            continue
        if not board.in_setup:
            found.append((int(board.scratch()[0][0].die) == DEVIL, *check(board)))
        board = board.play(players[board.actor].move(board.view(board.actor)))
    devils, incremental, quiet = np.array(found).T
    assert quiet.sum() > 100
    assert (incremental * devils).any()
    assert not incremental.all() or options == {"capture": "mandatory"}


def test_the_rules_have_the_preview():
    assert caserne.game("belligerants").rules.preview is preview
