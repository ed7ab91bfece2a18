"""Who looks at a match and how: viewers with equal viewpoints are sent equal frames."""

from __future__ import annotations

from typing import NamedTuple

from caserne.core.match.match import Match


class Viewpoint(NamedTuple):
    """What a viewer plays, sees and wants to be sent."""

    mine: tuple[int, ...]
    """The viewer's seats."""
    looking: int | None
    """The seat whose view is shown; None: what everybody may see."""
    lang: str
    scene: bool
    """Whether pictures are sent."""
    position: bool
    """Whether the position is sent as text."""

    def acting_seat(self, match: Match) -> int | None:
        """Return the viewer's seat that is to move, if its moves may be shown now."""
        actor = match.actor
        if not isinstance(actor, int) or actor not in self.mine:
            return None
        return actor if self.looking == actor or not match.hides else None
