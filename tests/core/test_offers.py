"""What players propose to each other at the table: asked, priced, accepted or declined, and in the record."""

from __future__ import annotations

from copy import copy
from typing import Any

import pytest

import caserne
from caserne.core.game.errors import InvalidRecord, TableError
from caserne.core.game.game import Game
from caserne.core.game.terms import Term
from caserne.core.game.words import LANGUAGES
from caserne.core.match import events
from caserne.core.match.events import read_event
from caserne.core.match.fields import Place
from caserne.core.match.match import Match
from caserne.core.match.record import Record
from caserne.core.match.verify import verify
from caserne.core.simulation.event_counts import events_per_game


def started(game: Game[Any] | None = None) -> Match:
    return Match(game or caserne.game("movers"), start="mhm/hmh/3/3/3/3/HMH/MHM w")


def with_declared_terms() -> Match:
    """A game whose draws have a price; a copy, because games with equal options are shared."""
    game = copy(caserne.game("movers"))
    game.terms = {"draw": {"drinks": Term(0, 9)}}
    return started(game)


def test_a_draw_is_proposed_and_accepted():
    match = started()
    match.propose(0, "draw")
    assert (match.offer.what, match.offer.seat, match.offer.waits_for(2)) == ("draw", 0, {1})
    match.accept(1)
    assert match.actor is None
    assert match.record.end["by"] == "draw"
    assert match.record.end["returns"] == [0, 0]
    verify(Record.loads(match.record.dumps()))


def test_an_offer_is_declined_and_play_goes_on():
    match = started()
    match.propose(0, "draw")
    match.decline(1)
    assert match.offer is None
    match.submit(0, "b1-b3")
    match.propose(1, "draw")
    assert match.offer.seat == 1


def test_a_move_puts_an_end_to_an_offer():
    match = started()
    match.propose(0, "draw")
    match.submit(0, "b1-b3")
    assert match.offer is None
    with pytest.raises(TableError):
        match.accept(1)


def test_nothing_but_an_answer_accepts_an_offer():
    match = Match(caserne.game("oracle"))
    for seat in (0, 1):
        match.submit(seat, "A")
    match.propose(0, "draw")
    match.contribute(1, bytes(16))
    assert match.offer.waits_for(2) == {1}


def test_terms_are_for_the_proposer_to_answer():
    match = with_declared_terms()
    match.propose(0, "draw")
    match.name_terms(1, {"drinks": 2})
    assert match.offer.terms == {"drinks": 2}
    for refused in (lambda: match.accept(1), lambda: match.name_terms(0, {"drinks": 1})):
        with pytest.raises(TableError):
            refused()
    match.accept(0)
    assert match.record.end["by"] == "draw"


def test_a_record_in_which_terms_are_named_twice_is_refused():
    match = with_declared_terms()
    match.propose(0, "draw")
    match.name_terms(1, {"drinks": 2})
    with pytest.raises(InvalidRecord, match="no offer"):
        match.replay([events.TermsNamed(0, "draw", {"drinks": 0})])


def test_a_record_in_which_other_terms_are_agreed_is_refused():
    match = with_declared_terms()
    match.propose(0, "draw")
    match.name_terms(1, {"drinks": 2})
    copied = Match.resume(match.record, match.private())
    with pytest.raises(InvalidRecord, match="agreed"):
        copied.replay([events.Accepted(0, "draw"), events.Agreed(0, (0.0, 0.0), "draw", {"drinks": 1})])


@pytest.mark.parametrize(
    ("terms", "field"),
    [
        ({"beers": 2}, "terms.beers"),
        ({"drinks": 2, "beers": 2}, "terms.beers"),
        ({}, "terms.drinks"),
        *(({"drinks": value}, "terms.drinks") for value in (-1, 10, "2", 2.0, True, None, [2], float("nan"))),
    ],
)
def test_only_declared_terms_within_their_limits_can_be_named(terms, field):
    match = with_declared_terms()
    match.propose(0, "draw")
    before = match.record.dumps()
    with pytest.raises(TableError) as refused:
        match.name_terms(1, terms)
    assert refused.value.sentence.fields["field"] == field
    assert all(refused.value.text(lang) for lang in LANGUAGES)
    assert match.record.dumps() == before


def test_an_offer_without_declared_terms_takes_none():
    match = started()
    match.propose(0, "draw")
    for terms in ({}, {"drinks": 2}, {"act": "take-back", "to": 0}, {"returns": 1}):
        with pytest.raises(TableError, match="no conditions"):
            match.name_terms(1, terms)


def test_nothing_is_offered_while_set_ups_are_arranged():
    match = Match(caserne.game("movers"))
    before = match.record.dumps()
    with pytest.raises(TableError, match="set-ups"):
        match.propose(0, "draw")
    assert match.record.dumps() == before


def test_an_offer_outlives_a_pause():
    match = started()
    match.propose(0, "draw")
    snapshot = Record.loads(match.snapshot().dumps())
    resumed = Match.resume(snapshot, snapshot.private)
    assert resumed.offer == match.offer


@pytest.mark.parametrize(("seat", "what"), [(1, "draw"), (0, "armistice"), (0, "")])
def test_what_cannot_be_proposed_is_refused(seat, what):
    match = started()
    before = match.record.dumps()
    with pytest.raises(TableError):
        match.propose(seat, what)
    assert match.record.dumps() == before


def test_one_offer_at_a_time_and_none_after_the_end():
    match = started()
    with pytest.raises(TableError, match="turn"):
        match.propose(1, "draw")
    match.propose(0, "draw")
    with pytest.raises(TableError):
        match.propose(0, "draw")
    match.accept(1)
    with pytest.raises(TableError, match="over"):
        match.propose(0, "draw")


def test_a_take_back_has_no_terms():
    match = with_declared_terms()
    match.submit(0, "b1-b3")
    match.propose_take_back(0)
    with pytest.raises(TableError, match="no offer"):
        match.name_terms(1, {"drinks": 1})


@pytest.mark.parametrize("answer", [events.Accepted(1, "take-back"), events.Declined(1, "take-back")])
def test_a_record_in_which_another_offer_is_answered_is_refused(answer):
    match = started()
    match.propose(0, "draw")
    with pytest.raises(InvalidRecord, match="no offer"):
        match.replay([answer])


def test_old_records_have_terms_among_the_other_fields():
    place = Place(with_declared_terms().game, 9)
    line = {"event": "table", "act": "terms", "seat": 1, "what": "draw"}
    assert read_event({**line, "drinks": 2}, place) == events.TermsNamed(1, "draw", {"drinks": 2})
    with pytest.raises(InvalidRecord, match="drinks"):
        read_event({**line, "drinks": 2, "terms": {"drinks": 2}}, place)


def test_a_room_without_event_counts_counts_nothing():
    assert events_per_game(caserne.game("movers"), 3) == {}
