"""CUDA kernels, imported by `gpu` only if there is a GPU.

A block of threads processes one placement after another: one thread lists its moves, and all threads share its 4,096
positions.
"""

from __future__ import annotations

import numpy as np
from numba import types

from caserne.core.simulation.gpu import cuda_module
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
from caserne.games.movers.solve.numbering import Numbering
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

cuda = cuda_module()

CODES = MAX_FACES * (MAX_FACES + PADDING)


@cuda.jit(device=True)
def shared_moves():
    return PlacementMoves(
        cuda.shared.array((MAX_MOVES, COLUMNS), types.int32),
        cuda.shared.array((MAX_MOVES, MAX_FACES), types.uint8),
        cuda.shared.array((2, MAX_FACES), types.uint8),
        cuda.shared.array(MAX_FACES, types.int32),
    )


@cuda.jit(device=True)
def list_placement_moves(o, s, numbering, placement, listed, changes):
    """List the moves of a placement and return their number, -1 if the game is over, to all threads, synchronised."""
    counted = cuda.shared.array(1, types.int32)
    own, other = numbering.own[placement], numbering.other[placement]
    cuda.syncthreads()
    if cuda.threadIdx.x == 0:
        over = winner_of(o, s, own, other) >= 0
        counted[0] = -1 if over else list_moves(o, s, own, other, listed.moves)
    cuda.syncthreads()
    count = counted[0]
    for move in range(cuda.threadIdx.x, count + 1, cuda.blockDim.x):
        find_target(numbering, own, other, listed.moves, move, changes)
    cuda.syncthreads()
    return count


@cuda.jit
def prepare(options, ranks, pieces, set_numbers, placements, own, other, table, next_changes, totals):
    scratch = cuda.local.array(1, STATE)
    faces = 1 << 2 * pieces
    for placement in range(cuda.blockIdx.x, own.size, cuda.gridDim.x):
        winner = winner_of(options[0], scratch[0], own[placement], other[placement])
        code = ended_code(winner) if winner >= 0 else 0
        for entry in range(cuda.threadIdx.x, faces, cuda.blockDim.x):
            table[np.int64(placement) * faces + entry] = code
        if cuda.threadIdx.x == 0:
            next_changes[placement] = (NEW_WINS if is_won(code) else NEW_LOSSES) if code else 0
            if code:
                cuda.atomic.add(totals, code & 1, faces * multiplicity(own[placement], other[placement]))


@cuda.jit
def sweep_all(
    options, ranks, pieces, set_numbers, placements, own, other, table, changes, next_changes, distance, totals
):
    numbering = Numbering(ranks, pieces, set_numbers, placements, own, other)
    listed, codes = shared_moves(), cuda.shared.array(CODES, types.uint16)
    scratch = cuda.local.array(1, STATE)
    thread, threads = cuda.threadIdx.x, cuda.blockDim.x
    all_losses, all_wins = np.int64(0), np.int64(0)
    for placement in range(cuda.blockIdx.x, own.size, cuda.gridDim.x):
        count = list_placement_moves(options[0], scratch[0], numbering, placement, listed, changes)
        known = 0
        if has_changes(listed.moves, count):
            fill_face_tables(thread, threads, numbering, other[placement], count, listed)
            copy_codes(thread, threads, numbering, table, placement, codes)
            cuda.syncthreads()
            losses, wins = sweep(thread, threads, numbering, table, placement, count, listed, codes, distance)
            all_losses += losses * multiplicity(own[placement], other[placement])
            all_wins += wins * multiplicity(own[placement], other[placement])
            known = NEW_LOSSES * (cuda.syncthreads_or(losses) != 0) | NEW_WINS * (cuda.syncthreads_or(wins) != 0)
        if thread == 0:
            next_changes[placement] = known
    cuda.atomic.add(totals, 0, all_losses)
    cuda.atomic.add(totals, 1, all_wins)


@cuda.jit
def audit_all(options, ranks, pieces, set_numbers, placements, own, other, table, changes, totals):
    numbering = Numbering(ranks, pieces, set_numbers, placements, own, other)
    listed, scratch = shared_moves(), cuda.local.array(1, STATE)
    thread, threads = cuda.threadIdx.x, cuda.blockDim.x
    all_contradictions, all_draws = np.int64(0), np.int64(0)
    for placement in range(cuda.blockIdx.x, own.size, cuda.gridDim.x):
        count = list_placement_moves(options[0], scratch[0], numbering, placement, listed, changes)
        if count >= 0:
            fill_face_tables(thread, threads, numbering, other[placement], count, listed)
            cuda.syncthreads()
            contradictions, draws = audit(thread, threads, numbering, table, placement, count, listed)
            all_contradictions += contradictions
            all_draws += draws * multiplicity(own[placement], other[placement])
        else:
            code = ended_code(winner_of(options[0], scratch[0], own[placement], other[placement]))
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
