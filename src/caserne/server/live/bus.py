"""Change notices between processes: that a match has a new version or a changed table; never what has changed."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable

import msgspec

EVENTS, TABLE = "events", "table"


class ChangeNotice(msgspec.Struct, array_like=True, frozen=True):
    """A match that has changed; the change itself is in the database."""

    match: str
    version: int
    what: str
    """EVENTS or TABLE."""


Listener = Callable[[list[ChangeNotice]], Awaitable[None]]
OnGap = Callable[[], Awaitable[None]]
"""Called after notices may have been missed."""


class Bus(ABC):
    """Carries change notices to the other processes."""

    is_connected = True
    """Whether notices of other processes arrive."""

    async def open(self, listener: Listener, on_gap: OnGap) -> None:  # noqa: B027 - the local bus has no other processes
        """Start to listen; nothing published after this is missed."""

    async def close(self) -> None:  # noqa: B027
        """Stop listening."""

    @abstractmethod
    def publish(self, notice: ChangeNotice) -> None:
        """Send a notice soon; delivery is not guaranteed."""


class LocalBus(Bus):
    """For a server of one process: there is nobody to notify."""

    def publish(self, notice: ChangeNotice) -> None:
        pass
