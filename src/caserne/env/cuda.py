"""Batches of games on a CUDA GPU: one thread steps a game, one thread writes a cell."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from caserne.core.game.features import Features
from caserne.core.game.move_lists import UNWRITTEN, too_many_listed
from caserne.core.game.rules import Rules
from caserne.core.simulation.gpu import working_cuda
from caserne.env.arrays import Array, Games, Outputs, Wanted, features_of, make_games, make_outputs
from caserne.env.batch import Batch, InvalidActions
from caserne.env.stepping import BEGIN, STEP, draw_legal, is_legal, make_stepping

BLOCK = 64
"""Threads per block that steps games: few, because a step needs many registers."""
CELL_BLOCK = 256


class CudaBatch(Batch):
    """A batch whose arrays stay on the GPU; all of them have `__cuda_array_interface__`."""

    device = "cuda"

    stream: Any = 0
    """The stream that steps run on: a handle of another library's stream, or 0 for the default one."""

    def _bytes(self, words: Array) -> Array:
        return words.view(np.uint8).reshape(words.shape[0], *self.features.board, 8 * words.shape[2])

    def draw_actions(self) -> Array:
        actions = working_cuda().device_array(self.num_games, np.int32)
        _draw_all()[self._blocks, BLOCK, self._stream](self._games, self._out, actions)
        return actions

    def step(self, actions: Array) -> None:
        if not hasattr(actions, "__cuda_array_interface__"):
            raise InvalidActions.of("actions_device", device=self.device)
        self._check_form(actions)
        outputs = working_cuda().as_cuda_array(actions)
        if self.check:
            self._check_batch(outputs)
        self._advance(STEP, outputs)

    def _advance(self, work: int, outputs: Array) -> None:
        rules, features, stream = self.game.rules, features_of(self.game), self._stream
        advance_games, write_cells = _kernels(rules, features, self._out.final.seats.size > 0)
        given = self._games, self._out
        advance_games[self._blocks, BLOCK, stream](*given, work, outputs, self._places, self.limit)
        write_cells[self._cell_blocks, CELL_BLOCK, stream](*given)

    @property
    def _stream(self) -> Any:
        return working_cuda().external_stream(self.stream) if self.stream else 0

    @property
    def _blocks(self) -> int:
        return -(-self.num_games // BLOCK)

    @property
    def _cell_blocks(self) -> int:
        return -(-self.num_games * self.features.cells // CELL_BLOCK)

    def _make_arrays(self, seed: int, setups: np.ndarray[Any, Any], wanted: Wanted) -> tuple[Games, Outputs]:
        put = working_cuda().to_device
        games = make_games(self.game, self.num_games, seed, setups, put)
        return games, make_outputs(self.game, self.num_games, wanted, put)

    def _write(self, target: Array, values: np.ndarray[Any, Any]) -> None:
        target.copy_to_device(values)

    def _begin(self) -> None:
        self._advance(BEGIN, working_cuda().to_device(np.zeros(self.num_games, np.int32)))

    def _check_batch(self, outputs: Array) -> None:
        """Raise InvalidActions for the first illegal output, RoomError if a list of moves is too long.

        This waits for the GPU.
        """
        cuda = working_cuda()
        stream, mark = self._stream, self.game.rules.max_moves
        found = cuda.to_device(np.full(2, self.num_games, np.int64), stream=stream)
        _find_faults()[self._blocks, BLOCK, stream](self._out.mask, self._games.lists, mark, outputs, found)
        if stream:
            stream.synchronize()
        illegal, too_long = found.copy_to_host().tolist()
        if too_long < self.num_games:
            raise too_many_listed(self.game)
        if illegal < self.num_games:
            raise self._illegal(illegal, int(outputs[illegal]))

    def _refusal(self, index: int, output: int) -> str:
        games, o = self._games, self.game.o
        view, state = (array[index : index + 1].copy_to_host() for array in (games.views, games.states))
        past = games.pasts[index].copy_to_host()
        action = self.features.action_of(o, view[0], int(self._out.seats[index]), output)
        return self._name_rules(self.game.rules.refusal(o, state[0], past, action))


@cache
def _kernels(rules: Rules, features: Features, keeps_finals: bool) -> tuple[Any, Any]:
    """Return the kernels of a room: one that advances games, one that writes cells."""
    cuda = working_cuda()

    advance, write_cells_of = make_stepping(rules, features, keeps_finals)

    @cuda.jit
    def advance_games(games, out, work, outputs, places, limit):
        n = cuda.grid(1)
        if n < out.seats.size:
            advance(games, out, n, n, work, int(outputs[n]), places, limit)

    @cuda.jit
    def write_cells(games, out):
        thread, cells = cuda.grid(1), out.cells.shape[1]
        if thread < out.seats.size * cells:
            write_cells_of(games, out, thread // cells, thread % cells, thread % cells + 1)

    return advance_games, write_cells


@cache
def _find_faults() -> Any:
    """Return the kernel that finds the first illegal output, and the first list whose mark is overwritten."""
    cuda = working_cuda()

    @cuda.jit
    def find_faults(masks, lists, mark, outputs, found):
        n = cuda.grid(1)
        if n < outputs.size and not is_legal(masks[n], int(outputs[n])):
            cuda.atomic.min(found, 0, n)
        if n < outputs.size and lists[n, mark] != UNWRITTEN:
            cuda.atomic.min(found, 1, n)

    return find_faults


@cache
def _draw_all() -> Any:
    """Return the kernel that draws random legal actions."""
    cuda = working_cuda()

    @cuda.jit
    def draw_all(games, out, actions):
        n = cuda.grid(1)
        if n < actions.size:
            actions[n] = draw_legal(games, out, n)

    return draw_all
