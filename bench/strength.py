"""Measure the strength of the levels: docs/strength.md.

    python bench/strength.py measure FOLDER [GAME ...]    play the rows of bench/strength_plan.py that FOLDER lacks
    python bench/strength.py render FOLDER                write the page from it
    python bench/strength.py speed [GAME ...]             print how many nodes a second level 6 looks at

What is played is kept in FOLDER, one JSON line a game; the same command goes on with it, also on another day or
machine, and the page says so. All rows have about as many games at any time.

Programs of others and networks trained against ours are not in the repository and are named by options:
`--agent peternlewis=ucc:COMMAND` (or `ucc@600s:COMMAND`, with the time for a move) and `--adversary FILE`.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import Any

import caserne
from caserne.bots.arena import ArenaGame, play_game
from caserne.bots.engine import warm_up
from caserne.bots.names import BOTS, LEVELS, bot, is_program, read_name
from caserne.bots.workers import run_tasks
from caserne.cli.common import read_options
from caserne.core.game.errors import CaserneError
from caserne.core.game.game import Game
from caserne.core.game.observation import Observation
from caserne.core.game.registry import rooms
from caserne.core.match.events import TableEvent
from caserne.core.match.playthrough import Playthrough
from machine import graphics_card, machine
from predictions import predict_elsewhere, predictions_elsewhere
from strength_games import Played, append, cut_truncated, read
from strength_page import page_text
from strength_plan import (
    GAMES,
    ROWS,
    WHOLE_IN_NODES,
    WHOLE_SECOND,
    Row,
    adversary_row,
    agent_row,
    with_second_in_nodes,
    with_whole_second,
)

PAGE = Path(__file__).parents[1] / "docs" / "strength.md"
SEED = 2026
"""Of the first game of every row; the next ones follow it."""
CARELESS, THOUGHT, EVENTS_APART = "greedy:noise=20", "500ms", 21
"""For the speed: the bots that play the game, the thought for each position, and the plies between positions."""


class TimeIsUp(Exception):
    """The time limit is reached."""


@dataclass(frozen=True)
class Task:
    """One game of a row."""

    row: Row
    number: int
    players: tuple[str, str]
    """What plays for the row's bots on this machine: mostly the bots of these names, but commands for programs."""


@dataclass(frozen=True)
class Guest:
    """A bot that is not in the repository, and what plays for it on this machine."""

    row: Row
    name: str
    player: str


def play(task: Task) -> ArenaGame:
    """Play one game, its bots named as in the row; with node budgets, the same number gives the same game."""
    predict_elsewhere()
    row = task.row
    game = caserne.game(row.game, **read_options(row.game, list(row.options)))
    seats = (0, 1) if task.number % 2 == 0 else (1, 0)
    outcome, _ = play_game(game, [task.players[side] for side in seats], SEED + task.number)
    names = row.first, row.second
    forfeit = outcome.forfeit
    for player, name in zip(task.players, names, strict=True):
        forfeit = forfeit and forfeit.replace(player, name)
    return replace(outcome, bots=tuple(names[side] for side in seats), forfeit=forfeit)


def missing_tasks(folder: Path, rows: Sequence[Row], players: Mapping[str, str], games: int) -> list[Task]:
    """Return the games that the folder lacks, round by round."""
    done = {(played.row.key, played.number) for played in read(folder)}
    return [
        Task(row, number, (players.get(row.first, row.first), players.get(row.second, row.second)))
        for number in range(games)
        for row in rows
        if (row.key, number) not in done
    ]


def measure(
    folder: Path,
    rows: Sequence[Row],
    players: Mapping[str, str],
    *,
    games: int,
    jobs: int,
    minutes: float,
    gpu: bool = False,
) -> None:
    """Play what is missing; `players` has what plays for the bots that are not in the repository."""
    folder.mkdir(parents=True, exist_ok=True)
    cut_truncated(folder)
    tasks = missing_tasks(folder, rows, players, games)
    ends, report = time.monotonic() + 60 * minutes, progress(len(tasks), len(rows))
    where = f"{machine()}, networks on {graphics_card()}" if gpu else machine()

    def keep(place: int, outcome: ArenaGame) -> None:
        task = tasks[place]
        append(folder, Played(task.row, task.number, outcome, str(date.today()), where, caserne.__version__))
        report(task)
        if time.monotonic() > ends:
            raise TimeIsUp

    try:
        with predictions_elsewhere("cuda", jobs) if gpu else nullcontext():
            run_tasks(play, tasks, jobs, keep)
    except TimeIsUp:
        print("time is up; go on by the same command", file=sys.stderr)


def progress(total: int, often: int) -> Callable[[Task], None]:
    """Return what reports games: on a terminal each one in the same line, else a line for so many."""
    done = 0

    def report(task: Task) -> None:
        nonlocal done
        done += 1
        last = done == total
        text = f"{done} of {total} games, {task.row.name}"
        if sys.stderr.isatty():
            print(f"\r\033[K{text}", end="\n" if last else "", file=sys.stderr, flush=True)
        elif last or done % often == 0:
            print(text, file=sys.stderr, flush=True)

    return report


def nodes_a_second(game_id: str) -> float:
    """Measure the speed of the highest level on one core, in positions of a game between weak bots."""
    game = caserne.game(game_id)
    _, record = play_game(game, [CARELESS] * game.seats, seed=0)
    player = bot(f"{LEVELS[-1]}@{THOUGHT}", game)
    warm_up(player.name, game)
    views = list(views_of(game, [event.move for event in record.events if not isinstance(event, TableEvent)]))
    player.analyse(views[0])  # not timed, for it is the first to write to the bot's memory
    began = time.process_time()
    nodes = sum(player.analyse(view).nodes for view in views)
    return nodes / (time.process_time() - began)


def views_of(game: Game[Any], moves: list[str]) -> Iterator[Observation]:
    """Return some observations of the seats to move in a game."""
    playthrough = Playthrough(game)
    for number, move in enumerate(moves):
        actor = playthrough.position.actor
        if isinstance(actor, int) and not playthrough.position.in_setup and number % EVENTS_APART == 0:
            yield playthrough.view(actor)
        playthrough.play(move)


def agent(text: str) -> Guest:
    """Read --agent; the name must not be that of a bot of ours."""
    name, _, player = text.partition("=")
    if not is_program(player) or name in (*BOTS, *LEVELS):
        raise argparse.ArgumentTypeError(f"{text}: expected a new name and a program, as in peternlewis=ucc:COMMAND")
    row = agent_row(name)
    try:
        read_name(player, caserne.game(row.game))
    except CaserneError as error:
        raise argparse.ArgumentTypeError(str(error)) from error
    return Guest(row, name, player)


def adversary(text: str) -> Guest:
    """Read --adversary."""
    try:
        row = adversary_row(Path(text))
    except CaserneError as error:
        raise argparse.ArgumentTypeError(str(error)) from error
    return Guest(row, row.first, f"net:weights={text}")


def chosen_rows(chosen: argparse.Namespace) -> list[Row]:
    """Return the rows that the arguments ask for."""
    guests: list[Guest] = [*chosen.agent, *chosen.adversary]
    rows = [*ROWS, *(guest.row for guest in guests)]
    if chosen.whole_second:
        rows += [*WHOLE_SECOND, *(with_whole_second(guest.row) for guest in guests)]
    if chosen.second_in_nodes:
        rows += [*WHOLE_IN_NODES, *(with_second_in_nodes(guest.row) for guest in guests)]
    return [
        row
        for row in rows
        if row.game in (chosen.game or GAMES) and any(text in row.name for text in chosen.only or [""])
    ]


def arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    measuring = commands.add_parser("measure")
    measuring.add_argument("folder", type=Path)
    measuring.add_argument("game", nargs="*")
    measuring.add_argument("--games", type=int, default=200, help="games of each row")
    measuring.add_argument("--jobs", type=int, default=os.cpu_count())
    measuring.add_argument("--minutes", type=float, default=24 * 60, help="stop after so many")
    measuring.add_argument("--only", nargs="+", metavar="TEXT", help="only the rows whose names contain one of these")
    measuring.add_argument("--whole-second", action="store_true", help="also play with all the time of a table")
    measuring.add_argument("--second-in-nodes", action="store_true", help="also play with the nodes of that time")
    measuring.add_argument("--gpu", action="store_true", help="let networks predict on a GPU (needs PyTorch)")
    measuring.add_argument("--agent", type=agent, action="append", default=[], metavar="NAME=ucc:COMMAND")
    measuring.add_argument("--adversary", type=adversary, action="append", default=[], metavar="FILE")
    rendering = commands.add_parser("render")
    rendering.add_argument("folder", type=Path)
    rendering.add_argument("--page", type=Path, default=PAGE, help="a page to write anew; what is hand-written stays")
    commands.add_parser("speed").add_argument("game", nargs="*")
    return parser


def main() -> None:
    parser = arguments()
    chosen = parser.parse_args()
    if chosen.command == "speed":
        for game in chosen.game or rooms():
            print(f"{game}: {nodes_a_second(game):,.0f} nodes a second ({machine()})")
    elif chosen.command == "render":
        chosen.page.write_text(page_text(read(chosen.folder), chosen.page.read_text("utf-8")), "utf-8")
    else:
        rows = chosen_rows(chosen) or parser.error("no row has this name")
        players = {guest.name: guest.player for guest in (*chosen.agent, *chosen.adversary)}
        limits = {"games": chosen.games, "jobs": chosen.jobs, "minutes": chosen.minutes}
        measure(chosen.folder, rows, players, gpu=chosen.gpu, **limits)


if __name__ == "__main__":
    main()
