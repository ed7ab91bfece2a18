"""Tune the weights of a room's evaluation by self-play: `python tools/tune.py GAME [--write]`.

For a room whose `evaluate` has a rule `log_odds(o, s, seat, weights)`, in log odds of winning, and whose `weights`
names them. There are two ways:

- `fit`, for a rule that is linear in its weights: a round plays games of a bot against itself, fits the weights to the
  results of all rounds so far (logistic regression, which needs what each weight is multiplied with: `log_odds` of unit
  vectors), and lets the new weights play the old ones.
- `climb`: in every two games of a round all weights are changed at random, one way for one side and the other way for
  the other, and then follow the changes that won (SPSA). For rooms in which bots with fitted weights play badly, since
  what goes with winning does not always lead to it. With `--exploit`, both changes play where it began instead, so that
  the weights learn to beat those and nothing else: how much they win says how exploitable those are.

With `--write` the room's `weights.py` is written anew: after every round of `fit` that won, or at the end of a `climb`
that beats where it began. The same arguments give the same numbers, however many processes share the games.
"""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib import import_module
from math import sqrt, tanh
from pathlib import Path
from typing import Any

import numpy as np

import caserne
from altered_game import altered_game
from caserne.bots.names import bot
from caserne.bots.workers import run_tasks
from caserne.core.game.game import Game
from caserne.core.game.position import Position
from caserne.core.game.registry import rooms
from caserne.core.kernel.compiled import allocating_rule, kernel
from caserne.core.kernel.layout import OVER

Array = np.ndarray[Any, np.dtype[np.float64]]
Weights = tuple[float, ...]

RIDGE = 1.0
"""The strength of the regularisation towards the old weights, for features that hardly occur in the games."""
LEAST_STEP, STEP, PACE = 0.02, 0.2, 3.0
"""For SPSA: the change of a weight in a game, at least and relative to its size, and the number of such steps that it
moves if all games with a change in one direction are won."""


@dataclass(frozen=True)
class Task:
    """A game from a random opening between two bots of one name, each with weights of its own."""

    game: str
    bot: str
    sides: tuple[Weights, Weights]
    seed: int
    plies: int
    """After this number of plies the game counts as drawn."""
    suggested: bool
    """Whether to use the set-ups that the game suggests."""


def main() -> None:
    arguments = read_arguments()
    room_weights = import_module(f"{rooms()[arguments.game]}.weights")
    names, weights = list(room_weights.WEIGHTS), np.array(list(room_weights.WEIGHTS.values()))
    if arguments.scratch:
        weights = np.zeros(len(names))
    elif arguments.begin:
        weights = np.array(arguments.begin)
    for way, rounds in zip(arguments.by, arguments.rounds, strict=True):
        for better in WAYS[way](arguments, rounds, weights):
            weights = better
            if arguments.write:
                write(Path(str(room_weights.__file__)), names, weights)
    for name, weight in zip(names, weights, strict=True):
        print(f"{weight:8.3f}  {name}")


def fit_rounds(arguments: argparse.Namespace, rounds: int, weights: Array) -> Iterator[Array]:
    """Yield the weights after every round that won."""
    features, results = np.zeros((0, len(weights))), np.zeros(0)
    for number in range(rounds):
        seed = arguments.seed + number * 1_000_000
        seen, ended = self_play(arguments, weights, seed)
        features, results = np.vstack([features, seen]), np.append(results, ended)
        fitted = np.round(fit(features, results, weights), 3)
        losses = [log_loss(features, results, candidate) for candidate in (weights, fitted)]
        print(f"round {number + 1}: {len(results)} positions, log loss {losses[0]:.4f} -> {losses[1]:.4f}")
        if wins(arguments, fitted, weights, seed + 500_000):
            weights = fitted
            yield weights


def climb_rounds(arguments: argparse.Namespace, rounds: int, weights: Array) -> Iterator[Array]:
    """Return the weights after all rounds, if they beat the first ones."""
    began = weights
    for number in range(rounds):
        seed = arguments.seed + number * 1_000_000
        signs = np.random.default_rng(seed).choice([-1.0, 1.0], (arguments.games // 2, len(weights)))
        steps = LEAST_STEP + STEP * np.abs(weights)
        lead = leads(arguments, weights, steps * signs, began, seed)
        weights = weights + PACE * steps * (lead @ signs) / len(signs)
        print(f"round {number + 1}:", " ".join(f"{weight:.3f}" for weight in weights), flush=True)
    weights = np.round(weights, 3)
    if wins(arguments, weights, began, arguments.seed + rounds * 1_000_000):
        yield weights


def leads(arguments: argparse.Namespace, weights: Array, changes: Array, began: Array, seed: int) -> Array:
    """Return how much better each change does than its opposite, from -1 to 1."""
    if not arguments.exploit:
        points = play_pairs(arguments, [(weights + change, weights - change) for change in changes], seed)
        return 2 * np.reshape(points, (-1, 2)).mean(1) - 1
    one, other = (
        np.reshape(play_pairs(arguments, [(weights + sign * change, began) for change in changes], seed), (-1, 2))
        for sign in (1, -1)
    )
    return (one - other).mean(1)


WAYS = {"fit": fit_rounds, "climb": climb_rounds}


def wins(arguments: argparse.Namespace, new: Array, old: Array, seed: int) -> bool:
    """Whether new weights get more than half of the points against old ones."""
    points = play_pairs(arguments, [(new, old)] * (arguments.match // 2), seed)
    score, error = float(np.mean(points)), float(np.std(points)) / sqrt(len(points))
    print(f"new against old: {score:.1%} +- {error:.1%} of {len(points)} games", flush=True)
    return score > 0.5


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=str(__doc__).splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("--by", choices=WAYS, nargs="+", default=["fit"], help="several: one after the other")
    parser.add_argument("--rounds", type=int, nargs="+", default=[3], help="of every way, or of each of them")
    parser.add_argument("--games", type=int, default=1_000, help="games of a round to learn from")
    parser.add_argument("--match", type=int, default=200, help="games of new weights against old ones")
    parser.add_argument(
        "--bot", default="alphabeta:table=4@2000n", help="who plays; a budget of nodes gives the same again"
    )
    parser.add_argument("--plies", type=int, default=200, help="longer games count as drawn")
    parser.add_argument(
        "--suggested", action="store_true", help="begin with set-ups that the game suggests, not with any"
    )
    parser.add_argument("--exploit", action="store_true", help="climb by games against the weights it began with")
    parser.add_argument("--seed", type=int, default=0)
    beginning = parser.add_mutually_exclusive_group()
    beginning.add_argument("--scratch", action="store_true", help="begin with weights of 0, not with the room's")
    beginning.add_argument("--begin", type=float, nargs="+", metavar="WEIGHT", help="begin with these weights")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    arguments = parser.parse_args()
    expected = len(import_module(f"{rooms()[arguments.game]}.weights").WEIGHTS)
    if arguments.begin and len(arguments.begin) != expected:
        parser.error(f"--begin: {expected} weights are needed")
    if len(arguments.rounds) == 1:
        arguments.rounds *= len(arguments.by)
    if len(arguments.rounds) != len(arguments.by):
        parser.error("--rounds: one number for all ways, or one for each")
    return arguments


@cache
def with_weights(game_id: str, weights: Weights) -> Game[Any]:
    """Return the game with other weights in its evaluation."""
    return altered_game(tunable(game_id), caserne.game(game_id), {"weights": np.array(weights)})


@cache
def tunable(game_id: str) -> type[Game[Any]]:
    """Return the room with an evaluation that reads its weights from the options, so that none is compiled in."""
    room, log_odds = type(caserne.game(game_id)), rule_to_tune(game_id)
    finished = room.rules.evaluate

    @allocating_rule
    def evaluate(o: Any, s: Any, seat: Any) -> Any:
        if s.actor == OVER:
            return finished(o, s, seat)
        return tanh(log_odds(o, s, seat, o.weights) / 2)

    # The room's own `preview` would still judge moves by the weights in use.
    return type(room.__name__, (room,), {"rules": replace(room.rules, evaluate=evaluate, preview=None)})


def rule_to_tune(game_id: str) -> Any:
    return import_module(f"{rooms()[game_id]}.evaluate").log_odds


def opening_of(game: Game[Any], seed: int, suggested: bool) -> Position:
    """Return a random position after set-ups and some moves."""
    dice = np.random.default_rng(seed)
    position = game.start()
    moves_left = int(dice.integers(0, 9))
    while position.actor is not None and (moves_left or position.in_setup or position.actor == "chance"):
        moves_left -= isinstance(position.actor, int) and not position.in_setup and moves_left > 0
        if position.in_setup:
            draw = position.suggested_setup if suggested else position.random_setup
            position = position.play(draw(int(dice.integers(2**31))))
        else:
            position = position.play_action(int(dice.choice(position.legal_actions())))
    return position


def play(task: Task) -> tuple[list[Position], tuple[float, ...]]:
    """Play one game between bots with different weights; return its positions and its result."""
    games = [with_weights(task.game, weights) for weights in task.sides]
    bots = [bot(task.bot, game, task.seed + seat) for seat, game in enumerate(games)]
    dice = np.random.default_rng(task.seed)
    position, positions = opening_of(caserne.game(task.game), task.seed, task.suggested), []
    last = position.ply + task.plies
    while isinstance(actor := position.actor, int | str) and position.ply < last:
        if isinstance(actor, int):
            positions.append(position)
            position = position.play(bots[actor].move(replace(position.view(actor), game=games[actor])))
        else:
            position = position.play_action(int(dice.choice(position.legal_actions())))
    return positions, position.returns() or (0.0, 0.0)


def learn(task: Task) -> tuple[Array, Array]:
    """Return the features of every position of a game, and its result for the first seat."""
    positions, returns = play(task)
    o, log_odds, units = caserne.game(task.game).o, kernel(rule_to_tune(task.game)), np.eye(len(task.sides[0]))
    states = [position.scratch()[0][0] for position in positions]
    features = [[log_odds(o, state, 0, unit) for unit in units] for state in states]
    return np.array(features).reshape(-1, len(units)), np.full(len(positions), (returns[0] + 1) / 2)


def task_of(arguments: argparse.Namespace, sides: tuple[Weights, Weights], seed: int) -> Task:
    return Task(arguments.game, arguments.bot, sides, seed, arguments.plies, arguments.suggested)


def self_play(arguments: argparse.Namespace, weights: Array, seed: int) -> tuple[Array, Array]:
    """Return the features and results of all games of a round."""
    sides = (tuple(weights), tuple(weights))
    tasks = [task_of(arguments, sides, seed + number) for number in range(arguments.games)]
    features, results = zip(*run_tasks(learn, tasks, arguments.jobs), strict=True)
    return np.vstack(features), np.concatenate(results)


def result(task: Task) -> tuple[float, ...]:
    return play(task)[1]


def play_pairs(arguments: argparse.Namespace, pairs: Sequence[tuple[Array, Array]], seed: int) -> list[float]:
    """Return the points of the first weights of each pair in two games, one opening played from both sides."""
    tasks = [
        task_of(arguments, (tuple(sides[0]), tuple(sides[1])), seed + number)
        for number, pair in enumerate(pairs)
        for sides in (pair, pair[::-1])
    ]
    returns = run_tasks(result, tasks, arguments.jobs)
    return [(each[number % 2] + 1) / 2 for number, each in enumerate(returns)]


def fit(features: Array, results: Array, before: Array) -> Array:
    """Return the maximum-likelihood weights, by Newton's method."""
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


def write(path: Path, names: list[str], weights: Array) -> None:
    """Write the weights into a room's `weights.py`; the text above them stays."""
    text = path.read_text()
    lines = "".join(f'    "{name}": {weight:.3f},\n' for name, weight in zip(names, weights, strict=True))
    path.write_text(re.sub(r"^WEIGHTS = \{.*?^\}", f"WEIGHTS = {{\n{lines}}}", text, flags=re.MULTILINE | re.DOTALL))


if __name__ == "__main__":
    main()
