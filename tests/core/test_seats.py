"""Seats at a table: set-ups opened again, seats that leave or run out of time, and keepers that follow each other."""

from __future__ import annotations

import pytest

import caserne
from caserne.core.game.errors import InvalidRecord, TableError
from caserne.core.match import events
from caserne.core.match.leaving import ranked
from caserne.core.match.match import Match
from caserne.core.match.outcome import outcome
from caserne.core.match.permissions import Act, is_allowed
from caserne.core.match.record import Record
from caserne.core.match.verify import verify


def begun() -> Match:
    match = Match(caserne.game("oracle"))
    match.submit(0, "A")
    match.submit(1, "B")
    return match


def for_three() -> Match:
    return Match(caserne.game("manoeuvre", players=3))


def play_on(match: Match, events: int = 10_000) -> Match:
    while match.actor is not None and len(match.record.events) < events:
        if match.actor == "chance":
            match.roll()
        else:
            match.submit(match.actor, match.position.legal()[0])
    return match


def won_by_one_of_three() -> Match:
    """Play to the end, and once more where all share the first place."""
    match = play_on(for_three())
    return match if len(set(match.record.end["returns"])) > 1 else won_by_one_of_three()


def test_a_sealed_set_up_can_be_opened_again_until_all_are_in():
    match = Match(caserne.game("oracle"))
    with pytest.raises(TableError):
        match.unseal(0)
    match.submit(0, "A")
    assert match.sealed(0) == "A"
    match.unseal(0)
    assert (match.sealed(0), match.waiting()) == (None, [0, 1])
    match.submit(0, "C")
    match.submit(1, "B")
    with pytest.raises(TableError):
        match.unseal(0)
    proof = verify(Record.loads(play_on(match).record.dumps()))
    assert (proof.setups, proof.unproved_setups) == (2, 0)


def test_a_snapshot_does_not_keep_a_set_up_that_was_opened_again():
    match = Match(caserne.game("oracle"))
    match.submit(0, "A")
    before = match.private()
    match.unseal(0)
    with pytest.raises(InvalidRecord) as refused:
        Match.resume(match.record, before)
    assert refused.value.sentence.key == "private_not_as_sealed"
    assert Match.resume(match.record, match.private()).sealed(0) is None


def test_a_set_up_that_was_opened_again_is_not_proved_by_its_first_seal():
    match = Match(caserne.game("oracle"))
    match.submit(0, "A")
    match.unseal(0)
    match.submit(0, "C")
    match.submit(1, "B")
    text = play_on(match).record.dumps()
    with pytest.raises(InvalidRecord, match="event 5"):
        verify(Record.loads(text.replace('"seat": 0, "move": "C"', '"seat": 0, "move": "A"')))


def test_who_leaves_comes_last_and_the_record_is_proved():
    match = play_on(for_three(), events=30)
    match.leave(1, bot="2")
    assert match.left() == [1]
    with pytest.raises(TableError):
        match.leave(1)
    play_on(match)
    returns = match.record.end["returns"]
    assert returns[1] == min(returns)
    verify(Record.loads(match.record.dumps()))


def test_the_sentence_names_who_wins_where_a_seat_that_left_is_ahead_on_the_board():
    match = won_by_one_of_three()
    told, returns = outcome(match).text("en"), match.record.end["returns"]
    ahead = returns.index(max(returns))
    final = match.record.end["returns"] = ranked(returns, [ahead])
    leave(match, ahead)
    corrected = outcome(match).text("en").removeprefix(told)
    name, *winners = [match.game.words(f"seat.{seat}").text("en") for seat in (ahead, *first(final))]
    assert f"{name} left the table" in corrected
    assert corrected.endswith("share the win." if len(winners) > 1 else f"{winners[0]} wins.")


def leave(match: Match, seat: int) -> None:
    """As if the seat had left before the end."""
    match._table.left.append(seat)


def first(returns: list[float]) -> list[int]:
    return [seat for seat, value in enumerate(returns) if value == max(returns)]


def test_the_last_to_stay_wins():
    match = for_three()
    match.leave(2)
    match.leave(0)
    assert match.record.end["by"] == "leave"
    assert match.record.end["returns"] == [0.0, 1.0, -1.0]
    verify(Record.loads(match.record.dumps()))
    with pytest.raises(TableError, match="over"):
        match.leave(1)


def test_a_draw_of_three_needs_the_consent_of_both_others():
    match = for_three()
    match.propose(0, "draw")
    match.accept(1)
    assert match.actor is not None
    assert match.offer.waits_for(3) == {2}
    match.accept(2)
    assert (match.actor, match.record.end["by"]) == (None, "draw")


def test_a_record_in_which_the_last_but_one_leaves_without_an_end_is_refused():
    match = for_three()
    match.leave(2)
    with pytest.raises(InvalidRecord):
        match.replay([events.Left(0, None)])


def test_nobody_leaves_a_match_of_two():
    with pytest.raises(TableError):
        begun().leave(0)


@pytest.mark.parametrize(
    ("returns", "left", "final"),
    [
        ([1.0, 0.0, -1.0], [], [1.0, 0.0, -1.0]),
        ([1.0, 0.0, -1.0], [2], [1.0, 0.0, -1.0]),
        ([1.0, 0.0, -1.0], [1], [1.0, -1.0, 0.0]),
        ([0.0, 0.0, 0.0], [0], [0.0, 0.0, 0.0]),
        ([1.0, 1 / 3, -1 / 3, -1.0], [0, 1], [-1.0, -1 / 3, 1.0, 1 / 3]),
    ],
)
def test_ranks_after_leaving(returns, left, final):
    assert ranked(returns, left) == final
    assert sum(ranked(returns, left)) == pytest.approx(sum(returns))


def test_a_match_is_called_off_only_before_it_has_begun():
    match = begun()
    assert is_allowed(Act.ABORT, match, 0)
    match.roll()
    match.submit(0, "x1")
    assert not is_allowed(Act.ABORT, match, 0)
    with pytest.raises(TableError):
        match.abort(0)
    match.abort(1)
    with pytest.raises(TableError, match="over"):
        match.abort(1)
    assert match.record.end["returns"] == [0.0, 0.0]
    proof = verify(Record.loads(match.record.dumps()))
    assert (proof.dice, proof.setups, proof.unproved_setups) == (1, 0, 2)


def test_a_match_that_begins_late_is_not_called_off():
    match = Match(caserne.game("oracle"), start="AB 0 0 2 0")
    with pytest.raises(TableError, match="called off"):
        match.abort(0)


def test_time_that_has_run_out_loses():
    match = begun()
    match.time_out(1)
    assert (match.record.end["by"], match.record.end["returns"]) == ("timeout", [1.0, -1])


def test_a_bot_that_fails_forfeits():
    match = begun()
    match.forfeit(1, "no answer")
    assert (match.record.end["by"], match.record.end["returns"]) == ("forfeit", [1.0, -1])
    assert "no answer" in match.record.dumps()


def test_a_take_back_can_be_asked_for():
    match = Match(caserne.game("movers"))
    match.submit(0, "MHMHMH")
    match.submit(1, "MHMHMH")
    start = match.position
    with pytest.raises(TableError):
        match.propose_take_back(0)
    match.submit(0, "b1-b3")
    match.propose_take_back(0)
    with pytest.raises(TableError):
        match.propose_take_back(0)
    match.decline(1)
    match.propose_take_back(0)
    match.accept(1)
    assert (match.position, match.offer, match.record.end) == (start, None, None)


@pytest.mark.parametrize("seat", [0, 1, None])
def test_a_history_is_the_same_whether_it_follows_event_by_event_or_all_at_once(seat):
    match = begun()
    while match.actor is not None:
        match.seen_by(seat)
        play_on(match, len(match.record.events) + 1)
    assert match.seen_by(seat) == Match.resume(match.record).seen_by(seat)
    history = match.history(seat)
    assert tuple(reversed(history.since(0).values())) == history.events()
    last = len(match.record.events) - 4
    assert set(history.since(last)) == {number for number in history.since(0) if number >= last}
    assert history.length == len(match.record.events)


def test_a_history_has_what_a_move_has_shown():
    match = begun()
    match.roll()
    match.submit(0, "x1")
    match.submit(0, "B?")
    assert match.seen_by(None)[-1].revealed == (("hand1", "B"),)


def test_a_history_is_learned_in_steps():
    match = begun()
    match.roll()
    known = len(match.record.events)
    assert [match.learn(0, known - 1), match.history(0).length] == [False, known]
    stepwise = Match.resume(match.record, match.private())
    assert [stepwise.learn(0, 1) for _ in range(known)] == [False] * (known - 1) + [True]
    assert stepwise.seen_by(0) == match.seen_by(0)


def test_a_set_up_that_was_not_sealed_is_not_unsealed_in_a_record():
    with pytest.raises(InvalidRecord, match="seal"):
        Match(caserne.game("oracle")).replay([events.Unsealed(0)])


def test_a_second_keeper_follows_and_goes_on():
    match = Match(caserne.game("oracle"))
    other = Match.resume(match.snapshot(), match.private())
    while match.actor is not None:
        known = len(other.record.events)
        play_on(match, known + 1) if not match.position.in_setup else match.submit(match.waiting()[0], "A")
        other.follow(match.record.events[known:], match.record.end, match.private())
        assert (other.position, other.actor, other.offer) == (match.position, match.actor, match.offer)
        assert other.record.end == match.record.end
        match, other = other, match
    assert verify(Record.loads(match.record.dumps())).dice == 6
