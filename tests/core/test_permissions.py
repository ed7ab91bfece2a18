"""What a seat is allowed to do is exactly what the match lets it do."""

from __future__ import annotations

import random

import pytest

import caserne
from caserne.core.game.errors import TableError
from caserne.core.match.match import Match
from caserne.core.match.permissions import (
    Act,
    allowed_acts,
    allowed_offers,
    claimable_seat,
    is_allowed,
    way_out,
)
from caserne.core.match.setups import suggest_setup

PERFORM = {
    Act.CONTRIBUTE: lambda match, seat: match.contribute(seat, bytes(16)),
    Act.SEAL: lambda match, seat: match.submit(seat, suggest_setup(match, seat) if match.position.in_setup else "?"),
    Act.UNSEAL: lambda match, seat: match.unseal(seat),
    Act.ROLL: lambda match, seat: match.roll(seat),
    Act.ABORT: lambda match, seat: match.abort(seat),
    Act.RESIGN: lambda match, seat: match.resign(seat),
    Act.LEAVE: lambda match, seat: match.leave(seat, bot="2"),
    Act.TAKE_BACK: lambda match, seat: match.propose_take_back(seat),
    Act.ACCEPT: lambda match, seat: match.accept(seat),
    Act.DECLINE: lambda match, seat: match.decline(seat),
}


def accepts(match: Match, act: Act, seat: int) -> bool:
    """Whether a copy of the match lets a seat act."""
    copy = Match.resume(match.record, match.private())
    try:
        PERFORM[act](copy, seat)
    except TableError:
        return False
    return True


def go_on(match: Match, dice: random.Random) -> None:
    """Play something that is allowed; now and then an offer, or an answer to one."""
    seat = dice.choice([*match.waiting(), *([] if match.roller() is None else [match.roller()])])
    if match.position.in_setup:
        match.submit(seat, suggest_setup(match, seat))
    elif match.offer and dice.random() < 0.5:
        match.decline(next(iter(match.offer.waits_for(match.game.seats))))
    elif match.offer is None and dice.random() < 0.2 and allowed_offers(match, seat):
        match.propose(seat, dice.choice(allowed_offers(match, seat)))
    elif match.actor == "chance":
        match.roll(seat)
    else:
        match.submit(seat, dice.choice(match.position.legal()))


@pytest.mark.thorough
@pytest.mark.parametrize("game", ["oracle", "movers"])
def test_what_is_allowed_is_what_the_match_accepts(game):
    match, dice = Match(caserne.game(game)), random.Random(5)
    while match.actor is not None and len(match.record.events) < 40:
        for seat in range(match.game.seats):
            acts = allowed_acts(match, seat)
            for act in PERFORM.keys() - ({Act.SEAL} if not match.position.in_setup else set()):
                assert (act in acts) == accepts(match, act, seat), (act, seat, len(match.record.events))
            assert (Act.MOVE in acts) == (match.actor == seat and not match.position.in_setup)
        go_on(match, dice)


def test_nothing_is_allowed_after_the_end():
    match = Match(caserne.game("oracle"))
    match.resign(0)
    assert allowed_acts(match, 1, overdue=[0]) == set()
    assert allowed_offers(match, 1) == []


@pytest.mark.parametrize("begun", [False, True])
def test_what_comes_after_the_end_is_told_so(begun):
    match = Match(caserne.game("oracle"))
    for seat in match.waiting() if begun else []:
        match.submit(seat, "A")
    match.resign(0)
    for act in (Act.SEAL, Act.ABORT, Act.RESIGN):
        with pytest.raises(TableError) as refused:
            PERFORM[act](match, 1)
        assert refused.value.sentence.key == "match_over", act


def test_a_seat_claims_only_against_another():
    match = Match(caserne.game("oracle"))
    assert [claimable_seat(match, seat, overdue=[0]) for seat in (0, 1)] == [None, 0]
    assert [Act.CLAIM in allowed_acts(match, seat, overdue=[0]) for seat in (0, 1)] == [False, True]


def test_the_way_out_is_to_abort_and_later_to_resign():
    match = Match(caserne.game("movers"))
    for seat in match.waiting() if match.position.in_setup else []:
        match.submit(seat, suggest_setup(match, seat))
    assert way_out(match, 0) == Act.ABORT
    match.submit(match.actor, match.position.legal()[0])
    match.submit(match.actor, match.position.legal()[0])
    assert way_out(match, 0) == Act.RESIGN
    assert not is_allowed(Act.LEAVE, match, 0)
