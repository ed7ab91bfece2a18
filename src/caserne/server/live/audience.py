"""What a running match knows of its viewers; `Viewer` implements it."""

from __future__ import annotations

from dataclasses import dataclass, field
from time import monotonic
from typing import Any, Protocol

from caserne.core.game.errors import CaserneError
from caserne.server.live.board_art import Board
from caserne.server.live.fair_queue import Owner
from caserne.server.live.viewpoint import Viewpoint

RECENT_SECONDS = 0.5


@dataclass(frozen=True)
class Frames:
    """Encoded messages about one moment of a match, each made once for all viewers who get the same."""

    states: dict[tuple[Viewpoint, int], tuple[Board | None, str]] = field(default_factory=dict)
    """The board and the message `state`, by viewpoint and the version since which events are sent."""
    tables: dict[str, str] = field(default_factory=dict)
    """The message `table` by language."""
    made: float = field(default_factory=monotonic)

    @property
    def is_recent(self) -> bool:
        """Whether the times of clocks in these messages are still good enough for somebody who arrives."""
        return monotonic() - self.made < RECENT_SECONDS


class MatchViewer(Protocol):
    """Somebody to whom a match is shown."""

    visitor: str
    owner: Owner
    """The visitor with their address."""
    looking: int | None
    """The seat whose view is shown."""

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats that the viewer plays."""

    @property
    def silent_for(self) -> float:
        """Seconds since the client was last heard from."""

    def show(self, frames: Frames, *, table: bool = False) -> None:
        """Send the match as it is now."""

    def show_table(self, frames: Frames) -> None:
        """Send who is at the table now."""

    def show_draft(self, request: str | None) -> None:
        """Send the unfinished turn."""

    def show_chat(self, line: dict[str, Any]) -> None:
        """Send a line of chat."""

    async def dismiss(self, reason: str, error: CaserneError | None = None) -> None:
        """Close the connection."""
