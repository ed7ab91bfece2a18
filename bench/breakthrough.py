"""One game, two houses: Breakthrough here and in OpenSpiel, by the same rules, on one core, in one run.

First both play the same random games and must list the same moves in every position. Then they take turns, and each
counts its best round, in processor time: other work on the machine only ever slows a round down. Whole games are random
play in compiled code (theirs as in throughput.py). Single moves are a loop in Python that lists the legal actions,
draws one and makes it, as a program that trains or searches in Python does; ours with `play_unchecked`, since the
action is in the list.
"""

from __future__ import annotations

import json
import platform
import time
from random import Random

import pyspiel

import caserne
from machine import machine
from throughput import ROUNDS, SECONDS, mean_length, our_rate, peer_rate

COMPARED_GAMES = 200


def moves_of(state: pyspiel.State) -> dict[str, int]:
    """Their legal actions by our notation: there the side at the top begins, so `a7a6` is our `a2-a3`."""
    texts = {action: state.action_to_string(action) for action in state.legal_actions()}
    return {f"{text[0]}{9 - int(text[1])}-{text[2]}{9 - int(text[3])}": action for action, text in texts.items()}


def positions_compared(games: int) -> int:
    """Play random games in both houses at once; the number of positions in which both had the same legal moves."""
    dice, compared = Random(1), 0
    for _ in range(games):
        position, state = caserne.game("breakthrough").start(), pyspiel.load_game("breakthrough").new_initial_state()
        while position.actor is not None:
            theirs = moves_of(state)
            assert sorted(theirs) == position.legal()
            move = dice.choice(position.legal())
            position = position.play(move)
            state.apply_action(theirs[move])
            compared += 1
        assert state.is_terminal()
        assert tuple(state.returns()) == position.returns()
    return compared


def their_steps() -> float:
    """Moves per second of a loop in Python over OpenSpiel's states."""
    game, dice, moves, began = pyspiel.load_game("breakthrough"), Random(1), 0, time.process_time()
    while time.process_time() - began < SECONDS:
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(dice.choice(state.legal_actions()))
            moves += 1
    return moves / (time.process_time() - began)


def our_steps() -> float:
    """Moves per second of a loop in Python over our positions."""
    game, dice, moves, began = caserne.game("breakthrough"), Random(1), 0, time.process_time()
    while time.process_time() - began < SECONDS:
        position = game.start()
        while position.actor is not None:
            position = position.play_unchecked(dice.choice(position.legal_actions()))
            moves += 1
    return moves / (time.process_time() - began)


def main() -> None:
    ours, theirs = caserne.game("breakthrough"), pyspiel.load_game("breakthrough")
    length = mean_length(theirs)
    compared = positions_compared(COMPARED_GAMES)
    our_rate(ours, 0)
    best = {"whole games": [0.0, 0.0], "single moves from Python": [0.0, 0.0]}
    for number in range(ROUNDS):
        rates = ((peer_rate(theirs, length), our_rate(ours, number)), (their_steps(), our_steps()))
        for kind, pair in zip(best, rates, strict=True):
            best[kind] = [max(now, before) for now, before in zip(pair, best[kind], strict=True)]
    report = {
        "machine": machine(),
        "python": platform.python_version(),
        "positions with the same legal moves": compared,
        "moves/s": {
            kind: {"OpenSpiel": round(peer), "Caserne": round(own), "times": round(own / peer, 2)}
            for kind, (peer, own) in best.items()
        },
    }
    print(json.dumps(report, indent=2))


if __name__ == "__main__":
    main()
