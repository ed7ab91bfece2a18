"""The rules as Python calls them: with arrays of one record each.

Numba takes an array over at once. To take over a record it has NumPy describe all its fields in words, which takes
longer than most rules.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from caserne.core.kernel.compiled import rule


@dataclass(frozen=True)
class Entry:
    """Some rules of one room, each as in `Rules` but for the arrays."""

    legal: Any
    refusal: Any
    apply: Any
    observe: Any
    sample: Any


def make_entry(legal: Any, refusal: Any, apply: Any, observe: Any, sample: Any) -> Entry:
    """The ways into one room's rules."""

    @rule
    def enter_legal(o, s, past, moves):
        return legal(o[0], s[0], past, moves)

    @rule
    def enter_refusal(o, s, past, action):
        return refusal(o[0], s[0], past, action)

    @rule
    def enter_apply(o, s, past, action):
        apply(o[0], s[0], past, action)

    @rule
    def enter_observe(o, s, seat, view):
        observe(o[0], s[0], seat, view[0])

    @rule
    def enter_sample(o, view, seat, s, dice):
        sample(o[0], view[0], seat, s[0], dice)

    return Entry(enter_legal, enter_refusal, enter_apply, enter_observe, enter_sample)
