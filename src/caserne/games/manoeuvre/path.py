"""Where the squares lie: the track winds inwards, three times around the barracks, into the yard below its doors.

28 27 26 25 24 23 22 21 20 19
29 58 57 56 55 54 53 52 51 18
30 59 80 79 78 77 76 75 50 17
31 60 81 12 11 10  9 74 49 16
32 61 82  8  7  6  5 73 48 15
33 62 83  4  3  2  1 72 47 14
34 63 84  y  a  r  d 71 46 13
35 64 65 66 67 68 69 70 45 12
36 37 38 39 40 41 42 43 44 11
 1  2  3  4  5  6  7  8  9 10
"""

from __future__ import annotations

from collections.abc import Iterator

from caserne.core.game.scene import Trail
from caserne.games.manoeuvre.track import SOLDIERS, TRACK, YARD

SIDE = 10
DOORS = 4
"""Doors in a row, and the length of the yard below them."""
DOORS_LEFT, DOORS_TOP = 3, 3


def _spiral() -> Iterator[tuple[int, int]]:
    """Return the column and the row of all squares: along the lowest row, then always turning left."""
    column, row = 0, SIDE - 1
    across, down = 1, 0
    passed: set[tuple[int, int]] = set()
    for _ in range(TRACK):
        yield column, row
        passed.add((column, row))
        ahead = column + across, row + down
        if ahead in passed or not (0 <= ahead[0] < SIDE and 0 <= ahead[1] < SIDE):
            across, down = down, -across
        column, row = column + across, row + down


PLACES = {square: (column + 0.5, row + 0.5) for square, (column, row) in enumerate(_spiral(), 1)}
"""The centre of each square, and of the yard."""
PLACES[YARD] = (DOORS_LEFT + DOORS / 2, DOORS_TOP + SOLDIERS // DOORS + 0.5)


def _turns(square: int) -> bool:
    (x, y), (next_x, next_y) = PLACES[square - 1], PLACES[square + 1]
    return x != next_x and y != next_y


BENDS = tuple(square for square in range(2, YARD) if _turns(square))
"""The squares on which the track turns."""


def place_of_door(place: int) -> tuple[float, float]:
    """Return the centre of a yard door; the best one is in the upper left."""
    row, column = divmod(SOLDIERS - place, DOORS)
    return DOORS_LEFT + column + 0.5, DOORS_TOP + row + 0.5


def trails(move: str) -> tuple[Trail, ...]:
    """Return the trail of a move, square by square."""
    if "-" not in move:
        return ()
    origin, end = _ends(move)
    return (Trail("step", tuple(_cell(square) for square in range(origin, end + 1))),)


def way(move: str) -> tuple[str, ...]:
    """Return the ends of a move and the bends of the track between them; nothing if it goes straight on."""
    if "-" not in move:
        return ()
    origin, end = _ends(move)
    bends = [square for square in BENDS if origin < square < end]
    return tuple(_cell(square) for square in (origin, *bends, end)) if bends else ()


def _ends(move: str) -> tuple[int, int]:
    origin, target = move.split("-")
    return int(origin), YARD if target == "yard" else int(target)


def _cell(square: int) -> str:
    return "yard" if square == YARD else str(square)
