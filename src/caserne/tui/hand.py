"""From cells that are touched to a move: what is in hand, where it may go, and what a touch means."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from caserne.core.game.game import Game

Cells = tuple[str, ...]


@dataclass(frozen=True)
class Taken:
    """The touch picked something up, or went on with what was in hand; nothing is in hand where cells are empty."""

    cells: Cells


@dataclass(frozen=True)
class Chosen:
    """The touch completed a move, or several that touch the same cells."""

    moves: tuple[str, ...]


@dataclass(frozen=True)
class Refused:
    """No legal move touches these cells."""

    cells: Cells


Outcome = Taken | Chosen | Refused


class Hand:
    """The legal moves of a turn by the cells one touches to make them."""

    def __init__(self, game: Game[Any], legal: Sequence[str]) -> None:
        self._ways = {move: game.touches(move) for move in legal}
        self.cells: Cells = ()
        """What has been touched so far."""

    @property
    def buttons(self) -> list[str]:
        """Moves that touch no cell: a pass, a choice, whatever needs a button of its own."""
        return [move for move, way in self._ways.items() if not way]

    def targets(self) -> list[str]:
        """The cells that may be touched next; at first only those where one touch is a whole move."""
        depth = len(self.cells)
        ways = (way for way in self._begun(self.cells) if depth or len(way) == 1)
        return list(dict.fromkeys(way[depth] for way in ways))

    def origins(self) -> list[str]:
        """The cells that a legal move begins with."""
        return list(dict.fromkeys(way[0] for way in self._ways.values() if way))

    def drop(self) -> None:
        self.cells = ()

    def touch(self, cell: str, is_own: Callable[[str], bool]) -> Outcome:
        """What a touch means; `is_own` says whether a piece of the seat to move stands on a cell.

        Touching what is in hand puts it down. Touching another piece of one's own picks that up instead, even if it
        cannot move: the next touch then says why.
        """
        wanted = (*self.cells, cell)
        whole = tuple(move for move, way in self._ways.items() if way == wanted)
        if whole:
            return Chosen(whole)
        if self._begun(wanted):
            return self._take(wanted)
        if self.cells and cell == self.cells[-1]:
            return self._take(())
        if self._begun((cell,)) or is_own(cell):
            return self._take((cell,))
        return Refused(wanted)

    def _begun(self, cells: Cells) -> list[Cells]:
        """The ways that begin with these cells and go on."""
        return [way for way in self._ways.values() if len(way) > len(cells) and way[: len(cells)] == cells]

    def _take(self, cells: Cells) -> Taken:
        self.cells = cells
        return Taken(cells)
