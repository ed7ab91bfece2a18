"""Clocks as plain values: whose clock runs, what is left, and which time does not count."""

from __future__ import annotations

import pytest

from caserne.server.live.clock import DAY, GRACE, LAG_LIMIT, UNTIMED_LIMIT, Clocks, Time

TEN = Time.read({"minutes": 10, "increment": 5})


def running(seat: int, time: Time = TEN, at: int = 1_000) -> Clocks:
    return Clocks.new(time, 2).passed([seat], at)


def test_only_the_seat_to_move_loses_time():
    clocks = running(0)
    assert clocks.left_at(61_000) == [540_000, 600_000]


def test_the_increment_comes_when_the_turn_passes():
    clocks = running(0).passed([0], 2_000)
    assert clocks.left == (599_000, 600_000)
    assert clocks.passed([1], 3_000).left == (603_000, 600_000)


def test_network_lag_is_given_back_within_limits():
    assert running(0).passed([1], 2_000, lag=200).left[0] == 604_200
    assert running(0).passed([1], 2_000, lag=60_000).left[0] == 604_000 + LAG_LIMIT
    assert running(0).passed([1], 1_100, lag=60_000).left[0] == 605_000


def test_outages_count_against_no_clock():
    clocks, outages = running(0), [(0, 500), (11_000, 41_000), (50_000, 60_000)]
    assert clocks.left_at(46_000, outages) == [585_000, 600_000]
    assert clocks.left_at(55_000, outages) == [581_000, 600_000]
    assert clocks.passed([1], 46_000, outages).left[0] == 590_000


def test_a_clock_shows_nothing_below_zero_and_may_then_be_claimed():
    clocks = running(1)
    assert clocks.left_at(700_000)[1] == 0
    assert clocks.overdue(601_000 + GRACE) == ()
    assert clocks.overdue(601_001 + GRACE) == clocks.overdue(10**9) == (1,)


def test_a_move_after_the_flag_gets_only_the_increment():
    assert running(0).passed([1], 10**7).left[0] == 5_000


def test_every_turn_starts_with_all_its_days():
    clocks = running(0, Time.read({"days": 2}))
    assert clocks.left_at(1_000 + DAY) == [DAY, 2 * DAY]
    assert clocks.passed([1], 1_000 + DAY).left == (2 * DAY, 2 * DAY)


def test_days_and_no_agreed_time_have_no_increment():
    assert Time.read({"days": 2}) == Time(2 * DAY, increment=0, per_turn=True)
    assert Time.read(None) == Time(None, increment=0, per_turn=False)


def test_without_an_agreed_time_another_may_claim_after_seven_days():
    clocks = running(0, Time.read(None))
    assert clocks.left_at(10**9) == [None, None]
    assert clocks.overdue(1_000 + UNTIMED_LIMIT) == ()
    assert clocks.overdue(1_001 + UNTIMED_LIMIT) == (0,)


def test_the_limits_are_those_of_the_protocol_page():
    assert (GRACE, UNTIMED_LIMIT, LAG_LIMIT) == (10_000, 7 * 24 * 3_600_000, 500)


def test_clocks_stop_at_the_end():
    clocks = running(0).stopped(61_000)
    assert clocks.left_at(10**9) == [540_000, 600_000]
    assert clocks.running == ()


@pytest.mark.parametrize("clocks", [running(0), running(1, Time.read({"days": 1})), Clocks.new(TEN, 3)])
def test_stored_clocks_are_the_same(clocks):
    assert Clocks.stored(clocks.time, len(clocks.left), clocks.as_json()) == clocks
