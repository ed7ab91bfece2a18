"""What the GPU runs. Only `gpu` imports this, when there is a GPU.

A block of threads takes one placement after another: one thread lists its moves, all share out the 4,096 ways in which
its pieces can lie.
"""

from __future__ import annotations

import numpy as np
from numba import types

from caserne.core.simulation.gpu import cuda_module
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
from caserne.games.movers.solve.numbering import Numbering
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

cuda = cuda_module()

CODES = MOST_FACES * (MOST_FACES + PADDING)


@cuda.jit(device=True)
def shared_moves():
    return Moves(
        cuda.shared.array((MOST_MOVES, COLUMNS), types.int32),
        cuda.shared.array((MOST_MOVES, MOST_FACES), types.uint8),
        cuda.shared.array((2, MOST_FACES), types.uint8),
        cuda.shared.array(MOST_FACES, types.int32),
    )


@cuda.jit(device=True)
def find_moves(o, s, numbering, placement, it, news):
    """List the moves of a placement; -1 where the game is over. All threads know the result, and none is behind."""
    counted = cuda.shared.array(1, types.int32)
    own, other = numbering.own[placement], numbering.other[placement]
    cuda.syncthreads()
    if cuda.threadIdx.x == 0:
        over = ending(o, s, own, other) >= 0
        counted[0] = -1 if over else list_moves(o, s, own, other, it.moves)
    cuda.syncthreads()
    count = counted[0]
    for move in range(cuda.threadIdx.x, count + 1, cuda.blockDim.x):
        aim(numbering, own, other, it.moves, move, news)
    cuda.syncthreads()
    return count


@cuda.jit
def prepare(options, ranks, pieces, set_numbers, placements, own, other, table, next_news, totals):
    scratch = cuda.local.array(1, STATE)
    faces = 1 << 2 * pieces
    for placement in range(cuda.blockIdx.x, own.size, cuda.gridDim.x):
        winner = ending(options[0], scratch[0], own[placement], other[placement])
        code = ended(winner) if winner >= 0 else 0
        for entry in range(cuda.threadIdx.x, faces, cuda.blockDim.x):
            table[np.int64(placement) * faces + entry] = code
        if cuda.threadIdx.x == 0:
            next_news[placement] = (NEW_WINS if is_won(code) else NEW_LOSSES) if code else 0
            if code:
                cuda.atomic.add(totals, code & 1, faces * weight(own[placement], other[placement]))


@cuda.jit
def sweep_all(options, ranks, pieces, set_numbers, placements, own, other, table, news, next_news, distance, totals):
    numbering = Numbering(ranks, pieces, set_numbers, placements, own, other)
    it, codes = shared_moves(), cuda.shared.array(CODES, types.uint16)
    scratch = cuda.local.array(1, STATE)
    thread, threads = cuda.threadIdx.x, cuda.blockDim.x
    all_losses, all_wins = np.int64(0), np.int64(0)
    for placement in range(cuda.blockIdx.x, own.size, cuda.gridDim.x):
        count = find_moves(options[0], scratch[0], numbering, placement, it, news)
        known = 0
        if anything_new(it.moves, count):
            tabulate(thread, threads, numbering, other[placement], count, it)
            fetch(thread, threads, numbering, table, placement, codes)
            cuda.syncthreads()
            losses, wins = sweep(thread, threads, numbering, table, placement, count, it, codes, distance)
            all_losses += losses * weight(own[placement], other[placement])
            all_wins += wins * weight(own[placement], other[placement])
            known = NEW_LOSSES * (cuda.syncthreads_or(losses) != 0) | NEW_WINS * (cuda.syncthreads_or(wins) != 0)
        if thread == 0:
            next_news[placement] = known
    cuda.atomic.add(totals, 0, all_losses)
    cuda.atomic.add(totals, 1, all_wins)


@cuda.jit
def audit_all(options, ranks, pieces, set_numbers, placements, own, other, table, news, totals):
    numbering = Numbering(ranks, pieces, set_numbers, placements, own, other)
    it, scratch = shared_moves(), cuda.local.array(1, STATE)
    thread, threads = cuda.threadIdx.x, cuda.blockDim.x
    all_contradictions, all_draws = np.int64(0), np.int64(0)
    for placement in range(cuda.blockIdx.x, own.size, cuda.gridDim.x):
        count = find_moves(options[0], scratch[0], numbering, placement, it, news)
        if count >= 0:
            tabulate(thread, threads, numbering, other[placement], count, it)
            cuda.syncthreads()
            contradictions, draws = audit(thread, threads, numbering, table, placement, count, it)
            all_contradictions += contradictions
            all_draws += draws * weight(own[placement], other[placement])
        else:
            code = ended(ending(options[0], scratch[0], own[placement], other[placement]))
            all_contradictions += audit_ended(thread, threads, numbering, table, placement, code)
    cuda.atomic.add(totals, 0, all_contradictions)
    cuda.atomic.add(totals, 1, all_draws)


@cuda.jit
def digest_all(table, total):
    cuda.atomic.add(total, 0, digest(cuda.grid(1), cuda.gridsize(1), table))


@cuda.jit
def look_up(table, positions, found):
    for number in range(cuda.grid(1), positions.size, cuda.gridsize(1)):
        found[number] = table[positions[number]]


@cuda.jit
def first_of(table, code, found):
    for position in range(cuda.grid(1), table.size, cuda.gridsize(1)):
        if table[position] == code:
            cuda.atomic.min(found, 0, position)
            break
