"""What Stratego adds to the general bots: how well a seat stands."""

from __future__ import annotations

import numpy as np

from caserne.core.compiled import rule
from caserne.core.layout import OVER
from caserne.games.stratego.army import KINDS
from caserne.games.stratego.board import SQUARES
from caserne.games.stratego.rules import KIND, NOBODY, owner

VALUES = np.array([0, 60, 20, 50, 10, 20, 50, 90, 160, 280, 400, 40, 0, 0, 0, 0], np.int64)
"""What a piece is worth, from the spy (1) to the marshal (10), then the bomb; the flag is the game itself."""


@rule
def evaluate(o, s, seat):
    """The result of a finished game, else the lead in material, between -1 and 1."""
    if s.actor == OVER:
        return 0.0 if s.winner == NOBODY else 1.0 if s.winner == seat else -1.0
    lead = 0
    for square in range(SQUARES):
        piece = int(s.board[square])
        value = VALUES[int(s.pieces[piece]) & KIND]
        lead += value if owner(piece) == seat else -value
    whole = 1
    for kind in range(1, KINDS):
        whole += o.army[kind] * VALUES[kind]
    return lead / whole
