"""The table of all positions in the memory of a GPU: 2 GB for a board of 5 ranks, 70 GB for one of 6."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np

from caserne.core.simulation.gpu import working_cuda
from caserne.games.movers.solve.numbering import Array, Numbering

THREADS = 128
"""Threads per block, which share the 4,096 positions of a placement."""
BLOCKS = 132 * 64
"""Several for each multiprocessor of an H200; each processes one placement after another."""


class GpuTable:
    """The codes of all positions, see `values`."""

    def __init__(self, o: np.record, numbering: Numbering, blocks: int = BLOCKS, threads: int = THREADS) -> None:
        self.numbering, self.shape = numbering, (blocks, threads)
        self._cuda, self._kernels = working_cuda(), _kernels()
        options = np.zeros(1, o.dtype)
        options[0] = o
        arrays = (numbering.set_numbers, numbering.placements, numbering.own, numbering.other)
        self._inputs = (
            self._cuda.to_device(options),
            numbering.ranks,
            numbering.pieces,
            *map(self._cuda.to_device, arrays),
        )
        self._codes = self._cuda.device_array(numbering.size, np.uint16)
        self._changes, self._next_changes = (self._cuda.device_array(numbering.own.size, np.uint8) for _ in range(2))

    @property
    def device(self) -> str:
        """Return the name of the GPU."""
        name = self._cuda.get_current_device().name
        return name.decode() if isinstance(name, bytes) else str(name)

    def prepare(self) -> tuple[int, int]:
        """Fill in the finished games; return how many positions are lost and won."""
        return self._run(self._kernels.prepare, self._next_changes)

    def sweep(self, distance: int) -> tuple[int, int]:
        """Find the positions of a distance; return how many are lost and won."""
        self._changes, self._next_changes = self._next_changes, self._changes
        return self._run(self._kernels.sweep_all, self._changes, self._next_changes, distance)

    def audit(self) -> tuple[int, int]:
        """Compare every position with its successors; return how many contradict them, and how many are drawn."""
        return self._run(self._kernels.audit_all, self._changes)

    def digest(self) -> int:
        """Return a checksum of the whole table."""
        total = self._cuda.to_device(np.zeros(1, np.int64))
        self._kernels.digest_all[self.shape](self._codes, total)
        return int(total.copy_to_host()[0]) % 2**64

    def look_up(self, positions: Array) -> Array:
        """Return the codes of positions."""
        found = self._cuda.device_array(positions.size, np.uint16)
        self._kernels.look_up[self.shape](self._codes, self._cuda.to_device(positions), found)
        return np.asarray(found.copy_to_host())

    def first(self, code: int) -> int:
        """Return the first position with a code."""
        found = self._cuda.to_device(np.full(1, self.numbering.size, np.int64))
        self._kernels.first_of[self.shape](self._codes, code, found)
        return int(found.copy_to_host()[0])

    def _run(self, kernel: Any, *more: Any) -> tuple[int, int]:
        totals = self._cuda.to_device(np.zeros(2, np.int64))
        kernel[self.shape](*self._inputs, self._codes, *more, totals)
        first, second = totals.copy_to_host()
        return int(first), int(second)


def _kernels() -> ModuleType:
    from caserne.games.movers.solve import kernels

    return kernels
