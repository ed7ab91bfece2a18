"""Random play of any room on a CUDA GPU, through the same rules: one thread plays one game after another."""

from __future__ import annotations

import time
from functools import cache
from types import FunctionType
from typing import Any, NamedTuple

import numpy as np

from caserne.core.game.errors import CaserneError
from caserne.core.game.game import Game
from caserne.core.game.move_lists import UNWRITTEN, list_size, too_many_listed
from caserne.core.game.rules import Rules
from caserne.core.kernel.bits import count_bits
from caserne.core.kernel.layout import OVER
from caserne.core.kernel.rng import WORDS, generators
from caserne.core.kernel.rule import counts_references
from caserne.core.simulation.simulate import NO_LIMIT, Simulation, summarise

BLOCK = 256
"""Threads per block."""
ALIGNMENT = 8
"""Bytes of the widest field of a record. Records in local memory need it said: a GPU reads no field across it."""
SPARE_MOVES = 64
"""Moves above `MAX_MOVES` for which a list has space, in the local memory of its thread."""
PASTS_SHARE = 0.1
"""The part of the memory that the pasts of all games in flight may take."""


class NoGpu(CaserneError):
    """There is no GPU, or numba-cuda is not installed."""


class GpuRun(NamedTuple):
    """A simulation on the GPU and how long the kernel took."""

    simulation: Simulation
    seconds: float
    threads: int
    memory: int
    """Bytes of GPU memory used by the run."""
    registers: int
    """Registers per thread."""
    local_bytes: int
    """Bytes of local memory per thread."""


def simulate_on_gpu(
    game: Game[Any],
    games: int,
    *,
    seed: int = 0,
    threads: int | None = None,
    block: int = BLOCK,
    repeats: int = 1,
) -> GpuRun:
    """Play on the GPU the games that `simulate` plays for that seed; the time is the best of some repeats.

    Each game has a thread of its own, unless `threads` or the memory allow fewer.
    """
    cuda = working_cuda()
    rules = game.rules
    blocks = -(-min(games, threads or _most_threads(cuda, rules)) // block)
    threads, kernel = blocks * block, _kernel(rules)
    options = np.zeros(1, game.o.dtype)
    options[0] = game.o
    before = cuda.current_context().get_memory_info().free
    given = [cuda.to_device(array) for array in (options, game.first_state(), generators(seed, games))]
    states = cuda.device_array(games, rules.state)
    pasts = cuda.device_array((threads, max(rules.past, 1)), np.int64)
    overflows = cuda.to_device(np.zeros(1, np.int32))
    times = []
    for _ in range(repeats + 1):  # the first one compiles
        began = time.perf_counter()
        kernel[blocks, block](*given, pasts, states, overflows, NO_LIMIT)
        cuda.synchronize()
        times.append(time.perf_counter() - began)
    if overflows.copy_to_host()[0]:
        raise too_many_listed(game)
    memory = before - cuda.current_context().get_memory_info().free
    registers = max(kernel.get_regs_per_thread().values())
    local_bytes = max(kernel.get_local_mem_per_thread().values())
    played = summarise(game, states.copy_to_host())
    return GpuRun(played, min(times[1:]), threads, memory, registers, local_bytes)


def _most_threads(cuda: Any, rules: Rules) -> int:
    """Return how many games' pasts fit into their part of the memory."""
    bytes_each = max(rules.past, 1) * np.dtype(np.int64).itemsize
    return int(PASTS_SHARE * cuda.current_context().get_memory_info().total) // bytes_each


def working_cuda() -> Any:
    """Return numba.cuda if a GPU works, else raise NoGpu."""
    try:
        cuda = cuda_module()
        if cuda.is_available():
            return cuda
    except (ImportError, AttributeError):
        pass
    raise NoGpu.of("no_gpu")


def cuda_module() -> Any:
    """Import numba.cuda, which numba-cuda replaces if it is installed."""
    if not hasattr(np, "row_stack"):
        setattr(np, "row_stack", np.vstack)  # noqa: B010  # numba-cuda 0.30 still needs it from NumPy 2.5
    from numba import cuda
    from numba.core import config

    if not getattr(config, "ENABLE_CUDASIM", False):  # the simulator calls rules as the plain functions that they are
        _use_rules_as_device_functions()
    return cuda


@cache
def _use_rules_as_device_functions() -> None:
    """Let CUDA kernels call rules, which are plain functions: it compiles the functions of Numba's dispatchers.

    To count bits is an instruction of GPUs, which their compiler does not find by itself.
    """
    from numba import cuda
    from numba.cuda.descriptor import cuda_target

    from caserne.core.kernel.driver import dispatcher

    context = cuda_target.typing_context
    resolve_value_type = context.resolve_value_type

    def resolve(value: Any) -> Any:
        if value is count_bits:
            return context.resolve_getattr(resolve_value_type(cuda), "popc")
        is_rule = isinstance(value, FunctionType) and value in counts_references
        return resolve_value_type(dispatcher(value) if is_rule else value)

    context.resolve_value_type = resolve


@cache
def _kernel(rules: Rules) -> Any:
    """Return the kernel of a room. A thread that has finished a game starts its next one in the same loop, so that no
    thread of a warp waits for the longest game of the others."""
    from numba import cuda, types

    apply, choose = rules.apply, rules.runner.choose
    past_per_action, max_moves = rules.past_per_action, rules.max_moves
    state_type, space = rules.state, list_size(rules, SPARE_MOVES)

    @cuda.jit
    def play(options, first, dice, pasts, states, overflows, limit):
        thread, stride = cuda.grid(1), cuda.gridsize(1)
        moves = cuda.local.array(space, types.int32)
        moves[max_moves] = UNWRITTEN
        own_dice = cuda.local.array(WORDS, types.int64)
        own = cuda.local.array(1, state_type, alignment=ALIGNMENT)
        o, past, s = options[0], pasts[thread], own[0]
        game = thread
        if game < states.size:
            own[0] = first[0]
            for n in range(WORDS):
                own_dice[n] = dice[game, n]
        while game < states.size:
            if s.actor == OVER or s.ply >= limit or s.remembered + past_per_action > past.size:
                states[game] = own[0]
                game += stride
                if game < states.size:
                    own[0] = first[0]
                    for n in range(WORDS):
                        own_dice[n] = dice[game, n]
            else:
                apply(o, s, past, choose(o, s, past, moves, own_dice))
        if moves[max_moves] != UNWRITTEN:
            overflows[0] = 1

    return play
