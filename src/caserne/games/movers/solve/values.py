"""What a position is worth to the side to move, found move by move backwards from the end.

A position is *won* if a move leads to a lost one, *lost* if all moves lead to won ones, and drawn if it is neither,
however long one looks: nobody can be forced out of it, and endless play is a draw. Distances count moves of both
sides, the winner hurrying and the loser delaying.

The table holds a code a position: 0 while nothing is known, else 2 * (distance + 1), plus 1 if it is won. Sweep n finds
the positions of distance n from those of distance n - 1, so that it does no harm to meet codes that this very sweep
has written: they are too large to matter.
"""

from __future__ import annotations

import numpy as np

from caserne.core.kernel.compiled import rule
from caserne.games.movers.board import RED
from caserne.games.movers.solve.moves import NEWS, position_after, shows_face
from caserne.games.movers.solve.numbering import mirrored

NEW_LOSSES, NEW_WINS = 1, 2
"""What has become known of a placement in the last sweep, as bits."""
PADDING = 2
"""Codes between two rows of a GPU's scratch table, so that its threads do not ask one bank of memory all at once."""


@rule
def lost_in(distance):
    return 2 * (distance + 1)


@rule
def won_in(distance):
    return 2 * (distance + 1) + 1


@rule
def distance_of(code):
    return (code >> 1) - 1


@rule
def is_won(code):
    return code & 1 == 1


@rule
def ended(winner):
    """The code of a finished game."""
    return lost_in(0) if winner == RED else won_in(0)


@rule
def weight(own, other):
    """How many positions one stands for: itself, and its mirror image if that has another placement."""
    return 1 if mirrored(own) == own and mirrored(other) == other else 2


@rule
def fetch(thread, threads, numbering, table, placement, codes):
    """Copy the codes of a placement, so that neighbouring threads find theirs next to each other."""
    faces = 1 << numbering.pieces
    begin = np.int64(placement) << 2 * numbering.pieces
    for entry in range(thread, faces * faces, threads):
        own_faces, other_faces = entry & (faces - 1), entry >> numbering.pieces
        codes[own_faces * (faces + PADDING) + other_faces] = table[begin + entry]


@rule
def sweep(thread, threads, numbering, table, placement, count, it, codes, distance):
    """Find those positions of a placement that are decided at this distance; give the numbers of losses and wins."""
    faces = 1 << numbering.pieces
    begin = np.int64(placement) << 2 * numbering.pieces
    losses, wins = 0, 0
    for entry in range(thread, faces * faces, threads):
        own_faces, other_faces = entry >> numbering.pieces, entry & (faces - 1)
        if codes[own_faces * (faces + PADDING) + other_faces] == 0:
            code = decide(numbering, table, count, it, own_faces, other_faces, distance)
            if code:
                table[begin + other_faces * faces + own_faces] = code
                wins += is_won(code)
                losses += not is_won(code)
    return losses, wins


@rule
def decide(numbering, table, count, it, own_faces, other_faces, distance):
    """The code of a position that nothing was known of before this sweep; 0 if that remains so."""
    first = it.first[own_faces]
    last = max(count, first + 1)
    may_be_lost = False
    for move in range(first, last):
        if it.moves[move, NEWS] and shows_face(it.moves, move, own_faces):
            code = table[position_after(numbering, it, move, own_faces, other_faces)]
            if code == lost_in(distance - 1):
                return won_in(distance)
            may_be_lost |= code == won_in(distance - 1)
    if not may_be_lost:
        return 0
    for move in range(first, last):
        if shows_face(it.moves, move, own_faces):
            code = table[position_after(numbering, it, move, own_faces, other_faces)]
            if not is_won(code) or distance_of(code) >= distance:
                return 0
    return lost_in(distance)


@rule
def audit(thread, threads, numbering, table, placement, count, it):
    """Compare every position of a placement with all it leads to; give the numbers of contradictions and of draws."""
    faces = 1 << numbering.pieces
    begin = np.int64(placement) << 2 * numbering.pieces
    contradictions, draws = 0, 0
    for entry in range(thread, faces * faces, threads):
        own_faces, other_faces = entry >> numbering.pieces, entry & (faces - 1)
        code = table[begin + other_faces * faces + own_faces]
        contradictions += code != code_by_successors(numbering, table, count, it, own_faces, other_faces)
        draws += code == 0
    return contradictions, draws


@rule
def audit_ended(thread, threads, numbering, table, placement, expected):
    """The number of positions of a placement that do not have the code they should all have."""
    begin = np.int64(placement) << 2 * numbering.pieces
    contradictions = 0
    for entry in range(thread, 1 << 2 * numbering.pieces, threads):
        contradictions += table[begin + entry] != expected
    return contradictions


@rule
def code_by_successors(numbering, table, count, it, own_faces, other_faces):
    """The code that a position must have by those of all its successors."""
    first = it.first[own_faces]
    quickest_win, slowest_loss, all_won = 0, 0, True
    for move in range(first, max(count, first + 1)):
        if shows_face(it.moves, move, own_faces):
            code = np.int64(table[position_after(numbering, it, move, own_faces, other_faces)])
            if code == 0:
                all_won = False
            elif is_won(code):
                slowest_loss = max(slowest_loss, lost_in(distance_of(code) + 1))
            else:
                all_won = False
                win = won_in(distance_of(code) + 1)
                quickest_win = win if quickest_win == 0 else min(quickest_win, win)
    if quickest_win:
        return quickest_win
    return slowest_loss if all_won else 0


@rule
def digest(thread, threads, table):
    """A sum over the table that depends on which code stands where; the sums of all threads add up to it."""
    total = np.int64(0)
    for position in range(thread, table.size, threads):
        word = np.int64(position) << 16 | np.int64(table[position])
        for _ in range(2):
            word = (word ^ word >> 32) * 0x6A09E667F3BCC909
        total += word ^ word >> 29
    return total
