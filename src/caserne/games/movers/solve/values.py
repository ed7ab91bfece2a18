"""Retrograde analysis: the value of a position to the side to move, found backwards from the end.

A position is *won* if a move leads to a lost one, *lost* if all moves lead to won ones, and otherwise drawn, since
endless play is a draw. Distances count moves of both sides; the winner plays for the shortest game, the loser for the
longest.

The table holds one code per position: 0 if nothing is known yet, else 2 * (distance + 1), plus 1 if it is won. Sweep n
finds the positions of distance n from those of distance n - 1. It ignores codes written in the same sweep, which have
distance n.
"""

from __future__ import annotations

import numpy as np

from caserne.core.kernel.compiled import rule
from caserne.games.movers.board import RED
from caserne.games.movers.solve.moves import CHANGES, position_after, shows_face
from caserne.games.movers.solve.numbering import mirrored

NEW_LOSSES, NEW_WINS = 1, 2
"""What the last sweep found in a placement, as bits."""
PADDING = 2
"""Padding between rows of a GPU's scratch table, which avoids bank conflicts between its threads."""


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
def ended_code(winner):
    """Return the code of a finished game."""
    return lost_in(0) if winner == RED else won_in(0)


@rule
def multiplicity(own, other):
    """Return how many positions a stored one represents: 2 if its mirror image has another placement, else 1."""
    return 1 if mirrored(own) == own and mirrored(other) == other else 2


@rule
def copy_codes(thread, threads, numbering, table, placement, codes):
    """Copy the codes of a placement to scratch memory, transposed for coalesced access."""
    faces = 1 << numbering.pieces
    begin = np.int64(placement) << 2 * numbering.pieces
    for entry in range(thread, faces * faces, threads):
        own_faces, other_faces = entry & (faces - 1), entry >> numbering.pieces
        codes[own_faces * (faces + PADDING) + other_faces] = table[begin + entry]


@rule
def sweep(thread, threads, numbering, table, placement, count, listed, codes, distance):
    """Find the positions of a placement that are decided at this distance; return the numbers of losses and wins."""
    faces = 1 << numbering.pieces
    begin = np.int64(placement) << 2 * numbering.pieces
    losses, wins = 0, 0
    for entry in range(thread, faces * faces, threads):
        own_faces, other_faces = entry >> numbering.pieces, entry & (faces - 1)
        if codes[own_faces * (faces + PADDING) + other_faces] == 0:
            code = decide(numbering, table, count, listed, own_faces, other_faces, distance)
            if code:
                table[begin + other_faces * faces + own_faces] = code
                wins += is_won(code)
                losses += not is_won(code)
    return losses, wins


@rule
def decide(numbering, table, count, listed, own_faces, other_faces, distance):
    """Return the code of a position that was unknown before this sweep; 0 if it still is."""
    first = listed.first[own_faces]
    last = max(count, first + 1)
    may_be_lost = False
    for move in range(first, last):
        if listed.moves[move, CHANGES] and shows_face(listed.moves, move, own_faces):
            code = table[position_after(numbering, listed, move, own_faces, other_faces)]
            if code == lost_in(distance - 1):
                return won_in(distance)
            may_be_lost |= code == won_in(distance - 1)
    if not may_be_lost:
        return 0
    for move in range(first, last):
        if shows_face(listed.moves, move, own_faces):
            code = table[position_after(numbering, listed, move, own_faces, other_faces)]
            if not is_won(code) or distance_of(code) >= distance:
                return 0
    return lost_in(distance)


@rule
def audit(thread, threads, numbering, table, placement, count, listed):
    """Compare every position of a placement with its successors; return the numbers of contradictions and draws."""
    faces = 1 << numbering.pieces
    begin = np.int64(placement) << 2 * numbering.pieces
    contradictions, draws = 0, 0
    for entry in range(thread, faces * faces, threads):
        own_faces, other_faces = entry >> numbering.pieces, entry & (faces - 1)
        code = table[begin + other_faces * faces + own_faces]
        contradictions += code != code_by_successors(numbering, table, count, listed, own_faces, other_faces)
        draws += code == 0
    return contradictions, draws


@rule
def audit_ended(thread, threads, numbering, table, placement, expected):
    """Count the positions of a placement that do not have the expected code."""
    begin = np.int64(placement) << 2 * numbering.pieces
    contradictions = 0
    for entry in range(thread, 1 << 2 * numbering.pieces, threads):
        contradictions += table[begin + entry] != expected
    return contradictions


@rule
def code_by_successors(numbering, table, count, listed, own_faces, other_faces):
    """Return the code of a position by the codes of all its successors."""
    first = listed.first[own_faces]
    quickest_win, slowest_loss, all_won = 0, 0, True
    for move in range(first, max(count, first + 1)):
        if shows_face(listed.moves, move, own_faces):
            code = np.int64(table[position_after(numbering, listed, move, own_faces, other_faces)])
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
    """Return this thread's part of a position-dependent checksum of the table; the parts add up."""
    total = np.int64(0)
    for position in range(thread, table.size, threads):
        word = np.int64(position) << 16 | np.int64(table[position])
        for _ in range(2):
            word = (word ^ word >> 32) * 0x6A09E667F3BCC909
        total += word ^ word >> 29
    return total
