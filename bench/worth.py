"""The worth of pieces by regression: what one more of a kind, some moves into the game, adds to the chance to win."""

from __future__ import annotations

import re
from collections import Counter
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

RIDGE = 0.01
"""A little regularisation: a kind that is never lost says nothing."""
NEWTON_STEPS = 25

Counts = Counter[str]


def letters_in_text(text: str) -> Counts:
    """Count pieces written as letters, capital ones for the first seat; positive: the first seat has more."""
    board = text.split()[0]
    return _difference(Counter(re.findall("[A-Z]", board)), Counter(re.findall("[a-z]", board)))


def codes_in_text(text: str) -> Counts:
    """Count pieces on the board that are written as two capital letters with their square, in a field for each seat."""
    own, other = (Counter(re.findall("[A-Z]{2}", field)) for field in text.split()[:2])
    return _difference(own, other)


def _difference(own: Counts, other: Counts) -> Counts:
    difference = Counter(own)
    difference.subtract({kind.upper(): number for kind, number in other.items()})
    return difference


@dataclass(frozen=True, eq=False)
class Army:
    """A game whose pieces are weighed."""

    id: str
    kinds: dict[str, str]
    """How positions write a kind, and the key of the sentence that names it."""
    count: Callable[[str], Counts]
    ply: int
    """When pieces are counted."""
    bot: str
    """Who plays hundreds of games in a few minutes."""


ARMIES = (
    Army("belligerants", {code: f"pawn.{code}" for code in CODES}, codes_in_text, 60, "6@60n"),
    Army(
        "stratego",
        dict(zip(LETTERS[1:-1], (f"piece.{name}" for name in NAMES[1:-1]), strict=True)),
        letters_in_text,
        150,
        "greedy",
    ),
)


@dataclass(frozen=True)
class Sample:
    """Positions of different games, and who won."""

    differences: list[Counts]
    won: list[float]

    def worth(self, kinds: Sequence[str]) -> dict[str, Estimate]:
        """Return by how much one more piece of each kind raises the chance to win from one half."""
        columns = np.array([[counts[kind] for kind in kinds] for counts in self.differences], float)
        weights, errors = fit(np.hstack([columns, np.ones((len(columns), 1))]), np.array(self.won))
        pairs = zip(kinds, weights / 4, Z * errors / 4, strict=False)
        return {kind: Estimate(float(w), float(w - e), float(w + e)) for kind, w, e in pairs}


def fit(columns: np.ndarray[Any, Any], won: np.ndarray[Any, Any]) -> tuple[Any, Any]:
    """Fit a logistic regression by Newton's method; return weights and their standard errors."""
    weights = np.zeros(columns.shape[1])
    for _ in range(NEWTON_STEPS):
        expected = 1 / (1 + np.exp(-columns @ weights))
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
    return Sample([army.count(text) for text in texts], [(1 + ends.returns[n, 0]) / 2 for n in chosen])


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
            yield army.count(str(playthrough.position)), (1 + result) / 2
            return
