"""The scene of an empty map, for matches and for the map editor; imports no Numba."""

from __future__ import annotations

from functools import lru_cache

from caserne.core.game.scene import Cell, Ground, Label, Scene
from caserne.games.belligerants import ABOUT
from caserne.games.belligerants.maps import (
    BLACK,
    BROWN,
    CAMP,
    GREEN,
    GREY,
    GROUND_NAMES,
    SIDE,
    WATER,
    WHITE,
    Map,
    square_name,
)
from caserne.games.belligerants.words import WORDS

CROSSROADS = "_crossroads"
"""Suffix of the names and patterns of grounds with a crossroads, drawn as a compass rose."""

PLAIN_GROUNDS = {
    BROWN: Ground("earth", "hatching", " "),
    WATER: Ground("river", "waves", "~"),
    GREEN: Ground("thicket", "leaves", "♣"),
    GREY: Ground("wire", "rings", "#"),
    WHITE: Ground("infirmary", "bandage", "+"),
    BLACK: Ground("crater", "craters", "●"),
    CAMP: Ground("camp_straw", "tents", "^"),
    CAMP + 1: Ground("camp_rose", "bell_tents", "^"),
}
BRIDGE = "bridge"
GROUNDS = {
    **{GROUND_NAMES[number]: ground for number, ground in PLAIN_GROUNDS.items()},
    **{
        GROUND_NAMES[number] + CROSSROADS: Ground(ground.colour, ground.pattern + CROSSROADS, "*")
        for number, ground in PLAIN_GROUNDS.items()
    },
    BRIDGE: Ground("earth", "bridge", "="),
    BRIDGE + CROSSROADS: Ground("earth", "bridge" + CROSSROADS, "*"),
}


@lru_cache(32)
def map_scene(battlefield: Map, lang: str) -> Scene:
    """Draw an empty map; cached, because a match needs it at every move."""
    width, height = battlefield.width, battlefield.height
    squares = {square: (ground, star) for square, ground, star in battlefield.squares()}
    grounds = {square: ground for square, (ground, _) in squares.items()}
    cells = tuple(_cell(grounds, square, star, height, lang) for square, (_, star) in squares.items())
    used = {cell.ground for cell in cells}
    return Scene(
        game=ABOUT.id,
        title=ABOUT.title(lang),
        status="",
        seat=None,
        turn=None,
        width=width,
        height=height,
        grounds={name: ground for name, ground in GROUNDS.items() if name in used},
        symbols={},
        seats=(),
        cells=cells,
        pieces=(),
        labels=(
            *(Label(file + 0.5, height + 0.3, chr(ord("a") + file)) for file in range(width)),
            *(Label(-0.3, height - rank - 0.5, str(rank + 1)) for rank in range(height)),
        ),
    )


def _cell(grounds: dict[int, int], square: int, star: bool, height: int, lang: str) -> Cell:
    name, ground = square_name(square), GROUND_NAMES[grounds[square]]
    key = "spoken.crossroads" if star else "spoken.free"
    place = WORDS(key, square=name, ground=WORDS(f"ground.{ground}")).text(lang)
    rank, file = divmod(square, SIDE)
    drawn = (BRIDGE if _is_bridge(grounds, square) else ground) + CROSSROADS * star
    return Cell(name, file + 0.5, height - rank - 0.5, drawn, place)


def _is_bridge(grounds: dict[int, int], square: int) -> bool:
    """Check whether a square is brown earth between two water squares."""

    def between(step: int) -> bool:
        return grounds.get(square - step) == grounds.get(square + step) == WATER

    # The last square of a row on the widest map and the first of the next have consecutive numbers.
    inside = 0 < square % SIDE < SIDE - 1
    return grounds[square] == BROWN and ((inside and between(1)) or between(SIDE))
