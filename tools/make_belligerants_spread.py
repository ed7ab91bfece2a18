"""Learn how far a lead in Les Belligérants decides the game, for the evaluation of that room.

    python tools/make_belligerants_spread.py [GAMES]

Lets `greedy` play itself, which hardly asks how likely a win is, and looks at every third position: how far ahead the
first seat is (`side_value` in `evaluate.py`), how many pawns have not entered yet, and who won in the end. It prints
the two numbers under which the results were likeliest, MIN_SPREAD and EXTRA_SPREAD, and how likely a position's result
was on average by those and by the ones in use.
"""

from __future__ import annotations

import sys
from itertools import product

import numpy as np

import caserne
from caserne.bots.names import bot
from caserne.games.belligerants.army import PAWNS
from caserne.games.belligerants.evaluate import EXTRA_SPREAD, MIN_SPREAD, WEIGHTS, pawns_outside, side_value

APART = 3
"""Plies between two samples of a game."""
STEPS = np.arange(0.1, 5.0, 0.1).round(1)


def gather(games: int) -> np.ndarray:
    """Return one row a position: its lead, the share of pawns that have not entered, and the first seat's return."""
    game, lines = caserne.game("belligerants"), []
    for number in range(games):
        dice, players = np.random.default_rng(number), [bot("greedy", game, 2 * number + seat) for seat in range(2)]
        position, seen = game.start(), []
        while (actor := position.actor) is not None:
            if isinstance(actor, int):
                position = position.play(players[actor].move(position.view(actor)))
                continue
            if position.ply % APART == 0:
                s = position.scratch()[0][0]
                lead = side_value(game.o, s, 0, WEIGHTS) - side_value(game.o, s, 1, WEIGHTS)
                seen.append((lead, pawns_outside(s) / (2 * PAWNS)))
            position = position.play_action(int(dice.choice(position.legal_actions())))
        points = (position.returns()[0] + 1) / 2
        lines += [(*each, points) for each in seen]
        print(f"\r{number + 1} of {games} games", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return np.array(lines)


def likelihood(lines: np.ndarray, least: float, more: float) -> float:
    """Return the mean log-likelihood of the results."""
    lead, outside, points = lines.T
    odds = lead / (least + more * outside)
    return float(np.exp(np.mean(points * odds - np.logaddexp(0, odds))))


def main(games: int) -> None:
    lines = gather(games)
    best = max(product(STEPS, STEPS), key=lambda pair: likelihood(lines, *pair))
    for name, pair in (("likeliest", best), ("in use", (MIN_SPREAD, EXTRA_SPREAD))):
        print(f"{name}: {pair[0]:.1f} and {pair[1]:.1f}, {likelihood(lines, *pair):.4f} a position")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 600)
