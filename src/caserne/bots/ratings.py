"""Cross tables and Elo ratings of bots, with confidence intervals."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import log

import numpy as np

from caserne.bots.arena import ArenaGame
from caserne.core.simulation.statistics import Estimate, Z, share

ELO = 400 / log(10)
"""Rating points per unit of log odds."""


@dataclass(frozen=True)
class Pairing:
    """The results of one bot against another."""

    wins: int
    draws: int
    losses: int

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        """Wins plus half the draws."""
        return self.wins + self.draws / 2

    @property
    def score(self) -> Estimate:
        """The share of points with its 95% interval, which is a little too wide if games are drawn."""
        return share(self.points, self.games)


def cross_table(games: Iterable[ArenaGame]) -> dict[tuple[str, str], Pairing]:
    """Count the results of each pair of bots, by the mean return of their seats."""
    table: dict[tuple[str, str], list[int]] = {}
    for game in games:
        first, second = dict.fromkeys(game.bots)
        lead = _mean_return(game, first) - _mean_return(game, second)
        verdict = 0 if lead > 0 else 1 if lead == 0 else 2
        table.setdefault((first, second), [0, 0, 0])[verdict] += 1
        table.setdefault((second, first), [0, 0, 0])[2 - verdict] += 1
    return {pair: Pairing(*counts) for pair, counts in table.items()}


def _mean_return(game: ArenaGame, bot: str) -> float:
    own = [value for name, value in zip(game.bots, game.returns, strict=True) if name == bot]
    return sum(own) / len(own)


def elo(bots: Sequence[str], table: Mapping[tuple[str, str], Pairing]) -> list[tuple[float, float]]:
    """Return a rating for each bot, with the half width of its 95% interval; the mean rating is 0.

    The Bradley-Terry model, fitted by Newton steps; half a win and half a loss are added to every pairing, so that a
    bot that lost all its games still has a finite rating.
    """
    count = len(bots)
    points, games = np.zeros((count, count)), np.zeros((count, count))
    for (first, second), pairing in table.items():
        row, column = bots.index(first), bots.index(second)
        points[row, column] = pairing.points + 0.5
        games[row, column] = pairing.games + 1
    strength = np.zeros(count)
    for _ in range(100):
        expected = 1 / (1 + np.exp(strength[None, :] - strength[:, None]))
        slope = (points - games * expected).sum(1)
        curvature = games * expected * (1 - expected)
        information = np.diag(curvature.sum(1)) - curvature
        strength += np.linalg.pinv(information) @ slope
    half_widths = Z * np.sqrt(np.diag(np.linalg.pinv(information)))
    return [(float(rating), float(error)) for rating, error in zip(strength * ELO, half_widths * ELO, strict=True)]
