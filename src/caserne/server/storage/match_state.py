"""The states of a match, as they are stored and sent."""

from __future__ import annotations

from enum import StrEnum


class MatchState(StrEnum):
    """How far a match has got."""

    OPEN = "open"
    """Some seats are free; nothing can be played."""
    PLAYING = "playing"
    OVER = "over"
