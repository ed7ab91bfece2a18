"""Bots against bots: games between observations, cross tables and Elo ratings with error bars."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import combinations
from math import log
from multiprocessing import get_context
from typing import Any

import numpy as np

import caserne
from caserne.bots.names import bot
from caserne.core.game import Game
from caserne.core.position import Position

ELO = 400 / log(10)
"""Rating points per unit of log odds."""


@dataclass(frozen=True)
class Outcome:
    """One game between bots."""

    bots: tuple[str, ...]
    """By seat."""
    returns: tuple[float, ...]
    scores: tuple[int, ...] | None
    plies: int
    rule: str


@dataclass(frozen=True)
class Pairing:
    """How one bot did against another."""

    wins: int
    draws: int
    losses: int

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def score(self) -> float:
        """The share of points, a draw counting half."""
        return (self.wins + self.draws / 2) / self.games


def play_game(game: Game[Any], bots: Sequence[str], seed: int) -> Outcome:
    """One game; each bot sees only what its seat sees."""
    players = [bot(name, game, seed * game.seats + seat) for seat, name in enumerate(bots)]
    dice = np.random.default_rng(seed)
    position: Position = game.start()
    while (actor := position.actor) is not None:
        if isinstance(actor, int):
            position = position.play(players[actor].move(position.view(actor)))
        else:
            position = position.play(dice.choice(position.legal()))
    result = position.result()
    assert result is not None
    return Outcome(tuple(bots), result.returns, result.scores, position.ply, result.rule)


def play_games(
    game: Game[Any],
    line_ups: Sequence[Sequence[str]],
    *,
    seed: int = 0,
    jobs: int = 1,
    on_progress: Callable[[int], None] | None = None,
) -> list[Outcome]:
    """One game for each line-up of bots, in several processes."""
    tasks = [(game.id, game.options.as_dict(), tuple(bots), seed + n) for n, bots in enumerate(line_ups)]
    outcomes = []
    with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
        for outcome in pool.map(_play_task, tasks, chunksize=max(1, min(16, len(tasks) // (4 * jobs)))):
            outcomes.append(outcome)
            if on_progress:
                on_progress(1)
    return outcomes


def _play_task(task: tuple[str, dict[str, Any], tuple[str, ...], int]) -> Outcome:
    game_id, options, bots, seed = task
    return play_game(caserne.game(game_id, **options), bots, seed)


def round_robin(bots: Sequence[str], seats: int, games: int) -> list[tuple[str, ...]]:
    """Line-ups in which every pair of bots meets `games` times, changing seats after every game."""
    line_ups = []
    for first, second in combinations(bots, 2):
        for number in range(games):
            pair = (first, second) if number % 2 == 0 else (second, first)
            line_ups.append(tuple(pair[seat % 2] for seat in range(seats)))
    return line_ups


def cross_table(outcomes: Sequence[Outcome]) -> dict[tuple[str, str], Pairing]:
    """How each bot did against each other one, by the mean return of its seats."""
    table: dict[tuple[str, str], list[int]] = {}
    for outcome in outcomes:
        first, second = outcome.bots[0], outcome.bots[1]
        lead = np.mean(outcome.returns[0::2]) - np.mean(outcome.returns[1::2])
        verdict = 0 if lead > 0 else 1 if lead == 0 else 2
        table.setdefault((first, second), [0, 0, 0])[verdict] += 1
        table.setdefault((second, first), [0, 0, 0])[2 - verdict] += 1
    return {pair: Pairing(*counts) for pair, counts in table.items()}


def elo(bots: Sequence[str], table: dict[tuple[str, str], Pairing]) -> list[tuple[float, float]]:
    """A rating for each bot, with the half width of its 95% interval; their mean is 0.

    The Bradley-Terry model, fitted by Newton steps; half a win and half a loss are added to every pairing, so that a
    bot that lost all its games still has a finite rating.
    """
    count = len(bots)
    points, games = np.zeros((count, count)), np.zeros((count, count))
    for (first, second), pairing in table.items():
        row, column = bots.index(first), bots.index(second)
        points[row, column] = pairing.wins + pairing.draws / 2 + 0.5
        games[row, column] = pairing.games + 1
    strength = np.zeros(count)
    for _ in range(100):
        expected = 1 / (1 + np.exp(strength[None, :] - strength[:, None]))
        slope = (points - games * expected).sum(1)
        curvature = games * expected * (1 - expected)
        information = np.diag(curvature.sum(1)) - curvature
        strength += np.linalg.pinv(information) @ slope
    half_widths = 1.96 * np.sqrt(np.diag(np.linalg.pinv(information)))
    return [(float(rating), float(error)) for rating, error in zip(strength * ELO, half_widths * ELO, strict=True)]
