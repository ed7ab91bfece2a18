"""Statistics of many games: lengths, endings, and the results of each seat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from caserne.core.game.game import Game
from caserne.core.game.html_table import html_table
from caserne.core.simulation.statistics import Estimate, mean, share


@dataclass(frozen=True)
class SeatReport:
    """The results of one seat."""

    name: str
    won: Estimate
    """The share of games in which its return was higher than every other seat's."""
    returns: Estimate
    score: Estimate | None


@dataclass(frozen=True)
class Report:
    """A balance report; unfinished games count only for the lengths and the endings."""

    games: int
    unfinished: int
    length: Estimate
    quantiles: tuple[int, ...]
    """The shortest game, the quartiles and the longest."""
    endings: dict[str, Estimate]
    draws: Estimate
    """The share of games in which all returns were equal."""
    seats: tuple[SeatReport, ...]


def make_report(
    lengths: np.ndarray[Any, Any],
    endings: np.ndarray[Any, Any],
    returns: np.ndarray[Any, Any],
    scores: np.ndarray[Any, Any] | None,
    names: Sequence[str],
) -> Report:
    """Return the report of games given by their lengths, endings, returns and scores, one row per game."""
    finished = endings != ""
    done = returns[finished]
    best = done == done.max(axis=1, keepdims=True) if done.size else done.astype(bool)
    alone = best & (best.sum(axis=1, keepdims=True) == 1)
    kinds, counts = np.unique(endings, return_counts=True)
    seats = tuple(
        SeatReport(
            name,
            share(int(alone[:, seat].sum()), len(done)),
            mean(done[:, seat]),
            None if scores is None else mean(scores[finished][:, seat]),
        )
        for seat, name in enumerate(names)
        if done.size
    )
    return Report(
        games=lengths.size,
        unfinished=int((~finished).sum()),
        length=mean(lengths),
        quantiles=tuple(int(value) for value in np.quantile(lengths, [0, 0.25, 0.5, 0.75, 1])),
        endings={str(kind): share(int(count), lengths.size) for kind, count in zip(kinds, counts, strict=True)},
        draws=share(int(best.all(axis=1).sum()), len(done)) if done.size else Estimate(0, 0, 0),
        seats=seats,
    )


def seat_names(game: Game[Any], lang: str | None) -> list[str]:
    return [game.words(f"seat.{seat}").text(lang) for seat in range(game.seats)]


def report_table(report: Report, title: str) -> str:
    """Return a report as an HTML table, for notebooks."""
    rows = [("moves", _interval(report.length, 1))]
    rows += [(f"won by {seat.name}", _interval(seat.won, 4)) for seat in report.seats]
    rows += [(f"score of {seat.name}", _interval(seat.score, 2)) for seat in report.seats if seat.score]
    rows += [("drawn", _interval(report.draws, 4))]
    rows += [
        (f"ended by {rule}" if rule else "unfinished", _interval(part, 4)) for rule, part in report.endings.items()
    ]
    return html_table((f"{report.games:,} games", "mean or share, 95% interval"), rows, title)


def _interval(estimate: Estimate, digits: int) -> str:
    return f"{estimate.value:.{digits}f} ({estimate.low:.{digits}f} to {estimate.high:.{digits}f})"
