"""The table of all positions in main memory, filled on all cores; a board of 5 ranks needs 2 GB."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from caserne.core.kernel.compiled import kernel, rule
from caserne.games.movers.board import STATE
from caserne.games.movers.solve.moves import (
    COLUMNS,
    MAX_FACES,
    MAX_MOVES,
    PlacementMoves,
    fill_face_tables,
    find_target,
    has_changes,
    list_moves,
    winner_of,
)
from caserne.games.movers.solve.numbering import Array, Numbering
from caserne.games.movers.solve.values import (
    NEW_LOSSES,
    NEW_WINS,
    PADDING,
    audit,
    audit_ended,
    copy_codes,
    digest,
    ended_code,
    is_won,
    multiplicity,
    sweep,
)

PART = 1024
"""Placements per task of a thread."""

digest_table = kernel(digest)


class CpuTable:
    """The codes of all positions, see `values`."""

    def __init__(self, o: np.record, numbering: Numbering, jobs: int | None = None) -> None:
        self.o, self.numbering, self.jobs = o, numbering, jobs or os.cpu_count()
        self.codes = np.zeros(numbering.size, np.uint16)
        self.changes, self.next_changes = (np.zeros(numbering.own.size, np.uint8) for _ in range(2))

    def prepare(self) -> tuple[int, int]:
        """Fill in the finished games; return how many positions are lost and won."""
        return self._on_all_cores(prepare_part)

    def sweep(self, distance: int) -> tuple[int, int]:
        """Find the positions of a distance; return how many are lost and won."""
        self.changes, self.next_changes = self.next_changes, self.changes
        return self._on_all_cores(sweep_part, distance)

    def audit(self) -> tuple[int, int]:
        """Compare every position with its successors; return how many contradict them, and how many are drawn."""
        return self._on_all_cores(audit_part)

    def digest(self) -> int:
        """Return a checksum of the whole table."""
        return int(digest_table(0, 1, self.codes)) % 2**64

    def look_up(self, positions: Array) -> Array:
        """Return the codes of positions."""
        return self.codes[positions]

    def first(self, code: int) -> int:
        """Return the first position with a code."""
        return int(np.flatnonzero(self.codes == code)[0])

    def _on_all_cores(self, work: Callable[..., Any], *more: int) -> tuple[int, int]:
        totals = np.zeros(2, np.int64)
        with ThreadPoolExecutor(self.jobs) as pool:
            for part in pool.map(lambda part: self._run(work, part, *more), self._parts()):
                totals += part
        return int(totals[0]), int(totals[1])

    def _parts(self) -> Iterator[tuple[int, int]]:
        for first in range(0, self.numbering.own.size, PART):
            yield first, min(first + PART, self.numbering.own.size)

    def _run(self, work: Callable[..., Any], part: tuple[int, int], *more: int) -> Array:
        scratch = np.zeros(1, STATE)[0], scratch_moves(), np.zeros(MAX_FACES * (MAX_FACES + PADDING), np.uint16)
        totals = np.zeros(2, np.int64)
        work(self.o, self.numbering, self.codes, self.changes, self.next_changes, *part, *scratch, totals, *more)
        return totals


def scratch_moves() -> PlacementMoves:
    """Return empty arrays for the moves of one placement."""
    return PlacementMoves(
        np.zeros((MAX_MOVES, COLUMNS), np.int32),
        np.zeros((MAX_MOVES, MAX_FACES), np.uint8),
        np.zeros((2, MAX_FACES), np.uint8),
        np.zeros(MAX_FACES, np.int32),
    )


@kernel
@rule
def prepare_part(o, numbering, table, changes, next_changes, first, last, s, listed, codes, totals):
    for placement in range(first, last):
        own, other = numbering.own[placement], numbering.other[placement]
        winner = winner_of(o, s, own, other)
        next_changes[placement] = 0
        if winner >= 0:
            code, faces = ended_code(winner), np.int64(1) << 2 * numbering.pieces
            table[placement * faces : (placement + 1) * faces] = code
            next_changes[placement] = NEW_WINS if is_won(code) else NEW_LOSSES
            totals[code & 1] += faces * multiplicity(own, other)


@kernel
@rule
def sweep_part(o, numbering, table, changes, next_changes, first, last, s, listed, codes, totals, distance):
    for placement in range(first, last):
        own, other = numbering.own[placement], numbering.other[placement]
        next_changes[placement] = 0
        if winner_of(o, s, own, other) >= 0:
            continue
        count = list_moves(o, s, own, other, listed.moves)
        for move in range(count + 1):
            find_target(numbering, own, other, listed.moves, move, changes)
        if has_changes(listed.moves, count):
            fill_face_tables(0, 1, numbering, other, count, listed)
            copy_codes(0, 1, numbering, table, placement, codes)
            losses, wins = sweep(0, 1, numbering, table, placement, count, listed, codes, distance)
            next_changes[placement] = NEW_LOSSES * (losses > 0) | NEW_WINS * (wins > 0)
            totals[0] += losses * multiplicity(own, other)
            totals[1] += wins * multiplicity(own, other)


@kernel
@rule
def audit_part(o, numbering, table, changes, next_changes, first, last, s, listed, codes, totals):
    for placement in range(first, last):
        own, other = numbering.own[placement], numbering.other[placement]
        winner = winner_of(o, s, own, other)
        if winner >= 0:
            totals[0] += audit_ended(0, 1, numbering, table, placement, ended_code(winner))
            continue
        count = list_moves(o, s, own, other, listed.moves)
        for move in range(count + 1):
            find_target(numbering, own, other, listed.moves, move, changes)
        fill_face_tables(0, 1, numbering, other, count, listed)
        contradictions, draws = audit(0, 1, numbering, table, placement, count, listed)
        totals[0] += contradictions
        totals[1] += draws * multiplicity(own, other)
