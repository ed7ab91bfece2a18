"""Requests as changes of a match: what each does, for two players and for more, and which are refused."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest
from bare_match import begun
from rooms_by_kind import TOY, for_three, with_open_setups, without_secrets_or_luck

import caserne
from caserne.core.match.events import Action, Contributed, Left, Proposed, Resigned, TakenBack, TimedOut
from caserne.core.match.match import Match
from caserne.core.match.setups import suggest_setup
from caserne.server.errors import RequestError
from caserne.server.live import messages
from caserne.server.live.changes import CHANGES, STAND_IN
from caserne.server.live.draft import Draft
from caserne.server.live.seating import BOT, PERSON, Member, Player, Seating

BYTES = "0f" * 16


def person(name: str) -> Player:
    return Player(PERSON, members=(Member(name, name, None, None),))


ANN, BOB, ROBOT = person("ann"), person("bob"), Player(BOT, bot="1")
PEOPLE = Seating((ANN, BOB))


@dataclass
class Table:
    """What a change needs to know of a running match."""

    match: Match
    seating: Seating = PEOPLE
    drafts: dict[int, Draft] = field(default_factory=dict)
    overdue: Sequence[int] = ()

    def draft(self, seat: int) -> Draft:
        return self.drafts.get(seat, Draft())

    def overdue_seats(self) -> Sequence[int]:
        return self.overdue

    def perform(self, kind: type[messages.Request], seat: int = 0, **fields: Any) -> Any:
        """Change the match; return the last event then."""
        version = {"version": 0} if issubclass(kind, messages.ForVersion) else {}
        CHANGES[kind](self, seat, kind(id="q", **version, **fields))(self.match)  # type: ignore[arg-type]
        return self.match.record.events[-1]

    def refused(self, kind: type[messages.Request], seat: int = 0, **fields: Any) -> str:
        """Try to change the match; return why nothing has changed."""
        before = list(self.match.record.events)
        with pytest.raises(RequestError) as error:
            self.perform(kind, seat, **fields)
        assert self.match.record.events == before
        return error.value.sentence.key


def plain() -> Match:
    return begun(without_secrets_or_luck())


def of_three() -> Match:
    game, options = for_three()
    return begun(game, **options)


# Moves


def test_a_move_is_played_after_the_draft() -> None:
    match = begun(TOY)
    match.roll()
    Table(match, drafts={0: Draft(("x2",))}).perform(messages.MoveRequest, move="C?")
    assert match.record.events[-2:] == [Action(0, "x2"), Action(0, "C?")]


def test_a_draft_is_played_once_the_turn_is_over() -> None:
    match = plain()
    move = match.position.legal()[0]
    played = Table(match, drafts={0: Draft((move,))}).perform(messages.EndRequest)
    assert (played.seat, played.move) == (0, move)
    half = begun(TOY)
    half.roll()
    assert Table(half, drafts={0: Draft(("x2",))}).refused(messages.EndRequest) == "server.turn_goes_on"
    assert Table(half).refused(messages.EndRequest) == "server.turn_goes_on"


def test_moves_come_after_set_ups_and_set_ups_before_moves() -> None:
    match = Match(caserne.game(with_open_setups()))
    setup = suggest_setup(match, 0)
    assert Table(match).refused(messages.MoveRequest, move=setup) == "server.setups_first"
    Table(match).perform(messages.ReadyRequest, setup=setup)
    assert match.sealed(0) == setup
    assert Table(plain()).refused(messages.ReadyRequest, setup=setup) == "server.no_setup_now"


# Dice


def test_a_set_up_may_bring_bytes_for_the_dice_which_count_once() -> None:
    match = Match(caserne.game(TOY))
    table = Table(match)
    table.perform(messages.ReadyRequest, setup="A", contribution=BYTES)
    assert match.record.events[0] == Contributed(0, BYTES)
    table.perform(messages.WithdrawRequest)
    assert match.sealed(0) is None
    table.perform(messages.ReadyRequest, setup="B", contribution="1e" * 16)
    table.perform(messages.ReadyRequest, 1, setup="C")
    assert [event for event in match.record.events if isinstance(event, Contributed)] == [Contributed(0, BYTES)]
    assert not match.position.in_setup


def test_bytes_for_the_dice_are_hexadecimal_digits() -> None:
    table = Table(Match(caserne.game(TOY)))
    assert table.perform(messages.ContributeRequest, 1, bytes=BYTES) == Contributed(1, BYTES)
    assert table.refused(messages.ContributeRequest, bytes="no digits") == "server.not_hex"
    assert table.refused(messages.ReadyRequest, setup="A", contribution="no digits") == "server.not_hex"


# Offers


def test_an_offer_is_proposed_and_answered() -> None:
    for answer in (messages.AcceptRequest, messages.DeclineRequest):
        table = Table(begun(TOY))
        assert table.perform(messages.OfferRequest, what="draw") == Proposed(0, "draw")
        table.perform(answer, 1)
        assert table.match.offer is None or table.match.actor is None
        assert (table.match.actor is None) == (answer is messages.AcceptRequest)


@pytest.mark.parametrize(
    ("seating", "at_once"),
    [
        (Seating((ANN, ROBOT)), True),
        (Seating((ANN, ANN)), True),
        (Seating((ANN, BOB)), False),
        (Seating((ANN, BOB), left={1: "2"}), True),
    ],
    ids=["against a bot", "on a shared screen", "against a person", "against a bot for somebody who left"],
)
def test_a_move_is_taken_back_at_once_if_nobody_else_must_agree(seating: Seating, at_once: bool) -> None:
    match = plain()
    match.submit(0, match.position.legal()[0])
    done = Table(match, seating).perform(messages.TakeBackRequest)
    assert done == (TakenBack(0, done.to) if at_once else Proposed(0, "take-back"))


def test_a_take_back_may_be_proposed_like_any_offer() -> None:
    match = plain()
    match.submit(0, match.position.legal()[0])
    table = Table(match, Seating((ANN, ROBOT)))
    assert table.perform(messages.OfferRequest, what="take-back") == Proposed(0, "take-back")


# Ends


def test_who_gives_up_ends_a_match_of_two_and_leaves_a_larger_one_to_a_bot() -> None:
    for kind in (messages.ResignRequest, messages.LeaveRequest):
        assert isinstance(Table(plain()).perform(kind, 1), Resigned)
        assert Table(of_three()).perform(kind, 1) == Left(1, STAND_IN)


def test_a_match_is_called_off() -> None:
    table = Table(plain())
    table.perform(messages.AbortRequest)
    assert table.match.record.end is not None
    assert table.match.record.end["by"] == "abort"


def test_a_claim_ends_a_match_of_two_and_puts_a_bot_on_the_seat_of_a_larger_one() -> None:
    claimed = Table(plain(), overdue=(0,)).perform(messages.ClaimRequest, 1)
    assert isinstance(claimed, TimedOut)
    assert claimed.seat == 0
    assert Table(of_three(), overdue=(2, 0)).perform(messages.ClaimRequest, 0) == Left(2, STAND_IN)


def test_nobody_claims_while_all_have_time_or_against_themselves() -> None:
    assert Table(plain()).refused(messages.ClaimRequest, 1) == "server.nothing_to_claim"
    assert Table(plain(), overdue=(1,)).refused(messages.ClaimRequest, 1) == "server.nothing_to_claim"


def test_a_die_is_rolled_by_its_seat() -> None:
    match = begun(TOY)
    Table(match).perform(messages.RollRequest)
    assert match.actor == 0
