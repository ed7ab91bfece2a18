"""Helpers for the tests of all rooms: which rules refuse a move, and which rule ended a game."""

from __future__ import annotations

import pytest

from caserne.core.game.errors import IllegalMove
from caserne.core.game.position import Position


def refused_by(position: Position, move: str) -> str:
    """Return the rules that refuse a move, the same in `explain` and in `play`; empty if it is legal."""
    asked = [refusal.rule for refusal in position.explain(move, lang="en")]
    assert asked == [refusal.rule for refusal in position.explain(move, lang="fr")]
    if not asked:
        position.play(move)
        return ""
    with pytest.raises(IllegalMove) as refused:
        position.play(move)
    assert list(refused.value.rules) == asked
    return " ".join(asked)


def ended_by(position: Position) -> str | None:
    """Return the rule that ended a game of two and the return of the first seat, such as "XY-12 +1", or None.

    Check that an ended game has no actor and no legal moves.
    """
    result = position.result()
    if result is None:
        assert position.actor is not None
        assert position.legal()
        return None
    assert position.actor is None
    assert position.legal() == []
    first, second = result.returns
    assert first == -second
    return f"{result.rule} {first:+.0f}".replace("+0", "0")
