"""Rules that a room may leave out, and what stands in for them."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np

from caserne.core.kernel.compiled import Rule, rule
from caserne.core.kernel.layout import NOBODY, OVER


class WholeView(NamedTuple):
    """The views of a game in which nothing is hidden."""

    observe: Rule
    sample: Rule


@rule
def listed(o, s, past, moves, n):
    """In place of `nth`, where `legal` stands in for `count`: the action at index n of the list."""
    return int(moves[n])


@rule
def equal_weight(o, s, action):
    """In place of `weight`: all placements are equally likely."""
    return 1


@rule
def value_of_winner(o, s, seat):
    """In place of `evaluate`: only the result is known, from the field `winner`."""
    if s.actor != OVER or s.winner == NOBODY:
        return 0.0
    return 1.0 if s.winner == seat else -1.0


@cache
def whole_view(state: np.dtype[Any]) -> WholeView:
    """In place of a room's `view`: everybody sees the whole state."""
    copy_fields = rule(_copier(state))

    @rule
    def observe(o, s, seat, view):
        copy_fields(s, view)

    @rule
    def sample(o, view, seat, s, dice):
        copy_fields(view, s)

    return WholeView(observe, sample)


def _copier(state: np.dtype[Any]) -> Any:
    """Write the function that copies each field of a record: rules cannot assign a whole record to another."""
    names = state.names or ()
    lines = [f"    target.{name} = source.{name}\n" for name in names]
    made: dict[str, Any] = {"__name__": __name__}
    exec(compile("def copy_fields(source, target):\n" + "".join(lines), __file__, "exec"), made)
    # Two rooms with other fields need other names, from which compiled code is found again.
    made["copy_fields"].__qualname__ = f"copy_fields_{'_'.join(names)}"
    return made["copy_fields"]
