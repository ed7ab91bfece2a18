"""The rules agree with `naive_movers`, a second implementation, in random play."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from naive_movers import NaiveMovers

import caserne
from caserne.core.game.position import Position

OTHER_MOVES = [*map("".join, product("MH", repeat=6)), "pass"]
LONGEST_GAME = 80
STARTS = ["setup", "setup", "setup MMHHHM", "mhm/hmh/{}HHH/3/HHH w", "hhh/hhm/{}HHH/3/HHH w"]
"""Open games, and games in which one side sometimes has to pass; {} stands for the empty ranks."""

options = st.fixed_dictionaries(
    {
        "repetition": st.sampled_from([3, 2, 0]),
        "max_plies": st.sampled_from([0, 0, 0, 1, 25]),
        "expert": st.booleans(),
        "ranks": st.sampled_from([8, 8, 7, 6, 5]),
    }
)
seeds = st.integers(0, 2**32 - 1)


@pytest.mark.slow
@settings(max_examples=30, deadline=None)
@given(options=options, seed=seeds, start=st.sampled_from(STARTS), eager=st.sampled_from([0, 0.5, 0.9]))
def test_random_games_agree_move_by_move(options, seed, start, eager):
    rng = Random(seed)
    start = start.format("3/" * (options["ranks"] - 5))
    position, naive = caserne.game("movers", **options).position(start), NaiveMovers(start, **options)
    for _ in range(LONGEST_GAME):
        assert_agreement(position, naive, rng)
        if naive.ending:
            break
        move = choose(naive, rng, eager)
        position = position.play(move)
        naive.play(move)


@pytest.mark.thorough
@settings(max_examples=100, deadline=None)
@given(options=options, seed=seeds)
def test_loaded_positions_agree(options, seed):
    rng = Random(seed)
    text = random_position(rng, options["ranks"])
    naive = NaiveMovers(text, **options)
    assume(naive.winner != "both")
    assert_agreement(caserne.game("movers", **options).position(text), naive, rng)


def assert_agreement(position: Position, naive: NaiveMovers, rng: Random) -> None:
    result = position.result()
    assert str(position) == naive.text()
    assert position.legal() == naive.legal()
    assert position.returns() == naive.returns()
    assert (result.rule if result else None) == naive.ending
    any_square, other = rng.choices(naive.squares, k=2)
    origin = rng.choice(sorted(naive.board) or naive.squares)
    for move in (f"{origin}-{other}", f"{any_square}-{other}", rng.choice(OTHER_MOVES), "pass"):
        assert [refusal.rule for refusal in position.explain(move, lang="en")] == naive.refused(move), move


def choose(naive: NaiveMovers, rng: Random, eager: float) -> str:
    """Return a random move; with probability `eager` one that gains the most ranks, so that games end."""
    moves = naive.legal()
    if "-" in moves[0] and rng.random() < eager:
        gains = {move: int(move[4]) - int(move[1]) for move in moves}
        most = max(gains.values()) if naive.side == "w" else min(gains.values())
        moves = [move for move in moves if gains[move] == most]
    return rng.choice(moves)


def random_position(rng: Random, ranks: int) -> str:
    """Return a random position, mostly of one face, sometimes crowded in the camps, where games are won."""
    naive = NaiveMovers(ranks=ranks)
    squares = rng.sample(naive.squares, len(naive.squares))
    if rng.random() < 0.5:
        squares.sort(key=lambda square: square not in naive.camp["r"] and rng.random() < 0.9)
    hoppers = rng.choice([0.2, 0.5, 0.9, 1])
    for number, square in enumerate(squares[:12]):
        letter = "H" if rng.random() < hoppers else "M"
        naive.board[square] = letter if number < 6 else letter.lower()
    naive.arranging, naive.side = False, rng.choice("wr")
    return naive.text() if rng.random() < 0.5 else turned(naive)


def turned(naive: NaiveMovers) -> str:
    """Return the position seen from the other side, with the colours exchanged."""
    board, side = naive.text().split(" ")
    return f"{board[::-1].swapcase()} {'r' if side == 'w' else 'w'}"
