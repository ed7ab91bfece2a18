"""How often viewers are told who comes and goes: each arrival would cost a message for everybody who is there."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

MIN_PAUSE = 1.0
"""Seconds between two notices at a table with few viewers."""
MESSAGES_PER_SECOND = 50
"""How many messages about arrivals and departures one table sends at the most."""


class TableNotices:
    """Shows the table at once if it has been quiet, else together with what happens before the pause is over."""

    def __init__(self, show: Callable[[], int]) -> None:
        self._show = show
        """Shows the table to all viewers, and returns how many they are."""
        self._pause: asyncio.TimerHandle | None = None
        self._changed = False

    def announce(self) -> None:
        """Show the table now, or when the pause is over."""
        self._changed = True
        if self._pause is None:
            self._show_changes()

    def _show_changes(self) -> None:
        self._pause = None
        if self._changed:
            self._changed = False
            shown = self._show()
            pause = max(MIN_PAUSE, shown / MESSAGES_PER_SECOND)
            self._pause = asyncio.get_running_loop().call_later(pause, self._show_changes)
