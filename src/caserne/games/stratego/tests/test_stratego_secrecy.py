"""ST-18 over thousands of games, in compiled code: swapping hidden pieces changes no view at any ply.

Scenes, sentences and events, which are made from the views, are compared in `test_stratego_views`.
"""

from __future__ import annotations

import numba
import numpy as np
import pytest

import caserne
from caserne.core.kernel.compiled import INTERPRETED
from caserne.core.kernel.layout import OVER
from caserne.core.kernel.rng import below, generators
from caserne.games.stratego.army import BOMB
from caserne.games.stratego.board import FAR_BIT, NEAR_BIT
from caserne.games.stratego.rules import ACTIONS, KIND, KNOWN, MAX_MOVES, MOVED, PAST, apply, legal, refusal, toggle
from caserne.games.stratego.view import VIEW, observe

GAMES = 2 if INTERPRETED else 2_000
compiled = numba.njit(error_model="numpy")
choose = caserne.game("stratego").rules.runner.choose


@compiled
def swap_kinds(s, seat, dice):
    """Swap the kinds of two random hidden pieces of the other seat if that is possible; return whether it was done."""
    one = below(dice, 40) + 1 + 40 * (1 - seat)
    other = below(dice, 40) + 1 + 40 * (1 - seat)
    first, second = int(s.pieces[one]), int(s.pieces[other])
    kinds = first & KIND, second & KIND
    if (first | second) & KNOWN or kinds[0] == 0 or kinds[1] == 0 or kinds[0] == kinds[1]:
        return False
    if (first & MOVED and kinds[1] >= BOMB) or (second & MOVED and kinds[0] >= BOMB):
        return False
    for square in range(100):
        piece = int(s.board[square])
        if piece in (one, other):
            toggle(s, NEAR_BIT[square], FAR_BIT[square], piece)
            s.pieces[piece] ^= kinds[0] ^ kinds[1]
            toggle(s, NEAR_BIT[square], FAR_BIT[square], piece)
    return True


@compiled
def view_differences(o, s, twin, seat, views, view_bytes):
    """Count the bytes in which the seat's views of two states differ."""
    view_bytes[:] = 0
    observe(o, s, seat, views[0])
    observe(o, twin, seat, views[1])
    half = view_bytes.size // 2
    different = 0
    for n in range(half):
        different += view_bytes[n] != view_bytes[half + n]
    return different


@compiled
def move_differences(o, s, twin, past, moves, twin_moves, dice):
    """Count the legal moves, and refusals of random actions, in which two states differ for the seat to move."""
    count = legal(o, s, past, moves)
    different = int(count != legal(o, twin, past, twin_moves))
    for n in range(count):
        different += moves[n] != twin_moves[n]
    for _ in range(4):
        action = below(dice, ACTIONS)
        different += refusal(o, s, past, action) != refusal(o, twin, past, action)
    return different


@compiled
def play_with_swaps(o, states, views, view_bytes, past, moves, twin_moves, dice, games):
    """Play random games with a swap for each seat at every ply; return the swaps made and the differences found."""
    swaps = differences = 0
    s, twin = states[1], states[2]
    for _ in range(games):
        states[1] = states[0]
        while s.actor != OVER:
            for seat in range(2):
                states[2] = states[1]
                if not s.setup and swap_kinds(twin, seat, dice):
                    swaps += 1
                    differences += view_differences(o, s, twin, seat, views, view_bytes)
                    if s.actor == seat:
                        differences += move_differences(o, s, twin, past, moves, twin_moves, dice)
            apply(o, s, past, choose(o, s, past, moves, dice))
    return swaps, differences


@pytest.mark.slow
def test_ST_18_swapping_hidden_pieces_changes_no_view_in_thousands_of_games():
    for options in ({}, {"memory": True, "two_square": 2, "army": "mission"}):
        game = caserne.game("stratego", **options)
        states = np.zeros(3, game.rules.state)
        states[0] = game.first_state()[0]
        views = np.zeros(2, VIEW)
        moves = np.zeros((2, MAX_MOVES), np.int32)
        dice, past = generators(7, 1)[0], np.zeros(PAST, np.int64)
        swaps, differences = play_with_swaps(
            game.o, states, views, views.view(np.uint8), past, moves[0], moves[1], dice, GAMES
        )
        assert swaps > 5 * GAMES
        assert differences == 0


@pytest.mark.thorough
def test_ST_18_the_comparison_finds_a_difference_for_the_owner():
    game = caserne.game("stratego")
    board = game.start()
    board = board.play(board.random_setup(1))
    board = board.play(board.random_setup(2))
    states = np.concatenate([board._copy_state(), board._copy_state()])
    views = np.zeros(2, VIEW)
    dice = generators(1, 1)[0]
    while not swap_kinds(states[1], 0, dice):
        pass
    assert view_differences(game.o, states[0], states[1], 0, views, views.view(np.uint8)) == 0
    assert view_differences(game.o, states[0], states[1], 1, views, views.view(np.uint8)) == 2
