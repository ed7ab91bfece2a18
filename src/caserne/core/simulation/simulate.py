"""Batches of random games, compiled and on all cores; the same for a seed however they are split."""

from __future__ import annotations

import hashlib
import os
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from html import escape
from importlib.resources import files
from typing import Any

import numpy as np

from caserne.core.game.game import Game
from caserne.core.game.move_lists import check_lists, make_lists
from caserne.core.game.registry import rooms
from caserne.core.kernel.layout import OVER
from caserne.core.kernel.rng import generators
from caserne.core.simulation.report import Report, make_report, report_table, seat_names

NO_LIMIT = 2**31 - 1
REFERENCE_GAMES, REFERENCE_SEED = 10_000, 1
"""The games whose final states are hashed into a room's `fingerprint.txt`."""
BATCH = 2_000
"""Games that a thread plays before it reports progress."""


@dataclass(frozen=True, repr=False)
class Simulation:
    """The results of many games, one element per game.

    >>> import caserne
    >>> played = caserne.simulate("movers", games=500, seed=1)
    >>> played.lengths.shape, played.returns.shape
    ((500,), (500, 2))
    """

    game: Game[Any]
    states: np.ndarray[Any, Any]
    """The final states."""
    lengths: np.ndarray[Any, np.dtype[np.int32]]
    """Moves made by seats."""
    returns: np.ndarray[Any, np.dtype[np.float64]]
    """One column per seat; NaN if a game is unfinished."""
    scores: np.ndarray[Any, np.dtype[np.int64]] | None
    """One column per seat, in games that count points."""
    endings: np.ndarray[Any, np.dtype[np.str_]]
    """The ids of the rules that ended the games; empty if a game is unfinished."""
    trajectories: list[np.ndarray[Any, np.dtype[np.int32]]] | None = None
    """The actions of each game, dice and placements of set-ups included, if they were asked for."""

    @property
    def unfinished(self) -> int:
        """The number of games that reached the limit of plies, or outgrew the `past` of batch play."""
        return int((self.endings == "").sum())

    def count_endings(self) -> dict[str, int]:
        """Return how many games each rule ended."""
        return dict(sorted(Counter(self.endings.tolist()).items()))

    def report(self, lang: str | None = None) -> Report:
        """Return lengths, endings and the results of each seat with 95% confidence intervals."""
        return make_report(self.lengths, self.endings, self.returns, self.scores, seat_names(self.game, lang))

    def __repr__(self) -> str:
        endings = ", ".join(f"{rule or 'unfinished'} {count:,}" for rule, count in self.count_endings().items())
        mean = float(self.lengths.mean()) if self.lengths.size else 0.0
        return f"<Simulation of {self.game!r}: {self.lengths.size:,} games, {mean:.1f} moves on average; {endings}>"

    def _repr_html_(self) -> str:
        """Show the report as a table in a notebook."""
        return report_table(self.report(), repr(self.game)) if self.lengths.size else escape(repr(self))

    def digest(self) -> str:
        """Return a hash of all final states: equal if the same games were played by the same rules."""
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
    """Play random games from the start; `on_progress` is called with the size of every finished batch."""
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
    moves = make_lists(rules)
    rules.runner.play_batch(game.o, states, past, moves, dice, limit)
    check_lists(game, moves)


def summarise(game: Game[Any], states: np.ndarray[Any, Any], trajectories: list[Any] | None = None) -> Simulation:
    """Derive returns, scores and endings from final states."""
    rules, over = game.rules, states["actor"] == OVER
    returns = np.full((states.size, game.seats), np.nan)
    rules.tally_returns(game.o, states, returns)
    scores = None
    if rules.tally_scores:
        scores = np.zeros((states.size, game.seats), np.int64)
        rules.tally_scores(game.o, states, scores)
    names = np.array(["", *(game.rule_id(number) for number in range(1, 128))])
    endings = np.where(over, names[states["ending"]], "")
    return Simulation(game, states, states["ply"].copy(), returns, scores, endings, trajectories)


def reference_digest(game: Game[Any]) -> str:
    """Play the reference games and return their hash."""
    return simulate(game, REFERENCE_GAMES, seed=REFERENCE_SEED).digest()


def committed_digest(game_id: str) -> str:
    """Return the hash of the reference games in the room's `fingerprint.txt`, for its default options."""
    return (files(rooms()[game_id]) / "fingerprint.txt").read_text("utf-8").strip()
