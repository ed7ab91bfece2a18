"""The worth of pieces and grounds by regression: what one more, some moves into the game, adds to the chance to win."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

import caserne
from caserne.bots.arena import play_games
from caserne.bots.workers import RunTasks
from caserne.core.game.game import Game
from caserne.core.game.position import Position
from caserne.core.match.events import TableEvent
from caserne.core.match.playthrough import Playthrough
from caserne.core.match.record import Record
from caserne.core.simulation.simulate import simulate
from caserne.core.simulation.statistics import Estimate, Z
from caserne.games.belligerants.army import CODES
from caserne.games.stratego.army import LETTERS, NAMES
from positions import Counts, codes_in_text, letters_in_text, soldiers_in_text

RIDGE = 0.01
"""A little regularisation: a kind that is never lost says nothing."""
NEWTON_STEPS = 25


@dataclass(frozen=True, eq=False)
class Army:
    """A game whose pieces and grounds are weighed."""

    id: str
    kinds: dict[str, str]
    """How positions write a kind, and the key of the sentence that names it."""
    count: Callable[[Game[Any], str], Counts]
    """Count what a position has of each kind and ground; positive: the first seat has more."""
    ply: int
    """When pieces are counted."""
    bot: str
    """Who plays hundreds of games in a few minutes."""
    games: int
    """How many of them; some are not decided."""
    grounds: tuple[str, ...] = ()
    """Where a piece can stand, and what it holds; the texts of the page name them."""
    given: tuple[str, ...] = ()
    """What is counted besides the kinds, so that grounds are compared at an equal state of the game."""


ARMIES = (
    Army(
        "belligerants",
        {code: f"pawn.{code}" for code in CODES},
        codes_in_text,
        60,
        "6@200n",
        1200,
        grounds=("green", "crossroads", "white", "grey", "home"),
    ),
    Army(
        "manoeuvre",
        {},
        soldiers_in_text,
        60,
        "6@200n",
        1500,
        grounds=("on_black", "on_white", "level_3", "level_2", "carries", "grey_3", "grey_2", "grey_1"),
        given=("squares", "places", "turn"),
    ),
    Army(
        "stratego",
        dict(zip(LETTERS[1:-1], (f"piece.{name}" for name in NAMES[1:-1]), strict=True)),
        letters_in_text,
        150,
        "net",
        600,
    ),
)


@dataclass(frozen=True)
class Sample:
    """Positions of different games, and who won."""

    differences: list[Counts]
    won: list[float]

    def worth(self, kinds: Sequence[str], given: Sequence[str] = ()) -> dict[str, Estimate]:
        """Return by how much one more of each kind raises the chance to win from one half, the given kinds equal.

        A kind that both sides always have the same number of is left out: it says nothing.
        """
        known = [kind for kind in (*kinds, *given) if any(counts[kind] for counts in self.differences)]
        columns = np.array([[counts[kind] for kind in known] for counts in self.differences], float)
        weights, errors = fit(np.hstack([columns, np.ones((len(columns), 1))]), np.array(self.won))
        chances = _chance(weights + Z * np.outer((0, -1, 1), errors)) - 1 / 2
        return {kind: Estimate(*map(float, chances[:, n])) for n, kind in enumerate(known) if kind in kinds}


def _chance(weights: Any) -> Any:
    """Return the chance to win that goes with log-odds."""
    return 1 / (1 + np.exp(-weights))


def fit(columns: np.ndarray[Any, Any], won: np.ndarray[Any, Any]) -> tuple[Any, Any]:
    """Fit a logistic regression by Newton's method; return weights and their standard errors."""
    weights = np.zeros(columns.shape[1])
    for _ in range(NEWTON_STEPS):
        expected = _chance(columns @ weights)
        information = (columns.T * (expected * (1 - expected))) @ columns + RIDGE * np.eye(weights.size)
        weights = weights + np.linalg.solve(information, columns.T @ (won - expected) - RIDGE * weights)
    return weights, np.sqrt(np.diag(np.linalg.inv(information)))


def random_sample(army: Army, games: int, seed: int) -> Sample:
    """Return positions of random games: a seed's games up to a ply, and the same games to their end."""
    game = caserne.game(army.id)
    ends, middles = simulate(game, games, seed=seed), simulate(game, games, seed=seed, limit=army.ply)
    undecided, past = middles.endings == "", np.zeros(0, np.int64)
    chosen = [n for n in range(games) if undecided[n] and ends.returns[n, 0] in (-1, 1)]
    texts = [str(Position(game, middles.states[n : n + 1], past)) for n in chosen]
    return Sample([army.count(game, text) for text in texts], [(1 + ends.returns[n, 0]) / 2 for n in chosen])


def bot_sample(army: Army, games: int, seed: int, folder: Path, run: RunTasks) -> Sample:
    """Return positions of games between bots, whose records are kept in a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    game, file = caserne.game(army.id), partial(_record_file, folder)
    missing = [number for number in range(games) if not file(number).exists()]
    play_games(game, [(army.bot, army.bot)] * games, numbers=missing, seed=seed, run=run, files=file)
    found = [each for number in range(games) for each in _from_record(game, army, Record.load(file(number)))]
    return Sample([counts for counts, _ in found], [won for _, won in found])


def _record_file(folder: Path, number: int) -> Path:
    return folder / f"game-{number + 1:05}.jsonl"


def _from_record(game: Game[Any], army: Army, record: Record) -> Iterator[tuple[Counts, float]]:
    """Return the counts at the ply and the result, if the game was still going on then and was won."""
    assert record.end
    playthrough, result = Playthrough(game), record.end["returns"][0]
    for event in record.events:
        if isinstance(event, TableEvent):
            return
        playthrough.play(event.move)
        if playthrough.position.ply == army.ply and abs(result) == 1:
            yield army.count(game, str(playthrough.position)), (1 + result) / 2
            return
