"""Maps as text: two characters a square, rows from the top down. Reading, checking and remarking (no Numba here)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from caserne.core.errors import InvalidOption
from caserne.core.words import Sentence
from caserne.games.belligerants.army import PAWNS
from caserne.games.belligerants.words import WORDS

LEAST, MOST = 8, 20
"""How many rows, and squares a row, a map may have."""
SIDE = MOST
SQUARES = SIDE * SIDE
"""Squares are numbered as on the largest map, a1 = 0, b1 = 1, ... a2 = 20: the same square, the same number."""
CROSSROADS = 18
"""How many crossroads the printed board has."""

OUTSIDE, BROWN, WATER, GREEN, GREY, WHITE, BLACK, CAMP = range(8)
"""The grounds as numbers; CAMP is Yellow's, CAMP + 1 is Pink's."""
GROUNDS = {".": BROWN, "~": WATER, "g": GREEN, "e": GREY, "w": WHITE, "k": BLACK, "J": CAMP, "R": CAMP + 1}
GROUND_NAMES = {
    BROWN: "brown",
    WATER: "water",
    GREEN: "green",
    GREY: "grey",
    WHITE: "white",
    BLACK: "black",
    CAMP: "camp.0",
    CAMP + 1: "camp.1",
}
TURNED = {**{sign: sign for sign in ".~gewk*-"}, "J": "R", "R": "J"}
"""What each sign becomes when the map is turned by 180 degrees and the sides change places."""

FOLDER = Path(__file__).parent / "maps"
SHIPPED = ("reconstruction", "plain")


@dataclass(frozen=True)
class Map:
    """A map that has been checked."""

    rows: tuple[str, ...]
    """From the top down, two characters a square."""

    @property
    def text(self) -> str:
        return "/".join(self.rows)

    @property
    def width(self) -> int:
        return len(self.rows[0]) // 2

    @property
    def height(self) -> int:
        return len(self.rows)

    def squares(self) -> Iterator[tuple[int, int, bool]]:
        """All squares in BE notation order: number, ground, and whether it is a crossroads."""
        for rank, row in enumerate(reversed(self.rows)):
            for file in range(self.width):
                yield rank * SIDE + file, GROUNDS[row[2 * file]], row[2 * file + 1] == "*"

    def camp(self, seat: int) -> list[int]:
        """The squares of a camp in camp order: BE notation order for Yellow, the reverse for Pink."""
        camp = [square for square, ground, _ in self.squares() if ground == CAMP + seat]
        return camp if seat == 0 else camp[::-1]

    def remarks(self) -> list[Sentence]:
        """What is unusual about the map, though allowed."""
        remarks = []
        crossroads = sum(star for _, _, star in self.squares())
        if crossroads != CROSSROADS:
            remarks.append(WORDS("map.crossroads", count=crossroads, usual=CROSSROADS))
        found = {ground for _, ground, _ in self.squares()}
        remarks += [
            WORDS("map.missing_ground", ground=WORDS(f"ground.{name}"), sign=sign)
            for sign, ground in GROUNDS.items()
            for name in (GROUND_NAMES[ground],)
            if ground not in found
        ]
        unlike = self._first_asymmetry()
        if unlike is not None:
            remarks.append(WORDS("map.asymmetric", square=square_name(unlike)))
        return remarks

    def _first_asymmetry(self) -> int | None:
        """The lowest square that does not look like its counterpart when the map is turned, if there is one."""
        signs = [(row[n], row[n + 1]) for row in reversed(self.rows) for n in range(0, len(row), 2)]
        for (square, _, _), sign, opposite in zip(self.squares(), signs, signs[::-1], strict=True):
            if tuple(TURNED[part] for part in opposite) != sign:
                return square
        return None


@cache
def read_map(text: str) -> Map:
    """The map that a text describes, or that ships under that name; InvalidOption says where it is wrong and why."""
    if text in SHIPPED:
        text = (FOLDER / f"{text}.txt").read_text("utf-8")
    rows = tuple(row.strip() for row in text.strip().replace("\n", "/").split("/"))
    if len(rows) == 1 and "-" not in text:
        raise InvalidOption(WORDS("map.unknown", name=text, names=", ".join(SHIPPED)))
    _check_size(rows)
    for number, row in enumerate(rows, 1):
        for file in range(len(row) // 2):
            _check_square(number, file, row[2 * file], row[2 * file + 1])
    battlefield = Map(rows)
    for seat in range(2):
        count = len(battlefield.camp(seat))
        if count != PAWNS:
            sign = "JR"[seat]
            raise InvalidOption(WORDS("map.camp", seat=WORDS(f"seat.{seat}"), sign=sign, count=count, size=PAWNS))
    return battlefield


def _check_size(rows: tuple[str, ...]) -> None:
    if not LEAST <= len(rows) <= MOST:
        raise InvalidOption(WORDS("map.rows", count=len(rows), least=LEAST, most=MOST))
    for number, row in enumerate(rows, 1):
        if len(row) % 2:
            raise InvalidOption(WORDS("map.half_square", row=number, length=len(row)))
        if not LEAST <= len(row) // 2 <= MOST:
            raise InvalidOption(WORDS("map.row_length", row=number, count=len(row) // 2, least=LEAST, most=MOST))
        if len(row) != len(rows[0]):
            raise InvalidOption(WORDS("map.uneven", row=number, count=len(row) // 2, first=len(rows[0]) // 2))


def _check_square(row: int, file: int, ground: str, mark: str) -> None:
    where = {"row": row, "column": file + 1, "letter": chr(ord("a") + file)}
    if ground not in GROUNDS:
        raise InvalidOption(WORDS("map.ground", **where, sign=ground, signs=" ".join(GROUNDS)))
    if mark not in "*-":
        raise InvalidOption(WORDS("map.mark", **where, sign=mark))
    if mark == "*" and ground in "~JR":
        name = GROUND_NAMES[GROUNDS[ground]]
        raise InvalidOption(WORDS("map.crossroads_there", **where, ground=WORDS(f"ground.{name}")))


def square_name(square: int) -> str:
    """The name of a square, such as d5.

    >>> square_name(0), square_name(23)
    ('a1', 'd2')
    """
    return f"{chr(ord('a') + square % SIDE)}{square // SIDE + 1}"
