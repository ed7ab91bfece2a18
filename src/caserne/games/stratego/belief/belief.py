"""Determinization: draw a full state that fits a view, with the probabilities of human set-ups and observed behaviour.

`sample` first deals the remaining kinds uniformly. Then random pairs of hidden pieces swap kinds, accepted by the
Metropolis rule. The target distribution is the prior of set-ups (`prior`) times the likelihood of behaviour (`clues`).
"""

from __future__ import annotations

import numpy as np

from caserne.core.kernel.compiled import allocating_rule, rule
from caserne.core.kernel.rng import below
from caserne.games.stratego.army import BOMB, NOTHING, OWN_SQUARES
from caserne.games.stratego.belief.clues import RANKS, UNKNOWN, find_homes
from caserne.games.stratego.belief.prior import BESIDE, DIAGONAL, IN_FRONT, SQUARE_WEIGHTS
from caserne.games.stratego.belief.sampling import is_hidden, sample
from caserne.games.stratego.board import SIZE, SQUARES
from caserne.games.stratego.rules import KIND, MOVED, stand

SWAPS_PER_PIECE = 24
"""Proposed swaps for each hidden piece; more do not change the distribution."""

VACANT = 15
"""The kind on UNKNOWN squares and beyond the edges; its prior weights are all 0."""

ACCEPTANCE_SCALE = 1 << 16
ACCEPTANCE = np.rint(ACCEPTANCE_SCALE * np.exp(-np.arange(1024) / 100)).astype(np.int64)
"""Acceptance probability, times ACCEPTANCE_SCALE, by the loss of log-probability in hundredths of a nat."""


def _padded(table: np.ndarray) -> np.ndarray:
    """Extend a table of kinds to the index VACANT with zeros."""
    padding = [(0, 0) if size == OWN_SQUARES else (0, VACANT + 1 - size) for size in table.shape[1:]]
    return np.pad(table, [(0, 0), *padding]).astype(np.int32)


SQUARE_PRIOR = _padded(SQUARE_WEIGHTS)
NEIGHBOUR_PRIOR = np.stack([_padded(BESIDE), _padded(IN_FRONT), _padded(DIAGONAL)], 1)
"""`NEIGHBOUR_PRIOR[army, relation, kind, other]`: `other` stands to the right, behind, or diagonally behind."""


def _setup_neighbours() -> np.ndarray:
    """Per set-up square: its right, rear and two rear diagonal neighbours, then the four squares opposite to these."""
    steps = [(0, 1), (1, 0), (1, 1), (1, -1)]
    table = np.full((OWN_SQUARES + 1, 8), UNKNOWN, np.uint8)
    for square in range(OWN_SQUARES):
        rank, file = divmod(square, SIZE)
        for n, (down, right) in enumerate(steps):
            for column, sign in ((n, 1), (n + 4, -1)):
                row, line = rank + sign * down, file + sign * right
                if 0 <= row < RANKS and 0 <= line < SIZE:
                    table[square, column] = row * SIZE + line
    return table


SETUP_NEIGHBOURS = _setup_neighbours()


@allocating_rule
def believe(o, view, clues, seat, s, dice):
    """Fill `s` with a state that fits the view, drawn from the posterior given the clues."""
    sample(o, view, seat, s, dice)
    if view.setup:
        return
    kinds, homes = np.empty(OWN_SQUARES + 1, np.uint8), np.empty(OWN_SQUARES + 1, np.uint8)
    hidden = np.empty(OWN_SQUARES, np.uint8)
    for each in range(2):
        if each != seat:
            reconstruct_setup(o, view, s, each, kinds, homes)
            count = list_hidden(view, each, hidden)
            swap_kinds(o, s, each, kinds, homes, hidden, count, clues, dice)
    rebuild_masks(s)


@rule
def reconstruct_setup(o, view, s, seat, kinds, homes):
    """Fill `homes`, the set-up square of each piece of a seat, and `kinds`, what stood on each set-up square."""
    find_homes(o, view, seat, homes)
    for square in range(OWN_SQUARES):
        kinds[square] = NOTHING
    kinds[UNKNOWN] = VACANT
    for number in range(1, OWN_SQUARES + 1):
        kind = int(s.pieces[seat * OWN_SQUARES + number]) & KIND
        if kind and homes[number] != UNKNOWN:
            kinds[homes[number]] = kind


@rule
def list_hidden(view, seat, hidden):
    """List the hidden pieces of a seat by their numbers in the army; return how many."""
    count = 0
    for square in range(SQUARES):
        piece = int(view.board[square])
        if is_hidden(view, piece, seat):
            hidden[count] = piece - seat * OWN_SQUARES
            count += 1
    return count


@rule
def swap_kinds(o, s, seat, kinds, homes, hidden, count, clues, dice):
    """Run the Metropolis swaps of kinds between hidden pieces."""
    if count < 2:
        return
    army = 1 if o.army[NOTHING] else 0
    for _ in range(SWAPS_PER_PIECE * count):
        first, second = int(hidden[below(dice, count)]), int(hidden[below(dice, count)])
        piece, other_piece = seat * OWN_SQUARES + first, seat * OWN_SQUARES + second
        code, other_code = int(s.pieces[piece]), int(s.pieces[other_piece])
        kind, other = code & KIND, other_code & KIND
        if kind == other or (code & MOVED and other >= BOMB) or (other_code & MOVED and kind >= BOMB):
            continue
        home, other_home = int(homes[first]), int(homes[second])
        gain = clues[piece, other] - clues[piece, kind] + clues[other_piece, kind] - clues[other_piece, other]
        gain -= log_prior(army, kinds, home, kind)
        kinds[home] = VACANT
        gain += log_prior(army, kinds, other_home, kind) - log_prior(army, kinds, other_home, other)
        set_kind(kinds, other_home, kind)
        gain += log_prior(army, kinds, home, other)
        if gain >= 0 or (-gain < ACCEPTANCE.size and below(dice, ACCEPTANCE_SCALE) < ACCEPTANCE[-gain]):
            set_kind(kinds, home, other)
            s.pieces[piece] = code - kind + other
            s.pieces[other_piece] = other_code - other + kind
        else:
            set_kind(kinds, home, kind)
            set_kind(kinds, other_home, other)


@rule
def set_kind(kinds, square, kind):
    if square != UNKNOWN:
        kinds[square] = kind


@rule
def log_prior(army, kinds, square, kind):
    """Log-prior of a kind on a set-up square given its neighbours, in hundredths of a nat."""
    if square == UNKNOWN:
        return 0
    total = int(SQUARE_PRIOR[army, square, kind])
    around = SETUP_NEIGHBOURS[square]
    for n in range(4):
        relation = min(n, 2)
        total += NEIGHBOUR_PRIOR[army, relation, kind, int(kinds[around[n]])]
        total += NEIGHBOUR_PRIOR[army, relation, int(kinds[around[n + 4]]), kind]
    return total


@rule
def rebuild_masks(s):
    """Recompute the masks of a state after its pieces have swapped kinds."""
    for half in range(4):
        s.standing[half] = 0
        s.mobile[half] = 0
        s.scouts[half] = 0
    for square in range(SQUARES):
        if s.board[square]:
            stand(s, square, int(s.board[square]))
