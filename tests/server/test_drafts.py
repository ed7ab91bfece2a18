"""Unfinished turns: what can be added, what can be taken away, and when a draft no longer fits."""

from __future__ import annotations

import pytest
from rooms_by_kind import TOY

import caserne
from caserne.core.game.errors import IllegalMove
from caserne.core.match.match import Match
from caserne.server.errors import RequestError
from caserne.server.live.draft import KNOWN_REQUESTS, Draft


def in_the_toy_game(roll: bool = True) -> Match:
    match = Match(caserne.game(TOY))
    for seat in range(2):
        match.submit(seat, "A")
    if roll:
        match.roll()
    return match


def test_a_move_is_added_if_it_is_legal_and_the_turn_goes_on() -> None:
    match = in_the_toy_game()
    draft = Draft().step(match, 0, "x2", "key")
    assert (draft.moves, draft.requests) == (("x2",), ("key",))
    with pytest.raises(IllegalMove):
        draft.step(match, 0, "x2", "again")
    turn = draft.replay(match, 0)
    assert (turn.is_over, turn.must_be_played) == (False, False)
    assert turn.positions[0] == match.position
    assert turn.position.legal() == ["A?", "B?", "C?"]
    assert len(turn.observation(0).events) == len(match.seen_by(0)) + 1


def test_nothing_is_added_to_a_turn_that_is_over() -> None:
    match = Match(caserne.game("breakthrough"))
    first, second = match.position.legal()[:2]
    draft = Draft().step(match, 0, first, "key")
    assert draft.replay(match, 0).is_over
    assert not draft.replay(match, 0).must_be_played  # nothing is hidden
    with pytest.raises(RequestError, match="turn"):
        draft.step(match, 0, second, "again")
    with pytest.raises(RequestError, match="turn"):
        Draft().step(match, 1, first, "another's turn")


def test_a_guess_is_played_at_once_because_it_shows_something() -> None:
    match = in_the_toy_game()
    for guess in ("A?", "B?"):  # a right one shows a letter, and both end the turn
        assert Draft(("x1", guess)).replay(match, 0).must_be_played


def test_the_last_move_is_taken_away_if_there_is_one() -> None:
    draft = Draft(("x1",), ("a",)).undo("b")
    assert (draft.moves, draft.requests) == ((), ("a", "b"))
    with pytest.raises(RequestError, match="undo"):
        draft.undo("c")
    assert not draft.replay(in_the_toy_game(), 0).is_over


def test_a_draft_remembers_its_last_requests() -> None:
    requests = tuple(map(str, range(KNOWN_REQUESTS)))
    assert Draft(("x1",), requests).undo("new").requests == (*requests[1:], "new")


def test_a_draft_fits_while_its_seat_is_to_move_and_its_moves_are_legal() -> None:
    match = in_the_toy_game()
    assert Draft(("x1",)).fits(match, 0)
    assert Draft().fits(match, 0)
    assert not Draft(("x1",)).fits(match, 1)
    assert not Draft(("A?",)).fits(match, 0)
    assert not Draft().fits(in_the_toy_game(roll=False), 0)
    assert not Draft().fits(Match(caserne.game(TOY)), 0)


def test_a_stored_draft_is_the_same() -> None:
    assert Draft.stored('["x1", "A?"]', '["k"]') == Draft(("x1", "A?"), ("k",))
