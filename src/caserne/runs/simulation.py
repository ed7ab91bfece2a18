"""Many games of the same players in chunks, which any process or machine can play: the same games for a seed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

import caserne
from caserne.bots.arena import ArenaGame, play_game
from caserne.bots.workers import RunTasks
from caserne.core.game.game import Game
from caserne.core.kernel.rng import generators
from caserne.core.simulation.outcomes import Outcomes
from caserne.core.simulation.simulate import BATCH, NO_LIMIT, play_batch, summarise
from caserne.runs.journal import Journal

RANDOM = "random"
VERSION = 1
FILE = "simulation.jsonl"


@dataclass(frozen=True)
class Chunk:
    """Some games of a run, numbered from `first`."""

    game: str
    options: dict[str, Any]
    bots: tuple[str, ...]
    """By seat."""
    seed: int
    first: int
    games: int


class SimulationFolder:
    """The chunks that a run has finished, in a journal."""

    def __init__(self, folder: Path, game: Game[Any], bots: Sequence[str], seed: int, *, resume: bool) -> None:
        settings = {"game": game.id, "options": game.options.as_dict(), "bots": list(bots), "seed": seed}
        header = {"simulation": VERSION, "caserne": caserne.__version__, **settings}
        self._journal = Journal(folder / FILE, header, resume=resume)
        self.chunks: dict[tuple[int, int], Outcomes] = {}
        """By the number of the first game and the number of games."""
        try:
            for line in self._journal.lines:
                found = Outcomes.from_json(line)
                self.chunks[line["first"], len(found)] = found
        except (KeyError, TypeError, ValueError) as error:
            raise self._journal.unreadable() from error

    def add(self, chunk: Chunk, found: Outcomes) -> None:
        """Write a chunk that has been played."""
        self.chunks[chunk.first, chunk.games] = found
        self._journal.add({"first": chunk.first, **found.as_json()})


def is_random(bots: Sequence[str]) -> bool:
    """Whether all players move at random, which compiled code does for whole games."""
    return set(bots) == {RANDOM}


def simulate(
    game: Game[Any],
    bots: Sequence[str],
    games: int,
    *,
    seed: int,
    run: RunTasks,
    folder: SimulationFolder | None = None,
    on_progress: Callable[[int], None] | None = None,
) -> Outcomes:
    """Play the chunks that the folder does not have, and return all games in their order."""
    chunks = make_chunks(game, bots, games, seed)
    played = dict(folder.chunks) if folder else {}
    missing = [chunk for chunk in chunks if (chunk.first, chunk.games) not in played]

    def keep(index: int, found: Outcomes) -> None:
        chunk = missing[index]
        played[chunk.first, chunk.games] = found
        if folder:
            folder.add(chunk, found)
        if on_progress:
            on_progress(chunk.games)

    if on_progress:
        on_progress(games - sum(chunk.games for chunk in missing))
    run(play_chunk, missing, on_done=keep)
    return Outcomes.joined([played[chunk.first, chunk.games] for chunk in chunks])


def make_chunks(game: Game[Any], bots: Sequence[str], games: int, seed: int) -> list[Chunk]:
    """Divide games: thousands at random take a moment, one of bots may take minutes."""
    size, options = BATCH if is_random(bots) else 1, game.options.as_dict()
    return [
        Chunk(game.id, options, tuple(bots), seed, first, min(size, games - first)) for first in range(0, games, size)
    ]


def play_chunk(chunk: Chunk) -> Outcomes:
    """Play the games of a chunk, each of which depends only on its number and the seed."""
    game = caserne.game(chunk.game, **chunk.options)
    if is_random(chunk.bots):
        return _play_at_random(game, chunk)
    numbers = range(chunk.first, chunk.first + chunk.games)
    return outcomes_of([play_game(game, chunk.bots, chunk.seed + number)[0] for number in numbers])


def _play_at_random(game: Game[Any], chunk: Chunk) -> Outcomes:
    states = np.zeros(chunk.games, game.rules.state)
    play_batch(game, states, generators(chunk.seed, chunk.games, chunk.first), NO_LIMIT)
    played = summarise(game, states)
    return Outcomes(played.lengths, played.endings, played.returns, played.scores)


def outcomes_of(games: Sequence[ArenaGame]) -> Outcomes:
    """Return games of bots as columns; a forfeited game has no scores, for which zeros stand."""
    seats = len(games[0].bots)
    counted = any(game.scores is not None for game in games)
    scores = np.array([game.scores or (0,) * seats for game in games], np.int64) if counted else None
    return Outcomes(
        np.array([game.plies for game in games], np.int32),
        np.array([game.rule for game in games], np.str_),
        np.array([game.returns for game in games], np.float64),
        scores,
    )
