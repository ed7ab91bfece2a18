"""Sampled worlds fit the observation and have the frequencies of human set-ups."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from collections import Counter
from functools import cache

import numpy as np
import pytest
from compiled_rules import evaluate
from stratego_drawing import START, placed, position

import caserne
from caserne.bots.worlds import world_sampler
from caserne.core.game.observation import Observation
from caserne.core.game.position import Position
from caserne.core.kernel.rng import generators
from caserne.core.match.playthrough import Playthrough
from caserne.games.stratego.army import ARMIES, BOMB, FLAG, LETTERS, LIEUTENANT, MARSHAL, OUTCOMES, OWN_SQUARES, WINS
from caserne.games.stratego.board import SQUARE_NAMES
from caserne.games.stratego.notation import setup_squares
from caserne.games.stratego.rules import KIND, MOVED
from caserne.games.stratego.setups import mirrored, people


def sample_world(observation: Observation, dice: np.ndarray) -> Position:
    """Draw a world as the bots do."""
    state = np.zeros(1, observation.game.rules.state)
    clues = observation.game.clues(observation)
    world_sampler(observation.game.rules, believes=True)(
        observation.game.o, observation.view[0], clues, observation.seat_number, state[0], dice
    )
    return Position(observation.game, state, observation.past)


def random_game(seed: int, plies: int, **options: object) -> list[Position]:
    """Return the positions of a random game, set-ups included."""
    dice = np.random.default_rng(seed)
    positions = [caserne.game("stratego", **options).start()]
    while positions[-1].actor is not None and positions[-1].ply < plies:
        last = positions[-1]
        move = last.random_setup(seed) if last.in_setup else str(dice.choice(last.legal()))
        positions.append(last.play(move))
    return positions


@pytest.mark.thorough
@pytest.mark.parametrize("options", [{}, {"army": "barrage"}, {"army": "mission", "memory": True}], ids=str)
def test_a_sampled_world_fits_the_observation(options):
    dice = generators(1, 1)[0]
    for board in random_game(3, 300, **options):
        for seat in (0, 1, None):
            seen = board.view(seat)
            world = sample_world(seen, dice)
            assert world.view(seat) == seen
            assert world.actor == board.actor
            if seat == board.actor and not board.in_setup:
                assert world.legal() == board.legal()


def test_worlds_can_be_sampled_for_a_position_read_from_text():
    seen = position(caserne.game("stratego").about.example[0]).view(0)
    assert sample_world(seen, generators(1, 1)[0]).view(0) == seen


def test_a_sampled_world_has_the_whole_army():
    for board in random_game(4, 200)[2:]:
        world = sample_world(board.view(0), generators(board.ply, 1)[0])
        state = world.scratch()[0][0]
        kinds = Counter(int(code) & KIND for code in state.pieces[41:])
        assert kinds == ARMIES["original"]
        assert not any(code & MOVED and code & KIND >= BOMB for code in state.pieces.tolist())


@cache
def sampled_setups(army: str) -> list[str]:
    """Sample Blue's set-up from Red's view before the first move, with set-ups of people."""
    dice, found = generators(5, 1)[0], []
    for setup in people(army)[:: len(people(army)) // 40]:
        seen = caserne.game("stratego", army=army).start().play(setup).play(setup).view(0)
        for _ in range(10):
            state = sample_world(seen, dice).scratch()[0][0]
            found.append("".join(LETTERS[state.pieces[state.board[square]] & KIND] for square in setup_squares(1)))
    return found


def shares(setups: list[str], kind: int) -> np.ndarray:
    """Return how often a kind stands on each square, mirror images included."""
    both = setups + [mirrored(setup) for setup in setups]
    return np.array([[sign == LETTERS[kind] for sign in setup] for setup in both]).mean(0)


@pytest.mark.thorough
@pytest.mark.parametrize("army", ["original", "barrage"])
@pytest.mark.parametrize("kind", [FLAG, BOMB, MARSHAL])
def test_kinds_are_sampled_where_people_put_them(army, kind):
    difference = shares(sampled_setups(army), kind) - shares(people(army), kind)
    assert np.abs(difference).max() < 0.07
    assert np.abs(difference).sum() < 0.4 * 2 * shares(people(army), kind).sum()


def test_bombs_are_sampled_beside_the_flag_as_often_as_people_put_them_there():
    def beside(setups: list[str]) -> float:
        found = [[setup[flag - 10]] + [setup[n] for n in (flag - 1, flag + 1) if n // 10 == flag // 10 and n < 40]
                 for setup in setups if (flag := setup.index("F")) >= 10]  # fmt: skip
        return float(np.mean([signs.count("B") for signs in found]))

    assert beside(sampled_setups("original")) == pytest.approx(beside(people("original")), abs=0.3)


TAKES_SCOUT = "f4-f5 f7-f6 f5-f6"
"""Red's lieutenant takes a scout on f6 and is shown to Blue."""
APPROACHES, STAYS_AWAY = "g7-f7", "b7-b6"


def seen_after(moves: str, start: Position | None = None) -> Observation:
    """Return Red's observation after moves from START, or from another position."""
    playthrough = Playthrough(caserne.game("stratego"), start or position(START))
    for move in moves.split():
        playthrough.play(move)
    return playthrough.view(0)


def sampled_kinds(seen: Observation, square: str) -> np.ndarray:
    """Return the kind of the piece on a square in many sampled worlds."""
    number = SQUARE_NAMES.index(square)
    states = [sample_world(seen, generators(seed, 1)[0]).scratch()[0][0] for seed in range(300)]
    return np.array([state.pieces[state.board[number]] & KIND for state in states])


def share_that_beats(seen: Observation, square: str, known: int) -> float:
    """Return the share of sampled worlds in which the piece on a square beats a kind."""
    return float(np.mean(OUTCOMES[sampled_kinds(seen, square), known] == WINS))


def test_a_piece_that_approaches_a_known_piece_is_more_often_sampled_as_stronger():
    approaching, distant = seen_after(f"{TAKES_SCOUT} {APPROACHES}"), seen_after(f"{TAKES_SCOUT} {STAYS_AWAY}")
    assert share_that_beats(approaching, "f7", LIEUTENANT) > 1.3 * share_that_beats(distant, "b6", LIEUTENANT)


def test_a_piece_that_has_just_approached_a_known_piece_is_hardly_ever_sampled_as_weaker():
    kinds = sampled_kinds(seen_after(f"{TAKES_SCOUT} {APPROACHES}"), "f7")
    assert np.mean(OUTCOMES[LIEUTENANT, kinds] == WINS) < 0.02


def test_a_piece_that_does_not_attack_a_known_piece_is_less_often_sampled_as_stronger():
    approaching = seen_after(f"{TAKES_SCOUT} {APPROACHES}")
    waiting = seen_after(f"{TAKES_SCOUT} {APPROACHES} a4-a5 {STAYS_AWAY}")
    assert share_that_beats(waiting, "f7", LIEUTENANT) < 0.9 * share_that_beats(approaching, "f7", LIEUTENANT)


def test_past_behaviour_counts_after_the_piece_has_moved_on():
    fled = seen_after("a4-a5 j7-j8 a5-a6 j8-j9 a6-a7 b7-b8", placed("La4 ta5 kb7 tj7"))
    forgotten = fled.with_events(())
    assert share_that_beats(fled, "b8", LIEUTENANT) < 0.6 * share_that_beats(forgotten, "b8", LIEUTENANT)


@pytest.mark.parametrize("army", ARMIES)
def test_every_hidden_piece_has_clues_by_whether_it_has_moved(army):
    board = next(board for board in random_game(3, 30, army=army) if board.ply == 20)
    view = board.view(0).view[0]
    hidden = [piece for piece in view.board.tolist() if piece > OWN_SQUARES and not view.pieces[piece] & KIND]
    assert len(hidden) > 4
    assert board.game.clues(board.view(0))[hidden].any(1).all()


PRINT_HASHES = """
import json
from test_stratego_belief import hashes
print(json.dumps(hashes()))
"""


def hashes() -> list[str]:
    """Return hashes of sampled worlds with their evaluations in some positions."""
    found = []
    dice, playthrough = np.random.default_rng(7), Playthrough(caserne.game("stratego"))
    while playthrough.position.ply < 40:
        board = playthrough.position
        playthrough.play(board.random_setup(7) if board.in_setup else str(dice.choice(board.legal())))
        if playthrough.position.in_setup or playthrough.position.ply % 9:
            continue
        world = sample_world(playthrough.view(1), generators(board.ply, 1)[0])
        digest = hashlib.sha256(world.scratch()[0].tobytes()).hexdigest()
        found.append(f"{digest} {evaluate(world, 1):.12f}")
    return found


@pytest.mark.slow
def test_interpreted_and_compiled_belief_agree():
    paths = os.pathsep.join([os.path.dirname(__file__), *sys.path])
    run = subprocess.run(
        [sys.executable, "-W", "error", "-c", PRINT_HASHES],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": paths},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    assert json.loads(run.stdout) == hashes()
