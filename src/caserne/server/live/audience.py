"""What a running match knows of its viewers; `Viewer` implements it."""

from __future__ import annotations

from typing import Any, Protocol

from caserne.core.game.errors import CaserneError
from caserne.server.live.board_art import Board
from caserne.server.live.viewpoint import Viewpoint

Frames = dict[tuple[Viewpoint, int], tuple[Board | None, str]]
"""The board and the encoded message `state`, by viewpoint and the version since which events are sent."""


class MatchViewer(Protocol):
    """Somebody to whom a match is shown."""

    visitor: str
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

    def show_table(self) -> None:
        """Send who is at the table now."""

    def show_draft(self, request: str | None) -> None:
        """Send the unfinished turn."""

    def show_chat(self, line: dict[str, Any]) -> None:
        """Send a line of chat."""

    async def dismiss(self, reason: str, error: CaserneError | None = None) -> None:
        """Close the connection."""
