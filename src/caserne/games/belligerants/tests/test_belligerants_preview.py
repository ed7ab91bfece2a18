"""A preview of all moves says what trying each of them would, and changes nothing."""

from __future__ import annotations

import numpy as np
import pytest

import caserne
from caserne.bots.names import bot
from caserne.core.game.position import Position
from caserne.games.belligerants.board import DEVIL
from caserne.games.belligerants.preview import is_quiet, preview, stays_calm
from tune import tunable

VARIANTS = [{"capture": "mandatory"}, {"water": "drowning"}, {"quiet_limit": 5}, {"max_plies": 30}]


def check(board: Position) -> tuple[bool, int]:
    """Compare both ways; whether what moves share was used, and for how many moves."""
    game, rules = board.game, board.game.rules
    state = board.scratch()[0]
    moves = np.array(board.legal_actions(), np.int32)
    trial, past = np.zeros(1, rules.state), np.zeros(rules.past, np.int64)
    values, before = np.zeros(moves.size), state.tobytes()
    preview(game.o, state[0], past, moves, moves.size, trial, past.copy(), values)
    assert state.tobytes() == before
    for move, value in zip(moves.tolist(), values.tolist(), strict=True):
        after = board.play_action(move).scratch()[0][0]
        assert value == pytest.approx(rules.evaluate(game.o, after, board.actor), abs=1e-12)
    calm = bool(stays_calm(game.o, state[0], past))
    return calm, sum(calm and bool(is_quiet(game.o, state[0], int(move))) for move in moves)


@pytest.mark.parametrize("options", [{}, *(pytest.param(each, marks=pytest.mark.slow) for each in VARIANTS)], ids=str)
@pytest.mark.parametrize("player", ["random", "greedy:noise=20"])
def test_a_preview_says_what_trying_the_moves_would(options, player):
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
    devils, calm, quiet = np.array(found).T
    assert quiet.sum() > 100
    assert (calm * devils).any()
    assert not calm.all() or options == {"capture": "mandatory"}


def test_the_search_uses_it():
    assert caserne.game("belligerants").rules.preview is preview


def test_weights_that_are_tried_are_not_previewed_by_those_in_use():
    assert caserne.game("belligerants").rules.preview is not None
    assert tunable("belligerants").rules.preview is None
