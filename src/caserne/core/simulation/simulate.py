"""Random games by the thousand: compiled batch play on all cores, the same for a seed however it is cut up."""

from __future__ import annotations

import hashlib
import os
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

import numpy as np

from caserne.core.game.game import Game
from caserne.core.game.registry import rooms
from caserne.core.kernel.layout import OVER
from caserne.core.kernel.rng import generators

NO_LIMIT = 2**31 - 1
REFERENCE_GAMES, REFERENCE_SEED = 10_000, 1
"""The games whose final states are hashed into a room's `fingerprint.txt`."""
BATCH = 2_000
"""Games that a thread plays between two reports of progress."""


@dataclass(frozen=True)
class Simulation:
    """The outcome of many games, one entry a game."""

    game: Game[Any]
    states: np.ndarray[Any, Any]
    """The final states."""
    lengths: np.ndarray[Any, np.dtype[np.int32]]
    """Moves made by seats."""
    returns: np.ndarray[Any, np.dtype[np.float64]]
    """One column a seat; not a number where a game is unfinished."""
    scores: np.ndarray[Any, np.dtype[np.int64]] | None
    """One column a seat, in games that count points."""
    endings: np.ndarray[Any, np.dtype[np.str_]]
    """The ids of the rules that ended the games; empty where a game is unfinished."""

    @property
    def unfinished(self) -> int:
        """Games that hit the limit of plies, or outgrew the past that batch play remembers."""
        return int((self.endings == "").sum())

    def count_endings(self) -> dict[str, int]:
        """How many games each rule ended."""
        return dict(sorted(Counter(self.endings.tolist()).items()))

    def digest(self) -> str:
        """A hash of all final states: equal wherever the same games were played by the same rules."""
        return hashlib.sha256(self.states.tobytes()).hexdigest()


def simulate(
    game: Game[Any],
    games: int,
    *,
    seed: int = 0,
    limit: int = NO_LIMIT,
    jobs: int | None = None,
    on_progress: Callable[[int], None] | None = None,
) -> Simulation:
    """Play random games from the start; `on_progress` hears of every batch that is done."""
    states = np.zeros(games, game.rules.state)

    def play(first: int) -> int:
        batch = states[first : first + BATCH]
        play_batch(game, batch, generators(seed, batch.size, first), limit)
        return batch.size

    with ThreadPoolExecutor(jobs or os.cpu_count()) as pool:
        for done in pool.map(play, range(0, games, BATCH)):
            if on_progress:
                on_progress(done)
    return summarise(game, states)


def play_batch(game: Game[Any], states: np.ndarray[Any, Any], dice: np.ndarray[Any, Any], limit: int) -> None:
    """Play every state of a batch from the start of the game, each with its own generator."""
    rules = game.rules
    states[:] = game.first_state()[0]
    past = np.zeros(rules.past, np.int64)
    rules.runner.play_batch(game.o, states, past, np.zeros(rules.max_moves, np.int32), dice, limit)


def summarise(game: Game[Any], states: np.ndarray[Any, Any]) -> Simulation:
    """What final states say of their games."""
    rules, over = game.rules, states["actor"] == OVER
    returns = np.full((states.size, game.seats), np.nan)
    rules.tally_returns(game.o, states, returns)
    scores = None
    if rules.tally_scores:
        scores = np.zeros((states.size, game.seats), np.int64)
        rules.tally_scores(game.o, states, scores)
    names = np.array(["", *(game.rule_id(number) for number in range(1, 128))])
    endings = np.where(over, names[states["ending"]], "")
    return Simulation(game, states, states["ply"].copy(), returns, scores, endings)


def reference_digest(game: Game[Any]) -> str:
    """The hash of the reference games, played now."""
    return simulate(game, REFERENCE_GAMES, seed=REFERENCE_SEED).digest()


def committed_digest(game_id: str) -> str:
    """The hash of the reference games that the room has committed, for its default options."""
    return (files(rooms()[game_id]) / "fingerprint.txt").read_text("utf-8").strip()
