"""Records that are cut off, changed or of another time."""

from __future__ import annotations

import json
from copy import copy

import pytest

import caserne
from caserne.core.game.errors import InvalidOption, InvalidRecord, UnknownGame
from caserne.core.match.events import Action
from caserne.core.match.match import Match
from caserne.core.match.outcome import outcome
from caserne.core.match.record import Record

HEADER = {
    "caserne": 1,
    "game": "oracle",
    "options": {},
    "start": None,
    "match": "m",
    "players": [],
    "date": "",
    "dice": None,
}
MOVE = {"event": "action", "seat": 0, "move": "A"}


def text(*lines: object) -> str:
    return "".join(json.dumps(line) + "\n" for line in lines)


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        ([], "empty"),
        ([[]], "line 1"),
        ([{}], "caserne"),
        ([{**HEADER, "caserne": 2}], "version 2"),
        ([{**HEADER, "caserne": True}], "caserne"),
        ([{**HEADER, "players": [1]}], "players"),
        ([{**HEADER, "start": 3}], "start"),
        ([HEADER, {}], "line 2: the field 'event'"),
        ([HEADER, {"event": "other"}], "event"),
        ([HEADER, {**MOVE, "seat": 2}], "seat"),
        ([HEADER, {**MOVE, "seat": True}], "seat"),
        ([HEADER, {**MOVE, "move": 1}], "move"),
        ([HEADER, {"event": "table", "act": "take-back", "seat": 0, "to": 5}], "to"),
        ([HEADER, {"event": "table", "act": "draw", "seat": 0, "returns": [0]}], "returns"),
        ([{**HEADER, "players": ["Ann"] * 65}], "players"),
        ([HEADER, {"end": 3}], "line 2: the field 'end'"),
        ([HEADER, {"end": {"by": "x", "returns": [0, 0], "events": 10**9 + 1}}], r"end\.events"),
        ([HEADER, {"end": {"by": "x", "returns": [0, 0], "events": 10**9}}], "1000000000 events"),
        ([HEADER, {"event": "other", "act": "private", "seat": None}], "line 2: the field 'event'"),
        ([HEADER, {"end": {"by": "x", "returns": [0, 0], "events": 3}}], "3 events"),
        ([HEADER, {"end": {"by": "x", "returns": [0], "events": 0}}], "returns"),
        ([HEADER, {"end": {"by": "x", "returns": [0, 0], "events": 0}}, MOVE], "line 3"),
    ],
)
def test_a_malformed_record_says_which_line_and_field(lines, says):
    with pytest.raises(InvalidRecord, match=says):
        Record.loads(text(*lines))


def test_an_unknown_game_or_option_in_a_record_says_so():
    with pytest.raises(UnknownGame):
        Record.loads(text({**HEADER, "game": "chess"}))
    with pytest.raises(InvalidOption):
        Record.loads(text({**HEADER, "options": {"size": 3}}))


def test_a_move_out_of_turn_or_against_the_rules_is_found_at_its_event():
    wrong_turn = Record.loads(text(HEADER, MOVE, MOVE))
    with pytest.raises(InvalidRecord, match="event 2"):
        list(wrong_turn.replay())
    refused = Record.loads(text(HEADER, {**MOVE, "move": "A?"}))
    with pytest.raises(InvalidRecord, match="event 1: hide a letter"):
        list(refused.replay())


def test_a_record_may_begin_anywhere(tmp_path):
    match = Match(caserne.game("oracle"), start="AB 0 0 5 12x3")
    match.submit(1, "A?")
    path = tmp_path / "game.jsonl"
    match.record.save(path)
    record = caserne.Record.load(path)
    assert record.final().scores() == (0, 6)
    assert record.first() == caserne.game("oracle").position("AB 0 0 5 12x3")
    assert list(tmp_path.iterdir()) == [path]


def test_as_many_players_as_a_record_may_name():
    assert len(Record.loads(text({**HEADER, "players": ["Ann"] * 64})).players) == 64


def test_names_are_written_as_they_are():
    assert "Zoé" in Match(caserne.game("oracle"), players=["Zoé", "Bob"]).record.dumps()


def test_turns_hold_the_die_and_all_moves_until_the_next_seat():
    match = begun()
    match.roll()
    match.submit(0, "x1")
    match.submit(0, "A?")
    die = match.record.events[-3].move
    assert [(turn.seat, turn.moves) for turn in match.record.turns()] == [
        (0, ("A",)),
        (1, ("B",)),
        (0, (die, "x1", "A?")),
    ]


def test_a_turn_is_ended_by_what_a_move_has_changed():
    match, asked = begun(), []
    match.roll()
    match.submit(0, "x1")
    record = copy(match.record)
    record.game = copy(record.game)
    record.game.ends_turn = lambda *turn: asked.append(turn) or False
    record.turns()
    assert len(asked) == 3
    assert all(before.play(move) == after for before, move, after in asked)


def test_a_snapshot_before_the_first_event_keeps_its_secrets():
    match = Match(caserne.game("oracle"))
    assert Record.loads(match.snapshot().dumps()).private == match.private()


def test_a_record_says_how_many_events_it_has():
    record = Record(caserne.game("oracle"), players=("Ann", "Bob"))
    assert ": Ann, Bob; 0 events; running>" in repr(record)
    record.events.append(Action(0, "A"))
    assert "1 event;" in repr(record)


def test_an_outcome_begins_with_a_capital():
    match = begun()
    match.resign(0)
    said = outcome(match).sentence.text("en")
    assert outcome(match).text("en") == said[0].upper() + said[1:]


def test_only_a_match_that_was_called_off_stays_closed():
    resigned, aborted = begun(), begun()
    assert not resigned.record.stays_closed
    resigned.resign(0)
    aborted.abort(0)
    assert (resigned.record.stays_closed, aborted.record.stays_closed) == (False, True)


def begun() -> Match:
    match = Match(caserne.game("oracle"))
    match.submit(0, "A")
    match.submit(1, "B")
    return match


def test_files_that_are_no_records(tmp_path):
    with pytest.raises(InvalidRecord, match=r"no\.jsonl"):
        Record.load(tmp_path / "no.jsonl")
    with pytest.raises(InvalidRecord, match="path"):
        Record.load(3)
    (tmp_path / "picture.png").write_bytes(b"\x89PNG\xff\xfe")
    with pytest.raises(InvalidRecord, match="not a text"):
        Record.load(tmp_path / "picture.png")
