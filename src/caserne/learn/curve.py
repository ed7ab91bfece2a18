"""How strong a training run became, by minutes: its snapshots play our levels."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from caserne.bots.arena import play_games
from caserne.bots.ratings import cross_table, elo
from caserne.core.game.game import Game

OPPONENTS = ("random", "1", "3", "5")
"""Whom every snapshot plays."""


@dataclass(frozen=True)
class Snapshot:
    """The weights after some minutes."""

    minutes: float
    file: Path

    @property
    def bot(self) -> str:
        return f"net:weights={self.file}"


@dataclass(frozen=True)
class Curve:
    """Ratings of snapshots and of the bots that they played, each with the half width of its 95% interval."""

    snapshots: tuple[tuple[float, float, float], ...]
    """Minutes, rating, half width."""
    opponents: dict[str, tuple[float, float]]
    games: int
    """How many each snapshot played against each opponent."""


def snapshots_in(folder: Path) -> list[Snapshot]:
    """Return the snapshots of a folder, by their minutes."""
    files = sorted(folder.glob("after-*.net"), key=lambda file: float(file.stem.removeprefix("after-")))
    return [Snapshot(float(file.stem.removeprefix("after-")), file) for file in files]


def measure(
    game: Game[Any],
    snapshots: Sequence[Snapshot],
    games: int,
    jobs: int,
    on_game: Callable[..., None] | None = None,
) -> Curve:
    """Let every snapshot play some games against each opponent; the opponents play each other too."""
    pairs = [(snapshot.bot, opponent) for snapshot in snapshots for opponent in OPPONENTS]
    pairs += [(OPPONENTS[n], OPPONENTS[n + 1]) for n in range(len(OPPONENTS) - 1)]
    line_ups = [line_up(pair, game.seats, number) for pair in pairs for number in range(games)]
    table = cross_table(play_games(game, line_ups, jobs=jobs, on_game=on_game))
    names = [*(snapshot.bot for snapshot in snapshots), *OPPONENTS]
    ratings = dict(zip(names, elo(names, table), strict=True))
    zero = ratings[OPPONENTS[0]][0]
    found = {name: (rating - zero, error) for name, (rating, error) in ratings.items()}
    return Curve(
        tuple((snapshot.minutes, *found[snapshot.bot]) for snapshot in snapshots),
        {name: found[name] for name in OPPONENTS},
        games,
    )


def line_up(pair: tuple[str, str], seats: int, number: int) -> tuple[str, ...]:
    """Return who sits where in a game: the first of the pair has one seat, which changes."""
    return tuple(pair[0] if seat == number % seats else pair[1] for seat in range(seats))
