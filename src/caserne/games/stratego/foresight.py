"""What players of Stratego can foresee: which moves a bot that looks ahead should reckon with."""

from __future__ import annotations

import numpy as np

from caserne.core.kernel.compiled import rule
from caserne.games.stratego.army import BOTH_FALL, LOSES, OUTCOMES
from caserne.games.stratego.board import SIZE, SQUARES
from caserne.games.stratego.history import history_matters
from caserne.games.stratego.moves import list_attacks
from caserne.games.stratego.rules import KIND, KNOWN, keep_unrefused

VALUES = np.array([0, 60, 15, 40, 12, 20, 45, 90, 160, 280, 400, 30, 1000], np.int64)
"""What a piece is worth where moves are put in order, from the spy (1) to the marshal (10), the bomb and the flag."""


@rule
def plausible(o, s, moves, count, seat):
    """Of the moves listed, keep those that `seat`, looking ahead, should reckon with; all, if none would be left."""
    kept = 0
    for n in range(count):
        action = int(moves[n])
        if s.board[action % SQUARES] == 0 or is_worth_an_attack(s, action, seat):
            moves[kept] = action
            kept += 1
    return kept if kept else count


@rule
def forcing(o, s, past, moves, seat):
    """List the attacks on neighbours that `seat`, looking ahead, should reckon with."""
    count = list_attacks(s, int(s.to_move), moves)
    if count and history_matters(o, s, int(s.to_move)):
        count = keep_unrefused(o, s, past, moves, count)
    kept = 0
    for n in range(count):
        action = int(moves[n])
        if is_worth_an_attack(s, action, seat):
            moves[kept] = action
            kept += 1
    return kept


@rule
def is_worth_an_attack(s, action, seat):
    """Whether an attack succeeds, and does not owe it to a guess of the seat's own.

    A seat cannot count on hitting what it has not been shown; the enemy may, and a careful player fears that it does.
    """
    kind, code = int(s.pieces[s.board[action // SQUARES]]) & KIND, int(s.pieces[s.board[action % SQUARES]])
    return OUTCOMES[kind, code & KIND] != LOSES and (code & KNOWN != 0 or s.to_move != seat)


@rule
def order(o, s, past, action):
    """How promising a move looks: what it takes, then how far it goes ahead."""
    origin, target = action // SQUARES, action % SQUARES
    if s.board[target]:
        return 100 + exchange(int(s.pieces[s.board[origin]]) & KIND, int(s.pieces[s.board[target]]) & KIND)
    ahead = target // SIZE - origin // SIZE
    return -ahead if s.to_move else ahead


@rule
def exchange(kind, target):
    """What an attack brings by the values of the pieces."""
    outcome = OUTCOMES[kind, target]
    return (VALUES[target] if outcome != LOSES else 0) - (VALUES[kind] if outcome <= BOTH_FALL else 0)
