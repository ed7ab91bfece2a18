"""Compare a bot of Movers & Hoppers with perfect play on the boards that are solved (docs/solved.md).

    python bench/solved.py [--bot 6@20000n] [--positions 1500] [--starts 400]

Prints two shares for each board: of the sampled positions in which some moves keep the result of perfect play and some
do not, those where the bot's move keeps it; and of the pairs of set-ups, those whose game of the bot against itself
ends as perfect play would. A second table has the positions by how long perfect play takes to win.
"""

from __future__ import annotations

import argparse
import json
import os
from dataclasses import dataclass
from pathlib import Path

import caserne
from caserne.bots.names import bot
from caserne.bots.workers import run_tasks
from caserne.core.match.playthrough import Playthrough
from caserne.games.movers.solve.solution import Value
from machine import machine

ROOT = Path(__file__).parents[1]
SAMPLES = ROOT / "src" / "caserne" / "games" / "movers" / "tests" / "solved"
SOLUTIONS = ROOT / "docs" / "solved"


DISTANCES = {
    "wins in up to 20 moves": range(1, 21),
    "wins in 21 to 40": range(21, 41),
    "wins in more": range(41, 10_000),
    "draws": range(1),
}


@dataclass(frozen=True)
class Choice:
    """A position of a solved board, and the moves that keep its result."""

    ranks: int
    bot: str
    position: str
    value: Value
    keeping: tuple[str, ...]


@dataclass(frozen=True)
class Start:
    """A pair of set-ups, and the result of perfect play for White."""

    ranks: int
    bot: str
    setups: tuple[str, str]
    result: int


def choices(ranks: int, name: str) -> list[Choice]:
    """Return the sampled positions in which it matters what is played."""
    game, found = caserne.game("movers", ranks=ranks, repetition=0), []
    for line in (SAMPLES / f"{ranks}.txt").read_text("utf-8").splitlines():
        text, written, after = (part.strip() for part in line.split("|"))
        moves, value = game.position(text).legal(), Value.read(written)
        results = [-Value.read(one).outcome for one in after.split()]
        keeping = [move for move, result in zip(moves, results, strict=True) if result == value.outcome]
        if 0 < len(keeping) < len(moves):
            found.append(Choice(ranks, name, text, value, tuple(keeping)))
    return found


def starts(ranks: int, name: str) -> list[Start]:
    """Return the pairs of set-ups of MH-1."""
    solution = json.loads((SOLUTIONS / f"{ranks}.json").read_text("utf-8"))
    setups = [(n, setup) for n, setup in enumerate(solution["setups"]) if setup.count("M") == setup.count("H")]
    values = solution["values"]
    return [
        Start(ranks, name, (white, red), (values[row][column] > 0) - (values[row][column] < 0))
        for row, white in setups
        for column, red in setups
    ]


def keeps(choice: Choice) -> bool:
    """Whether the bot's move keeps the result of perfect play."""
    game = caserne.game("movers", ranks=choice.ranks, repetition=0)
    position = game.position(choice.position)
    assert isinstance(position.actor, int)
    return bot(choice.bot, game).move(position.view(position.actor)) in choice.keeping


def ends_right(start: Start) -> bool:
    """Whether a game of the bot against itself ends as perfect play would."""
    game = caserne.game("movers", ranks=start.ranks)
    playthrough, players = Playthrough(game), [bot(start.bot, game, seed) for seed in range(2)]
    for setup in start.setups:
        playthrough.play(setup)
    while isinstance(actor := playthrough.position.actor, int):
        playthrough.play(players[actor].move(playthrough.view(actor)))
    returns = playthrough.position.returns()
    assert returns
    return returns[0] == start.result


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bot", default="6@20000n")
    parser.add_argument("--positions", type=int, default=1500, help="look at so many of the sampled positions")
    parser.add_argument("--starts", type=int, default=400, help="play from so many pairs of set-ups")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    chosen = parser.parse_args()
    print(
        f"{machine()}; {chosen.bot}\n\n| board | positions | result kept | pairs of set-ups | ended as perfect play |"
    )
    print("|---|---|---|---|---|")
    kept: dict[Choice, bool] = {}
    for ranks in sorted(int(path.stem) for path in SAMPLES.glob("*.txt")):
        asked, begun = choices(ranks, chosen.bot)[: chosen.positions], spread(starts(ranks, chosen.bot), chosen.starts)
        answers = run_tasks(keeps, asked, chosen.jobs)
        kept |= zip(asked, answers, strict=True)
        right = sum(run_tasks(ends_right, begun, chosen.jobs))
        shares = f"{share(answers)} | {len(begun)} | {right} ({right / len(begun):.1%})"
        print(f"| 3 x {ranks} | {shares} |", flush=True)
    print_by_distance(kept)


def print_by_distance(kept: dict[Choice, bool]) -> None:
    """Print the positions by what perfect play makes of them; in lost ones, nothing can be given away."""
    print("\n| board | perfect play | positions | result kept |\n|---|---|---|---|")
    for ranks in sorted({choice.ranks for choice in kept}):
        for name, distances in DISTANCES.items():
            answers = [
                is_kept
                for choice, is_kept in kept.items()
                if choice.ranks == ranks and choice.value.distance in distances
            ]
            if answers:
                print(f"| 3 x {ranks} | {name} | {share(answers)} |")


def share(answers: list[bool]) -> str:
    return f"{len(answers)} | {sum(answers)} ({sum(answers) / len(answers):.1%})"


def spread(tasks: list[Start], number: int) -> list[Start]:
    """Return so many of the tasks, evenly spread."""
    return tasks[:: max(1, len(tasks) // number)][:number]


if __name__ == "__main__":
    main()
