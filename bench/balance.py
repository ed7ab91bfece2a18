"""Measure the balance of the games: docs/balance.md, docs/equilibre.md and their plots.

    python bench/balance.py measure FOLDER [--games 200] [--minutes 30] [--jobs 1]    play what is still missing
    python bench/balance.py render FOLDER                                             write the pages from it

Each study is a game with some options, played at random and by its strongest bot, with a budget that plays hundreds
of games in minutes, the same bot at every seat. What is played is kept in FOLDER, with the names of the machines that
played it; the same command goes on with it.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import Any

import caserne
from balance_page import write_pages
from caserne.bots.workers import run_in_threads, run_tasks
from caserne.core.game.game import Game
from caserne.core.simulation.outcomes import Outcomes
from caserne.runs.simulation import RANDOM, SimulationFolder, simulate
from machine import machine
from worth import ARMIES, Army, Sample, bot_sample, random_sample

RANDOM_GAMES = 10_000
ROUND = 50
"""Games of bots that each study plays before the next one's turn."""
RANDOM_WORTH_GAMES = 20_000
SEED = 2026
MACHINES = "machines.txt"


@dataclass(frozen=True)
class Study:
    """A game with some of its options, and the bot that plays it."""

    id: str
    bot: str
    option: str = ""
    """As K=V; empty: the defaults."""

    @cached_property
    def game(self) -> Game[Any]:
        name, _, value = self.option.partition("=")
        return caserne.game(self.id, **({name: value} if name else {}))

    def play(self, folder: Path, bot: str, games: int, jobs: int) -> Outcomes:
        """Return games of a bot against itself; those that the folder has are not played again."""
        bots = [bot] * self.game.seats
        kept = SimulationFolder(folder / self.folder_name(bot), self.game, bots, SEED, resume=True)
        run = partial(run_in_threads if bot == RANDOM else run_tasks, jobs=jobs)
        return simulate(self.game, bots, games, seed=SEED, run=run, folder=kept)

    def folder_name(self, bot: str) -> str:
        return "-".join(filter(None, (self.id, self.option, "random" if bot == RANDOM else "bot")))

    def played(self, folder: Path, bot: str) -> int:
        """Return how many games of a bot the folder has, from the first on without a gap."""
        kept = SimulationFolder(folder / self.folder_name(bot), self.game, [bot] * self.game.seats, SEED, resume=True)
        numbers = {first + n for first, size in kept.chunks for n in range(size)}
        return next(n for n in range(len(numbers) + 1) if n not in numbers)


STUDIES = (
    Study("belligerants", "6@500n"),
    Study("belligerants", "6@500n", "map=plain"),
    Study("belligerants", "6@500n", "capture=mandatory"),
    Study("belligerants", "6@500n", "water=drowning"),
    Study("breakthrough", "6@10000n"),
    Study("manoeuvre", "6@500n"),
    Study("manoeuvre", "6@500n", "base=direct"),
    Study("manoeuvre", "6@500n", "order_bonus=true"),
    Study("manoeuvre", "6@500n", "players=3"),
    Study("manoeuvre", "6@500n", "players=4"),
    Study("movers", "6@10000n"),
    Study("movers", "6@10000n", "expert=true"),
    Study("movers", "6@10000n", "ranks=6"),
    Study("stratego", "net"),
    Study("stratego", "net", "army=barrage"),
    Study("stratego", "net", "army=mission"),
)


def rounds(games: int) -> Iterator[tuple[Study, int]]:
    """Return each study with the games it should have by then, so that all have about as many at any time."""
    yield from ((study, done) for done in range(ROUND, games + ROUND, ROUND) for study in STUDIES)


def worth_samples(army: Army, folder: Path, jobs: int, bot_games: int) -> dict[str, Sample]:
    """Return what the worth of an army's pieces and grounds is derived from, by who played."""
    run = partial(run_tasks, jobs=jobs)
    kept = folder / f"worth-{army.id}"
    played = bot_sample(army, bot_games, SEED, kept, run)
    return {RANDOM: random_sample(army, RANDOM_WORTH_GAMES, SEED), army.bot: played}


def measure(folder: Path, games: int, minutes: float, jobs: int) -> None:
    """Play until all studies have their games or the time is up."""
    add_machine(folder)
    ends = time.monotonic() + 60 * minutes
    for study in STUDIES:
        study.play(folder, RANDOM, RANDOM_GAMES, jobs)
    for army in ARMIES:
        worth_samples(army, folder, jobs, army.games)
    for study, wanted in rounds(games):
        if time.monotonic() > ends:
            print("time is up; go on by the same command")
            return
        study.play(folder, study.bot, wanted, jobs)
        print(f"{study.folder_name(study.bot)}: {wanted} games", flush=True)


def add_machine(folder: Path) -> None:
    """Note where the games of a folder are played; they can go on elsewhere."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / MACHINES
    known = file.read_text("utf-8").splitlines() if file.exists() else []
    file.write_text("\n".join(dict.fromkeys([*known, machine()])), "utf-8")


def render(folder: Path) -> None:
    """Write the pages from what the folder has."""
    played = {
        study: {
            bot: study.play(folder, bot, count, 1)
            for bot in (RANDOM, study.bot)
            if (count := study.played(folder, bot))
        }
        for study in STUDIES
    }
    samples = {
        army: worth_samples(army, folder, 1, len(list((folder / f"worth-{army.id}").glob("*")))) for army in ARMIES
    }
    write_pages(played, samples, " / ".join((folder / MACHINES).read_text("utf-8").splitlines()))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    measuring = commands.add_parser("measure")
    measuring.add_argument("folder", type=Path)
    measuring.add_argument("--games", type=int, default=200)
    measuring.add_argument("--minutes", type=float, default=30)
    measuring.add_argument("--jobs", type=int, default=os.cpu_count())
    commands.add_parser("render").add_argument("folder", type=Path)
    chosen = parser.parse_args()
    if chosen.command == "measure":
        measure(chosen.folder, chosen.games, chosen.minutes, chosen.jobs)
    else:
        render(chosen.folder)


if __name__ == "__main__":
    main()
