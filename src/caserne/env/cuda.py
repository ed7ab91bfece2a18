"""Batches of games on a CUDA GPU: one thread steps a game, one thread writes a cell.

A thread copies the state of its game to local memory, steps it there, and copies it back word by word. In local memory
the same field of neighbouring games lies side by side, so that the threads of a warp read it at once.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, cached_property
from typing import Any

import numpy as np

from caserne.core.game.features import Features
from caserne.core.game.move_lists import UNWRITTEN, too_many_listed
from caserne.core.game.rules import Rules
from caserne.core.simulation.gpu import ALIGNMENT, working_cuda
from caserne.env.arrays import Array, Games, Outputs, Wanted, features_of, make_games, make_outputs
from caserne.env.batch import Batch, InvalidActions
from caserne.env.stepping import (
    BEGIN,
    STEP,
    copy_record,
    draw_legal,
    is_legal,
    make_stepping,
    spread,
    with_records,
    word_of,
)

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
        given = self._games.moves, self._games.choices, self._out.counts
        _draw_all()[self._blocks, BLOCK, self._stream](*given, self._drawn)
        return self._drawn

    def step(self, actions: Array) -> None:
        if not hasattr(actions, "__cuda_array_interface__"):
            raise InvalidActions.of("actions_device", device=self.device)
        self._check_form(actions)
        outputs = working_cuda().as_cuda_array(actions)
        if self.check:
            self._check_batch(outputs)
        _keep_all()[self._blocks, BLOCK, self._stream](outputs, self._outputs)
        self._graph.launch(_core_stream(self.stream))

    def _launch(self, work: int, stream: Any) -> None:
        """Launch the kernels of a step."""
        rules, features = self.game.rules, features_of(self.game)
        advance_games, write_cells = _kernels(
            rules, features, self._out.planes.shape[2], self._out.final.seats.size > 0
        )
        given = self._games, self._out
        advance_games[self._blocks, BLOCK, stream](*given, work, self._outputs, self._places, self.limit)
        write_cells[self._cell_blocks, CELL_BLOCK, stream](*given, self._out.planes.reshape(-1))

    @cached_property
    def _drawn(self) -> Array:
        """What is drawn: always the same array, because to free one waits for the GPU."""
        return working_cuda().device_array(self.num_games, np.int32)

    @cached_property
    def _outputs(self) -> Array:
        """Where the recorded kernels of a step find its outputs."""
        return working_cuda().to_device(np.zeros(self.num_games, np.int64))

    @cached_property
    def _graph(self) -> Any:
        """The kernels of a step, recorded: to prepare their many arguments takes about as long as they run."""
        return _recorded(lambda stream: self._launch(STEP, stream))

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
        self._launch(BEGIN, self._stream)

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
def _kernels(rules: Rules, features: Features, words: int, keeps_finals: bool) -> tuple[Any, Any]:
    """Return the kernels of a room: one that advances games, one that writes cells."""
    cuda = working_cuda()
    stepping = make_stepping(rules, features, keeps_finals)
    find_action, advance, write_cell = stepping.find_action, stepping.advance, stepping.write_cell
    state, view, cells = rules.state, rules.view, features.cells
    state_word, view_word = word_of(state), word_of(view)
    state_words, view_words = state.itemsize // state_word.itemsize, view.itemsize // view_word.itemsize

    @cuda.jit
    def advance_games(games, out, work, outputs, places, limit):
        n = cuda.grid(1)
        states, views = cuda.local.array(1, state, alignment=ALIGNMENT), cuda.local.array(1, view, alignment=ALIGNMENT)
        if n < out.seats.size:
            action = find_action(games, out, n, work, int(outputs[n]))
            copy_record(games.states.view(state_word), n, states.view(state_word), 0, state_words)
            own = with_records(games, states, views)
            advance(own, out, n, 0, n, work, action, places, limit)
            copy_record(states.view(state_word), 0, games.states.view(state_word), n, state_words)
            copy_record(views.view(view_word), 0, games.views.view(view_word), n, view_words)

    @cuda.jit
    def write_cells(games, out, planes):
        """Write a cell with each thread, then the planes of all of them so that neighbours write neighbouring words."""
        first, thread = cuda.blockIdx.x * CELL_BLOCK, cuda.threadIdx.x
        n, cell = (first + thread) // cells, (first + thread) % cells
        written = cuda.shared.array(CELL_BLOCK, np.int64)
        if n < out.seats.size:
            written[thread] = write_cell(
                out,
                n,
                cell,
                games.options[0],
                games.states[n],
                games.views[n],
                games.pasts[n],
                games.memories[n],
                int(out.seats[n]),
            )
        cuda.syncthreads()
        for each in range(words):
            word = each * CELL_BLOCK + thread
            if first * words + word < planes.size:
                planes[first * words + word] = spread(written[word // words], word % words)

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
    def draw_all(moves, choices, counts, actions):
        n = cuda.grid(1)
        if n < actions.size:
            actions[n] = draw_legal(moves[n], choices[n], counts[n])

    return draw_all


@cache
def _keep_all() -> Any:
    """Return the kernel that copies the outputs of a step, of any type, to where its recorded kernels read them."""
    cuda = working_cuda()

    @cuda.jit
    def keep_all(outputs, kept):
        n = cuda.grid(1)
        if n < kept.size:
            kept[n] = outputs[n]

    return keep_all


def _recorded(launch: Callable[[Any], None]) -> Any:
    """Return the kernels that a function launches on a stream as a graph, which can be launched again and again."""
    from cuda.core import Device

    device = Device()
    device.set_current()
    builder = device.create_graph_builder().begin_building()
    launch(builder)
    return builder.end_building().complete()


def _core_stream(handle: int) -> Any:
    """Return a stream as `cuda.core` has it."""
    from cuda.core import Stream

    return Stream.from_handle(handle)
