"""The rules agree with the test vectors, with games from outside, and with a second implementation."""

from __future__ import annotations

import json
import lzma
import os
import random
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from compiled_rules import compiled
from naive_stratego import NaiveStratego

import caserne
from caserne.core.simulation.simulate import simulate

VECTORS = Path(__file__).parent / "vectors"


def read(name: str) -> list[dict]:
    return [json.loads(line) for line in (VECTORS / name).read_text("utf-8").splitlines()]


def after(vector: dict):
    game = caserne.game("stratego", **vector["options"])
    return game.position(vector["position"]).play_all(vector["moves"])


@pytest.mark.parametrize("vector", read("stratego.jsonl"), ids=lambda vector: vector["note"][:60])
def test_ST_3_the_vectors_agree(vector):
    position = after(vector)
    assert str(position) == vector["after"]
    assert position.legal() == vector["legal"]
    for depth, count in vector["perft"].items():
        assert position.perft(int(depth)) == count
    result = position.result()
    assert (None if result is None else {"returns": list(result.returns)}) == vector["result"]


@pytest.mark.parametrize("vector", read("stratego_refusals.jsonl"), ids=lambda vector: vector["note"][:60])
def test_ST_3_the_refusals_agree(vector):
    position = after(vector)
    for move, rules in vector["refused"].items():
        assert [refusal.rule for refusal in position.explain(move, lang="en")] == rules


def chase_games() -> list[list[str]]:
    lines = lzma.decompress((VECTORS / "chase_games.txt.xz").read_bytes()).decode().splitlines()
    return [line.split(" ") for line in lines]


@pytest.mark.slow
def test_ST_15_the_chase_games_from_outside_agree():
    """All moves of each game are legal except the last, which ST-15 refuses."""
    game = caserne.game("stratego", two_square=3, quiet_limit=0, max_plies=0)
    o, games = game.o, chase_games()
    refusal, apply, legal = (compiled(rule) for rule in (game.rules.refusal, game.rules.apply, game.rules.legal))
    for board, side, *moves in games:
        s = game.position(f"{board} {side}")._copy_state()[0]
        past = np.zeros(4096, np.int64)
        actions = [game.read_move(move)[0] for move in moves]
        for action in actions[:-1]:
            assert refusal(o, s, past, action) == 0
            apply(o, s, past, action)
        assert refusal(o, s, past, actions[-1]) == 1 << 15
        listed = np.zeros(game.rules.max_moves, np.int32)
        assert actions[-1] not in listed[: legal(o, s, past, listed)]
    assert len(games) == 110


SQUARES = [file + str(rank) for rank in range(1, 11) for file in "abcdefghij"]


def pursue(naive: NaiveStratego, chance: random.Random) -> str:
    """Return a random move that prefers to approach enemies or to leave them."""
    legal = naive.legal()
    quiet = [move for move in legal if move.split("-")[1] not in naive.board]
    near = [move for move in quiet if naive.next_to_enemy(move.split("-")[1], naive.side)]
    away = [move for move in quiet if naive.next_to_enemy(move.split("-")[0], naive.side)]
    return chance.choice((near or away or legal) if chance.random() < 0.8 else legal)


@pytest.mark.thorough
@pytest.mark.parametrize("seed", range(6))
def test_ST_3_a_naive_second_implementation_agrees(seed):
    chance = random.Random(seed)
    options = {
        "army": ["barrage", "mission", "barrage", "original"][seed % 4],
        "two_square": chance.choice([0, 1, 2, 3, 6]),
        "chase": seed != 4,
        "quiet_limit": chance.choice([0, 40]),
        "max_plies": 70 if seed % 4 == 3 else 140,
    }
    position, naive = caserne.game("stratego", **options).start(), NaiveStratego(**options)
    for _ in range(2):
        setup = position.random_setup(chance.randrange(10**9))
        naive.play(setup)
        position = position.play(setup)
    while True:
        assert str(position) == naive.text()
        assert [str(position.view(seat)) for seat in (0, 1)] == [naive.text(side) for side in "rb"]
        assert position.legal() == naive.legal()
        assert position.returns() == naive.returns()
        if naive.ending:
            assert position.result().rule == naive.ending
            return
        for _ in range(3):
            origin = chance.choice([square for square in naive.board if naive.board[square].side == naive.side])
            move = f"{origin}-{chance.choice(naive.targets(origin) or SQUARES)}"
            for tried in (move, f"{chance.choice(SQUARES)}-{chance.choice(SQUARES)}"):
                assert [refusal.rule for refusal in position.explain(tried, "en")] == naive.refused(tried)
        move = pursue(naive, chance)
        naive.play(move)
        position = position.play(move)


PLAY = """
import caserne
from caserne.core.simulation.simulate import simulate
for options in ({}, {"army": "barrage", "two_square": 2, "memory": True}, {"army": "mission", "quiet_limit": 50}):
    print(simulate(caserne.game("stratego", **options), 3, seed=4, jobs=1, limit=150).digest())
"""


@pytest.mark.slow
def test_ST_3_games_are_the_same_interpreted_and_compiled():
    outputs = []
    for interpreted in ("0", "1"):
        environment = {**os.environ, "NUMBA_DISABLE_JIT": interpreted}
        command = [sys.executable, "-W", "error::RuntimeWarning", "-c", PLAY]
        outputs.append(subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout)
    assert outputs[0] == outputs[1]


def test_ST_17_random_games_end_by_every_ending_rule():
    games = simulate(caserne.game("stratego"), 600, seed=1)
    assert games.unfinished == 0
    assert set(games.count_endings()) == {"ST-12", "ST-13", "ST-16", "ST-17"}
