"""Caserne and its peers on one core, in one run: OpenSpiel, PettingZoo, Pgx, python-chess.

    python bench/peers.py [--rounds 3] [--write]

Breakthrough exists here and in OpenSpiel: first both play the same random games and must list the same moves in every
position. The other peers play a game of theirs, which says less. Then all take turns, and each counts its best
round, in processor time: other work on the machine only ever slows a round down. A peer that is not installed is left
out, and named.
"""

from __future__ import annotations

import argparse
import platform
import time
from collections.abc import Callable, Iterator
from datetime import date
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import numpy as np
import pyspiel
from open_spiel.python.observation import make_observation

import caserne
from caserne.env import aec, vector
from machine import machine
from throughput import mean_length, our_rate, peer_rate

SECONDS = 1.0
COMPARED_GAMES = 200
GAMES_AT_ONCE = 1_024
PAGE = Path(__file__).parents[1] / "docs" / "performance.md"
BEGIN, END = "<!-- peers: written by bench/peers.py -->", "<!-- end of peers -->"

LOOP = "a loop in Python: list the legal moves, draw one, make it"
TENSORS = "the same with the observation as a tensor and the mask of legal moves"
COMPILED = "whole random games in compiled code"


class Entry(NamedTuple):
    """One thing to measure."""

    task: str
    package: str
    how: str
    rate: Callable[[], float]
    """Measures moves per second."""


def timed(moves: Iterator[int]) -> float:
    """Make moves for some seconds of processor time; moves per second. The iterator yields how many it made."""
    made, began = 0, time.process_time()
    while time.process_time() - began < SECONDS:
        made += next(moves)
    return made / (time.process_time() - began)


# Breakthrough in both houses


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


# Loops in Python: each iterator plays a game


def openspiel_loop() -> Iterator[int]:
    game, choice = pyspiel.load_game("breakthrough"), Random(1).choice
    while True:
        state, made = game.new_initial_state(), 0
        while not state.is_terminal():
            state.apply_action(choice(state.legal_actions()))
            made += 1
        yield made


def play_loop() -> Iterator[int]:
    start, choice = caserne.game("breakthrough").start(), Random(1).choice
    while True:
        play, made = caserne.Play(start), 0
        while not play.is_over:
            play.apply(choice(play.moves))
            made += 1
        yield made


def position_loop() -> Iterator[int]:
    start, choice = caserne.game("breakthrough").start(), Random(1).choice
    while True:
        position, made = start, 0
        while position.actor is not None:
            position = position.play_unchecked(choice(position.legal_actions()))
            made += 1
        yield made


def chess_loop() -> Iterator[int]:
    import chess

    choice = Random(1).choice
    while True:
        board = chess.Board()
        while not board.is_game_over():
            board.push(choice(list(board.legal_moves)))
        yield len(board.move_stack)


# Observations and masks


def openspiel_tensors() -> Iterator[int]:
    """Their fastest way from Python: an observer writes into one array, and the mask stays a list."""
    game, choice = pyspiel.load_game("breakthrough"), Random(1).choice
    observation = make_observation(game)
    while True:
        state, made = game.new_initial_state(), 0
        while not state.is_terminal():
            observation.set_from(state, state.current_player())
            state.legal_actions_mask()
            state.apply_action(choice(state.legal_actions()))
            made += 1
        yield made


def vector_tensors(game: str) -> Iterator[int]:
    env = vector(game, GAMES_AT_ONCE, jobs=1)
    env.reset(seed=1)
    while True:
        env.step(env.sample_actions())
        yield GAMES_AT_ONCE


def aec_tensors(make: Callable[[], Any]) -> Iterator[int]:
    """Play by PettingZoo's conventions."""
    env, dice, made = make(), np.random.default_rng(1), 0
    while True:
        env.reset(seed=made)
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            legal = np.flatnonzero(observation["action_mask"])
            env.step(None if terminated or truncated else int(dice.choice(legal)))
            made += 1
        yield made
        made = 0


def connect_four() -> Any:
    from pettingzoo.classic import connect_four_v3

    return connect_four_v3.env()


def pgx_tensors() -> Iterator[int]:
    import jax
    import pgx

    env = pgx.make("connect_four")

    @jax.jit
    def step(state: Any, key: Any) -> tuple[Any, Any]:
        key, draw, begin = jax.random.split(key, 3)
        actions = jax.random.categorical(draw, jax.numpy.where(state.legal_action_mask, 0.0, -jax.numpy.inf))
        state = jax.vmap(env.step)(state, actions)
        fresh = jax.vmap(env.init)(jax.random.split(begin, GAMES_AT_ONCE))
        over = state.terminated | state.truncated
        pick = partial(jax.vmap(jax.numpy.where), over)
        return jax.tree_util.tree_map(pick, fresh, state), key

    key = jax.random.PRNGKey(1)
    state = jax.jit(jax.vmap(env.init))(jax.random.split(key, GAMES_AT_ONCE))
    while True:
        state, key = jax.block_until_ready(step(state, key))
        yield GAMES_AT_ONCE


def entries() -> list[Entry]:
    """All that can be measured; iterators are made once, so that nothing is compiled while a round is timed."""
    theirs, ours = pyspiel.load_game("breakthrough"), caserne.game("breakthrough")
    length = mean_length(theirs)
    loops = [
        Entry(LOOP, "open-spiel", "Breakthrough, states changed in place", partial(timed, openspiel_loop())),
        Entry(LOOP, "caserne", "Breakthrough, `Play`", partial(timed, play_loop())),
        Entry(LOOP, "caserne", "Breakthrough, `Position`", partial(timed, position_loop())),
        Entry(LOOP, "chess", "chess", partial(timed, chess_loop())),
    ]
    tensors = [
        Entry(TENSORS, "open-spiel", "Breakthrough", partial(timed, openspiel_tensors())),
        *(
            Entry(TENSORS, "caserne", f"{title}, `env.vector`", partial(timed, vector_tensors(game)))
            for game, title in (
                ("breakthrough", "Breakthrough"),
                ("movers", "Movers & Hoppers"),
                ("stratego", "Stratego"),
            )
        ),
        Entry(TENSORS, "caserne", "Breakthrough, `env.aec`", partial(timed, aec_tensors(partial(aec, "breakthrough")))),
        Entry(TENSORS, "pettingzoo", "Connect Four", partial(timed, aec_tensors(connect_four))),
        Entry(TENSORS, "pgx", "Connect Four, 1,024 games at once, CPU", partial(timed, pgx_tensors())),
    ]
    compiled = [
        Entry(COMPILED, "open-spiel", "Breakthrough, C++ rollouts", partial(peer_rate, theirs, length)),
        Entry(COMPILED, "caserne", "Breakthrough, `simulate`", partial(our_rate, ours, 0)),
    ]
    return [*loops, *tensors, *compiled]


def version_of(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def best_rates(measured: list[Entry], rounds: int) -> list[float]:
    """Let all take turns; the best round of each. A round before them compiles."""
    rates = [[entry.rate() for entry in measured] for _ in range(rounds + 1)]
    return [max(of_entry) for of_entry in zip(*rates[1:], strict=True)]


def report(measured: list[Entry], rates: list[float], compared: int, missing: list[str]) -> str:
    """Write the tables in Markdown; each figure is also given as a multiple of OpenSpiel's for the same task."""
    versions = ", ".join(f"{name} {version_of(name)}" for name in sorted({entry.package for entry in measured}))
    lines = [
        f"In {compared:,} positions of {COMPARED_GAMES} random games of Breakthrough both houses list the same moves.",
        "",
        f"Machine: {machine()}, one of them used; Python {platform.python_version()}; {versions}; {date.today()}.",
    ]
    if missing:
        lines += ["", f"Not installed and left out: {', '.join(missing)}."]
    for task in (LOOP, TENSORS, COMPILED):
        rows = [(entry, rate) for entry, rate in zip(measured, rates, strict=True) if entry.task == task]
        peer = next(rate for entry, rate in rows if entry.package == "open-spiel")
        lines += ["", f"| {task} | moves/s | times OpenSpiel |", "|---|---|---|"]
        lines += [f"| {entry.package}: {entry.how} | {rate:,.0f} | {rate / peer:.2f} |" for entry, rate in rows]
    return "\n".join(lines)


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--rounds", type=int, default=3)
    arguments.add_argument("--write", action="store_true", help="write the tables into docs/performance.md")
    given = arguments.parse_args()
    listed = entries()
    measured = [entry for entry in listed if version_of(entry.package)]
    missing = sorted({entry.package for entry in listed} - {entry.package for entry in measured})
    text = report(measured, best_rates(measured, given.rounds), positions_compared(COMPARED_GAMES), missing)
    print(text)
    if given.write:
        before, rest = PAGE.read_text("utf-8").split(BEGIN)
        PAGE.write_text(f"{before}{BEGIN}\n{text}\n{END}{rest.split(END)[1]}", "utf-8")


if __name__ == "__main__":
    main()
