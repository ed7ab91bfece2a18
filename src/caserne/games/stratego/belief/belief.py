"""What a bot believes of the pieces it has not seen: a state that fits a view, drawn as people set up and move.

The kinds that are left are first dealt evenly (`sample`), then pairs of hidden pieces exchange kinds many times, each
exchange accepted by how likely it makes the set-up (Metropolis). What makes it likely is how people set up (`prior`),
and what the pieces have done since (`clues`).
"""

from __future__ import annotations

import numpy as np

from caserne.core.kernel.compiled import allocating_rule, rule
from caserne.core.kernel.rng import below
from caserne.games.stratego.army import BOMB, NOTHING, OWN_SQUARES
from caserne.games.stratego.belief.clues import RANKS, UNKNOWN, find_homes
from caserne.games.stratego.belief.prior import ACROSS, BEFORE, BESIDE, LIKES
from caserne.games.stratego.belief.sampling import is_hidden, sample
from caserne.games.stratego.board import SIZE, SQUARES
from caserne.games.stratego.rules import KIND, MOVED, stand

EXCHANGES = 24
"""Tries for each hidden piece: more of them do not change what is believed."""

HOLE = 15
"""The kind of what stands on an UNKNOWN square and beyond the edges: none that likes or dislikes anything."""

ONE = 1 << 16
CHANCES = np.rint(ONE * np.exp(-np.arange(1024) / 100)).astype(np.int64)
"""How often an exchange that makes a set-up less likely by so many hundredths of a nat is accepted, of ONE."""


def _padded(table: np.ndarray) -> np.ndarray:
    """A table of kinds with room for HOLE."""
    room = [(0, 0) if size == OWN_SQUARES else (0, HOLE + 1 - size) for size in table.shape[1:]]
    return np.pad(table, [(0, 0), *room]).astype(np.int32)


SITE, NEIGHBOUR = _padded(LIKES), np.stack([_padded(BESIDE), _padded(BEFORE), _padded(ACROSS)], 1)
"""`NEIGHBOUR[army, relation, kind, other]`, where `other` stands to the right, behind, or behind and aside."""


def _around() -> np.ndarray:
    """By square of a set-up the right, rear and two slanting neighbours, then those it is such a neighbour of."""
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


AROUND = _around()


@allocating_rule
def believe(o, view, clues, seat, s, dice):
    """A state that fits the view, likelier the more it looks like what people do and the better it fits the clues."""
    sample(o, view, seat, s, dice)
    if view.setup:
        return
    kinds, homes = np.empty(OWN_SQUARES + 1, np.uint8), np.empty(OWN_SQUARES + 1, np.uint8)
    hidden = np.empty(OWN_SQUARES, np.uint8)
    for each in range(2):
        if each != seat:
            recall_setup(o, view, s, each, kinds, homes)
            count = list_hidden(view, each, hidden)
            exchange_kinds(o, s, each, kinds, homes, hidden, count, clues, dice)
    stand_again(s)


@rule
def recall_setup(o, view, s, seat, kinds, homes):
    """Where each piece of a seat stood at first (by its number among them), and what stood on each square."""
    find_homes(o, view, seat, homes)
    for square in range(OWN_SQUARES):
        kinds[square] = NOTHING
    kinds[UNKNOWN] = HOLE
    for number in range(1, OWN_SQUARES + 1):
        kind = int(s.pieces[seat * OWN_SQUARES + number]) & KIND
        if kind and homes[number] != UNKNOWN:
            kinds[homes[number]] = kind


@rule
def list_hidden(view, seat, hidden):
    """The numbers, among the seat's own, of the pieces whose kinds are to be believed."""
    count = 0
    for square in range(SQUARES):
        piece = int(view.board[square])
        if is_hidden(view, piece, seat):
            hidden[count] = piece - seat * OWN_SQUARES
            count += 1
    return count


@rule
def exchange_kinds(o, s, seat, kinds, homes, hidden, count, clues, dice):
    """Let pairs of hidden pieces exchange their kinds, where that is possible and likely enough."""
    if count < 2:
        return
    army = 1 if o.army[NOTHING] else 0
    for _ in range(EXCHANGES * count):
        first, second = int(hidden[below(dice, count)]), int(hidden[below(dice, count)])
        piece, other_piece = seat * OWN_SQUARES + first, seat * OWN_SQUARES + second
        code, other_code = int(s.pieces[piece]), int(s.pieces[other_piece])
        kind, other = code & KIND, other_code & KIND
        if kind == other or (code & MOVED and other >= BOMB) or (other_code & MOVED and kind >= BOMB):
            continue
        home, other_home = int(homes[first]), int(homes[second])
        gain = clues[piece, other] - clues[piece, kind] + clues[other_piece, kind] - clues[other_piece, other]
        gain -= liking(army, kinds, home, kind)
        kinds[home] = HOLE
        gain += liking(army, kinds, other_home, kind) - liking(army, kinds, other_home, other)
        put_kind(kinds, other_home, kind)
        gain += liking(army, kinds, home, other)
        if gain >= 0 or (-gain < CHANCES.size and below(dice, ONE) < CHANCES[-gain]):
            put_kind(kinds, home, other)
            s.pieces[piece] = code - kind + other
            s.pieces[other_piece] = other_code - other + kind
        else:
            put_kind(kinds, home, kind)
            put_kind(kinds, other_home, other)


@rule
def put_kind(kinds, square, kind):
    if square != UNKNOWN:
        kinds[square] = kind


@rule
def liking(army, kinds, square, kind):
    """How much people like a kind on a square of their set-up, given what stands around it."""
    if square == UNKNOWN:
        return 0
    likes = int(SITE[army, square, kind])
    around = AROUND[square]
    for n in range(4):
        relation = min(n, 2)
        likes += NEIGHBOUR[army, relation, kind, int(kinds[around[n]])]
        likes += NEIGHBOUR[army, relation, int(kinds[around[n + 4]]), kind]
    return likes


@rule
def stand_again(s):
    """Make the masks of a state whose pieces have exchanged kinds."""
    for half in range(4):
        s.standing[half] = 0
        s.mobile[half] = 0
        s.scouts[half] = 0
    for square in range(SQUARES):
        if s.board[square]:
            stand(s, square, int(s.board[square]))
