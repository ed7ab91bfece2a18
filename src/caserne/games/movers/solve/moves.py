"""The moves of a placement and their target positions, for all faces of its pieces at once.

Whether a piece can make a move depends on the occupied squares and on its own face, not on the other faces. So a
placement has one list of moves, each with the face that its piece must show, and two small tables that map faces
before a move to faces after it. The work can be divided among the threads of a GPU: thread n of N does the n-th part.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from caserne.core.kernel.bits import lowest_bit
from caserne.core.kernel.compiled import rule
from caserne.games.movers.board import CAMP_SIZE, FILES, RANKS, RED, SQUARES, WHITE
from caserne.games.movers.moves import action_of, moves_of
from caserne.games.movers.rules import won_by
from caserne.games.movers.solve.numbering import (
    Array,
    count_bits,
    flipped,
    mirror_is_kept,
    mirrored,
    placement_number,
)

MAX_MOVES = CAMP_SIZE * 8 + 1
"""One move per piece and direction, a step or a jump, and the pass."""
MAX_FACES = 1 << CAMP_SIZE
"""Number of combinations of faces of one side."""

PIECE, FACE, ORIGIN, TARGET, PLACEMENT, MIRRORED, ORDER, CHANGES = range(8)
COLUMNS = 8
"""Columns of a move: the index of its piece in the order of squares, and the face it must show; origin and target; the
resulting placement as the other side sees it, and whether mirrored; the new order of the pieces; the changes there in
the last sweep."""


class PlacementMoves(NamedTuple):
    """The moves of one placement."""

    moves: Array
    """One row per move; the pass comes last."""
    own_after: Array
    """By move and own faces: these faces after the move, as those of the other side."""
    other_after: Array
    """By whether the placement is mirrored, and the other's faces: these faces after the move."""
    first: Array
    """By own faces: the first possible move; the pass if there is no other."""


@rule
def winner_of(o, s, own, other):
    """MH-7, MH-8: return the seat that has won, White being the side to move, or -1."""
    s.white, s.red = own, other
    if won_by(o, s, RED):
        return RED
    return WHITE if won_by(o, s, WHITE) else -1


@rule
def list_moves(o, s, own, other, moves):
    """MH-3, MH-4, MH-9: list all moves of the own pieces by either face, then the pass; return their number."""
    s.white, s.red = own, other
    count = 0
    for face in range(2):
        s.hoppers = own if face else 0
        words = moves_of(o, s, own)
        for word in range(len(words)):
            bits = words[word]
            while bits:
                action = action_of(s, word, lowest_bit(bits))
                record_move(moves, count, own, face, action // SQUARES, action % SQUARES)
                count += 1
                bits &= bits - 1
    record_move(moves, count, own, 0, SQUARES, SQUARES)
    return count


@rule
def record_move(moves, move, own, face, origin, target):
    """Record a move; the pass is a move from and to a square beyond the board, by a piece after the last."""
    moves[move, PIECE] = count_bits(own & ((1 << origin) - 1))
    moves[move, FACE] = face
    moves[move, ORIGIN] = origin
    moves[move, TARGET] = target


@rule
def find_target(numbering, own, other, moves, move, changes):
    """Fill in the placement that a move leads to."""
    origin, target = moves[move, ORIGIN], moves[move, TARGET]
    after = own ^ (1 << origin) ^ (1 << target)
    next_own, next_other = flipped(other, numbering.ranks), flipped(after, numbering.ranks)
    mirror = mirror_is_kept(next_own, next_other)
    if mirror:
        next_own, next_other = mirrored(next_own), mirrored(next_other)
    placement = placement_number(numbering, next_own, next_other)
    moves[move, PLACEMENT] = placement
    moves[move, MIRRORED] = mirror
    moves[move, ORDER] = piece_order_after(own, origin, target, next_other, numbering.ranks, mirror)
    moves[move, CHANGES] = changes[placement]


@rule
def piece_order_after(pieces, origin, target, after, ranks, mirror):
    """Return the index of each piece of a side in the order of squares after a move, three bits per piece."""
    order, shift = 0, 0
    while pieces:
        square = lowest_bit(pieces)
        square = transformed_square(target if square == origin else square, ranks, mirror)
        order |= count_bits(after & ((1 << square) - 1)) << shift
        pieces &= pieces - 1
        shift += 3
    return order


@rule
def transformed_square(square, ranks, mirror):
    """Return a square after `flipped`, and after `mirrored` if asked."""
    file, rank = square // RANKS, square % RANKS
    return (FILES - 1 - file if mirror else file) * RANKS + ranks - 1 - rank


@rule
def reordered(faces, order, pieces):
    """Return the faces of a side's pieces in another order."""
    after = 0
    for piece in range(pieces):
        after |= ((faces >> piece) & 1) << ((order >> 3 * piece) & 7)
    return after


@rule
def has_changes(moves, count):
    """Check whether a move leads to a placement that changed in the last sweep."""
    changes = 0
    for move in range(count + 1):
        changes |= moves[move, CHANGES]
    return changes != 0


@rule
def fill_face_tables(thread, threads, numbering, other, count, listed):
    """Fill `own_after`, `other_after` and `first`."""
    pieces, faces = numbering.pieces, 1 << numbering.pieces
    for entry in range(thread, (count + 1) * faces, threads):
        move, own_faces = entry >> pieces, entry & (faces - 1)
        turned_over = own_faces ^ (1 << listed.moves[move, PIECE])  # MH-5; the pass turns a bit beyond the pieces
        listed.own_after[move, own_faces] = reordered(turned_over, listed.moves[move, ORDER], pieces)
    for entry in range(thread, 2 * faces, threads):
        mirror, other_faces = entry >> pieces, entry & (faces - 1)
        after = flipped(other, numbering.ranks)
        if mirror:
            after = mirrored(after)
        order = piece_order_after(other, SQUARES, SQUARES, after, numbering.ranks, mirror)
        listed.other_after[mirror, other_faces] = reordered(other_faces, order, pieces)
    for own_faces in range(thread, faces, threads):
        move = 0
        while move < count and not shows_face(listed.moves, move, own_faces):
            move += 1
        listed.first[own_faces] = move


@rule
def shows_face(moves, move, own_faces):
    """Check whether the piece of a move shows the required face."""
    return (own_faces >> moves[move, PIECE]) & 1 == moves[move, FACE]


@rule
def position_after(numbering, listed, move, own_faces, other_faces):
    """Return the number of the position that a move leads to."""
    next_own = np.int64(listed.other_after[listed.moves[move, MIRRORED], other_faces])
    next_other = np.int64(listed.own_after[move, own_faces])
    return np.int64(listed.moves[move, PLACEMENT]) << 2 * numbering.pieces | next_other << numbering.pieces | next_own
