"""Why a move of Stratego is refused, in words."""
from __future__ import annotations
from typing import Any
def reason(observation: Any, rule: int, move: str) -> Any:
    from caserne.games.stratego.words import WORDS
    return WORDS("seat.0")
def ending(observation: Any) -> Any:
    from caserne.games.stratego.words import WORDS
    return WORDS("seat.0")
