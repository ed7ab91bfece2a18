"""Measure how long the raw policy of a room's network takes for a move on one core.

    python bench/net.py [GAME]

Run it with OPENBLAS_NUM_THREADS=1, so that matrices are multiplied on one core.
"""

from __future__ import annotations

import sys
from statistics import median
from time import perf_counter

import caserne
from caserne.bots.names import bot
from caserne.core.kernel.compiled import Policy, set_policy
from machine import machine

MOVES, WARM_UP = 60, 5
"""Moves that are timed, and moves before them."""


def main() -> None:
    """Let the policy play itself, and time each move: what it sees as arrays, one pass, and the draw."""
    game = caserne.game(sys.argv[1] if len(sys.argv) > 1 else "stratego")
    set_policy(Policy.ALWAYS)
    player, position, times = bot("net", game), game.start(), []
    while isinstance(position.actor, int) and len(times) < WARM_UP + MOVES:
        observation, began = position.view(position.actor), perf_counter()
        move = player.move(observation)
        if not position.in_setup:
            times.append(1000 * (perf_counter() - began))
        position = position.play(move)
    timed = sorted(times[WARM_UP:])
    slow = timed[len(timed) * 9 // 10]
    print(f"{game.id}: {median(timed):.1f} ms a move, one in ten takes {slow:.1f} ms or more ({machine()})")


if __name__ == "__main__":
    main()
