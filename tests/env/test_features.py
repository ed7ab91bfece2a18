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
from caserne.core.game.registry import rooms
from caserne.core.kernel.layout import SPECTATOR
from caserne.core.match.playthrough import Playthrough
from caserne.env import batch
from caserne.env.setups import POLICY

GAMES = [name for name in rooms() if caserne.game(name).features]
SCRIPT = "import sys; sys.path.insert(0, sys.argv[2]); from test_features import digest; print(digest(sys.argv[1]))"


def digest(game: str) -> str:
    """Return a hash of all arrays over the first steps of some games."""
    games = batch(game, 3, seed=7, jobs=1)
    seen = hashlib.sha256()
    for _ in range(40):
        games.step(games.draw_actions())
        for array in (games.cells, games.planes, games.scalars, games.mask, games.rewards):
            seen.update(np.ascontiguousarray(array).tobytes())
    return seen.hexdigest()


@pytest.mark.parametrize("game", GAMES)
def test_interpreted_and_compiled_rules_write_the_same_arrays(game):
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    run = subprocess.run(
        [sys.executable, "-c", SCRIPT, game, str(Path(__file__).parent)],
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
    games, seen = batch(game, 256, seed=1, planes=False), 0
    for _ in range(400):
        games.step(games.draw_actions())
        seen |= int(np.bitwise_or.reduce(games.cells, axis=None))
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


@pytest.mark.parametrize("game", GAMES)
def test_an_observation_gives_the_arrays_that_a_batch_gives(game):
    """What a player at a table encodes, from the events that were observed, is what the environment tracks."""
    games = batch(game, 1, seed=4, setups=POLICY)
    course = Playthrough(games.game)
    placed = []
    for _ in range(200):
        action = games.draw_actions()
        number = games.features.action_of(games.game.o, games._games.views[0], int(games.seats[0]), int(action[0]))
        if course.position.in_setup:
            placed.append(int(number))
        in_setup, seat = bool(games._games.states[0].setup), int(games.seats[0])
        games.step(action)
        if not in_setup:
            course.play(games.game.write_move([int(number)]))
        elif int(games.seats[0]) != seat:
            course.play(games.game.write_move(placed))
            placed = []
        if games.terminated[0]:
            break
        if games._games.states[0].setup:
            continue
        encoded = encode(course.view(int(games.seats[0])), games.features)
        assert (encoded.cells == games.cells[0]).all()
        assert (encoded.scalars == games.scalars[0]).all()
        assert (encoded.mask == games.mask[0]).all()


@pytest.mark.parametrize("game", GAMES)
def test_no_array_depends_on_what_is_hidden_from_the_seat(game):
    """Replace all secrets by others that fit the view: the arrays of the seat to act stay the same bytes."""
    games = batch(game, 500, seed=5, planes=False)
    features, rules, packed = games.features, games.game.rules, games.game.packed
    changed = 0
    for step in range(60):
        games.step(games.draw_actions())
        if step % 10:
            continue
        private = games._games
        for n in range(500):
            seat, memory = int(games.seats[n]), private.memories[n : n + 1]
            state, view = np.zeros(1, rules.state), np.zeros(1, rules.view)
            rules.arrays.sample(packed, private.views[n : n + 1], seat, state, private.dice[n].copy())
            changed += state.tobytes() != private.states[n : n + 1].tobytes()
            rules.arrays.observe(packed, state, seat, view)
            cells, scalars = np.zeros(features.cells, np.int64), np.zeros(len(features.scalars), np.int16)
            features.encoding.encode(packed, view, private.pasts[n], memory, seat, cells, scalars)
            assert cells.tobytes() == games.cells[n].tobytes()
            assert scalars.tobytes() == games.scalars[n].tobytes()
            public, other = np.zeros(1, rules.view), np.zeros(1, rules.view)
            rules.arrays.observe(packed, private.states[n : n + 1].copy(), SPECTATOR, public)
            rules.arrays.observe(packed, state, SPECTATOR, other)
            assert public.tobytes() == other.tobytes()  # all that memory is made of
    assert changed or not games.game.about.hidden
