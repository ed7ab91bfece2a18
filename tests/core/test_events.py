"""Events are typed: whatever is written can be read back, and whatever else is in a line is refused by its field."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import caserne
from caserne.core.game.errors import InvalidRecord, TableError
from caserne.core.game.game import Game
from caserne.core.game.registry import game_class, rooms
from caserne.core.game.terms import Term
from caserne.core.match import events
from caserne.core.match.events import ACTS, Action, Agreed, Chance, Event, LastLeft, check_event, read_event
from caserne.core.match.fields import LONGEST_TEXT, Place
from caserne.core.match.match import Match
from caserne.core.match.record import Record

QUICK = settings(deadline=None, max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
START = "mhm/hmh/3/3/3/3/HMH/MHM w"
SEATS = st.integers(0, 1)
MOVES = st.text(st.characters(codec="utf-8"), max_size=50)
RESULTS = st.tuples(*[st.floats(-1, 1)] * 2)
TERMS = st.dictionaries(st.sampled_from(["drinks", "songs"]), st.integers(0, 9))
WHATS = st.sampled_from(["draw", "take-back"])


def of_bytes(number: int) -> st.SearchStrategy[str]:
    return st.binary(min_size=number, max_size=number).map(bytes.hex)


EVENTS: dict[type[Any], st.SearchStrategy[Any]] = {
    Action: st.builds(Action, SEATS, MOVES),
    Chance: st.builds(Chance, MOVES),
    events.Contributed: st.builds(events.Contributed, SEATS, of_bytes(16)),
    events.Sealed: st.builds(events.Sealed, SEATS, of_bytes(32)),
    events.Unsealed: st.builds(events.Unsealed, SEATS),
    events.Revealed: st.builds(events.Revealed, SEATS, of_bytes(16)),
    events.SecretRevealed: st.builds(events.SecretRevealed, of_bytes(32)),
    events.Proposed: st.builds(events.Proposed, SEATS, WHATS),
    events.TermsNamed: st.builds(events.TermsNamed, SEATS, st.just("draw"), TERMS),
    events.Accepted: st.builds(events.Accepted, SEATS, WHATS),
    events.Declined: st.builds(events.Declined, SEATS, WHATS),
    events.TakenBack: st.builds(events.TakenBack, SEATS, st.integers(0, 8)),
    events.Hinted: st.builds(events.Hinted, SEATS),
    events.Resigned: st.builds(events.Resigned, SEATS, RESULTS),
    events.TimedOut: st.builds(events.TimedOut, SEATS, RESULTS),
    events.Aborted: st.builds(events.Aborted, SEATS, RESULTS),
    events.Forfeited: st.builds(events.Forfeited, SEATS, RESULTS, st.none() | MOVES.filter(bool)),
    events.Left: st.builds(events.Left, SEATS, st.none() | st.just("2")),
    LastLeft: st.builds(LastLeft, SEATS, RESULTS),
    Agreed: st.builds(Agreed, SEATS, RESULTS, st.just("draw"), TERMS),
}
"""Any event of each kind, the tenth of a match of two."""

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)
NAMES = st.sampled_from(
    ["act", "event", "seat", "what", "to", "returns", "move", "terms", "bytes", "secret", "reason", "drinks", "self"]
)


@pytest.fixture
def game(monkeypatch: pytest.MonkeyPatch) -> Game[Any]:
    """A game for two whose draws have conditions."""
    monkeypatch.setattr(game_class("movers"), "terms", {"draw": {"drinks": Term(0, 9), "songs": Term(0, 9)}})
    return caserne.game("movers")


def read(line: str, game: Game[Any]) -> Event:
    return read_event(json.loads(line), Place(game, 9))


def read_or_refusal(line: dict[str, Any], game: Game[Any]) -> Event | InvalidRecord:
    try:
        return read(json.dumps(line), game)
    except InvalidRecord as error:
        return error


def test_every_kind_of_event_is_tried_here():
    assert set(EVENTS) == {Action, Chance, Agreed, LastLeft, *ACTS.values()}


@pytest.mark.thorough
@QUICK
@given(event=st.one_of(*EVENTS.values()))
def test_an_event_is_read_as_it_was_written(game, event):
    check_event(event, Place(game, 9))
    line = json.dumps(event.as_json())
    assert read(line, game) == event
    assert json.dumps(read(line, game).as_json()) == line


@pytest.mark.thorough
@QUICK
@given(event=st.one_of(*EVENTS.values()), name=NAMES | st.text(max_size=8), value=JSON)
def test_a_changed_line_is_refused_or_means_just_what_it_says(game, event, name, value):
    line = {**event.as_json(), name: value}
    found = read_or_refusal(line, game)
    if isinstance(found, InvalidRecord):
        assert found.sentence.fields["line"] == 11
        assert found.text("fr")
    else:
        assert read(json.dumps(found.as_json()), game) == found
        assert found.as_json()["event"] == line["event"]
        assert found.as_json().get("act") == line.get("act")


@pytest.mark.thorough
@QUICK
@given(event=st.one_of(*EVENTS.values()), data=st.data())
def test_a_line_without_one_of_its_fields_is_refused_or_had_no_need_of_it(game, event, data):
    line = event.as_json()
    del line[data.draw(st.sampled_from(sorted(line)))]
    assert type(read_or_refusal(line, game)) in (type(event), events.Left, InvalidRecord)


@pytest.mark.thorough
@QUICK
@given(terms=JSON | TERMS | st.dictionaries(NAMES, JSON, max_size=4))
def test_terms_never_change_another_field(game, terms):
    match = Match(game, start=START)
    match.propose(0, "draw")
    before = match.record.dumps()
    with suppress(TableError):
        match.name_terms(1, terms if isinstance(terms, dict) else {"drinks": terms})
    added = json.loads(match.record.dumps().removeprefix(before) or "null")
    if added is None:
        assert match.offer.terms is None
        return
    assert added == {"event": "table", "act": "terms", "seat": 1, "what": "draw", "terms": match.offer.terms}
    again = Record.loads(match.record.dumps())
    assert again.events == match.record.events
    assert Match.resume(again).offer == match.offer


WRONG: dict[str, tuple[dict[str, Any], str]] = {
    "unknown act": ({"act": "win", "seat": 0}, "act"),
    "no act": ({"seat": 0}, "act"),
    "an act that is no text": ({"act": ["resign"], "seat": 0, "returns": [0, 0]}, "act"),
    "secrets": ({"act": "private", "seat": None, "secret": "00" * 32, "sealed": {}}, "act"),
    "a remark": ({"act": "team", "seat": 0, "people": ["Ann"]}, "act"),
    "unknown field": ({"act": "unseal", "seat": 0, "please": 1}, "please"),
    "a result of an offer": ({"act": "terms", "seat": 1, "what": "draw", "returns": 1}, "returns"),
    "a term that is not declared": ({"act": "terms", "seat": 1, "what": "draw", "terms": {"act": 1}}, "terms.act"),
    "terms that are no object": ({"act": "terms", "seat": 1, "what": "draw", "terms": [1]}, "terms"),
    "terms of a take-back": ({"act": "terms", "seat": 1, "what": "take-back"}, "what"),
    "an offer of another game": ({"act": "offer", "seat": 0, "what": "armistice"}, "what"),
    "a forged take-back": ({"act": "take-back", "seat": 1, "what": "draw", "to": 7}, "what"),
    "a take-back to the future": ({"act": "take-back", "seat": 1, "to": 9}, "to"),
    "a take-back to nowhere": ({"act": "take-back", "seat": 1, "to": -1}, "to"),
    "a take-back to yes": ({"act": "take-back", "seat": 1, "to": True}, "to"),
    "no seat": ({"act": "resign", "returns": [0, 0]}, "seat"),
    "nobody's resignation": ({"act": "resign", "seat": None, "returns": [0, 0]}, "seat"),
    "a seat too many": ({"act": "resign", "seat": 2, "returns": [0, 0]}, "seat"),
    "seat true": ({"act": "resign", "seat": True, "returns": [0, 0]}, "seat"),
    "seat 0.0": ({"act": "resign", "seat": 0.0, "returns": [0, 0]}, "seat"),
    "one number": ({"act": "resign", "seat": 0, "returns": [0]}, "returns"),
    "a number": ({"act": "resign", "seat": 0, "returns": 1}, "returns"),
    "not a number": ({"act": "resign", "seat": 0, "returns": [float("nan"), 0]}, "returns"),
    "infinity": ({"act": "resign", "seat": 0, "returns": [float("inf"), 0]}, "returns"),
    "a huge number": ({"act": "resign", "seat": 0, "returns": [10**400, 0]}, "returns"),
    "yes": ({"act": "resign", "seat": 0, "returns": [True, 0]}, "returns"),
    "no hexadecimal": ({"act": "reveal", "seat": 0, "salt": "xy" * 16}, "salt"),
    "short bytes": ({"act": "contribute", "seat": 0, "bytes": "00"}, "bytes"),
    "a seat's secret": ({"act": "secret", "seat": 0, "secret": "00" * 32}, "seat"),
    "a long reason": ({"act": "forfeit", "seat": 0, "reason": "x" * (LONGEST_TEXT + 1), "returns": [0, 0]}, "reason"),
    "half a character": ({"act": "forfeit", "seat": 0, "reason": "\ud800", "returns": [0, 0]}, "reason"),
    "a reason to resign": ({"act": "resign", "seat": 0, "reason": "late", "returns": [0, 0]}, "reason"),
    "a bot without a name": ({"act": "leave", "seat": 0, "bot": 2}, "bot"),
    "a bot of nothing": ({"act": "leave", "seat": 0, "bot": None}, "bot"),
}


@pytest.mark.parametrize(("line", "field"), WRONG.values(), ids=WRONG)
def test_a_wrong_field_of_a_table_event_is_named(game, line, field):
    with pytest.raises(InvalidRecord, match=f"line 11: the field '{field}'"):
        read_event({"event": "table", **line}, Place(game, 9))


def test_a_wrong_event_is_not_written_either(game):
    match = Match(game, start=START)
    before = match.record.dumps()
    for refused in (
        lambda: match.resign(2),
        lambda: match.resign(True),
        lambda: match.leave(0, bot="x" * 65),
        lambda: match.propose_take_back(-1),
    ):
        with pytest.raises(TableError):
            refused()
    assert match.record.dumps() == before


def test_no_game_calls_an_offer_like_an_act_of_the_house():
    for game_id in rooms():
        assert not {"private", *ACTS}.intersection(game_class(game_id).offers)
        assert set(game_class(game_id).terms) <= set(game_class(game_id).offers)
