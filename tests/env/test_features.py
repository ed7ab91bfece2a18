"""Features say the same interpreted and compiled, name every channel, and know no more than a view."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import caserne
from caserne.core.game.encode import encode
from caserne.core.game.features import MAX_CHANNELS, planes
from caserne.core.game.position import Position
from caserne.core.game.registry import rooms
from caserne.core.match.playthrough import Playthrough
from caserne.env import batch
from caserne.env.setups import POLICY
from check_secrecy import check, games_with_secrets

pytestmark = pytest.mark.thorough

GAMES = [name for name in rooms() if caserne.game(name).features]
WHERE_ALL_OCCURS = {"manoeuvre": [{"players": 2, "order_bonus": True}, {"players": 4}]}
"""Options under which every channel is used."""
SCRIPT = "import sys; sys.path[:0] = sys.argv[2:]; from test_features import digest; print(digest(sys.argv[1]))"


def digest(game: str) -> str:
    """Return a hash of all arrays over the first steps of some games."""
    games = batch(game, 2, seed=7, jobs=1)
    seen = hashlib.sha256()
    for _ in range(12):
        games.step(games.draw_actions())
        for array in (games.cells, games.planes, games.scalars, games.mask, games.rewards):
            seen.update(np.ascontiguousarray(array).tobytes())
    return seen.hexdigest()


@pytest.mark.parametrize("game", GAMES)
def test_interpreted_and_compiled_rules_write_the_same_arrays(game):
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    run = subprocess.run(
        [sys.executable, "-c", SCRIPT, game, Path(__file__).parent, Path(__file__).parents[2] / "tools"],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.stdout.strip() == digest(game), run.stderr


@pytest.mark.parametrize("game", GAMES)
def test_every_channel_and_scalar_has_a_name_and_a_meaning(game):
    features = caserne.game(game).features
    assert len(features.channels) <= MAX_CHANNELS
    for entries in (features.channels, features.scalars):
        assert len({entry.name for entry in entries}) == len(entries)
        assert all(entry.name and entry.meaning for entry in entries)


@pytest.mark.parametrize("game", GAMES)
def test_every_channel_is_set_somewhere(game):
    """A channel that is never set is a mistake in a table."""
    seen = 0
    for options in WHERE_ALL_OCCURS.get(game, [{}]):
        games = batch(game, 256, seed=1, planes=False, **options)
        for _ in range(400):
            seen |= int(np.bitwise_or.reduce(games.cells, axis=None))
            games.step(games.draw_actions())
    unset = [channel.name for n, channel in enumerate(games.features.channels) if not seen >> n & 1]
    assert not unset


@pytest.mark.parametrize("game", GAMES)
def test_outputs_are_moves_one_to_one(game):
    games = batch(game, 64, seed=2, setups=POLICY, planes=False)
    features, o, rules = games.features, games.game.o, games.game.rules
    for _ in range(150):
        private = games._games
        for n in range(0, 64, 16):
            seat, view = int(games.seats[n]), private.views[n]
            moves = np.zeros(rules.max_moves, np.int32)
            count = rules.legal(o, private.states[n], private.pasts[n].copy(), moves)
            outputs = [features.output_of(o, view, seat, int(action)) for action in moves[:count]]
            assert [features.action_of(o, view, seat, output) for output in outputs] == moves[:count].tolist()
            assert sorted(outputs) == np.flatnonzero(games.mask[n]).tolist()
        games.step(games.draw_actions())


@pytest.mark.parametrize("game", GAMES)
def test_planes_are_the_bits_of_the_cells(game):
    games = batch(game, 8, seed=3)
    games.step(games.draw_actions())
    rows, columns = games.features.board
    spread = planes(games.cells, len(games.features.channels)).reshape(8, rows, columns, -1)
    assert (spread == games.planes).all()
    padded = games.padded_planes
    assert padded.flags.c_contiguous
    assert (padded[..., : spread.shape[-1]] == spread).all()
    assert not padded[..., spread.shape[-1] :].any()


@pytest.mark.parametrize("game", GAMES)
def test_an_observation_gives_the_arrays_that_a_batch_gives(game):
    """What a player at a table encodes is what the environment tracks."""
    games = batch(game, 1, seed=4)
    private = games._games
    for _ in range(100):
        games.step(games.draw_actions())
        past = private.pasts[0, : private.states[0].remembered].copy()
        observation = Position(games.game, private.states[:1].copy(), past).view(int(games.seats[0]))
        if not games.features.recall:
            assert_equal(encode(observation, games.features), games)


@pytest.mark.parametrize("game", [name for name in GAMES if caserne.game(name).features.recall])
def test_what_a_player_recalls_of_the_events_is_what_a_batch_remembers(game):
    games = batch(game, 1, seed=4, setups=POLICY)
    course, placed = Playthrough(games.game), []
    while not games.terminated[0] and course.position.ply < 200:
        action, seat = games.draw_actions(), int(games.seats[0])
        in_setup, view = bool(games._games.states[0].setup), games._games.views[0]
        placed.append(int(games.features.action_of(games.game.o, view, seat, int(action[0]))))
        games.step(action)
        if not in_setup or int(games.seats[0]) != seat:
            course.play(games.game.write_move(placed))
            placed = []
        if not in_setup and not games.terminated[0]:
            assert_equal(encode(course.view(int(games.seats[0])), games.features), games)
    assert course.position.ply > 50


def assert_equal(encoded, games):
    assert (encoded.cells == games.cells[0]).all()
    assert (encoded.scalars == games.scalars[0]).all()
    assert (encoded.mask == games.mask[0]).all()


@pytest.mark.parametrize("game", games_with_secrets())
def test_no_array_depends_on_what_is_hidden_from_the_seat(game):
    """A short version of `tools/check_secrecy.py`."""
    assert check(game, 200, POLICY, steps=60, every=10)
