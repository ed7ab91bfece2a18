"""Tables computed once per map: where each step leads, and where lines of one to five squares end."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from caserne.core.kernel.layout import options_dtype
from caserne.games.belligerants.army import KINDS, PAWNS
from caserne.games.belligerants.maps import CAMP, SIDE, SQUARES, WATER, Map, read_map

DIRECTIONS = ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))
"""BE-4: the ranks and files of a step in each of the eight directions."""
FARTHEST = 5
"""The greatest number of the die."""

ROWS_PER_WORD = 3
WORD = ROWS_PER_WORD * SIDE
"""Sets of squares are words of three rows each, so that shifts never reach the sign bit."""
WORDS_PER_SET = -(-SQUARES // WORD)

NOWHERE = -1
SQUARE = 511
STAR = 512
NO_STOP = 1024
"""A step is NOWHERE or the number of the square it leads to, plus STAR on a crossroads, NO_STOP on forbidden water."""

RING = len(DIRECTIONS)
"""The squares up to five steps away in the eight directions are bits: RING * (steps - 1) + direction."""

ON_FOOT, CROSSES_WATER = 0, 1
"""BE-12: whether water stops a pawn, or it flies or is immune."""
CLOSED, OPEN, ENTERED = range(3)
"""BE-19: the enemy camp is closed to a pawn, or open, or the pawn has entered it and stays."""
TABLES = 2 * 3 * 2

OPTIONS = options_dtype(
    ("lines", np.int64, (FARTHEST, SQUARES, WORDS_PER_SET)),  # by number and origin: ends of lines, ignoring pawns
    ("near", np.int64, (SQUARES, WORDS_PER_SET)),  # the same for all numbers together
    ("runs", np.int64, (TABLES, SQUARES)),  # the squares up to five steps away that a pawn can reach, see RING
    ("stars", np.int64, SQUARES),  # which of the squares up to five steps away are crossroads, see RING
    ("max_plies", np.int32),
    ("quiet_limit", np.int32),
    ("steps", np.int16, (TABLES, SQUARES, len(DIRECTIONS))),  # where a step leads, see `step_table`
    ("camps", np.int16, (2, PAWNS)),  # the squares of each camp in camp order
    ("ground", np.uint8, SQUARES),
    ("star", np.uint8, SQUARES),
    ("army", np.int8, KINDS),  # how many pawns of each kind an army has
    ("width", np.int8),
    ("height", np.int8),
    ("words", np.int8),  # words of a set that the map uses
    ("drowning", np.bool_),
    ("mandatory", np.bool_),
)


def step_table(footing: int, entering: int, seat: int) -> int:
    """Return the number of the step table for pawns of a seat."""
    return (footing * 3 + entering) * 2 + seat


@lru_cache(64)
def terrain(text: str, drowning: bool) -> np.record:
    """Return an options record with all fields that depend on the map and on the rule for water."""
    battlefield = read_map(text)
    o: np.record = np.zeros(1, OPTIONS)[0]
    o.width, o.height = battlefield.width, battlefield.height
    o.words = -(-battlefield.height // ROWS_PER_WORD)
    for square, ground, star in battlefield.squares():
        o.ground[square] = ground
        o.star[square] = star
    for seat in range(2):
        o.camps[seat] = battlefield.camp(seat)
    next_to = _neighbours(battlefield)
    for footing in (ON_FOOT, CROSSES_WATER):
        for entering in (CLOSED, OPEN, ENTERED):
            for seat in range(2):
                table = step_table(footing, entering, seat)
                o.steps[table] = _steps(o, next_to, footing, entering, seat, drowning)
                o.runs[table] = _around(o.steps[table], SQUARE)
    o.stars[:] = _around(o.steps[step_table(CROSSES_WATER, OPEN, 0)], STAR)
    _fill_lines(o, next_to)
    o.near[:] = np.bitwise_or.reduce(o.lines)
    return o


def _around(steps: np.ndarray, wanted: int) -> np.ndarray:
    """Return the bits, see RING, of the squares that can be stepped to and have one of the wanted bits."""
    around = np.zeros(SQUARES, np.int64)
    for direction in range(RING):
        reached = np.arange(SQUARES)
        for ring in range(FARTHEST):
            step = np.where(reached >= 0, steps[reached, direction].astype(np.int64), NOWHERE)
            found = (step >= 0) & ((step & wanted > 0) | (wanted == SQUARE))
            around |= found.astype(np.int64) << RING * ring + direction
            reached = np.where(step >= 0, step & SQUARE, NOWHERE)
    return around


def _neighbours(battlefield: Map) -> dict[tuple[int, int], int]:
    """Return the square next to a square in a direction, for all that exist."""
    squares = {square for square, _, _ in battlefield.squares()}
    return {
        (square, direction): square + ranks * SIDE + files
        for square in squares
        for direction, (ranks, files) in enumerate(DIRECTIONS)
        if square + ranks * SIDE + files in squares and 0 <= square % SIDE + files < SIDE
    }


def _steps(
    o: np.record, next_to: dict[tuple[int, int], int], footing: int, entering: int, seat: int, drowning: bool
) -> np.ndarray:
    """BE-12, BE-19: return where each step of such a pawn leads, ignoring other pawns.

    On foot there is no step into water unless pawns may drown, and none out of water, so that it is never crossed.
    """
    table = np.full((SQUARES, len(DIRECTIONS)), NOWHERE, np.int16)
    enemy_camp = CAMP + 1 - seat
    for (square, direction), target in next_to.items():
        ground = int(o.ground[target])
        if (entering == CLOSED and ground == enemy_camp) or (entering == ENTERED and ground != enemy_camp):
            continue
        if footing == ON_FOOT:
            wet = o.ground[square] == WATER or (ground == WATER and not drowning)
            if wet or between_waters(o, square, target):
                continue
        no_stop = NO_STOP if ground == WATER and not drowning else 0
        table[square, direction] = target | STAR * int(o.star[target]) | no_stop
    return table


def between_waters(o: np.record, square: int, target: int) -> bool:
    """BE-12: check whether a step goes diagonally between two water squares that touch corner to corner."""
    ranks, files = target // SIDE - square // SIDE, target % SIDE - square % SIDE
    if not ranks or not files:
        return False
    return bool(o.ground[square + ranks * SIDE] == WATER and o.ground[square + files] == WATER)


def _fill_lines(o: np.record, next_to: dict[tuple[int, int], int]) -> None:
    """BE-4, BE-5: fill the ends of all lines of one to five squares that turn only on crossroads."""
    directions = range(len(DIRECTIONS))
    squares = sorted({square for square, _ in next_to})
    ends = {  # of the rest of a line, by its square and direction
        (square, direction): 1 << next_to[square, direction] if (square, direction) in next_to else 0
        for square in squares
        for direction in directions
    }
    for number in range(FARTHEST):
        everywhere = dict.fromkeys(squares, 0)
        for (square, _), found in ends.items():
            everywhere[square] |= found
        for square, found in everywhere.items():
            for word in range(WORDS_PER_SET):
                o.lines[number, square, word] = found >> word * WORD & (1 << WORD) - 1
        ends = {
            (square, direction): 0
            if (square, direction) not in next_to
            else everywhere[next_to[square, direction]]
            if o.star[next_to[square, direction]]
            else ends[next_to[square, direction], direction]
            for square, direction in ends
        }
