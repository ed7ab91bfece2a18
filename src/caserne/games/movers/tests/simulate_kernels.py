"""Solve a tiny game with the CUDA kernels in Numba's simulator and compare with the CPU: see `test_movers_solve`."""

import numpy as np
from tiny_movers import tiny_game

from caserne.games.movers.solve.cpu import CpuTable
from caserne.games.movers.solve.numbering import make_numbering
from caserne.games.movers.solve.report import solve

RANKS, CAMP = 3, ["b1"]


def compare() -> None:
    from caserne.games.movers.solve.gpu import GpuTable  # needs a GPU or the simulator

    o, numbering = tiny_game(RANKS, CAMP), make_numbering(RANKS, len(CAMP))
    cpu, gpu = CpuTable(o, numbering, jobs=1), GpuTable(o, numbering, blocks=2, threads=3)
    found = solve(gpu)
    assert len(found) > 3
    assert found == solve(cpu)
    assert gpu.audit() == cpu.audit()
    assert gpu.digest() == cpu.digest()
    assert (gpu.look_up(np.arange(numbering.size)) == cpu.codes).all()
    assert [gpu.first(code) for code in (2, 3, 5)] == [cpu.first(code) for code in (2, 3, 5)]


if __name__ == "__main__":
    compare()
    print("the same")
