"""A number for every position, so that a table can hold them all.

Positions are seen by the side to move, which is called White here: colours are exchanged and the ranks reversed when it
is Red's turn, and of two mirror images only one is kept. A *placement* says where the pieces of both sides stand; the
faces they show are the position's number within it. Faces are bits in the order of the squares, first those of the side
to move: position = placement * 4096 + other's faces * 64 + own faces, with six pieces a side.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from caserne.core.kernel.bits import lowest_bit
from caserne.core.kernel.compiled import rule
from caserne.games.movers.board import FILE, FILES, RANK_1, RANKS

Array = np.ndarray[Any, Any]

MIDDLE_FILE = FILE << RANKS


class Numbering(NamedTuple):
    """The numbers of all placements on one board."""

    ranks: int
    pieces: int
    """Of each side."""
    set_numbers: Array
    """The number of every set of so many squares, by its packed mask."""
    placements: Array
    """The number of a placement by those of its two sets, own and other; -1 where the mirror image is kept."""
    own: Array
    """The squares of the side to move, by placement."""
    other: Array
    """The squares of the other side, by placement."""

    @property
    def faces(self) -> int:
        """In how many ways the pieces of both sides can lie."""
        return int(1 << 2 * self.pieces)

    @property
    def size(self) -> int:
        """How many positions there are."""
        return int(self.own.size * self.faces)


def number(ranks: int, pieces: int) -> Numbering:
    """Number all placements of so many pieces a side on a board of so many ranks."""
    squares = [file * RANKS + rank for file in range(FILES) for rank in range(ranks)]
    packed = np.arange(1 << len(squares), dtype=np.int32)
    packed = packed[np.bitwise_count(packed) == pieces]
    sets = np.zeros(packed.size, np.int32)
    for bit, square in enumerate(squares):
        sets |= (packed >> bit & 1) << square
    set_numbers = np.full(1 << len(squares), -1, np.int32)
    set_numbers[packed] = np.arange(packed.size)
    placements = np.full((packed.size, packed.size), -1, np.int32)
    count = number_placements(sets, placements)
    own, other = np.zeros(count, np.int32), np.zeros(count, np.int32)
    list_placements(sets, placements, own, other)
    return Numbering(ranks, pieces, set_numbers, placements, own, other)


@rule
def number_placements(sets, placements):
    """Number the placements that are kept, and say how many they are."""
    count = 0
    for own in range(sets.size):
        for other in range(sets.size):
            if sets[own] & sets[other] == 0 and not mirror_comes_first(sets[own], sets[other]):
                placements[own, other] = count
                count += 1
    return count


@rule
def list_placements(sets, placements, own, other):
    """Note the squares of every placement under its number."""
    for first in range(sets.size):
        for second in range(sets.size):
            if placements[first, second] >= 0:
                own[placements[first, second]] = sets[first]
                other[placements[first, second]] = sets[second]


@rule
def placement_number(numbering, own, other):
    """The number of a placement, one that is kept."""
    first = numbering.set_numbers[packed_mask(own, numbering.ranks)]
    second = numbering.set_numbers[packed_mask(other, numbering.ranks)]
    return numbering.placements[first, second]


@rule
def packed_mask(mask, ranks):
    """The squares of a mask without the ranks that the board lacks."""
    file = (1 << ranks) - 1
    return mask & file | ((mask >> RANKS) & file) << ranks | ((mask >> 2 * RANKS) & file) << 2 * ranks


@rule
def mirror_comes_first(own, other):
    """Whether a placement's mirror image is the one that is kept."""
    mirrored_own = mirrored(own)
    return mirrored_own < own or (mirrored_own == own and mirrored(other) < other)


@rule
def mirrored(mask):
    """The squares seen in a mirror: files a and c change places."""
    return mask & MIDDLE_FILE | (mask >> 2 * RANKS) & FILE | (mask & FILE) << 2 * RANKS


@rule
def flipped(mask, ranks):
    """The squares seen from the other end of the board, in a mirror: the ranks are reversed."""
    mask = (mask & RANK_1 * 0b01010101) << 1 | (mask >> 1) & RANK_1 * 0b01010101
    mask = (mask & RANK_1 * 0b00110011) << 2 | (mask >> 2) & RANK_1 * 0b00110011
    mask = (mask & RANK_1 * 0b00001111) << 4 | (mask >> 4) & RANK_1 * 0b00001111
    return mask >> (RANKS - ranks)


@rule
def count_bits(mask):
    """How many squares a mask has."""
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count


@rule
def faces_of(pieces, hoppers):
    """The faces that a side's pieces show, as bits in the order of their squares."""
    faces, place = 0, 0
    while pieces:
        faces |= ((hoppers >> lowest_bit(pieces)) & 1) << place
        pieces &= pieces - 1
        place += 1
    return faces


@rule
def hoppers_of(pieces, faces):
    """The squares of those of a side's pieces that show the hopper's face."""
    hoppers = 0
    while pieces:
        hoppers |= (faces & 1) << lowest_bit(pieces)
        pieces &= pieces - 1
        faces >>= 1
    return hoppers


@rule
def position_number(numbering, own, other, hoppers):
    """The number of a position, seen by the side to move."""
    if mirror_comes_first(own, other):
        own, other, hoppers = mirrored(own), mirrored(other), mirrored(hoppers)
    faces = faces_of(own, hoppers) | faces_of(other, hoppers) << numbering.pieces
    return (np.int64(placement_number(numbering, own, other)) << 2 * numbering.pieces) + faces
