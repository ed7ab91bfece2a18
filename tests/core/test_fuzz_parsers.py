"""Every text that people or programs give is read, or refused with a clear error: nothing else may happen.

Positions, moves, set-ups, options, boards, records, names of bots, and the lines of the engine protocol; valid texts
with a few faults in them. `make fuzz` tries many.
"""

from __future__ import annotations

import json
import re
from dataclasses import fields
from functools import cache
from typing import Any

import numpy as np
import pytest
from fuzzing import effort, spoiled
from games_and_options import every_game, start_of
from hypothesis import example, given
from hypothesis import strategies as st

import caserne
from caserne.bots.engine import Engine
from caserne.bots.names import bot, is_program
from caserne.core.game.errors import CaserneError, TooManyMoves
from caserne.core.game.position import Position
from caserne.core.game.registry import options_class
from caserne.core.game.words import LANGUAGES
from caserne.core.match.match import Match
from caserne.core.match.record import Record
from caserne.core.match.setups import suggest_setup
from caserne.core.match.verify import verify

pytestmark = pytest.mark.fuzz

PLIES = 40
MANY = effort(short=60, long=20_000)
FEW = effort(short=25, long=2_000)
"""For what costs more: a board that is read, a record that is replayed."""


@cache
def positions(game_id: str) -> tuple[Position, ...]:
    """The positions of a random game, from the first one that can be written."""
    found, dice = [start_of(caserne.game(game_id), 1)], np.random.default_rng(16)
    while len(found) < PLIES and found[-1].actor is not None:
        moves = found[-1].legal()
        found.append(found[-1].play(moves[int(dice.integers(len(moves)))]))
    return tuple(found)


@cache
def record(game_id: str) -> str:
    """A short finished match with everything that its game has: set-ups, dice, moves, an offer."""
    match = Match(caserne.game(game_id))
    while match.position.in_setup:
        for seat in list(match.waiting()):
            match.submit(seat, suggest_setup(match, seat))
    for _ in range(PLIES):
        if match.actor == "chance":
            match.roll()
        elif isinstance(match.actor, int):
            match.submit(match.actor, match.position.legal()[0])
    if isinstance(match.actor, int):
        match.propose(match.actor, match.game.offers[0])
        match.decline(next(seat for seat in range(match.game.seats) if seat != match.offer.seat))
    if match.actor is not None:
        match.resign(0)
    return match.record.dumps()


def refuses(call: Any, *given: Any, **named: Any) -> Any:
    """Call something that may refuse with an error that has a sentence in each language; return its answer."""
    try:
        return call(*given, **named)
    except CaserneError as error:
        refusal = error
    assert all(refusal.text(lang) for lang in LANGUAGES)
    return None


@pytest.mark.thorough
@every_game
def test_positions(game_id):
    game = caserne.game(game_id)

    @MANY
    @given(spoiled([str(position) for position in positions(game_id)]))
    def read(text):
        found = refuses(game.position, text)
        if found is not None:
            assert game.position(str(found)) == found
            refuses(found.legal)

    read()


def with_a_long_number(text: str) -> list[str]:
    """Return copies of a text, in each of which one number has more digits than Python converts."""
    return [text[: n.start()] + "9" * 5000 + text[n.end() :] for n in re.finditer(r"\d+", text)]


@pytest.mark.thorough
@every_game
def test_numbers_that_are_too_long_for_python(game_id):
    """The long fuzz found two that ended in Python's own error, in a position and in a layout."""
    game = caserne.game(game_id)
    for text in {str(positions(game_id)[0]), str(positions(game_id)[-1])}:
        for changed in with_a_long_number(text):
            refuses(game.position, changed)
    for name, value in options_class(game_id)().resolved().as_dict().items():
        for changed in with_a_long_number(value) if isinstance(value, str) else []:
            refuses(caserne.game, game_id, **{name: changed})


@pytest.mark.thorough
@every_game
def test_moves(game_id):
    played = [position for position in positions(game_id) if position.actor is not None]

    @MANY
    @given(st.sampled_from(played), spoiled([move for position in played for move in position.legal()[:9]]))
    def read(position, text):
        refused = refuses(position.play, text) is None
        reasons = refuses(position.explain, text)
        assert refused == (reasons is None or len(reasons) > 0)

    read()


@pytest.mark.thorough
@every_game
def test_set_ups(game_id):
    blank = Match(caserne.game(game_id)).position
    if not blank.in_setup:
        pytest.skip("this game has no set-up")

    @MANY
    @given(spoiled([blank.random_setup(seed) for seed in range(5)]))
    def read(text):
        refuses(blank.play, text)

    read()


ODD = (
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9) | st.lists(st.integers(), max_size=2)
)


@pytest.mark.thorough
@every_game
def test_options_and_boards(game_id):
    """Boards are values of options; valid ones are the choices of the option and what they resolve to."""
    defaults = options_class(game_id)().resolved().as_dict()
    texts = {name: [value] for name, value in defaults.items() if isinstance(value, str)}
    values = {name: spoiled(texts[name]) | ODD if name in texts else ODD for name in defaults}
    one = st.one_of([st.tuples(st.just(name), values[name]) for name in sorted(values)])
    known = {field.name for field in fields(options_class(game_id))}

    @FEW
    @given(one | st.tuples(st.text(max_size=5), ODD))
    def read(option):
        name, value = option
        made = refuses(caserne.game, game_id, **{name: value})
        assert made is None or name in known

    read()


@pytest.mark.thorough
@every_game
def test_records(game_id):
    lines = record(game_id).splitlines()

    @FEW
    @given(st.integers(0, len(lines) - 1), st.data())
    def read(number, data):
        line = data.draw(spoiled([lines[number]]))
        found = refuses(Record.loads, "\n".join([*lines[:number], line, *lines[number + 1 :]]))
        if found is not None:
            refuses(verify, found)
            refuses(lambda: list(found.replay()))

    read()


NAMES = [
    "1",
    "6",
    "random",
    "mcts:exploration=1.5@200ms",
    "alphabeta@5000n",
    "average:depth=2@2s",
    "plain",
    "greedy@1s",
]


@every_game
def test_names_of_bots(game_id):
    game = caserne.game(game_id)

    @FEW
    @given(spoiled(NAMES))
    @example(f"mcts@{'9' * 5000}n")
    @example(f"average:depth={'9' * 5000}")
    def read(name):
        if not is_program(name):  # a program would be started
            refuses(bot, name, game)

    read()


@pytest.mark.thorough
@every_game
def test_lines_of_the_engine_protocol(game_id):
    position = next(position for position in positions(game_id) if isinstance(position.actor, int))
    options = position.game.options.as_dict()
    lines = [
        'hello {"protocol": 1}',
        "game " + json.dumps({"game": game_id, "options": options, "seat": position.actor, "seed": 1}),
        "event " + json.dumps({"actor": 0, "move": "a1-a2", "revealed": [["a1", "x"]]}),
        "knowledge " + json.dumps({"view": "AAAA", "past": ""}),
        "go " + json.dumps({"position": str(position), "seconds": 1}),
    ]

    @FEW
    @given(st.lists(spoiled(lines) | st.sampled_from(lines), max_size=6))
    def read(given_lines):
        said: list[str] = []
        Engine("random", said.append).serve(line for text in given_lines for line in text.split("\n"))
        assert all(line.split()[0] in ("hello", "ready", "move", "error", "info") for line in said)
        assert all("\n" not in line for line in said)

    read()


def test_too_many_moves_is_an_error_like_the_others():
    assert issubclass(TooManyMoves, CaserneError)
