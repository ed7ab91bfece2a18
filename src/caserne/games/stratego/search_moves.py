"""Move ordering, pruning and quiescence moves for searches that must not exploit hidden kinds."""

from __future__ import annotations

import numpy as np

from caserne.core.kernel.compiled import rule
from caserne.games.stratego.army import BOTH_FALL, LOSES, OUTCOMES
from caserne.games.stratego.board import SIZE, SQUARES
from caserne.games.stratego.history import history_matters
from caserne.games.stratego.moves import list_attacks
from caserne.games.stratego.rules import KIND, KNOWN, keep_unrefused

PIECE_VALUES = np.array([0, 60, 15, 40, 12, 20, 45, 90, 160, 280, 400, 30, 1000], np.int64)
"""Piece values for move ordering, by kind: nothing, spy (1) to marshal (10), bomb, flag."""


@rule
def plausible(o, s, moves, count, seat):
    """Keep the listed moves that a search by `seat` should consider, or all if none remains; return their number."""
    kept = 0
    for n in range(count):
        action = int(moves[n])
        if s.board[action % SQUARES] == 0 or is_plausible_attack(s, action, seat):
            moves[kept] = action
            kept += 1
    return kept if kept else count


@rule
def forcing(o, s, past, moves, seat):
    """List the attacks on neighbours that a quiescence search by `seat` should consider; return their number."""
    count = list_attacks(s, int(s.to_move), moves)
    if count and history_matters(o, s, int(s.to_move)):
        count = keep_unrefused(o, s, past, moves, count)
    kept = 0
    for n in range(count):
        action = int(moves[n])
        if is_plausible_attack(s, action, seat):
            moves[kept] = action
            kept += 1
    return kept


@rule
def is_plausible_attack(s, action, seat):
    """Check that an attack does not lose and, if it is by `seat`, that its target has been shown.

    The searching seat must not profit from kinds it only guesses; the enemy is assumed to know all kinds.
    """
    kind, code = int(s.pieces[s.board[action // SQUARES]]) & KIND, int(s.pieces[s.board[action % SQUARES]])
    return OUTCOMES[kind, code & KIND] != LOSES and (code & KNOWN != 0 or s.to_move != seat)


@rule
def order(o, s, past, action):
    """Score a move for move ordering: attacks by exchange value, other moves by their advance."""
    origin, target = action // SQUARES, action % SQUARES
    if s.board[target]:
        return 100 + exchange_value(int(s.pieces[s.board[origin]]) & KIND, int(s.pieces[s.board[target]]) & KIND)
    ahead = target // SIZE - origin // SIZE
    return -ahead if s.to_move else ahead


@rule
def exchange_value(kind, target):
    """Return the material gain of an attack."""
    outcome = OUTCOMES[kind, target]
    return (PIECE_VALUES[target] if outcome != LOSES else 0) - (PIECE_VALUES[kind] if outcome <= BOTH_FALL else 0)
