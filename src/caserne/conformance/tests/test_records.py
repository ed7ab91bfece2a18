"""Every game can be written down, read back and proved."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import takewhile

import numpy as np
import pytest
from games_and_options import every_game, every_variant, game_of

from caserne.core.game.errors import InvalidRecord
from caserne.core.match.events import Ending, Revealed
from caserne.core.match.match import Match
from caserne.core.match.record import Record
from caserne.core.match.verify import verify

FORGED = dict(zip("0123456789abcdef", "123456789abcdef0", strict=True))


def play_match(game, seed: int, moves: int = 150) -> Match:
    dice = np.random.default_rng(seed)
    match = Match(game, players=["Ann", "Bob"])
    for _ in range(moves):
        if match.actor is None:
            break
        if match.actor == "chance":
            match.roll()
        elif match.position.in_setup:
            seat = match.waiting()[-1]
            position = match.position
            while position.actor != seat:
                position = position.play(position.random_setup(seed))
            match.submit(seat, position.random_setup(seed + seat))
        else:
            match.submit(match.actor, str(dice.choice(match.position.legal())))
    if match.actor is not None:
        match.resign(0)
    return match


@every_variant
def test_a_record_reproduces_every_position(game_id, options):
    match = play_match(game_of(game_id, options), 1)
    record = Record.loads(match.record.dumps())
    assert record.dumps() == match.record.dumps()
    assert record.game == match.game
    assert [step.position for step in record.replay()] == match._positions[1:]


@every_game
def test_what_a_seat_knew_can_be_looked_up_later(game_id):
    """It is what a match that has come just so far shows."""
    match = play_match(game_of(game_id, {}), 3, moves=20)
    events = match.record.events
    for number, event in enumerate(takewhile(lambda event: not isinstance(event, Ending), events)):
        if isinstance(event, Revealed):
            continue  # written together with the event before
        then = Match.resume(replace(match.record, events=events[:number], end=None))
        for seat in range(match.game.seats):
            assert match.view_after(seat, number) == then.view(seat)


@every_game
def test_a_record_proves_itself(game_id):
    match = play_match(game_of(game_id, {}), 2)
    proof = verify(Record.loads(match.record.dumps()))
    assert proof.unproved_dice == proof.unproved_setups == 0
    assert proof.moves > 0


@every_game
def test_a_record_with_one_digit_forged_does_not(game_id):
    text = play_match(game_of(game_id, {}), 2).record.dumps()
    sealed_or_rolled = re.compile(r'"(?:commitment|salt|bytes|secret)": "([0-9a-f])')
    forged = [
        text[: found.start(1)] + FORGED[found[1]] + text[found.end(1) :] for found in sealed_or_rolled.finditer(text)
    ]
    if not forged:
        pytest.skip("nothing is sealed or rolled in this game")
    for changed in forged:
        with pytest.raises(InvalidRecord):
            verify(Record.loads(changed))


@pytest.mark.thorough
@every_game
def test_a_record_with_a_line_left_out_does_not(game_id):
    match = play_match(game_of(game_id, {}), 3)
    lines = match.record.dumps().splitlines()
    for number in range(1, len(lines) - 1):
        without = "\n".join(lines[:number] + lines[number + 1 :])
        with pytest.raises(InvalidRecord):
            verify(Record.loads(without))


@every_game
def test_a_truncated_record_says_where(game_id):
    text = play_match(game_of(game_id, {}), 4).record.dumps()
    for cut in range(1, len(text), max(1, len(text) // 40)):
        if text[cut - 1] != "\n" and text[cut] != "\n":
            with pytest.raises(InvalidRecord, match="line"):
                Record.loads(text[:cut])


@every_game
def test_a_match_goes_on_from_its_snapshot(game_id):
    match = play_match(game_of(game_id, {}), 5, moves=12)
    match = Match.resume(Record.loads(match.record.dumps()))
    assert match.actor is None
    running = Match(game_of(game_id, {}))
    for _ in range(12):
        snapshot = Record.loads(running.snapshot().dumps())
        running = Match.resume(snapshot, snapshot.private)
        if running.actor == "chance":
            running.roll()
        elif running.position.in_setup:
            seat = running.waiting()[0]
            position = running.position
            while position.actor != seat:
                position = position.play(position.random_setup(1))
            running.submit(seat, position.random_setup(seat))
        elif running.actor is not None:
            running.submit(running.actor, running.position.legal()[0])
    if running.actor is not None:
        running.resign(1)
    assert verify(Record.loads(running.record.dumps())).unproved_dice == 0
