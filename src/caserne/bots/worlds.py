"""Worlds: states that fit what a seat knows."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from caserne.core.game.rules import Rules
from caserne.core.kernel.compiled import rule


@cache
def even_worlds(rules: Rules) -> Callable[..., Any]:
    """Return a room's `sample` with the parameters of `believe`: all states that fit are equally likely."""
    sample = rules.sample

    @rule
    def deal(o, view, clues, seat, s, dice):
        sample(o, view, seat, s, dice)

    return deal
