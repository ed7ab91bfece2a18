"""The table: seals, dice, resignations, take-backs. Whatever is refused leaves the match as it was."""

from __future__ import annotations

import pytest

import caserne
from caserne.core.game.errors import (
    IllegalMove,
    InvalidArgument,
    InvalidMove,
    InvalidRecord,
    InvalidSeat,
    TableError,
)
from caserne.core.match.events import Chance
from caserne.core.match.match import Match, fair_dice
from caserne.core.match.record import Record
from caserne.core.match.verify import verify


@pytest.fixture
def match() -> Match:
    """A running match of the toy game, the first seat to roll."""
    match = Match(caserne.game("oracle"), players=["Ann", "Bob"])
    match.submit(0, "A")
    match.submit(1, "B")
    return match


def finish(match: Match) -> Match:
    while match.actor is not None:
        if match.actor == "chance":
            match.roll()
        else:
            match.submit(match.actor, match.position.legal()[0])
    return match


def test_a_sealed_set_up_is_a_commitment_until_all_are_in():
    match = Match(caserne.game("oracle"))
    assert match.waiting() == [0, 1]
    match.submit(1, "B")
    assert match.waiting() == [0]
    assert '"B"' not in match.record.dumps()
    with pytest.raises(TableError):
        match.submit(1, "C")
    match.submit(0, "A")
    assert str(match.position) == "AB 0 0 0 0"


@pytest.mark.parametrize("seat", [-1, 2])
def test_nobody_seals_for_a_seat_that_is_not_there(seat):
    match = Match(caserne.game("oracle"))
    with pytest.raises(InvalidSeat):
        match.submit(seat, "A")
    assert match.record.events == []


def test_a_set_up_against_the_rules_is_not_sealed():
    match = Match(caserne.game("oracle"))
    with pytest.raises(IllegalMove):
        match.submit(1, "A?")
    assert (match.record.events, match.waiting()) == ([], [0, 1])


@pytest.mark.parametrize("players", ["Ann", {"Ann": 0}, ["Ann", 1]])
def test_players_are_a_list_of_names(players):
    with pytest.raises(InvalidArgument, match="players"):
        Match(caserne.game("oracle"), players=players)


def test_only_the_seat_that_moves_next_rolls_the_die(match):
    before = match.record.dumps()
    with pytest.raises(TableError, match="turn"):
        match.roll(1)
    assert match.record.dumps() == before
    match.roll(0)


def test_what_is_refused_changes_nothing(match):
    before = match.record.dumps()
    for attempt, error in [
        (lambda: match.submit(0, "A?"), TableError),
        (lambda: match.contribute(0, b"short"), TableError),
        (lambda: match.propose(0, "armistice"), TableError),
        (lambda: match.leave(0), TableError),
    ]:
        with pytest.raises(error):
            attempt()
    assert match.record.dumps() == before
    match.roll()
    before = match.record.dumps()
    for move, error in [("A?", IllegalMove), ("nonsense", InvalidMove)]:
        with pytest.raises(error):
            match.submit(0, move)
    with pytest.raises(TableError):
        match.submit(1, "x1")
    with pytest.raises(TableError):
        match.roll()
    assert match.record.dumps() == before


def test_seats_contribute_to_the_dice_once(match):
    match.contribute(1, b"0123456789abcdef")
    with pytest.raises(TableError):
        match.contribute(1, fair_dice.new_contribution())
    finish(match)
    assert verify(match.record).dice == 6


def test_a_secret_of_the_dice_is_out_only_at_the_end(match):
    match.roll()
    assert "secret" not in match.record.dumps()
    finish(match)
    assert '"secret"' in match.record.dumps()


def test_set_ups_of_a_game_with_secrets_are_opened_at_the_end(match):
    assert "reveal" not in match.record.dumps()
    assert [event.move for event in match.view(1).events] == [None, "B"]
    finish(match)
    assert [event.move for event in match.view(1).events][:2] == ["A", "B"]
    assert verify(match.record).setups == 2


def test_a_changed_die_or_set_up_is_found_out(match):
    finish(match)
    text = match.record.dumps()
    assert verify(Record.loads(text)).dice == 6
    with pytest.raises(ValueError, match="secret"):
        verify(Record.loads(text.replace('"match": "', '"match": "x')))


def test_a_die_that_fell_otherwise_is_found_out(match):
    finish(match)
    events = match.record.events
    number = next(n for n, event in enumerate(events) if isinstance(event, Chance))
    events[number] = Chance(next(face for face in ("1", "2", "3") if face != events[number].move))
    match.record.end["scores"] = list(match.record.final().scores())
    match.record.end["returns"] = list(match.record.final().result().returns)
    with pytest.raises(InvalidRecord, match=f"event {number + 1}"):
        verify(Record.loads(match.record.dumps()))


def test_resigning_ends_the_match(match):
    match.resign(0)
    assert match.actor is None
    assert match.record.end == {
        "by": "resign",
        "returns": [-1, 1.0],
        "scores": None,
        "events": len(match.record.events),
    }
    with pytest.raises(TableError):
        match.resign(1)
    with pytest.raises(TableError):
        match.submit(1, "x1")


def test_an_agreed_end_carries_its_own_result(match):
    match.propose(0, "draw")
    match.accept(1)
    assert match.record.end["returns"] == [0, 0]
    assert verify(Record.loads(match.record.dumps())).moves == 0


def test_nothing_is_taken_back_where_something_is_hidden(match):
    match.roll()
    match.submit(0, "x1")
    with pytest.raises(TableError):
        match.take_back(0)


def test_take_backs_append_and_replay():
    match = Match(caserne.game("movers"))
    match.submit(0, "MHMHMH")
    match.submit(1, "MHMHMH")
    start = match.position
    with pytest.raises(TableError):
        match.take_back(0)
    match.submit(0, "b1-b3")
    match.take_back(0)
    with pytest.raises(TableError):
        match.take_back(0)
    match.submit(0, "b1-b3")
    after_one = match.position
    match.submit(1, "b7-b6")
    match.take_back(0)
    assert match.position == start
    assert match.view(0).events[2:] == ()
    match.submit(0, "b1-b3")
    match.submit(1, "b7-a6")
    match.take_back(1)
    assert match.position == after_one
    record = Record.loads(match.record.dumps())
    assert record.final() == after_one
    assert [turn.moves for turn in record.turns()][2:] == [("b1-b3",)]
    match.take_back(0)
    assert match.position == start


def test_what_was_known_before_a_take_back_can_be_looked_up():
    match = Match(caserne.game("movers"))
    for seat in range(2):
        match.submit(seat, "MHMHMH")
    match.submit(0, "b1-b3")
    known, events = match.view(1), len(match.record.events)
    match.take_back(0)
    assert match.view(1) != known
    assert match.view_after(1, events) == known
    assert match.view_after(1, len(match.record.events)) == match.view(1)


def test_play_goes_on_after_a_resignation_is_taken_back():
    match = Match(caserne.game("movers"), start="mhm/hmh/3/3/3/3/HMH/MHM w")
    match.submit(0, "b1-b3")
    match.resign(1)
    match.take_back(0)
    match.submit(0, "b1-b3")
    assert match.actor == 1
    verify(Record.loads(match.record.dumps()))


def test_seats_see_different_things_until_the_match_is_over(match):
    assert match.hides
    match.resign(0)
    assert not match.hides


def test_a_finished_game_without_dice_can_be_taken_back():
    match = Match(caserne.game("movers", max_plies=1))
    match.submit(0, "MHMHMH")
    match.submit(1, "MHMHMH")
    match.submit(0, "b1-b3")
    assert match.record.end is not None
    match.take_back(0)
    assert match.actor == 0
    match.submit(0, "b2-b3")
    assert verify(Record.loads(match.record.dumps())).moves == 2


def test_the_name_of_a_match_cannot_be_taken_for_an_option(monkeypatch):
    monkeypatch.setattr("secrets.token_urlsafe", lambda size: "-h" + "-" * size)
    assert Match(caserne.game("movers")).record.match == "_h_________"
