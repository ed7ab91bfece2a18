"""Batches of games on the CPU, on as many threads as there are cores."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np

from caserne.core.game.features import Features
from caserne.core.game.game import Game
from caserne.core.game.move_lists import check_lists, make_lists
from caserne.core.game.rules import Rules
from caserne.core.kernel.compiled import Kernel, kernel, rule
from caserne.env.arrays import SPARE_PAST, Array, Games, Outputs, Wanted, features_of, make_games, make_outputs
from caserne.env.batch import Batch, InvalidActions
from caserne.env.stepping import BEGIN, REFRESH, STEP, draw_legal, is_legal, make_stepping

ALL_LEGAL = -1


class CpuBatch(Batch):
    """A batch in NumPy arrays; equal for any number of threads."""

    device = "cpu"

    def __init__(self, game: Game[Any], games: int, *, jobs: int | None, **settings: Any) -> None:
        self._jobs = jobs or os.cpu_count() or 1
        bounds = np.linspace(0, games, self._jobs + 1).astype(int).tolist()
        self._parts = [(first, last, row) for row, (first, last) in enumerate(pairwise(bounds))]
        """For each thread: its first game, the one behind its last, its list of moves."""
        self._pool = ThreadPoolExecutor(self._jobs) if self._jobs > 1 else None
        self._advance_games = _runner(game.rules, features_of(game))
        self._no_outputs = np.zeros(games, np.int64)
        super().__init__(game, games, **settings)

    def _bytes(self, words: Array) -> Array:
        return words.view(np.uint8).reshape(len(words), *self.features.board, 8 * words.shape[2])

    def draw_actions(self) -> Array:
        actions = np.zeros(self.num_games, np.int32)
        draw_all(self._games, self._out, actions)
        return actions

    def step(self, actions: Array) -> None:
        if hasattr(actions, "__cuda_array_interface__"):
            raise InvalidActions.of("actions_device", device=self.device)
        outputs = np.asarray(actions)
        self._check_form(outputs)
        outputs = outputs.astype(np.int64, copy=False)  # for others all would be compiled anew
        if self.check:
            found = find_illegal(self._out.mask, outputs)
            if found != ALL_LEGAL:
                raise self._illegal(int(found), int(outputs[found]))
        self._advance(STEP, outputs)

    def put(self, state: Array, past: Array, memory: Array) -> None:
        """Put all games into one state; arrays of one record, and what `Features.remember` keeps of it.

        A long past gets more room than games from the start have.
        """
        words = past.size + 2 * self.game.rules.past_per_action + SPARE_PAST
        if past.size and words > self._games.pasts.shape[1]:
            self._games = self._games._replace(pasts=np.zeros((self.num_games, words), np.int64))
        games = self._games
        games.states[:], games.memories[:] = state[0], memory[0]
        games.pasts[:, : past.size] = past
        self._advance(REFRESH, self._no_outputs)

    def take(self, index: int) -> tuple[Array, Array, Array]:
        """Return copies of the state, past and memory of a game, secrets included, as `put` takes them."""
        games, kept = self._games, slice(index, index + 1)
        past = games.pasts[index, : games.states[index]["remembered"]]
        return games.states[kept].copy(), past.copy(), games.memories[kept].copy()

    def _make_arrays(self, seed: int, setups: np.ndarray[Any, Any], wanted: Wanted) -> tuple[Games, Outputs]:
        lists = make_lists(self.game.rules, self._jobs)
        games = make_games(self.game, self.num_games, seed, setups, np.array, lists)
        return games, make_outputs(self.game, self.num_games, wanted, np.array)

    def _write(self, target: Array, values: np.ndarray[Any, Any]) -> None:
        target[:] = values

    def _begin(self) -> None:
        self._advance(BEGIN, self._no_outputs)

    def _advance(self, work: int, outputs: Array) -> None:
        """Advance all games, in equal parts for the threads; RoomError if a list of moves is too long."""
        arrays, rest = (self._games, self._out), (work, outputs, self._places, self.limit)
        if self._pool:
            list(self._pool.map(lambda part: self._advance_games(*arrays, *part, *rest), self._parts))
        else:
            self._advance_games(*arrays, *self._parts[0], *rest)
        check_lists(self.game, self._games.lists)

    def _refusal(self, index: int, output: int) -> str:
        games, rules = self._games, self.game.rules
        seat = int(self._out.seats[index])
        action = self.features.action_of(self.game.o, games.views[index], seat, output)
        return self._name_rules(
            rules.refusal(self.game.o, games.states[index].copy(), games.pasts[index].copy(), action)
        )


@cache
def _runner(rules: Rules, features: Features) -> Kernel:
    """Return the compiled loop of a room over some of its games."""
    stepping = make_stepping(rules, features, keeps_finals=True)
    find_action, advance, write_cells = stepping.find_action, stepping.advance, stepping.write_cells

    @rule
    def advance_games(games, out, first, last, row, work, outputs, places, limit):
        for n in range(first, last):
            action = find_action(games, out, n, work, int(outputs[n]))
            advance(games, out, n, n, row, work, action, places, limit)
            write_cells(games, out, n, n)

    return kernel(advance_games)


@kernel
@rule
def find_illegal(masks, outputs):
    """Return the index of the first game whose output is illegal, or ALL_LEGAL."""
    for n in range(outputs.size):
        if not is_legal(masks[n], int(outputs[n])):
            return n
    return ALL_LEGAL


@kernel
@rule
def draw_all(games, out, actions):
    """Fill random legal actions."""
    for n in range(actions.size):
        actions[n] = draw_legal(games.moves[n], games.choices[n], out.counts[n])
