"""What the rules say of a move and of a position, for the tests of all rooms."""

from __future__ import annotations

import pytest

from caserne.core.game.errors import IllegalMove
from caserne.core.game.position import Position


def refused_by(position: Position, move: str) -> str:
    """The rules that refuse a move, both when it is asked about and when it is played; empty if it is legal."""
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
    """The rule that ended a game of two and what the first got, such as "XY-12 +1"; None while the game goes on.

    Where it has ended, nobody is to act and nothing may be played.
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
