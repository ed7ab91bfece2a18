"""The table of all positions in main memory, filled by all cores. A board of 5 ranks takes 2 GB and its time."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from caserne.core.kernel.compiled import rule
from caserne.games.movers.board import STATE
from caserne.games.movers.solve.moves import (
    COLUMNS,
    MOST_FACES,
    MOST_MOVES,
    Moves,
    aim,
    anything_new,
    ending,
    list_moves,
    tabulate,
)
from caserne.games.movers.solve.numbering import Array, Numbering
from caserne.games.movers.solve.values import (
    NEW_LOSSES,
    NEW_WINS,
    PADDING,
    audit,
    audit_ended,
    digest,
    ended,
    fetch,
    is_won,
    sweep,
    weight,
)

PART = 1024
"""Placements that a thread takes at a time."""


class CpuTable:
    """The codes of all positions, see `values`."""

    def __init__(self, o: np.record, numbering: Numbering, jobs: int | None = None) -> None:
        self.o, self.numbering, self.jobs = o, numbering, jobs or os.cpu_count()
        self.codes = np.zeros(numbering.size, np.uint16)
        self.news, self.next_news = (np.zeros(numbering.own.size, np.uint8) for _ in range(2))

    def prepare(self) -> tuple[int, int]:
        """Write down the finished games; how many positions are lost and won by now."""
        return self._on_all_cores(prepare_part)

    def sweep(self, distance: int) -> tuple[int, int]:
        """Find the positions of the next distance; how many are lost and won."""
        self.news, self.next_news = self.next_news, self.news
        return self._on_all_cores(sweep_part, distance)

    def audit(self) -> tuple[int, int]:
        """Compare every position with its successors: how many contradict them, and how many are drawn."""
        return self._on_all_cores(audit_part)

    def digest(self) -> int:
        """A number that stands for the whole table."""
        return int(digest(0, 1, self.codes)) % 2**64

    def look_up(self, positions: Array) -> Array:
        """The codes of some positions."""
        return self.codes[positions]

    def first(self, code: int) -> int:
        """The first position that has a code."""
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
        scratch = np.zeros(1, STATE)[0], scratch_moves(), np.zeros(MOST_FACES * (MOST_FACES + PADDING), np.uint16)
        totals = np.zeros(2, np.int64)
        work(self.o, self.numbering, self.codes, self.news, self.next_news, *part, *scratch, totals, *more)
        return totals


def scratch_moves() -> Moves:
    """Room for the moves of one placement."""
    return Moves(
        np.zeros((MOST_MOVES, COLUMNS), np.int32),
        np.zeros((MOST_MOVES, MOST_FACES), np.uint8),
        np.zeros((2, MOST_FACES), np.uint8),
        np.zeros(MOST_FACES, np.int32),
    )


@rule
def prepare_part(o, numbering, table, news, next_news, first, last, s, it, codes, totals):
    for placement in range(first, last):
        own, other = numbering.own[placement], numbering.other[placement]
        winner = ending(o, s, own, other)
        next_news[placement] = 0
        if winner >= 0:
            code, faces = ended(winner), np.int64(1) << 2 * numbering.pieces
            table[placement * faces : (placement + 1) * faces] = code
            next_news[placement] = NEW_WINS if is_won(code) else NEW_LOSSES
            totals[code & 1] += faces * weight(own, other)


@rule
def sweep_part(o, numbering, table, news, next_news, first, last, s, it, codes, totals, distance):
    for placement in range(first, last):
        own, other = numbering.own[placement], numbering.other[placement]
        next_news[placement] = 0
        if ending(o, s, own, other) >= 0:
            continue
        count = list_moves(o, s, own, other, it.moves)
        for move in range(count + 1):
            aim(numbering, own, other, it.moves, move, news)
        if anything_new(it.moves, count):
            tabulate(0, 1, numbering, other, count, it)
            fetch(0, 1, numbering, table, placement, codes)
            losses, wins = sweep(0, 1, numbering, table, placement, count, it, codes, distance)
            next_news[placement] = NEW_LOSSES * (losses > 0) | NEW_WINS * (wins > 0)
            totals[0] += losses * weight(own, other)
            totals[1] += wins * weight(own, other)


@rule
def audit_part(o, numbering, table, news, next_news, first, last, s, it, codes, totals):
    for placement in range(first, last):
        own, other = numbering.own[placement], numbering.other[placement]
        winner = ending(o, s, own, other)
        if winner >= 0:
            totals[0] += audit_ended(0, 1, numbering, table, placement, ended(winner))
            continue
        count = list_moves(o, s, own, other, it.moves)
        for move in range(count + 1):
            aim(numbering, own, other, it.moves, move, news)
        tabulate(0, 1, numbering, other, count, it)
        contradictions, draws = audit(0, 1, numbering, table, placement, count, it)
        totals[0] += contradictions
        totals[1] += draws * weight(own, other)
