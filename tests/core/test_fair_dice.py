"""Dice and commitments are computed as docs/records.md says."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from caserne.core.match import fair_dice

BYTES = st.binary(min_size=16, max_size=16)


@pytest.mark.parametrize("number", range(40))
def test_a_die_is_computed_as_documented(number):
    secret, contributions = bytes(range(32)), [b"a" * 16, b"b" * 16]
    message = b"a" * 16 + b"b" * 16 + number.to_bytes(8, "big") + (0).to_bytes(8, "big")
    drawn = int.from_bytes(hmac.new(secret, message, hashlib.sha256).digest()[:8], "big")
    results = ["1", "2", "3", "4", "5", "6"]
    assert fair_dice.die_result(secret, contributions, number, results) == results[drawn % 6]


def test_a_value_beyond_the_largest_multiple_is_tried_again(monkeypatch):
    digests = iter([b"\xff" * 32, (5).to_bytes(8, "big") + b"\0" * 24])
    monkeypatch.setattr(fair_dice.hmac, "digest", lambda *_: next(digests))
    assert fair_dice.die_result(b"s", [], 0, ["1", "2", "3"]) == "3"


def test_dice_are_uniform():
    results = ["1", "2", "3", "4", "5", "6"]
    counts = Counter(fair_dice.die_result(b"secret", [b"x" * 16], number, results) for number in range(6_000))
    chi_square = sum((counts[result] - 1_000) ** 2 / 1_000 for result in results)
    assert chi_square < 20.5  # 99.9% of fair dice; this secret is fixed


@given(BYTES, BYTES, st.integers(0, 2**40))
def test_a_die_depends_on_every_contribution_and_its_number(first, second, number):
    def many(contributions, start):
        results = [str(face) for face in range(1_000)]
        return [fair_dice.die_result(b"secret", contributions, start + n, results) for n in range(4)]

    assert many([first, second], number) == many([first, second], number)
    assert many([first, second], number) != many([first, second], number + 4)
    if first != second:
        assert many([first, second], number) != many([second, first], number)


def test_commitments_are_computed_as_documented():
    assert fair_dice.dice_commitment(b"s" * 32, "m1") == hashlib.sha256(b"s" * 32 + b"m1").hexdigest()
    assert fair_dice.setup_commitment(b"salt", "MMHHHM") == hashlib.sha256(b"saltMMHHHM").hexdigest()
