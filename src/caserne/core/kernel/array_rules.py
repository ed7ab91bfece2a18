"""Kernels of a room's rules that take one-element arrays, for calls from Python.

Numba unboxes an array at once. To unbox a record it has NumPy describe all fields in text, which takes longer than most
rules.
"""

from __future__ import annotations

from dataclasses import dataclass

from caserne.core.kernel.compiled import Kernel, Rule, quick_kernel, rule


@dataclass(frozen=True)
class ArrayRules:
    """Rules of one room with the parameters of `Rules`, but arrays of one record in place of records."""

    legal: Kernel
    refusal: Kernel
    apply: Kernel
    observe: Kernel
    sample: Kernel
    choose: Kernel


def make_array_rules(legal: Rule, refusal: Rule, apply: Rule, observe: Rule, sample: Rule, choose: Rule) -> ArrayRules:
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

    @rule
    def array_choose(o, s, past, moves, dice):
        return choose(o[0], s[0], past, moves, dice)

    rules = (array_legal, array_refusal, array_apply, array_observe, array_sample, array_choose)
    return ArrayRules(*map(quick_kernel, rules))
