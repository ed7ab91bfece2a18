"""Tables computed once per map: where each step leads, and where lines of one to five squares end."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from caserne.core.kernel.layout import options_dtype
from caserne.games.belligerants.army import KINDS, PAWNS
from caserne.games.belligerants.maps import CAMP, OUTSIDE, SIDE, SQUARES, WATER, read_map

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

SPAN = 2 * FARTHEST + 1
HALF = SPAN * SPAN // 2
"""The window of a square is the 11 x 11 squares around it, as two words: the 60 squares before it, and the rest."""

ON_FOOT, CROSSES_WATER = 0, 1
"""BE-12: whether water stops a pawn, or it flies or is immune."""
CLOSED, OPEN, ENTERED = range(3)
"""BE-19: the enemy camp is closed to a pawn, or open, or the pawn has entered it and stays."""
TABLES = 2 * 3 * 2

OPTIONS = options_dtype(
    ("lines", np.int64, (FARTHEST, SQUARES, WORDS_PER_SET)),  # by number and origin: ends of lines, ignoring pawns
    ("near", np.int64, (SQUARES, WORDS_PER_SET)),  # the same for all numbers together
    ("open", np.int64, (TABLES, SQUARES, 2)),  # the window of the squares that a pawn may step on
    ("corners", np.int64, (2, SQUARES, 4, 2)),  # by footing and diagonal: where it would step between two waters
    ("dry", np.int64, (SQUARES, 2)),  # the window of the squares without water
    ("stars", np.int64, (SQUARES, 2)),  # the window of the crossroads
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
    squares, grounds, stars = map(np.array, zip(*battlefield.squares(), strict=True))
    ground, star, next_to = o.ground, o.star, _neighbours(squares)
    ground[squares], star[squares] = grounds, stars
    for seat in range(2):
        o.camps[seat] = battlefield.camp(seat)
    water, between_waters = ground == WATER, _between_waters(ground, next_to)
    on_foot = _can_go_on_foot(water, next_to, drowning) & ~between_waters
    for entering in (CLOSED, OPEN, ENTERED):
        for seat in range(2):
            entered = _may_enter(ground == CAMP + 1 - seat, entering) & (ground != OUTSIDE)
            for footing, goes in ((ON_FOOT, on_foot), (CROSSES_WATER, np.ones_like(on_foot))):
                table = step_table(footing, entering, seat)
                steps = np.where(goes & entered[next_to], next_to, NOWHERE)
                o.steps[table] = _steps(ground, star, steps, drowning)
                o.open[table] = _windows(entered if footing == CROSSES_WATER or drowning else entered & ~water)
            o.open[step_table(ON_FOOT, entering, seat), water] = 0
    for diagonal in range(4):
        o.corners[ON_FOOT, :, diagonal] = _windows(_targets(next_to, between_waters, 2 * diagonal + 1))
    o.dry[:], o.stars[:] = _windows(~water), _windows(star > 0)
    o.lines[:] = _lines(star, next_to)
    o.near[:] = np.bitwise_or.reduce(o.lines)
    return o


def _windows(members: np.ndarray) -> np.ndarray:
    """Return the windows of all squares on a set of squares."""
    squares = np.arange(SQUARES)
    windows = np.zeros((SQUARES, 2), np.int64)
    for place in range(SPAN * SPAN):
        rank, file = squares // SIDE + place // SPAN - FARTHEST, squares % SIDE + place % SPAN - FARTHEST
        on_board = (rank >= 0) & (rank < SIDE) & (file >= 0) & (file < SIDE)
        found = on_board & members[(rank * SIDE + file) % SQUARES]
        word = int(place >= HALF)
        windows[:, word] |= found.astype(np.int64) << place - HALF * word
    return windows


def _neighbours(squares: np.ndarray) -> np.ndarray:
    """Return the square next to each of the map's squares in each direction, NOWHERE outside the map."""
    exists = np.zeros(SQUARES, np.bool_)
    exists[squares] = True
    next_to = np.full((SQUARES, len(DIRECTIONS)), NOWHERE)
    for direction, (ranks, files) in enumerate(DIRECTIONS):
        rank, file = squares // SIDE + ranks, squares % SIDE + files
        target = rank * SIDE + file
        inside = (rank >= 0) & (rank < SIDE) & (file >= 0) & (file < SIDE) & exists[target % SQUARES]
        next_to[squares[inside], direction] = target[inside]
    return next_to


def _may_enter(into_enemy_camp: np.ndarray, entering: int) -> np.ndarray:
    """BE-19: return which steps a pawn may make that must not, may, or must stay in the enemy camp."""
    return {CLOSED: ~into_enemy_camp, OPEN: np.ones_like(into_enemy_camp), ENTERED: into_enemy_camp}[entering]


def _between_waters(ground: np.ndarray, next_to: np.ndarray) -> np.ndarray:
    """BE-12: return which steps go diagonally between two water squares that touch corner to corner."""
    between_waters = np.zeros(next_to.shape, np.bool_)
    for direction in range(1, len(DIRECTIONS), 2):
        one_side, other_side = next_to[:, direction - 1], next_to[:, (direction + 1) % len(DIRECTIONS)]
        between_waters[:, direction] = (ground[one_side] == WATER) & (ground[other_side] == WATER)
    return between_waters


def _can_go_on_foot(water: np.ndarray, next_to: np.ndarray, drowning: bool) -> np.ndarray:
    """BE-12: return which steps water does not stop: none into it unless pawns may drown, and none out of it."""
    into_water = water[next_to] & (not drowning)
    dry: np.ndarray = ~(water[:, np.newaxis] | into_water)
    return dry


def _targets(next_to: np.ndarray, steps: np.ndarray, direction: int) -> np.ndarray:
    """Return the squares where some steps in a direction lead."""
    targets = np.zeros(SQUARES, np.bool_)
    targets[next_to[steps[:, direction], direction]] = True
    return targets


def _steps(ground: np.ndarray, star: np.ndarray, targets: np.ndarray, drowning: bool) -> np.ndarray:
    """Return the steps to the given squares, ignoring other pawns, see STAR and NO_STOP."""
    no_stop = (ground[targets] == WATER) & (not drowning)
    steps = targets | STAR * star[targets].astype(np.int64) | NO_STOP * no_stop.astype(np.int64)
    return np.where(targets == NOWHERE, NOWHERE, steps).astype(np.int16)


def _lines(star: np.ndarray, next_to: np.ndarray) -> np.ndarray:
    """BE-4, BE-5: return the ends of all lines of one to five squares that turn only on crossroads."""
    single = np.zeros((SQUARES, WORDS_PER_SET), np.int64)
    squares = np.arange(SQUARES)
    single[squares, squares // WORD] = 1 << squares % WORD
    leads_on, turns = (next_to != NOWHERE)[..., np.newaxis], (star[next_to] > 0)[..., np.newaxis]
    ends = np.where(leads_on, single[next_to], 0)  # of the rest of a line, by its square and direction
    lines = np.zeros((FARTHEST, SQUARES, WORDS_PER_SET), np.int64)
    for number in range(FARTHEST):
        lines[number] = np.bitwise_or.reduce(ends, axis=1)
        ends = np.where(leads_on, np.where(turns, lines[number][next_to], ends[next_to, np.arange(len(DIRECTIONS))]), 0)
    return lines
