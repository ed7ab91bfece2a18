"""Random play of every room on one core against OpenSpiel's C++ rollouts, in one run.

OpenSpiel's rollouts are timed through an MCTS bot of 2 simulations with an evaluator of 100 random rollouts: 200 C++
rollouts a step; rollouts per second times the mean length of a random game gives moves per second. Peer and
rooms take turns, and each counts its best round, in processor time: other work on the machine only ever slows a round
down.
"""

from __future__ import annotations

import json
import platform
import sys
import time

import numpy as np
import pyspiel

import caserne
from caserne.core.game.registry import rooms
from caserne.core.simulation.simulate import simulate
from machine import machine

ROUNDS = 5
SECONDS = 2.0
PEERS = ("breakthrough", "backgammon")
ROLLOUTS_A_STEP = 200


def mean_length(game: pyspiel.Game, games: int = 400) -> float:
    """Decisions in a random game; dice are not counted."""
    dice = np.random.default_rng(1)
    decisions = 0
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                actions, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(dice.choice(actions, p=weights))
            else:
                state.apply_action(dice.choice(state.legal_actions()))
                decisions += 1
    return decisions / games


def first_decision(game: pyspiel.Game) -> pyspiel.State:
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    return state


def peer_rate(game: pyspiel.Game, length: float) -> float:
    """Moves per second of C++ rollouts."""
    bot = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(100, 1), 2.0, 2, 100, False, 1, False)
    state, steps, began = first_decision(game), 0, time.process_time()
    while time.process_time() - began < SECONDS:
        bot.step(state)
        steps += 1
    return steps * ROLLOUTS_A_STEP * length / (time.process_time() - began)


def our_rate(game: caserne.core.game.game.Game, seed: int) -> float:
    """Moves per second of random play with all rules, on one core."""
    moves, began, batch = 0, time.process_time(), 0
    while time.process_time() - began < SECONDS:
        moves += int(simulate(game, 1_000, seed=seed * 1_000 + batch, jobs=1).lengths.sum())
        batch += 1
    return moves / (time.process_time() - began)


def cost_by_batch(game: caserne.core.game.game.Game) -> dict[int, float]:
    """Moves per second by the number of games in a batch: what a call costs before the first move."""
    rates = {}
    for games in (1, 10, 100, 1_000, 10_000):
        fastest = 0.0
        for seed in range(5):
            began = time.process_time()
            moves = int(simulate(game, games, seed=seed, jobs=1).lengths.sum())
            fastest = max(fastest, moves / (time.process_time() - began))
        rates[games] = fastest
    return rates


def main() -> None:
    peers = {name: pyspiel.load_game(name) for name in PEERS}
    lengths = {name: mean_length(game) for name, game in peers.items()}
    games = {game_id: caserne.game(game_id) for game_id in rooms()}
    for game in games.values():
        simulate(game, 10)
    best_peer, best = dict.fromkeys(peers, 0.0), dict.fromkeys(games, 0.0)
    for number in range(ROUNDS):
        for name, peer in peers.items():
            best_peer[name] = max(best_peer[name], peer_rate(peer, lengths[name]))
        for game_id, game in games.items():
            best[game_id] = max(best[game_id], our_rate(game, number))
        print(f"round {number + 1} of {ROUNDS}", file=sys.stderr)
    report = {
        "machine": machine(),
        "python": platform.python_version(),
        "peers": {name: round(best_peer[name]) for name in PEERS},
        "rooms": {
            game_id: {
                "moves/s": round(best[game_id]),
                **{f"times {name}": round(best[game_id] / best_peer[name], 2) for name in PEERS},
                "moves/s by games in a batch": {size: round(rate) for size, rate in cost_by_batch(game).items()},
            }
            for game_id, game in games.items()
        },
    }
    print(json.dumps(report, indent=2))


if __name__ == "__main__":
    main()
