"""Queries to a solved table by positions in notation."""

from __future__ import annotations

from typing import NamedTuple, Protocol

import numpy as np

import caserne
from caserne.core.game.position import Position
from caserne.games.movers.board import RED, STATE
from caserne.games.movers.notation import write_position
from caserne.games.movers.solve.numbering import Array, Numbering, flipped, hoppers_of, position_number
from caserne.games.movers.solve.values import distance_of, is_won


class ValueTable(Protocol):
    """The codes of all positions, see `values`, in the memory of a CPU or a GPU."""

    numbering: Numbering

    def prepare(self) -> tuple[int, int]: ...
    def sweep(self, distance: int) -> tuple[int, int]: ...
    def audit(self) -> tuple[int, int]: ...
    def digest(self) -> int: ...
    def look_up(self, positions: Array) -> Array: ...
    def first(self, code: int) -> int: ...


class Value(NamedTuple):
    """The value of a position to the side to move."""

    outcome: int
    """1: won, -1: lost, 0: drawn."""
    distance: int
    """Moves to the end with best play of both sides; 0 for a draw."""

    @classmethod
    def of_code(cls, code: int) -> Value:
        return cls(1 if is_won(code) else -1, distance_of(code)) if code else cls(0, 0)

    @classmethod
    def read(cls, text: str) -> Value:
        return cls(0, 0) if text == "=" else cls(1 if text[0] == "+" else -1, int(text[1:]))

    def __str__(self) -> str:
        return f"{'-=+'[self.outcome + 1]}{self.distance if self.outcome else ''}"


class Solution:
    """A solved board."""

    def __init__(self, table: ValueTable) -> None:
        self.table = table
        self.game = caserne.game("movers", ranks=table.numbering.ranks, expert=True, repetition=0)

    def values(self, texts: list[str]) -> list[Value]:
        """Return the values of positions."""
        numbers = np.array([self._number(text) for text in texts], np.int64)
        return [Value.of_code(int(code)) for code in self.table.look_up(numbers)]

    def successors(self, text: str) -> dict[str, Value]:
        """Return the value after each legal move, to the side to move then."""
        position = self.game.position(text)
        moves = position.legal()
        return dict(zip(moves, self.values([str(position.play(move)) for move in moves]), strict=True))

    def best_line(self, text: str) -> list[str]:
        """Return the moves from a decided position to the end: the shortest win against the longest defence."""
        position, line = self.game.position(text), []
        while position.actor is not None:
            after = self.successors(str(position))
            move = min(after, key=lambda move: _preference(after[move]))
            line.append(move)
            position = position.play(move)
        return line

    def start(self, white: str, red: str) -> Position:
        """Return the position after both set-ups."""
        return self.game.start().play(white).play(red)

    def text_of(self, number: int) -> str:
        """Return the position of a number as text, White to move."""
        numbering = self.table.numbering
        placement, faces = divmod(number, numbering.faces)
        s = np.zeros(1, STATE)[0]
        s.white, s.red = numbering.own[placement], numbering.other[placement]
        own_faces, other_faces = faces % (1 << numbering.pieces), faces >> numbering.pieces
        s.hoppers = hoppers_of(int(s.white), own_faces) | hoppers_of(int(s.red), other_faces)
        return write_position(s, self.game.o)

    def _number(self, text: str) -> int:
        s = self.game.read_position(text)[0]
        return number_of_board(self.table.numbering, int(s.white), int(s.red), int(s.hoppers), int(s.to_move))


def number_of_board(numbering: Numbering, white: int, red: int, hoppers: int, to_move: int) -> int:
    """Return the number of a position given by its masks."""
    if to_move == RED:
        white, red, hoppers = (flipped(mask, numbering.ranks) for mask in (red, white, hoppers))
    return int(position_number(numbering, white, red, hoppers))


def _preference(after: Value) -> tuple[int, int]:
    """Sort key by what is best for the side that moves now: a quick loss of the other, else a late win."""
    return after.outcome, -after.outcome * after.distance
