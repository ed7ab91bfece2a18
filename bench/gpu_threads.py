"""Random play of every room on a CUDA GPU by the number of games in flight: the table of docs/performance.md."""

from __future__ import annotations

import caserne
from caserne.core.game.registry import rooms
from caserne.core.simulation.gpu import simulate_on_gpu

MULTIPROCESSORS = 132
THREADS = [MULTIPROCESSORS * threads for threads in (128, 256, 384, 512, 768, 1024)]
GAMES, FEWER_GAMES = 1_048_576, 131_072
SLOW = 2.0
"""Seconds; a room that takes longer gets fewer games from then on."""


def main() -> None:
    print("threads  " + "  ".join(rooms()))
    games = {game_id: caserne.game(game_id) for game_id in rooms()}
    sizes = dict.fromkeys(games, GAMES)
    for threads in THREADS:
        rates = []
        for game_id, game in games.items():
            run = simulate_on_gpu(game, sizes[game_id], threads=threads, repeats=2)
            moves = int(run.simulation.lengths.sum())
            if run.seconds > SLOW:
                sizes[game_id] = FEWER_GAMES
            rates.append(f"{moves / run.seconds / 1e6:.0f}")
        print(f"{threads:7}  " + "  ".join(rates), flush=True)


if __name__ == "__main__":
    main()
