"""Seats that leave a match of more than two: a bot plays on for them, and at the end they come last."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby


def last_to_stay_wins(seats: int, left: Sequence[int]) -> list[float]:
    """Return the result when all seats but one have left, in this order.

    >>> last_to_stay_wins(3, left=[2, 0])
    [0.0, 1.0, -1.0]
    """
    return ranked([1 - 2 * place / (seats - 1) for place in range(seats)], left)


def ranked(returns: Sequence[float], left: Sequence[int]) -> list[float]:
    """Rank the seats that left behind all others, the first to leave last.

    The returns are only redistributed; seats of equal rank share theirs.

    >>> ranked([1.0, 0.0, -1.0], left=[0])
    [-1.0, 1.0, 0.0]
    >>> ranked([1.0, -0.5, -0.5], left=[0])
    [-0.5, 0.25, 0.25]
    """
    if not left:
        return list(returns)

    def rank(seat: int) -> tuple[int, float]:
        return (len(left) - left.index(seat), 0) if seat in left else (0, -returns[seat])

    prizes = sorted(returns, reverse=True)
    final = [0.0] * len(returns)
    for _, tied in groupby(sorted(range(len(returns)), key=rank), key=rank):
        equals = list(tied)
        shared, prizes = prizes[: len(equals)], prizes[len(equals) :]
        for seat in equals:
            final[seat] = sum(shared) / len(shared)
    return final
