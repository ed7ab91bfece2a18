"""How bots imagine what is hidden."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from caserne.core.game.rules import Rules
from caserne.core.kernel.compiled import rule


@cache
def even_worlds(rules: Rules) -> Callable[..., Any]:
    """A room's `sample` in the form of `believe`: whatever the clues, all states that fit are alike."""
    sample = rules.sample

    @rule
    def deal(o, view, clues, seat, s, dice):
        sample(o, view, seat, s, dice)

    return deal
