"""What games between bots say of their strength: cross tables and Elo ratings, with error bars."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import log

import numpy as np

from caserne.bots.arena import Outcome
from caserne.core.simulation.statistics import Estimate, Z, share

ELO = 400 / log(10)
"""Rating points per unit of log odds."""


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
    def points(self) -> float:
        """A draw counts half."""
        return self.wins + self.draws / 2

    @property
    def score(self) -> Estimate:
        """The share of points with its 95% interval, which is a little wide where games are drawn."""
        return share(self.points, self.games)


def cross_table(outcomes: Iterable[Outcome]) -> dict[tuple[str, str], Pairing]:
    """How each bot did against each other one, by the mean return of its seats."""
    table: dict[tuple[str, str], list[int]] = {}
    for outcome in outcomes:
        first, second = dict.fromkeys(outcome.bots)
        lead = _mean_return(outcome, first) - _mean_return(outcome, second)
        verdict = 0 if lead > 0 else 1 if lead == 0 else 2
        table.setdefault((first, second), [0, 0, 0])[verdict] += 1
        table.setdefault((second, first), [0, 0, 0])[2 - verdict] += 1
    return {pair: Pairing(*counts) for pair, counts in table.items()}


def _mean_return(outcome: Outcome, bot: str) -> float:
    own = [value for name, value in zip(outcome.bots, outcome.returns, strict=True) if name == bot]
    return sum(own) / len(own)


def elo(bots: Sequence[str], table: Mapping[tuple[str, str], Pairing]) -> list[tuple[float, float]]:
    """A rating for each bot, with the half width of its 95% interval; their mean is 0.

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
