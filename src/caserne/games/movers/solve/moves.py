"""Where the moves of a placement lead, for all faces of its pieces at once.

Whether a piece can make a move depends on the squares that are occupied and on its own face, not on others' faces. So a
placement has one list of moves, each with the face that its piece must show, and two small tables that say which
faces are which after the move. Everything here can be shared out among the threads of a GPU: thread n of N does the
n-th part of each task.
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
    mirror_comes_first,
    mirrored,
    placement_number,
)

MOST_MOVES = CAMP_SIZE * 8 + 1
"""A piece has one move in each direction, a step or a jump; and there is the pass."""
MOST_FACES = 1 << CAMP_SIZE
"""In how many ways the pieces of one side can lie."""

PIECE, FACE, ORIGIN, TARGET, PLACEMENT, MIRRORED, ORDER, NEWS = range(8)
COLUMNS = 8
"""What is noted of a move: its piece, counted by squares, and the face it must show; from where to where; the placement
that results, seen by the other side, and whether in a mirror; the new order of the pieces; what is new there."""


class Moves(NamedTuple):
    """The moves of one placement."""

    moves: Array
    """One row a move; the pass comes last."""
    own_after: Array
    """By move and own faces: the same faces after the move, when they are those of the other side."""
    other_after: Array
    """By whether it is seen in a mirror and the other's faces: the same faces after the move."""
    first: Array
    """By own faces: the first move to look at; past the last one when only the pass is left."""


@rule
def ending(o, s, own, other):
    """MH-7, MH-8: the seat that has won, White being the side to move; -1 while the game goes on."""
    s.white, s.red = own, other
    if won_by(o, s, RED):
        return RED
    return WHITE if won_by(o, s, WHITE) else -1


@rule
def list_moves(o, s, own, other, moves):
    """MH-3, MH-4, MH-9: note all moves that the own pieces have by one face or the other, then the pass; count them."""
    s.white, s.red = own, other
    count = 0
    for face in range(2):
        s.hoppers = own if face else 0
        words = moves_of(o, s, own)
        for word in range(len(words)):
            bits = words[word]
            while bits:
                action = action_of(s, word, lowest_bit(bits))
                note_move(moves, count, own, face, action // SQUARES, action % SQUARES)
                count += 1
                bits &= bits - 1
    note_move(moves, count, own, 0, SQUARES, SQUARES)
    return count


@rule
def note_move(moves, move, own, face, origin, target):
    """The pass is noted as a move from and to a square beyond the board, by a piece after the last."""
    moves[move, PIECE] = count_bits(own & ((1 << origin) - 1))
    moves[move, FACE] = face
    moves[move, ORIGIN] = origin
    moves[move, TARGET] = target


@rule
def aim(numbering, own, other, moves, move, news):
    """Find out which placement a move leads to."""
    origin, target = moves[move, ORIGIN], moves[move, TARGET]
    after = own ^ (1 << origin) ^ (1 << target)
    next_own, next_other = flipped(other, numbering.ranks), flipped(after, numbering.ranks)
    mirror = mirror_comes_first(next_own, next_other)
    if mirror:
        next_own, next_other = mirrored(next_own), mirrored(next_other)
    placement = placement_number(numbering, next_own, next_other)
    moves[move, PLACEMENT] = placement
    moves[move, MIRRORED] = mirror
    moves[move, ORDER] = order_after(own, origin, target, next_other, numbering.ranks, mirror)
    moves[move, NEWS] = news[placement]


@rule
def order_after(pieces, origin, target, after, ranks, mirror):
    """Which places the pieces of a side take in the order of squares after a move, three bits a piece."""
    order, shift = 0, 0
    while pieces:
        square = lowest_bit(pieces)
        square = seen_across(target if square == origin else square, ranks, mirror)
        order |= count_bits(after & ((1 << square) - 1)) << shift
        pieces &= pieces - 1
        shift += 3
    return order


@rule
def seen_across(square, ranks, mirror):
    """A square as `flipped`, and `mirrored` if asked, show it."""
    file, rank = square // RANKS, square % RANKS
    return (FILES - 1 - file if mirror else file) * RANKS + ranks - 1 - rank


@rule
def reordered(faces, order, pieces):
    """The faces of a side's pieces in another order."""
    after = 0
    for piece in range(pieces):
        after |= ((faces >> piece) & 1) << ((order >> 3 * piece) & 7)
    return after


@rule
def anything_new(moves, count):
    """Whether a move leads to a placement of which something has become known."""
    news = 0
    for move in range(count + 1):
        news |= moves[move, NEWS]
    return news != 0


@rule
def tabulate(thread, threads, numbering, other, count, it):
    """Fill the tables of faces."""
    pieces, faces = numbering.pieces, 1 << numbering.pieces
    for entry in range(thread, (count + 1) * faces, threads):
        move, own_faces = entry >> pieces, entry & (faces - 1)
        turned_over = own_faces ^ (1 << it.moves[move, PIECE])  # MH-5; the piece after the last is nobody's
        it.own_after[move, own_faces] = reordered(turned_over, it.moves[move, ORDER], pieces)
    for entry in range(thread, 2 * faces, threads):
        mirror, other_faces = entry >> pieces, entry & (faces - 1)
        after = flipped(other, numbering.ranks)
        if mirror:
            after = mirrored(after)
        order = order_after(other, SQUARES, SQUARES, after, numbering.ranks, mirror)
        it.other_after[mirror, other_faces] = reordered(other_faces, order, pieces)
    for own_faces in range(thread, faces, threads):
        move = 0
        while move < count and not shows_face(it.moves, move, own_faces):
            move += 1
        it.first[own_faces] = move


@rule
def shows_face(moves, move, own_faces):
    """Whether the piece of a move shows the face that it takes."""
    return (own_faces >> moves[move, PIECE]) & 1 == moves[move, FACE]


@rule
def position_after(numbering, it, move, own_faces, other_faces):
    """The position that a move leads to."""
    next_own = np.int64(it.other_after[it.moves[move, MIRRORED], other_faces])
    next_other = np.int64(it.own_after[move, own_faces])
    return np.int64(it.moves[move, PLACEMENT]) << 2 * numbering.pieces | next_other << numbering.pieces | next_own
