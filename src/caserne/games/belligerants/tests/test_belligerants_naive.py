"""The rules agree with a second implementation in random games on shipped and random maps."""

from __future__ import annotations

import random

import pytest
from compiled_rules import unlike_the_list
from naive_belligerants import POINTS, NaiveBelligerants

import caserne

pytestmark = pytest.mark.slow

VARIANTS = [
    {},
    {"capture": "mandatory"},
    {"water": "drowning"},
    {"capture": "mandatory", "water": "drowning", "quiet_limit": 12},
    {"max_plies": 30},
]


def random_map(seed: int) -> str:
    """Return a random map of any size with camps anywhere, much water and many crossroads."""
    rng = random.Random(seed)
    width, height = rng.randint(8, 20), rng.randint(8, 20)
    if seed % 3 == 0:
        width, height = 8, 8
    squares = [rng.choices(".~gewk", [10, 4, 2, 2, 2, 1])[0] for _ in range(width * height)]
    places = rng.sample(range(width * height), 30) if seed % 2 else [*range(15), *range(-15, 0)]
    for number, place in enumerate(places):
        squares[place] = "JR"[number // 15]
    stars = [rng.random() < 0.2 and ground not in "~JR" for ground in squares]
    signs = [ground + "-*"[star] for ground, star in zip(squares, stars, strict=True)]
    return "/".join("".join(signs[row * width : (row + 1) * width]) for row in range(height))


def play_both(game, naive, rng, moves, refusals):
    """Play a random game in both implementations, comparing moves, texts, refusals and results."""
    position = game.position(naive.text())
    for _ in range(moves):
        assert str(position) == naive.text()
        assert position.legal() == naive.legal()
        if position.actor is None:
            break
        if position.actor != "chance":
            for move in some_moves(game, naive, rng, refusals):
                assert [refusal.rule for refusal in position.explain(move, "fr")] == naive.refused(move), move
        move = lively_move(naive, rng)
        position = position.play(move)
        naive.play(move)
    result = position.result()
    assert (result is not None) == naive.over
    if result:
        assert result.scores == naive.scores()
    return position


def lively_move(naive, rng):
    """Return a legal move, with a preference for taking, keeping and rolling devils."""
    legal = naive.legal()
    if legal[0] == "1":
        return rng.choice([*legal, "D"])
    taking = [move for move in legal if move.endswith("*") or ("-" in move and naive.takes(target_of(move)))]
    return rng.choice(taking if taking and rng.random() < 0.4 else legal)


def target_of(move):
    text = move.rstrip("*").split("-")[1]
    return "abcdefghijklmnopqrst".index(text[0]), int(text[1:]) - 1


def some_moves(game, naive, rng, number):
    squares = ["abcdefghijklmnopqrst"[x] + str(y + 1) for x, y in naive.ground]
    own = ["abcdefghijklmnopqrst"[x] + str(y + 1) for x, y in naive.own()]
    for _ in range(number):
        origin = rng.choice(own)
        x, y = "abcdefghijklmnopqrst".index(origin[0]) + rng.randint(-5, 5), int(origin[1:]) + rng.randint(-5, 5)
        near = f"{'abcdefghijklmnopqrst'[x % 20]}{y}"
        yield f"{origin}-{near if near in squares else rng.choice(squares)}{rng.choice(['', '', '*'])}"
    yield rng.choice(["pass", "3", "D", f"{rng.choice(squares)}-{rng.choice(squares)}"])


def scattered(naive_map, rng):
    """Return a position with pawns all over the map, some kept or held."""
    ground = NaiveBelligerants(naive_map, "- - - - J?").ground
    places = rng.sample(sorted(ground), 26)
    army = list(POINTS)
    pawns = {"J": [], "R": []}
    for number, place in enumerate(places):
        code, side = army[number % 13], "JR"[number // 13]
        if ground[place] in "~k" and code not in ("ES", "AM"):
            continue
        kept = code in ("TK", "BO", "CA") and rng.random() < 0.3
        owner = {"J": "R", "R": "J"}[side] if kept else side
        pawns[owner].append(f"{code}{'abcdefghijklmnopqrst'[place[0]]}{place[1] + 1}{'*' * kept}")
    return f"{','.join(pawns['J']) or '-'} {','.join(pawns['R']) or '-'} SO - {rng.choice('JR')}{rng.choice('?12345D')}"


@pytest.mark.parametrize("seed", range(5))
def test_games_from_the_start_agree(seed):
    rng = random.Random(seed)
    options = VARIANTS[seed % len(VARIANTS)]
    game = caserne.game("belligerants", map=["reconstruction", "plain"][seed % 2], **options)
    position = game.start()
    for _ in range(2):
        position = position.play(position.random_setup(rng.randrange(10**6)))
    naive = NaiveBelligerants(game.options.map, str(position), **options)
    play_both(game, naive, rng, moves=90, refusals=1)


@pytest.mark.parametrize("seed", range(16))
def test_scattered_armies_on_random_maps_agree(seed):
    rng = random.Random(1000 + seed)
    options = VARIANTS[seed % len(VARIANTS)]
    text = random_map(seed) if seed % 4 else caserne.game("belligerants").options.map
    game = caserne.game("belligerants", map=text, **options)
    naive = NaiveBelligerants(text, scattered(text, rng), **options)
    play_both(game, naive, rng, moves=16, refusals=6)


@pytest.mark.parametrize("seed", range(16))
def test_counted_moves_on_random_maps_are_those_of_the_list(seed):
    game = caserne.game("belligerants", map=random_map(seed), **VARIANTS[seed % len(VARIANTS)])
    listed, unlike = unlike_the_list(game, games=50, seed=seed)
    assert listed > 0
    assert unlike == 0
