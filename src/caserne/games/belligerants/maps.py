"""Maps as text: two characters per square, rows from the top down; imports no Numba."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

from caserne.core.game.board_form import SEPARATOR, Problem
from caserne.core.game.errors import InvalidOption
from caserne.games.belligerants.army import PAWNS
from caserne.games.belligerants.words import WORDS

MIN_SIZE, MAX_SIZE = 8, 20
"""Limits of the rows of a map, and of the squares per row."""
SIDE = MAX_SIZE
SQUARES = SIDE * SIDE
"""Squares are numbered as on the largest map, a1 = 0, b1 = 1, ... a2 = 20, on maps of any size."""
CROSSROADS = 18
"""Number of crossroads on the printed board."""

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
GROUND_RULES = {BROWN: 11, WATER: 12, GREEN: 13, GREY: 14, WHITE: 15, BLACK: 18, CAMP: 1, CAMP + 1: 1}
"""The number of the rule for each ground."""
NO_CROSSROADS = (WATER, CAMP, CAMP + 1)
TURNED = {**{sign: sign for sign in ".~gewk*-"}, "J": "R", "R": "J"}
"""Each sign after turning the map by 180 degrees and exchanging the sides."""

FOLDER = Path(__file__).parent / "maps"
SHIPPED = ("reconstruction", "plain")


@dataclass(frozen=True)
class Map:
    """A map whose size and signs have been checked."""

    rows: tuple[str, ...]
    """From the top down, two characters per square."""

    @property
    def text(self) -> str:
        return SEPARATOR.join(self.rows)

    @property
    def width(self) -> int:
        return len(self.rows[0]) // 2

    @property
    def height(self) -> int:
        return len(self.rows)

    def squares(self) -> Iterator[tuple[int, int, bool]]:
        """Yield all squares in BE notation order: number, ground, and whether it is a crossroads."""
        for rank, row in enumerate(reversed(self.rows)):
            for file in range(self.width):
                yield rank * SIDE + file, GROUNDS[row[2 * file]], row[2 * file + 1] == "*"

    def camp(self, seat: int) -> list[int]:
        """Return the squares of a camp in camp order: BE notation order for Yellow, the reverse for Pink."""
        camp = [square for square, ground, _ in self.squares() if ground == CAMP + seat]
        return camp if seat == 0 else camp[::-1]

    def faults(self) -> Iterator[Problem]:
        """Yield the problems that make the map unplayable."""
        for square, ground, star in self.squares():
            if star and ground in NO_CROSSROADS:
                where, name = self._place(square), WORDS(f"ground.{GROUND_NAMES[ground]}")
                yield Problem(WORDS("map.crossroads_there", **where, ground=name), 5, (square_name(square),))
        for seat, sign in enumerate("JR"):
            camp = self.camp(seat)
            if len(camp) != PAWNS:
                fields = {"seat": WORDS(f"seat.{seat}"), "sign": sign, "count": len(camp), "size": PAWNS}
                yield Problem(WORDS("map.camp", **fields), 1, tuple(map(square_name, camp)))

    def remarks(self) -> Iterator[Problem]:
        """Yield what is unusual about the map, but allowed."""
        crossroads = sum(star for _, _, star in self.squares())
        if crossroads != CROSSROADS:
            yield Problem(WORDS("map.crossroads", count=crossroads, usual=CROSSROADS), 5, grave=False)
        found = {ground for _, ground, _ in self.squares()}
        for sign, ground in GROUNDS.items():
            if ground not in found:
                fields = {"ground": WORDS(f"ground.{GROUND_NAMES[ground]}"), "sign": sign}
                yield Problem(WORDS("map.missing_ground", **fields), GROUND_RULES[ground], grave=False)
        unlike = self._asymmetry()
        if unlike:
            yield Problem(WORDS("map.asymmetric", square=unlike[0]), 11, unlike, grave=False)

    def _asymmetry(self) -> tuple[str, ...]:
        """Return the squares that differ from their counterparts when the map is turned."""
        signs = [(row[n], row[n + 1]) for row in reversed(self.rows) for n in range(0, len(row), 2)]
        return tuple(
            square_name(square)
            for (square, _, _), sign, opposite in zip(self.squares(), signs, signs[::-1], strict=True)
            if tuple(TURNED[part] for part in opposite) != sign
        )

    def _place(self, square: int) -> dict[str, int | str]:
        """Return the row and column of a square in the text."""
        rank, file = divmod(square, SIDE)
        return _place(self.height - rank, file)


@lru_cache(256)
def read_map(text: str) -> Map:
    """Read a map from text, or by the name of a shipped one; raises InvalidOption if it is unplayable."""
    battlefield = read_unchecked_map(text)
    for fault in battlefield.faults():
        raise InvalidOption(fault.sentence)
    return battlefield


def read_unchecked_map(text: str) -> Map:
    """Read a map that may have faults, but whose size and signs are valid."""
    if text in SHIPPED:
        text = (FOLDER / f"{text}.txt").read_text("utf-8")
    rows = tuple(row.strip() for row in text.strip().replace("\n", SEPARATOR).split(SEPARATOR))
    if len(rows) == 1 and "-" not in text:
        raise InvalidOption(WORDS("map.unknown", name=text, names=", ".join(SHIPPED)))
    _check_size(rows)
    for number, row in enumerate(rows, 1):
        for file in range(len(row) // 2):
            _check_signs(_place(number, file), row[2 * file], row[2 * file + 1])
    return Map(rows)


def _check_size(rows: tuple[str, ...]) -> None:
    if not MIN_SIZE <= len(rows) <= MAX_SIZE:
        raise InvalidOption(WORDS("map.rows", count=len(rows), least=MIN_SIZE, most=MAX_SIZE))
    for number, row in enumerate(rows, 1):
        if len(row) % 2:
            raise InvalidOption(WORDS("map.half_square", row=number, length=len(row)))
        if not MIN_SIZE <= len(row) // 2 <= MAX_SIZE:
            raise InvalidOption(WORDS("map.row_length", row=number, count=len(row) // 2, least=MIN_SIZE, most=MAX_SIZE))
        if len(row) != len(rows[0]):
            raise InvalidOption(WORDS("map.uneven", row=number, count=len(row) // 2, first=len(rows[0]) // 2))


def _check_signs(where: dict[str, int | str], ground: str, mark: str) -> None:
    if ground not in GROUNDS:
        raise InvalidOption(WORDS("map.ground", **where, sign=ground, signs=" ".join(GROUNDS)))
    if mark not in "*-":
        raise InvalidOption(WORDS("map.mark", **where, sign=mark))


def _place(row: int, file: int) -> dict[str, int | str]:
    return {"row": row, "column": file + 1, "letter": chr(ord("a") + file)}


@cache
def square_name(square: int) -> str:
    """Return the name of a square, such as d5.

    >>> square_name(0), square_name(23)
    ('a1', 'd2')
    """
    return f"{chr(ord('a') + square % SIDE)}{square // SIDE + 1}"
