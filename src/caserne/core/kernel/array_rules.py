"""Rules callable with one-element arrays, for calls from Python.

Numba unboxes an array at once. To unbox a record it has NumPy describe all fields in text, which takes longer than most
rules.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from caserne.core.kernel.compiled import rule


@dataclass(frozen=True)
class ArrayRules:
    """Rules of one room with the parameters of `Rules`, but arrays of one record in place of records."""

    legal: Any
    refusal: Any
    apply: Any
    observe: Any
    sample: Any


def make_array_rules(legal: Any, refusal: Any, apply: Any, observe: Any, sample: Any) -> ArrayRules:
    """Wrap the rules of one room."""

    @rule
    def array_legal(o, s, past, moves):
        return legal(o[0], s[0], past, moves)

    @rule
    def array_refusal(o, s, past, action):
        return refusal(o[0], s[0], past, action)

    @rule
    def array_apply(o, s, past, action):
        apply(o[0], s[0], past, action)

    @rule
    def array_observe(o, s, seat, view):
        observe(o[0], s[0], seat, view[0])

    @rule
    def array_sample(o, view, seat, s, dice):
        sample(o[0], view[0], seat, s[0], dice)

    return ArrayRules(array_legal, array_refusal, array_apply, array_observe, array_sample)
