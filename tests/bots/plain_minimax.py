"""The value of a position by the plainest of all searches, through `Position` alone: what the engine is held to."""

from __future__ import annotations

from compiled_rules import evaluate

from caserne.bots.negamax_workspace import FULL, WON
from caserne.core.game.position import Position


def minimax(position: Position, seat: int, depth: int, level: int = 0) -> int:
    """What a seat may expect if both look `depth` moves ahead; wins count more the sooner they come."""
    returns = position.returns()
    if returns is not None:
        return (returns[seat] > 0) * (WON - level) - (returns[seat] < 0) * (WON - level)
    if depth == 0 or position.actor == "chance":
        return round(FULL * evaluate(position, seat))
    values = [minimax(position.play_action(action), seat, depth - 1, level + 1) for action in position.legal_actions()]
    return max(values) if position.actor == seat else min(values)
