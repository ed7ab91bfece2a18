"""What a viewer may ask for now: for one seat or several, with an unfinished turn, and hints."""

from __future__ import annotations

from typing import Any

import pytest
from bare_match import bare, begun
from rooms_by_kind import TOY, without_secrets_or_luck

import caserne
from caserne.core.game.errors import CaserneError, TableError
from caserne.core.match.match import Match
from caserne.server.errors import RequestError
from caserne.server.live.live_match import LiveMatch
from caserne.server.live.permissions import allowed_requests, check_hint

PLAIN = without_secrets_or_luck()


def rolled() -> Match:
    match = begun(TOY)
    match.roll()
    return match


def buttons(live: LiveMatch, mine: tuple[int, ...], looking: int | None = None) -> list[str]:
    return allowed_requests(live, mine, looking, live.drafted_turn(mine))


def test_on_a_shared_screen_with_secrets_the_seat_that_looks_has_its_buttons() -> None:
    live = bare(rolled(), ["ann", "ann"], drafts={0: ["x1"]})
    assert {"move", "step", "undo"} <= set(buttons(live, (0, 1), looking=0))
    assert not {"move", "step", "undo"} & set(buttons(live, (0, 1), looking=1))
    assert {"move", "step", "undo"} <= set(buttons(live, (0, 1), looking=None))
    assert buttons(live, (0,), looking=1) == buttons(live, (0,), looking=0)


def test_on_a_shared_screen_without_secrets_all_seats_have_their_buttons_each_once() -> None:
    live = bare(begun(PLAIN), ["ann", "ann"])
    can = buttons(live, (0, 1), looking=1)
    assert "move" in can
    assert sorted(set(can)) == sorted(can)
    assert "move" not in buttons(live, (1,), looking=1)


def test_spectators_have_no_buttons_and_neither_has_anybody_after_the_end() -> None:
    live = bare(begun(PLAIN))
    assert buttons(live, ()) == []
    assert buttons(bare(begun(PLAIN), state="over"), (0, 1)) == []


def test_before_play_a_seat_may_only_contribute_to_the_dice() -> None:
    assert buttons(bare(Match(caserne.game(TOY)), state="open"), (0,)) == ["contribute"]
    match = Match(caserne.game(TOY))
    match.contribute(0, bytes(16))
    assert buttons(bare(match, state="open"), (0,)) == []


@pytest.mark.parametrize(("moves", "added"), [([], []), (["x1"], ["undo"])])
def test_a_draft_can_be_undone_once_it_has_a_move(moves: list[str], added: list[str]) -> None:
    can = buttons(bare(rolled(), drafts={0: moves}), (0,), 0)
    assert [request for request in can if request in ("undo", "end_turn")] == added


def test_a_turn_that_is_over_can_be_ended() -> None:
    match = begun(PLAIN)
    can = buttons(bare(match, drafts={0: match.position.legal()[:1]}), (0,), 0)
    assert [request for request in can if request in ("undo", "end_turn")] == ["undo", "end_turn"]


# Hints


def refusal(live: LiveMatch, seat: int = 0) -> str:
    with pytest.raises(CaserneError) as refused:
        check_hint(live, seat, live.drafted_turn([seat]))
    assert isinstance(refused.value, RequestError | TableError)
    return refused.value.sentence.key


def test_a_seat_may_have_a_hint_on_its_turn_against_bots() -> None:
    live = bare(begun(PLAIN), ["ann", "bot"])
    check_hint(live, 0, None)
    assert "hint" in buttons(live, (0,), 0)
    drafted = bare(rolled(), ["ann", "bot"], drafts={0: ["x1"]})
    check_hint(drafted, 0, drafted.drafted_turn([0]))  # the turn goes on
    assert "hint" in buttons(drafted, (0,), 0)


def over(match: Match) -> dict[str, Any]:
    return {"drafts": {0: match.position.legal()[:1]}}


@pytest.mark.parametrize(
    ("players", "details", "reason"),
    [
        (["ann", "bob"], lambda match: {}, "server.hint_against_people"),
        (["ann", "bot"], lambda match: {"state": "open"}, "server.not_begun"),
        (["ann", "bot"], lambda match: {"state": "over"}, "match_over"),
        (["ann", "bot"], over, "server.turn_is_over"),
        (["bot", "ann"], lambda match: {}, "server.hint_against_people"),
    ],
)
def test_other_hints_are_refused(players: list[str], details: Any, reason: str) -> None:
    match = begun(PLAIN)
    live = bare(match, players, **details(match))
    assert refusal(live) == reason
    assert "hint" not in buttons(live, (0,), 0)


def test_no_seat_has_a_hint_on_another_turn_or_in_its_set_up() -> None:
    live = bare(begun(PLAIN), ["bot", "ann"])
    assert refusal(live, 1) == "not_your_turn"
    assert "hint" not in buttons(live, (1,), 1)
    assert refusal(bare(Match(caserne.game(TOY)), ["ann", "bot"])) == "not_your_turn"
