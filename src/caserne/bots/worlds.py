"""Worlds: states that fit what a seat knows."""

from __future__ import annotations

from functools import cache

from caserne.core.game.rules import Rules
from caserne.core.kernel.compiled import Kernel, Rule, kernel, rule


@cache
def even_worlds(rules: Rules) -> Rule:
    """Return a room's `sample` with the parameters of `believe`: all states that fit are equally likely."""
    sample = rules.sample

    @rule
    def deal(o, view, clues, seat, s, dice):
        sample(o, view, seat, s, dice)

    return deal


@cache
def world_sampler(rules: Rules, believes: bool) -> Kernel:
    """Return a kernel that draws worlds: by the room's belief, if it has one and that is wanted, or evenly."""
    return kernel((believes and rules.believe) or even_worlds(rules))
