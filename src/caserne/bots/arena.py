"""Games of bots against bots; each bot gets only what its seat may know."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np

import caserne
from caserne.bots.bot import Bot, Forfeit, NotAnAgent
from caserne.bots.names import bot
from caserne.bots.workers import RunTasks, run_tasks
from caserne.core.game.game import Game
from caserne.core.match.events import Action, Chance, Forfeited, printable
from caserne.core.match.playthrough import Playthrough
from caserne.core.match.record import Record, write_whole

FORFEIT = Forfeited.ACT
"""The table event that ends a game because a bot crashed, stopped answering or made an illegal move."""


@dataclass(frozen=True)
class ArenaGame:
    """A finished game between bots."""

    bots: tuple[str, ...]
    """By seat."""
    returns: tuple[float, ...]
    scores: tuple[int, ...] | None
    plies: int
    rule: str
    """The id of the rule that ended it, or FORFEIT."""
    forfeit: str | None = None
    """Why a bot has forfeited it, and which."""


def play_game(game: Game[Any], bots: Sequence[str], seed: int, threads: int = 1) -> tuple[ArenaGame, Record]:
    """Play one game; with node budgets, the same seed gives the same game."""
    players: list[Bot] = []
    try:
        for seat, name in enumerate(bots):
            players.append(bot(name, game, seed * game.seats + seat, threads))
        record = Record(game, match=f"seed {seed}", players=tuple(bots))
        plies = _play(game, players, record, seed)
    finally:
        for player in players:
            player.close()
    return _arena_game(record, plies), record


def _play(game: Game[Any], players: Sequence[Bot], record: Record, seed: int) -> int:
    """Write a whole game into the record and return the number of plies."""
    playthrough, dice = Playthrough(game), np.random.default_rng(seed)
    while (actor := playthrough.position.actor) is not None:
        if isinstance(actor, int):
            try:
                move = players[actor].move(playthrough.view(actor))
            except NotAnAgent:
                raise
            except Forfeit as error:
                _forfeit(record, actor, error)
                return playthrough.position.ply
            record.events.append(Action(actor, move))
        else:
            move = str(dice.choice(playthrough.position.legal()))
            record.events.append(Chance(move))
        playthrough.play(move)
    result = playthrough.position.result()
    assert result is not None
    record.end = {"by": result.rule, "returns": list(result.returns), "scores": result.scores}
    record.end["events"] = len(record.events)
    return playthrough.position.ply


def _forfeit(record: Record, seat: int, error: Forfeit) -> None:
    returns = list(record.game.defeat_returns(seat))
    record.events.append(Forfeited(seat, tuple(returns), printable(error.text())))
    record.end = {"by": FORFEIT, "returns": returns, "scores": None, "events": len(record.events)}


def _arena_game(record: Record, plies: int) -> ArenaGame:
    assert record.end is not None
    last = record.events[-1]
    forfeit = f"{record.players[last.seat]}: {last.reason}" if isinstance(last, Forfeited) else None
    return ArenaGame(
        record.players, tuple(record.end["returns"]), record.end["scores"], plies, record.end["by"], forfeit
    )


@dataclass(frozen=True)
class _Task:
    """A game to play, in any process."""

    game: str
    options: dict[str, Any]
    bots: tuple[str, ...]
    seed: int
    threads: int
    recorded: bool


def play_games(
    game: Game[Any],
    line_ups: Sequence[Sequence[str]],
    *,
    numbers: Sequence[int] | None = None,
    seed: int = 0,
    jobs: int = 1,
    threads: int = 1,
    run: RunTasks | None = None,
    files: Callable[[int], Path] | None = None,
    on_game: Callable[[int, ArenaGame], None] | None = None,
) -> list[ArenaGame]:
    """Play one game for each line-up of bots, or only those with the given numbers, in several processes.

    A game depends only on its number and the seed. `run` plays them elsewhere; `files` returns where to save the record
    of a game; `on_game` is called for every game once its record is saved.
    """
    numbers = range(len(line_ups)) if numbers is None else numbers
    options, recorded = game.options.as_dict(), files is not None
    tasks = [_Task(game.id, options, tuple(line_ups[n]), seed + n, threads, recorded) for n in numbers]

    def keep(index: int, found: tuple[ArenaGame, str]) -> None:
        played, record = found
        if files:
            write_whole(files(numbers[index]), record)
        if on_game:
            on_game(numbers[index], played)

    run = run or partial(run_tasks, jobs=jobs)
    return [played for played, _ in run(_play_task, tasks, on_done=keep)]


def _play_task(task: _Task) -> tuple[ArenaGame, str]:
    """Return a game with its record, which the caller saves: this may be another machine."""
    played, record = play_game(caserne.game(task.game, **task.options), task.bots, task.seed, task.threads)
    return played, record.dumps() if task.recorded else ""


def round_robin(bots: Sequence[str], seats: int, games: int) -> list[tuple[str, ...]]:
    """Return line-ups in which every pair of bots plays `games` times, with changing seats.

    They are ordered by round, so that the first line-ups stay the same if `games` grows.
    """
    ways = seatings(seats)
    return [
        tuple(pair[side] for side in ways[number % len(ways)])
        for number in range(games)
        for pair in combinations(bots, 2)
    ]


def seatings(seats: int) -> list[tuple[int, ...]]:
    """Return the ways to share seats evenly between two sides, each followed by the one with sides exchanged.

    >>> seatings(2)
    [(0, 1), (1, 0)]
    >>> len(seatings(3)), len(seatings(4))
    (6, 6)
    """
    ways: list[tuple[int, ...]] = []
    for first in combinations(range(seats), (seats + 1) // 2):
        way = tuple(0 if seat in first else 1 for seat in range(seats))
        if way not in ways:
            ways += [way, tuple(1 - side for side in way)]
    return ways
