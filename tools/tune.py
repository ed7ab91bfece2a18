"""Tune the weights of a room's evaluation by self-play: `python tools/tune.py GAME [--write]`.

For a room whose `evaluate` has a rule `weighted(o, s, seat, weights)`, linear in its weights and in log odds of
winning, and whose `weights` names them. A round plays games of the alpha-beta bot against itself, fits the weights to
the results of all rounds so far (logistic regression, which needs what each weight is multiplied with: `weighted` of
unit vectors), and lets the new weights play the old ones. With `--write` the room's `weights.py` is written anew after
every round that won. The same arguments give the same numbers.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from math import sqrt, tanh
from pathlib import Path
from typing import Any

import numpy as np

import caserne
from caserne.bots.alphabeta import AlphaBetaBot
from caserne.bots.bot import Budget
from caserne.core.compiled import rule
from caserne.core.game import Game
from caserne.core.position import Position
from caserne.core.registry import rooms

Array = np.ndarray[Any, np.dtype[np.float64]]

MOST_PLIES = 200
"""Longer games count as drawn."""
RIDGE = 1.0
"""How strongly weights are held near what they were; of use for what hardly occurs in the games."""


def main() -> None:
    arguments = read_arguments()
    game = caserne.game(arguments.game)
    package = rooms()[arguments.game]
    weighted = import_module(f"{package}.evaluate").weighted
    room_weights = import_module(f"{package}.weights")
    names, weights = list(room_weights.WEIGHTS), np.array(list(room_weights.WEIGHTS.values()))
    if arguments.scratch:
        weights = np.zeros(len(names))
    features, results = np.zeros((0, len(weights))), np.zeros(0)
    for number in range(arguments.rounds):
        seed = arguments.seed + number * 1_000_000
        player = with_weights(game, weighted, weights)
        seen, ended = self_play(player, weighted, len(weights), arguments.games, arguments.nodes, seed)
        features, results = np.vstack([features, seen]), np.append(results, ended)
        fitted = fit(features, results, weights)
        losses = [log_loss(features, results, candidate) for candidate in (weights, fitted)]
        print(f"round {number + 1}: {len(results)} positions, log loss {losses[0]:.4f} -> {losses[1]:.4f}")
        rival = with_weights(game, weighted, fitted)
        score, error = play_match(rival, player, arguments.match, arguments.nodes, seed + 500_000)
        print(f"new against old: {score:.1%} +- {error:.1%} of {arguments.match} games", flush=True)
        if score > 0.5:
            weights = np.round(fitted, 3)
            if arguments.write:
                write(Path(str(room_weights.__file__)), names, weights)
    for name, weight in zip(names, weights, strict=True):
        print(f"{weight:8.3f}  {name}")


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=str(__doc__).splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--games", type=int, default=1_000, help="games of a round to learn from")
    parser.add_argument("--match", type=int, default=200, help="games of new weights against old ones")
    parser.add_argument("--nodes", type=int, default=2_000, help="what a bot may look at for a move")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--scratch", action="store_true", help="begin with weights of 0, not with the room's")
    parser.add_argument("--write", action="store_true")
    return parser.parse_args()


def with_weights(game: Game[Any], weighted: Callable[..., float], weights: Array) -> Game[Any]:
    """The same game, its room's evaluation with other weights."""

    @rule
    def evaluate(o: Any, s: Any, seat: Any) -> Any:
        return tanh(weighted(o, s, seat, weights) / 2)

    room = type(game)
    variant = type(room.__name__, (room,), {"rules": replace(room.rules, evaluate=evaluate)})
    tuned: Game[Any] = variant(game.options)
    return tuned


def opening_of(game: Game[Any], seed: int) -> Position:
    """A position after set-ups, and some moves, drawn at random."""
    dice = np.random.default_rng(seed)
    position = game.start()
    moves_left = int(dice.integers(0, 9))
    while position.actor is not None and (moves_left or position.in_setup or position.actor == "chance"):
        moves_left -= isinstance(position.actor, int) and not position.in_setup and moves_left > 0
        if position.in_setup:
            position = position.play(position.random_setup(int(dice.integers(2**31))))
        else:
            position = position.play_action(int(dice.choice(position.legal_actions())))
    return position


def play(games: list[Game[Any]], opening: Position, nodes: int, seed: int) -> tuple[list[Position], tuple[float, ...]]:
    """One game between bots that each see it through a game of their own: its positions and its result."""
    bots = [AlphaBetaBot(seed + seat, Budget(nodes=nodes), table="4") for seat in range(2)]
    dice = np.random.default_rng(seed)
    position, positions = opening, []
    while isinstance(actor := position.actor, int | str) and position.ply < opening.ply + MOST_PLIES:
        if isinstance(actor, int):
            positions.append(position)
            position = position.play(bots[actor].move(replace(position.view(actor), game=games[actor])))
        else:
            position = position.play_action(int(dice.choice(position.legal_actions())))
    return positions, position.returns() or (0.0, 0.0)


def self_play(
    game: Game[Any], weighted: Callable[..., float], count: int, games: int, nodes: int, seed: int
) -> tuple[Array, Array]:
    """For every position of many games what each weight is multiplied with, and how it ended for the first seat."""
    units = np.eye(count)
    features, results = [], []
    for number in range(games):
        positions, returns = play([game, game], opening_of(game, seed + number), nodes, seed + number)
        for position in positions:
            state, _ = position.scratch()
            features.append([weighted(game.o, state[0], 0, unit) for unit in units])
            results.append((returns[0] + 1) / 2)
    return np.array(features), np.array(results)


def fit(features: Array, results: Array, before: Array) -> Array:
    """The weights under which the results were likeliest, by Newton's method."""
    weights = before.copy()
    for _ in range(20):
        expected = 1 / (1 + np.exp(-features @ weights))
        slope = features.T @ (results - expected) - RIDGE * (weights - before)
        curvature = (features.T * (expected * (1 - expected))) @ features + RIDGE * np.eye(len(weights))
        weights += np.linalg.solve(curvature, slope)
    return weights


def log_loss(features: Array, results: Array, weights: Array) -> float:
    odds = features @ weights
    return float(np.mean(np.logaddexp(0, odds) - results * odds))


def play_match(first: Game[Any], second: Game[Any], games: int, nodes: int, seed: int) -> tuple[float, float]:
    """The first's share of the points, with its standard error; every opening is played from both sides."""
    points = []
    for number in range(games // 2):
        opening = opening_of(first, seed + number)
        for seat, sides in enumerate(([first, second], [second, first])):
            _, returns = play(sides, opening, nodes, seed + number)
            points.append((returns[seat] + 1) / 2)
    return float(np.mean(points)), float(np.std(points)) / sqrt(len(points))


def write(path: Path, names: list[str], weights: Array) -> None:
    """Put the weights into a room's `weights.py`; what stands above them stays."""
    text = path.read_text()
    lines = "".join(f'    "{name}": {weight:.3f},\n' for name, weight in zip(names, weights, strict=True))
    path.write_text(re.sub(r"^WEIGHTS = \{.*?^\}", f"WEIGHTS = {{\n{lines}}}", text, flags=re.MULTILINE | re.DOTALL))


if __name__ == "__main__":
    main()
