"""Check that no array depends on what is hidden: swap secrets in many games and compare bytes.

python tools/check_secrecy.py [GAME ...] [--games 10000] [--setups library policy] [--jobs 1]

Every game with hidden information is tried with its defaults and with each option changed, set-ups included.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np

import caserne
from caserne.bots.workers import run_tasks
from caserne.core.game.encode import encode_view
from caserne.core.game.registry import rooms
from caserne.core.kernel.layout import SPECTATOR
from caserne.env import Batch, batch
from caserne.env.setups import LIBRARY, POLICY

OPTIONS_TO_TRY = Path(__file__).parents[1] / "src" / "caserne" / "conformance" / "tests"
STEPS = 200
"""Moves made in every game; games that end start anew."""


def games_with_secrets() -> list[str]:
    """Return the games in which a set-up, or more, is hidden."""
    return [name for name in rooms() if (game := caserne.game(name)).features and game.rules.placements]


def count_swapped(games: Batch, n: int) -> int:
    """Replace what game n hides from the seat to act by something else that fits its view, and compare all arrays.

    Return 1 if there was a secret to be replaced by another.
    """
    features, rules, packed, private = games.features, games.game.rules, games.game.packed, games._games
    seat, memory, past = int(games.seats[n]), private.memories[n : n + 1], private.pasts[n]
    truth, state, view = private.states[n : n + 1].copy(), np.zeros(1, rules.state), np.zeros(1, rules.view)
    rules.arrays.sample(packed, private.views[n : n + 1], seat, state, private.dice[n].copy())
    rules.arrays.observe(packed, state, seat, view)
    cells, scalars = encode_view(games.game, features, view, past, memory, seat)
    moves = np.zeros(rules.max_moves, np.int32)
    count = rules.arrays.legal(packed, state, past, moves)
    assert cells.tobytes() == games.cells[n].tobytes()
    assert scalars.tobytes() == games.scalars[n].tobytes()
    assert sorted(features.output_of(games.game.o, view[0], seat, int(move)) for move in moves[:count]) == (
        np.flatnonzero(games.mask[n]).tolist()
    )
    assert remembered(games, truth, memory).tobytes() == remembered(games, state, memory).tobytes()
    return int(state.tobytes() != truth.tobytes())


def remembered(games: Batch, state: np.ndarray, memory: np.ndarray) -> np.ndarray:
    """Return the memory after one more look at a state."""
    public, memory = np.zeros(1, games.game.rules.view), memory.copy()
    games.game.rules.arrays.observe(games.game.packed, state, SPECTATOR, public)
    if games.features.remember:
        games.features.remember(games.game.o, public[0], memory[0])
    return memory


def check(game: str, number: int, setups: str, steps: int, every: int, **options: Any) -> int:
    """Swap secrets in many games, every some steps; return in how many positions there were any."""
    games, swapped = batch(game, number, seed=5, setups=setups, planes=False, **options), 0
    for step in range(steps):
        games.step(games.draw_actions())
        if step % every == every - 1:
            swapped += sum(count_swapped(games, n) for n in range(number))
    return swapped


def timed(task: tuple[str, dict[str, Any], str, int]) -> str:
    """Return a line about one game with its options and a way to make set-ups."""
    name, options, setups, games = task
    began = time.perf_counter()
    swapped = check(name, games, setups, STEPS, STEPS // 20, **options)
    seconds = time.perf_counter() - began
    return f"{name} {options} set-ups by {setups}: {swapped:,} secrets swapped in {games:,} games, {seconds:.0f} s"


def main() -> None:
    sys.path.append(str(OPTIONS_TO_TRY))
    from games_and_options import variants

    reading = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    reading.add_argument("names", nargs="*", metavar="GAME")
    reading.add_argument("--games", type=int, default=10_000)
    reading.add_argument("--setups", nargs="+", choices=(LIBRARY, POLICY), default=(LIBRARY, POLICY))
    reading.add_argument("--jobs", type=int, default=1)
    chosen = reading.parse_args()
    tasks = [
        (name, options, setups, chosen.games)
        for name in chosen.names or games_with_secrets()
        for options in variants(name)
        for setups in chosen.setups
    ]
    run_tasks(timed, tasks, chosen.jobs, lambda _, line: print(line, flush=True))


if __name__ == "__main__":
    main()
