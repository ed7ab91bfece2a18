"""Rules as kernels, for tests that call them so often that interpreting them would take minutes."""

from __future__ import annotations

from functools import cache

from caserne.core.game.position import Position
from caserne.core.kernel.compiled import Kernel, Rule, kernel


@cache
def compiled(rule: Rule) -> Kernel:
    """Return a rule as a kernel, which all tests of a process share."""
    return kernel(rule)


def evaluate(position: Position, seat: int) -> float:
    """Return what a room's evaluation says about a position."""
    game, (state, _) = position.game, position.scratch()
    value: float = compiled(game.rules.evaluate)(game.o, state[0], seat)
    return value
