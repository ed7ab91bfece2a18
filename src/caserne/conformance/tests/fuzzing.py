"""How hard tests with random input try: a little and always the same in `make test`, a lot in `make fuzz`."""

from __future__ import annotations

import os
import random
import sys
from collections.abc import Sequence
from typing import Any

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st

IS_LONG = os.environ.get("CASERNE_FUZZ") == "long"
SEED = int(os.environ.get("CASERNE_FUZZ_SEED") or 0)
"""The seed of a run that is to be repeated; 0: a new one."""
PIECES = (
    *("", " ", "\n", "\0", "-", "/", ",", ":", "@", "=", "{", "[", '"', "'", "\\", "%s", "٣", "ß", "\u202e", "\ud800"),
    *("0", "-1", "1e9", "99999999999999999999", "NaN", "null", "x" * 3000, "[" * 3000, "9" * 5000),
)
"""What is put into a valid text to spoil it."""


def effort(short: int, long: int, **more: Any) -> settings:
    """Return settings for a number of examples that depends on the command."""
    phases = [Phase.explicit, Phase.generate, *([Phase.shrink] if IS_LONG else [])]
    return settings(
        max_examples=long if IS_LONG else short,
        derandomize=not IS_LONG,
        database=None,
        deadline=None,
        phases=phases,
        suppress_health_check=list(HealthCheck),
        **more,
    )


@st.composite
def spoiled(draw: st.DrawFn, valid: Sequence[str]) -> str:
    """Draw a valid text and change it in a few places: something is put in, left out, doubled or written over.

    One number is drawn for all of that: drawing every change by itself takes four times as long.
    """
    dice = random.Random(draw(st.integers(0, 2**64 - 1)))
    text = dice.choice(valid)
    for _ in range(dice.randint(1, 4)):
        start = dice.randint(0, len(text))
        end = min(len(text), start + dice.randint(0, 4))
        piece = dice.choice((dice.choice(PIECES), chr(dice.randrange(sys.maxunicode + 1)), text[start:end] * 2))
        text = text[:start] + piece + text[end:]
    return text
