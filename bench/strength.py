"""Measure the strength of the levels: a resumable tournament for every game, and the table in docs/strength.md.

    python bench/strength.py measure FOLDER [GAME ...]    play what is still missing; one JSON line a game in FOLDER
    python bench/strength.py render FOLDER                print the page
    python bench/strength.py speed [GAME ...]             print how many nodes a second the highest level looks at

Each level meets the one below it; the highest meets random, greedy and a plain tree search with random playouts that
may think as long, and where something is hidden the same search that takes all hidden set-ups for equally likely. The
highest level thinks `--pace` a move here instead of its own time: less than at a table, so that games come in hundreds.
A network that plays at once does so here too, and meets the best search of its game with SEARCH_PACE.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import caserne
from caserne.bots.arena import ArenaGame, play_game
from caserne.bots.engine import warm_up
from caserne.bots.levels import level_bots
from caserne.bots.names import LEVELS, bot
from caserne.bots.ratings import Pairing, cross_table
from caserne.bots.workers import run_tasks
from caserne.cli.common import read_options
from caserne.core.game.game import Game
from caserne.core.game.observation import Observation
from caserne.core.game.registry import about, rooms
from caserne.core.match.events import TableEvent
from caserne.core.match.playthrough import Playthrough
from machine import machine


@dataclass(frozen=True)
class Pair:
    """Two bots of a game that play each other, and the expected score of the first."""

    game: str
    first: str
    second: str
    goal: float
    option: str = ""
    """An option of the game, as K=V; empty: its defaults."""


@dataclass(frozen=True)
class Task:
    """One game of a pair."""

    pair: Pair
    number: int
    seed: int

    @property
    def bots(self) -> tuple[str, str]:
        names = (self.pair.first, self.pair.second)
        return names if self.number % 2 == 0 else names[::-1]


MOST_GAMES = 1_000_000
"""The distance between the seeds of two pairs."""


SEARCH_PACE = "5000n"
CARELESS, NODES_TIMED, EVENTS_APART = "greedy:noise=20", 3000, 21
"""For the speed: the bots that play the game, the budget for each position, and the plies between positions."""


class TimeIsUp(Exception):
    """The time limit is reached."""


def pairs_of(game_id: str, pace: str, peer_pace: str, top_pace: str, option: str) -> Iterator[Pair]:
    """Return the pairs of a game's tournament."""
    game = game_with(game_id, option)
    search = game.levels[-1].partition("@")[0]

    def top(at: str) -> str:
        """Return the name of the highest level with so much time, if it needs any."""
        return f"{LEVELS[-1]}@{at}" if "@" in level_bots(game)[-1] else LEVELS[-1]

    yield Pair(game_id, top(pace), "random", 0.99, option)
    yield Pair(game_id, top(pace), "greedy", 0.85, option)
    yield Pair(game_id, top(peer_pace), f"plain@{peer_pace}", 0.7, option)
    if about(game_id).hidden:
        yield Pair(game_id, f"{search}@{peer_pace}", f"{search}:worlds=uniform@{peer_pace}", 0.6, option)
    if level_bots(game) != game.levels:
        yield Pair(game_id, top(pace), f"{search}@{SEARCH_PACE}", 0.9 if option else 0.95, option)
    for lower, higher in pairwise([*LEVELS[:-1], top(top_pace)]):
        yield Pair(game_id, higher, lower, 0.6, option)


def game_with(game_id: str, option: str) -> Game[Any]:
    """Return a game with an option."""
    return caserne.game(game_id, **read_options(game_id, [option] if option else []))


def play(task: Task) -> ArenaGame:
    """Play one game; with node budgets, the same seed and number give the same game."""
    game = game_with(task.pair.game, task.pair.option)
    outcome, _ = play_game(game, task.bots, task.seed * MOST_GAMES + task.number)
    return outcome


def measure(folder: Path, games: dict[Pair, int], seed: int, jobs: int, minutes: float) -> None:
    """Play round by round, so that all pairs have about the same number of games at any time."""
    folder.mkdir(parents=True, exist_ok=True)
    done = {(Pair(**line["pair"]), line["number"]) for line in read(folder) if line["seed"] == seed}
    rounds = range(max(games.values()))
    tasks = [Task(pair, n, seed) for n in rounds for pair in games if n < games[pair] and (pair, n) not in done]
    ends = time.monotonic() + 60 * minutes

    def keep(place: int, outcome: ArenaGame) -> None:
        task = tasks[place]
        line = {**asdict(task), "machine": machine(), "outcome": asdict(outcome)}
        with (folder / f"{task.pair.game}.jsonl").open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")
        print(f"\r{place + 1} of {len(tasks)}", end="", file=sys.stderr, flush=True)
        if time.monotonic() > ends:
            raise TimeIsUp

    try:
        run_tasks(play, tasks, jobs, keep)
    except TimeIsUp:
        print("\ntime is up; go on by the same command", file=sys.stderr)


def nodes_a_second(game_id: str) -> float:
    """Measure the speed of the highest level on one core, in positions of a game between weak bots."""
    game = caserne.game(game_id)
    _, record = play_game(game, [CARELESS] * game.seats, seed=0)
    engine = game.levels[-1].partition("@")[0]
    warm_up(engine, game)
    player = bot(f"{engine}@{NODES_TIMED}n", game)
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


def read(folder: Path) -> list[dict[str, Any]]:
    """Read all games; a truncated last line is ignored."""
    lines = [line for path in sorted(folder.glob("*.jsonl")) for line in path.read_text("utf-8").splitlines(True)]
    return [json.loads(line) for line in lines if line.endswith("\n")]


def render(folder: Path) -> str:
    """Return the tables of all games."""
    lines = read(folder)
    page = [PREFACE.format(machines=" and ".join(sorted({line["machine"] for line in lines})))]
    for game in sorted({line["pair"]["game"] for line in lines}):
        page += [f"## {about(game).title('en')}", "", "| bot | against | games | won | drawn | lost | points | goal |"]
        page += ["|---|---|---|---|---|---|---|---|"]
        of_game = [line for line in lines if line["pair"]["game"] == game]
        pairs = {Pair(**line["pair"]) for line in of_game}
        for pair in sorted(pairs, key=lambda each: (each.option, each.second, each.first)):
            page.append(_row(pair, [line["outcome"] for line in of_game if Pair(**line["pair"]) == pair]))
        page.append("")
        page += [f"{n}. `{name}`" for n, name in enumerate(caserne.game(game).levels, 1)]
        page.append("")
    return "\n".join(page) + "\n" + notes()


def notes() -> str:
    """Return the hand-written end of the page."""
    text = PAGE.read_text("utf-8")
    return text[text.index(NOTES) :]


def _row(pair: Pair, outcomes: list[dict[str, Any]]) -> str:
    table = cross_table(ArenaGame(**{**outcome, "bots": tuple(outcome["bots"])}) for outcome in outcomes)
    result: Pairing = table[pair.first, pair.second]
    value, low, high = result.score
    points = f"{value:.1%} [{low:.1%}, {high:.1%}]"
    first = f"{pair.first}, {pair.option}" if pair.option else pair.first
    return (
        f"| {first} | {pair.second} | {result.games} | {result.wins} | {result.draws} | {result.losses} "
        f"| {points} | {pair.goal:.0%} |"
    )


PAGE = Path(__file__).parents[1] / "docs" / "strength.md"
NOTES = "## What set-ups are worth\n"

PREFACE = """# How strong the levels are

Printed by `python bench/strength.py render FOLDER` from games that `python bench/strength.py measure FOLDER` played
(the end of the page says with which options), seats alternating, one core a game.
Machine: {machines}.
A draw counts half; the brackets are 95% intervals. The list under each table says what its levels 1 to 6 are made of
(`docs/bots.md`); level 6 thinks less here than at a table, as its name says.
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    measuring = commands.add_parser("measure")
    measuring.add_argument("folder", type=Path)
    measuring.add_argument("game", nargs="*")
    measuring.add_argument("--games", type=int, default=200)
    measuring.add_argument("--level-games", type=int, default=200, help="games of each level against the one below")
    measuring.add_argument(
        "--against", nargs="+", metavar="BOT", help="only the pairs whose second bot is one of these"
    )
    measuring.add_argument("--pace", default="100ms", help="what level 6 may think a move, in time or nodes (3000n)")
    measuring.add_argument("--peer-pace", default="100ms", help="the same, against rivals that may think as long")
    measuring.add_argument("--top-pace", default="200ms", help="what level 6 may think a move against level 5")
    measuring.add_argument("--option", default="", metavar="K=V", help="an option of the game, such as another army")
    measuring.add_argument("--seed", type=int, default=0)
    measuring.add_argument("--jobs", type=int, default=os.cpu_count())
    measuring.add_argument("--minutes", type=float, default=24 * 60)
    commands.add_parser("render").add_argument("folder", type=Path)
    commands.add_parser("speed").add_argument("game", nargs="*")
    chosen = parser.parse_args()
    if chosen.command == "speed":
        for game in chosen.game or rooms():
            print(f"{game}: {nodes_a_second(game):,.0f} nodes a second ({machine()})")
    elif chosen.command == "render":
        print(render(chosen.folder), end="")
    else:
        games = chosen.game or list(rooms())
        paces = (chosen.pace, chosen.peer_pace, chosen.top_pace)
        pairs = [pair for game in games for pair in pairs_of(game, *paces, chosen.option)]
        if chosen.against:
            pairs = [pair for pair in pairs if pair.second in chosen.against]
        numbers = {pair: chosen.level_games if pair.second in LEVELS else chosen.games for pair in pairs}
        measure(chosen.folder, numbers, chosen.seed, chosen.jobs, chosen.minutes)


if __name__ == "__main__":
    main()
