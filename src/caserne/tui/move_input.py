"""Entering a move by touching cells: what is selected, what may follow, and what a touch means."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from caserne.core.game.game import Game

Cells = tuple[str, ...]


@dataclass(frozen=True)
class Selected:
    """The touch selected a cell, or continued a selection; empty if it cleared the selection."""

    cells: Cells


@dataclass(frozen=True)
class Completed:
    """The touch completed a move, or several that touch the same cells."""

    moves: tuple[str, ...]


@dataclass(frozen=True)
class NoLegalMove:
    """No legal move touches these cells."""

    cells: Cells


TouchResult = Selected | Completed | NoLegalMove


class MoveInput:
    """The legal moves of a turn by the cells that are touched to make them."""

    def __init__(self, game: Game[Any], legal: Sequence[str]) -> None:
        self._ways = {move: game.touches(move) for move in legal}
        self.cells: Cells = ()
        """The cells touched so far."""

    @property
    def buttons(self) -> list[str]:
        """Moves that touch no cell and need a button, such as a pass."""
        return [move for move, way in self._ways.items() if not way]

    def targets(self) -> list[str]:
        """The cells that may be touched next; at first only those where one touch is a whole move."""
        depth = len(self.cells)
        ways = (way for way in self._begun(self.cells) if depth or len(way) == 1)
        return list(dict.fromkeys(way[depth] for way in ways))

    def origins(self) -> list[str]:
        """The cells that a legal move begins with."""
        return list(dict.fromkeys(way[0] for way in self._ways.values() if way))

    def clear(self) -> None:
        self.cells = ()

    def touch(self, cell: str, is_own: Callable[[str], bool]) -> TouchResult:
        """Handle a touch; `is_own` tells whether a piece of the seat to move stands on a cell.

        A touch of the selected cell clears the selection. A touch of another piece of the seat selects that instead,
        even if it cannot move: the next touch then says why.
        """
        wanted = (*self.cells, cell)
        whole = tuple(move for move, way in self._ways.items() if way == wanted)
        if whole:
            return Completed(whole)
        if self._begun(wanted):
            return self._select(wanted)
        if self.cells and cell == self.cells[-1]:
            return self._select(())
        if self._begun((cell,)) or is_own(cell):
            return self._select((cell,))
        return NoLegalMove(wanted)

    def _begun(self, cells: Cells) -> list[Cells]:
        """Return the longer ways that begin with these cells."""
        return [way for way in self._ways.values() if len(way) > len(cells) and way[: len(cells)] == cells]

    def _select(self, cells: Cells) -> Selected:
        self.cells = cells
        return Selected(cells)
