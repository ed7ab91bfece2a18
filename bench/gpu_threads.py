"""Random play on a CUDA GPU by games and threads: the tables of docs/performance.md.

    python bench/gpu_threads.py [GAME ...] [--games N ...] [--threads N ...] [--blocks N ...]

Million moves a second. A thread plays one game after another; with as many threads as games, each plays one.
`--blocks` are sizes of blocks, in threads.
"""

from __future__ import annotations

import argparse
from itertools import product
from typing import Any

import caserne
from caserne.core.game.game import Game
from caserne.core.game.registry import rooms
from caserne.core.simulation.gpu import BLOCK, simulate_on_gpu

MULTIPROCESSORS = 132
THREADS = [MULTIPROCESSORS * threads for threads in (128, 256, 384, 512, 768, 1024, 1536, 2048)]
GAMES, FEWER_GAMES = 1_048_576, 131_072
SLOW = 2.0
"""Seconds; a room that takes longer gets fewer games from then on, unless their number was given."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rooms", nargs="*", metavar="GAME", default=rooms())
    parser.add_argument("--games", type=int, nargs="+")
    parser.add_argument("--threads", type=int, nargs="+", default=THREADS)
    parser.add_argument("--blocks", type=int, nargs="+", default=[BLOCK])
    given = parser.parse_args()
    for games, block in product(given.games or [GAMES], given.blocks):
        print(f"\n{games:,} games, blocks of {block}\n")
        print(f"| threads | {' | '.join(given.rooms)} |\n|---{'|---' * len(given.rooms)}|")
        columns = [Column(caserne.game(name), games, block, fixed=given.games is not None) for name in given.rooms]
        for threads in given.threads:
            print(f"| {threads:,} | {' | '.join(column.cell(threads) for column in columns)} |", flush=True)


class Column:
    """The rates of one room."""

    def __init__(self, game: Game[Any], games: int, block: int, *, fixed: bool) -> None:
        self._game, self._games, self._block, self._fixed = game, games, block, fixed

    def cell(self, threads: int) -> str:
        """Return the rate with so many threads."""
        run = simulate_on_gpu(self._game, self._games, threads=threads, block=self._block, repeats=2)
        if run.seconds > SLOW and not self._fixed:
            self._games = FEWER_GAMES
        return f"{int(run.simulation.lengths.sum()) / run.seconds / 1e6:,.0f}"


if __name__ == "__main__":
    main()
