"""Records that somebody has made up: legal to the letter, but nobody could have played them."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

import caserne
from caserne.core.game.errors import InvalidRecord
from caserne.core.match import events, fair_dice
from caserne.core.match.events import Action, Chance, Event
from caserne.core.match.match import Match
from caserne.core.match.private import Private
from caserne.core.match.record import Record
from caserne.core.match.verify import verify

START = "mhm/hmh/3/3/3/3/HMH/MHM w"
DRAW = events.Agreed(0, (0.0, 0.0), "draw")


def plain(*played: Event, end: dict[str, Any] | None = None) -> Record:
    """A record of a game without secrets and dice."""
    record = Record(caserne.game("movers"), start=START, events=list(played))
    if end:
        record.end = {**end, "scores": None, "events": len(played)}
    return record


def ended(*played: Event, by: str, returns: tuple[float, ...]) -> Record:
    return plain(*played, end={"by": by, "returns": list(returns)})


def rolled() -> Match:
    """A match with secrets, after a die and a move."""
    match = Match(caserne.game("oracle"))
    match.submit(0, "A")
    match.submit(1, "B")
    match.roll()
    match.submit(0, "x1")
    match.submit(0, "A?")
    return match


def with_dice_in_the_open() -> Match:
    """A match without secrets in which a die has just fallen after somebody's move."""
    match = Match(caserne.game("belligerants"), start="EMo1,TKe5 SOe10,EMa13 - - J?")
    match.roll()
    while match.actor != "chance":
        match.submit(match.actor, match.position.legal()[0])
    match.roll()
    return match


MOVE, REPLY = Action(0, "b1-b3"), Action(1, "b7-b6")
FORGED = {
    "a draw that nobody offered": (ended(DRAW, by="draw", returns=(0, 0)), "agreed to 'draw'"),
    "a draw that nobody accepted": (
        ended(events.Proposed(0, "draw"), DRAW, by="draw", returns=(0, 0)),
        "agreed to 'draw'",
    ),
    "a draw of another seat": (
        ended(
            events.Proposed(0, "draw"),
            events.Accepted(1, "draw"),
            replace(DRAW, seat=1),
            by="draw",
            returns=(0, 0),
        ),
        "agreed to 'draw'",
    ),
    "a draw that somebody wins": (
        ended(
            events.Proposed(0, "draw"),
            events.Accepted(1, "draw"),
            replace(DRAW, returns=(1.0, -1.0)),
            by="draw",
            returns=(1, -1),
        ),
        "result of 'draw'",
    ),
    "an offer accepted by its proposer": (plain(events.Proposed(0, "draw"), events.Accepted(0, "draw")), "no offer"),
    "terms without an offer": (plain(events.TermsNamed(1, "draw")), "no offer"),
    "a resignation that wins": (ended(events.Resigned(0, (1.0, -1.0)), by="resign", returns=(1, -1)), "result"),
    "a match called off and won": (ended(events.Aborted(0, (1.0, -1.0)), by="abort", returns=(1, -1)), "result"),
    "a match called off too late": (
        ended(MOVE, REPLY, events.Aborted(0, (0.0, 0.0)), by="abort", returns=(0, 0)),
        "called off",
    ),
    "a seat that leaves a match of two": (plain(events.Left(0, "2")), "leave"),
    "a move after the end": (plain(events.Resigned(0, (-1.0, 1.0)), MOVE), "over"),
    "a second resignation": (plain(events.Resigned(0, (-1.0, 1.0)), events.Resigned(1, (1.0, -1.0))), "over"),
    "an end that is kept silent": (plain(events.Resigned(0, (-1.0, 1.0))), "last line"),
    "an end out of nothing": (plain(MOVE, end={"by": "MH-5", "returns": [1, -1]}), "not over"),
    "another end": (ended(events.Resigned(0, (-1.0, 1.0)), by="resign", returns=(1, -1)), "returns"),
    "a take-back of the other's move": (plain(MOVE, REPLY, events.TakenBack(0, 1)), "take back"),
    "a take-back of nothing": (plain(events.Proposed(0, "draw"), events.TakenBack(0, 0)), "take back"),
    "a hint for the other's turn": (plain(MOVE, events.Hinted(0)), "turn"),
    "a secret before the end": (plain(events.SecretRevealed("00" * 32)), "secret"),
    "bytes given twice": (plain(*[events.Contributed(0, "00" * 16)] * 2), "once"),
    "a seal after the set-up": (plain(events.Sealed(0, "00" * 32)), "set-up"),
    "a set-up that was never sealed": (plain(events.Revealed(0, "00" * 16)), "sealed"),
}


@pytest.mark.parametrize(("record", "says"), FORGED.values(), ids=FORGED)
def test_what_nobody_could_have_done_is_neither_verified_nor_played_on(record, says):
    read = Record.loads(record.dumps())
    with pytest.raises(InvalidRecord, match=says):
        verify(read)
    with pytest.raises(InvalidRecord, match=says):
        Match.resume(read)


def test_a_take_back_where_something_is_hidden_is_refused():
    record = rolled().record
    last = max(number for number, event in enumerate(record.events) if isinstance(event, Action))
    record.events.append(events.TakenBack(0, last))
    with pytest.raises(InvalidRecord, match="hidden"):
        verify(Record.loads(record.dumps()))


def test_a_take_back_after_the_secret_of_the_dice_is_out_is_refused():
    match = with_dice_in_the_open()
    moves = [(number, event) for number, event in enumerate(match.record.events) if isinstance(event, Action)]
    number, last = moves[-1]
    match.resign(0)
    match.record.events.append(events.TakenBack(last.seat, number))
    match.record.end = None
    with pytest.raises(InvalidRecord, match="secret"):
        verify(Record.loads(match.record.dumps()))


def test_a_die_that_was_taken_back_falls_anew_and_is_proved():
    match = with_dice_in_the_open()
    number, last = [(n, event) for n, event in enumerate(match.record.events) if isinstance(event, Action)][-1]
    before, fallen = match.positions[number], sum(isinstance(event, Chance) for event in match.record.events)
    match.take_back(last.seat)
    assert match.position == before
    match.submit(last.seat, last.move)
    match.roll()
    match.resign(0)
    assert verify(Record.loads(match.record.dumps())).dice == fallen + 1


def test_honest_take_backs_and_agreements_are_verified():
    match = Match(caserne.game("movers"), start=START)
    match.submit(0, "b1-b3")
    match.propose_take_back(0)
    match.accept(1)
    match.submit(0, "b1-b3")
    match.propose(1, "draw")
    match.decline(0)
    match.submit(1, "b7-b6")
    match.propose(0, "draw")
    match.accept(1)
    assert verify(Record.loads(match.record.dumps())).moves == 3


# Secrets


@pytest.mark.parametrize("event", [events.SecretRevealed("00" * 32), events.Revealed(0, "00" * 16)])
def test_nothing_is_revealed_while_a_match_with_secrets_goes_on(event):
    with pytest.raises(InvalidRecord):
        rolled().replay([event])


@pytest.mark.parametrize(("length", "accepted"), [(64, True), (65, False)])
def test_a_bot_that_plays_on_has_a_short_name(length, accepted):
    place = events.Place(caserne.game("manoeuvre", players=3), 0)
    line = {"event": "table", "act": "leave", "seat": 0, "bot": "x" * length}
    if accepted:
        assert events.read_event(line, place) == events.Left(0, "x" * length)
    else:
        with pytest.raises(InvalidRecord, match="bot"):
            events.read_event(line, place)


def test_secrets_are_no_event_and_no_record_takes_them_along():
    match = rolled()
    snapshot = Record.loads(match.snapshot().dumps())
    assert snapshot.private == match.private()
    assert snapshot.events == match.record.events
    assert "private" not in match.record.dumps()
    resumed = Match.resume(snapshot)
    assert resumed.private().secret != match.private().secret
    assert Match.resume(snapshot, snapshot.private).private() == match.private()


@pytest.mark.parametrize(
    "change",
    [
        lambda private: replace(private, secret=fair_dice.new_secret()),
        lambda private: replace(private, sealed={0: (fair_dice.new_salt(), "C")}),
        lambda private: replace(private, sealed={0: (private.sealed[0][0], "C")}),
    ],
)
def test_secrets_that_were_not_committed_to_are_refused(change):
    match = rolled()
    with pytest.raises(InvalidRecord):
        Match.resume(match.record, change(match.private()))


def test_secrets_are_only_in_the_last_line_of_a_running_match():
    lines = rolled().snapshot().dumps().splitlines()
    with pytest.raises(InvalidRecord, match=f"line {len(lines)}"):
        Record.loads("\n".join([*lines, lines[-1]]))
    match = rolled()
    private = match.snapshot().dumps().splitlines()[-1]
    match.resign(0)
    with pytest.raises(InvalidRecord, match="end"):
        Record.loads(match.record.dumps() + private)


@pytest.mark.parametrize(
    "value",
    [
        None,
        [],
        {},
        {"secret": "00", "sealed": {}},
        {"secret": "00" * 32, "sealed": []},
        {"secret": "00" * 32, "sealed": {"2": ["00" * 16, "A"]}},
        {"secret": "00" * 32, "sealed": {"-1": ["00" * 16, "A"]}},
        {"secret": "00" * 32, "sealed": {"0": ["00" * 16]}},
        {"secret": "00" * 32, "sealed": {"0": ["00" * 16, 5]}},
        {"secret": "00" * 32, "sealed": {"0": ["0", "A"]}},
        {"secret": "00" * 32, "sealed": {}, "more": 1},
    ],
)
def test_secrets_that_cannot_be_read_are_refused(value):
    with pytest.raises(InvalidRecord, match="private"):
        Private.read(value, 2)


# Lines


HEADER = Record(caserne.game("oracle"), match="m").header()


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        ({"more": 1}, "more"),
        ({"match": 5}, "match"),
        ({"match": "\ud800"}, "match"),
        ({"date": "yesterday"}, "date"),
        ({"dice": "00"}, "dice"),
        ({"dice": 5}, "dice"),
        ({"players": ["x"] * 65}, "players"),
        ({"players": "Ann"}, "players"),
        ({"start": "x" * 20_001}, "start"),
        ({"options": []}, "options"),
    ],
)
def test_a_wrong_header_is_named(changed, field):
    with pytest.raises(InvalidRecord, match=f"line 1: the field '{field}'"):
        Record.loads(json.dumps({**HEADER, **changed}))


@pytest.mark.parametrize("name", ["game_id", "self", "cls", "options"])
def test_no_option_is_taken_for_an_argument(name):
    with pytest.raises(caserne.InvalidOption):
        Record.loads(json.dumps({**HEADER, "options": {name: "movers"}}))


@pytest.mark.parametrize(
    "line",
    [
        "[" * 100_000,
        '{"a":' * 100_000,
        '{"event": "table", "act": "resign", "seat": 0, "returns": [' + "9" * 5000 + ", 0]}",
        '{"event": "table", "act": ' + "[" * 500 + "]" * 500 + "}",
        '"text"',
        "NaN",
    ],
)
def test_deep_and_huge_lines_are_refused(line):
    with pytest.raises(InvalidRecord, match="line 2"):
        Record.loads(json.dumps(HEADER) + "\n" + line)


@pytest.mark.parametrize(
    "end", [{"by": 5}, {"returns": [float("nan"), 0]}, {"scores": "x"}, {"events": True}, {"a": 1}]
)
def test_a_wrong_last_line_is_named(end):
    lines = [HEADER, {"end": {"by": "x", "returns": [0, 0], "scores": None, "events": 0, **end}}]
    with pytest.raises(InvalidRecord, match=f"line 2: the field 'end.{next(iter(end))}'"):
        Record.loads("\n".join(map(json.dumps, lines)))


def test_only_a_line_feed_ends_a_line():
    match = rolled()
    match.forfeit(0, "one\u2028two\x85three\r\nfour")
    record = Record.loads(match.record.dumps())
    assert record.events == match.record.events
    assert record.dumps() == match.record.dumps()
