"""Who may watch: as many as the players want, and a match and an address can bear."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from caserne.server.config import Settings
from caserne.server.errors import RequestError
from caserne.server.live.fair_queue import Owner
from caserne.server.live.live_match import LiveMatch

MAX_WINDOWS = 10
"""How many windows of a player are open on one match before further ones count as spectators."""


class Admission:
    """Counts the spectators of this process by match and by address."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._by_match: Counter[str] = Counter()
        self._by_address: Counter[str] = Counter()

    @contextmanager
    def admitted(self, live: LiveMatch, owner: Owner) -> Iterator[None]:
        """Count a viewer as long as it is there; RequestError if it may not watch."""
        if _plays(live, owner.visitor):
            yield
            return
        self._check(live, owner)
        counts = (self._by_match, live.id), (self._by_address, owner.address)
        for counter, key in counts:
            counter[key] += 1
        try:
            yield
        finally:
            for counter, key in counts:
                counter[key] -= 1
                if not counter[key]:
                    del counter[key]

    def _check(self, live: LiveMatch, owner: Owner) -> None:
        if not live.seating.seats_of(owner.visitor) and not live.settings.get("spectators", True):
            raise RequestError.of("server.no_spectators")
        most = self._settings.spectators_per_match
        if self._by_match[live.id] >= most:
            raise RequestError.of("server.too_many_spectators", most=most)
        most = self._settings.spectators_per_address
        if self._by_address[owner.address] >= most:
            raise RequestError.of("server.too_many_windows", most=most)


def _plays(live: LiveMatch, visitor: str) -> bool:
    """Check whether a visitor plays, and has not opened more windows than a player needs."""
    if not live.seating.seats_of(visitor):
        return False
    return sum(viewer.visitor == visitor for viewer in live.viewers) < MAX_WINDOWS
