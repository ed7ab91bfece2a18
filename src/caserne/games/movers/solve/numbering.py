"""A dense number for every position, so that a table can hold them all.

Positions are seen by the side to move, called White here: on Red's turn colours are exchanged and ranks reversed. Of
two mirror images only one is kept. A *placement* is the set of squares of both sides; the faces give the number of the
position within it. Faces are bits in the order of the squares: with six pieces per side,
position = placement * 4096 + other's faces * 64 + own faces.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from caserne.core.kernel.bits import lowest_bit
from caserne.core.kernel.compiled import kernel, rule
from caserne.games.movers.board import FILE, FILES, RANK_1, RANKS

Array = np.ndarray[Any, Any]

MIDDLE_FILE = FILE << RANKS


class Numbering(NamedTuple):
    """The numbers of all placements on one board."""

    ranks: int
    pieces: int
    """Pieces per side."""
    set_numbers: Array
    """The number of each set of squares of one side, by its packed mask."""
    placements: Array
    """The number of a placement by its two sets, own and other; -1 if the mirror image is kept."""
    own: Array
    """The squares of the side to move, by placement."""
    other: Array
    """The squares of the other side, by placement."""

    @property
    def faces(self) -> int:
        """Number of combinations of faces of both sides."""
        return int(1 << 2 * self.pieces)

    @property
    def size(self) -> int:
        """Number of positions."""
        return int(self.own.size * self.faces)


def make_numbering(ranks: int, pieces: int) -> Numbering:
    """Number all placements of so many pieces per side on a board of so many ranks."""
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


@kernel
@rule
def number_placements(sets, placements):
    """Number the placements that are kept; return how many they are."""
    count = 0
    for own in range(sets.size):
        for other in range(sets.size):
            if sets[own] & sets[other] == 0 and not mirror_is_kept(sets[own], sets[other]):
                placements[own, other] = count
                count += 1
    return count


@kernel
@rule
def list_placements(sets, placements, own, other):
    """Fill the squares of every placement by its number."""
    for first in range(sets.size):
        for second in range(sets.size):
            if placements[first, second] >= 0:
                own[placements[first, second]] = sets[first]
                other[placements[first, second]] = sets[second]


@rule
def placement_number(numbering, own, other):
    """Return the number of a placement that is kept."""
    first = numbering.set_numbers[packed_mask(own, numbering.ranks)]
    second = numbering.set_numbers[packed_mask(other, numbering.ranks)]
    return numbering.placements[first, second]


@rule
def packed_mask(mask, ranks):
    """Return a mask without the ranks that the board lacks."""
    file = (1 << ranks) - 1
    return mask & file | ((mask >> RANKS) & file) << ranks | ((mask >> 2 * RANKS) & file) << 2 * ranks


@rule
def mirror_is_kept(own, other):
    """Check whether the mirror image of a placement is kept instead."""
    mirrored_own = mirrored(own)
    return mirrored_own < own or (mirrored_own == own and mirrored(other) < other)


@rule
def mirrored(mask):
    """Return a mask with files a and c exchanged."""
    return mask & MIDDLE_FILE | (mask >> 2 * RANKS) & FILE | (mask & FILE) << 2 * RANKS


@rule
def flipped(mask, ranks):
    """Return a mask with the ranks reversed."""
    mask = (mask & RANK_1 * 0b01010101) << 1 | (mask >> 1) & RANK_1 * 0b01010101
    mask = (mask & RANK_1 * 0b00110011) << 2 | (mask >> 2) & RANK_1 * 0b00110011
    mask = (mask & RANK_1 * 0b00001111) << 4 | (mask >> 4) & RANK_1 * 0b00001111
    return mask >> (RANKS - ranks)


@rule
def count_bits(mask):
    """Count the squares of a mask."""
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count


@rule
def faces_of(pieces, hoppers):
    """Return the faces of a side's pieces as bits in the order of their squares."""
    faces, place = 0, 0
    while pieces:
        faces |= ((hoppers >> lowest_bit(pieces)) & 1) << place
        pieces &= pieces - 1
        place += 1
    return faces


@rule
def hoppers_of(pieces, faces):
    """Return the squares of a side's hoppers from its faces."""
    hoppers = 0
    while pieces:
        hoppers |= (faces & 1) << lowest_bit(pieces)
        pieces &= pieces - 1
        faces >>= 1
    return hoppers


@rule
def position_number(numbering, own, other, hoppers):
    """Return the number of a position as the side to move sees it."""
    if mirror_is_kept(own, other):
        own, other, hoppers = mirrored(own), mirrored(other), mirrored(hoppers)
    faces = faces_of(own, hoppers) | faces_of(other, hoppers) << numbering.pieces
    return (np.int64(placement_number(numbering, own, other)) << 2 * numbering.pieces) + faces
