"""A board of squares as text: `a1`, moves such as `a2-b3`, and positions such as `pp/2/PP w`.

The state of a room that uses it has the fields `board`, one number a square (0: free; n: the nth of the letters), row
by row from a1, and `to_move`, the seat to move. An action is `origin * size + target`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from string import ascii_lowercase

import numpy as np

from caserne.core.game.errors import InvalidMove, InvalidPosition
from caserne.core.game.words import ROOM_WORDS

FREE = 0


@dataclass(frozen=True)
class SquareBoard:
    """The notation of a room whose board is made of squares.

    >>> board = SquareBoard(files=3, ranks=2, letters="Pp")
    >>> board.names
    ('a1', 'b1', 'c1', 'a2', 'b2', 'c2')
    >>> board.write_move(board.read_move("a1-b2", None))
    'a1-b2'
    """

    files: int
    ranks: int
    letters: str
    """Letter n, counted from 1, is what number n on the board is called in positions."""
    sides: str = "wb"
    """By seat: who is to move, in positions."""

    @property
    def size(self) -> int:
        return self.files * self.ranks

    @property
    def actions(self) -> int:
        """The number of actions: from each square to each."""
        return self.size * self.size

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of the squares, row by row from a1."""
        return tuple(f"{file}{rank + 1}" for rank in range(self.ranks) for file in ascii_lowercase[: self.files])

    # Moves

    def read_move(self, text: str, o: np.record | None) -> tuple[int, ...]:
        """Return the action of a move such as `a2-b3`."""
        if not re.fullmatch(r"[a-z][0-9]{1,2}-[a-z][0-9]{1,2}", text):
            example = f"{self.names[0]}-{self.names[self.files]}"
            raise InvalidMove(ROOM_WORDS("unreadable_move", move=text, example=example))
        origin, target = text.split("-")
        if origin not in self.names or target not in self.names:
            raise InvalidMove(ROOM_WORDS("off_board", move=text, first=self.names[0], last=self.names[-1]))
        return (self.names.index(origin) * self.size + self.names.index(target),)

    def write_move(self, actions: Sequence[int]) -> str:
        """Return the text of an action."""
        origin, target = divmod(actions[0], self.size)
        return f"{self.names[origin]}-{self.names[target]}"

    # Positions

    def read_position(self, text: str, o: np.record, s: np.record) -> None:
        """Change the state at the start of a game into the position that a text describes."""
        fields = text.split(" ")
        if len(fields) != 2:
            raise InvalidPosition(ROOM_WORDS("wrong_fields", count=len(fields)))
        rows, side = fields
        s.board[:] = self._read_rows(rows.split("/"))
        if len(side) != 1 or side not in self.sides:
            raise InvalidPosition(ROOM_WORDS("bad_side", side=side, sides=", ".join(self.sides)))
        s.to_move = self.sides.index(side)

    def write_position(self, s: np.record, o: np.record) -> str:
        """Return the position string of a state: the farthest row first, then who is to move."""
        rows = np.array(s.board).reshape(self.ranks, self.files)[::-1]
        return "/".join(map(self._write_row, rows.tolist())) + " " + self.sides[s.to_move]

    def _read_rows(self, rows: list[str]) -> list[int]:
        if len(rows) != self.ranks:
            raise InvalidPosition(ROOM_WORDS("wrong_ranks", ranks=self.ranks, count=len(rows)))
        numbered = reversed(list(zip(range(self.ranks, 0, -1), rows, strict=True)))
        return [number for rank, row in numbered for number in self._read_row(rank, row)]

    def _read_row(self, rank: int, row: str) -> list[int]:
        letters = self.letters
        signs = re.findall(rf"[1-9][0-9]?|[{re.escape(letters)}]", row)
        runs = [[FREE] * int(sign) if sign.isdigit() else [letters.index(sign) + 1] for sign in signs]
        numbers = [number for run in runs for number in run]
        if "".join(signs) != row or len(numbers) != self.files:
            fields = {"rank": rank, "text": row, "files": self.files, "letters": " ".join(letters)}
            raise InvalidPosition(ROOM_WORDS("bad_rank", **fields))
        return numbers

    def _write_row(self, row: list[int]) -> str:
        runs = ((number, len(list(group))) for number, group in groupby(row))
        return "".join(str(length) if number == FREE else self.letters[number - 1] * length for number, length in runs)
