"""The form of maps for the map editor; imports no Numba."""

from __future__ import annotations

from caserne.core.game.board_form import BoardForm, Layer, Paint, Problem, Rows
from caserne.core.game.scene import Scene
from caserne.games.belligerants.map_scene import map_scene
from caserne.games.belligerants.maps import (
    GROUND_NAMES,
    GROUNDS,
    MAX_SIZE,
    MIN_SIZE,
    TURNED,
    Map,
    read_map,
    read_unchecked_map,
)
from caserne.games.belligerants.words import WORDS

CAMP_WIDTH, CAMP_HEIGHT = 5, 3
"""The camps of an empty map, as large as the printed ones."""


class MapForm(BoardForm):
    """A map square has a ground, and is a crossroads or not."""

    option = "map"
    layers = (
        Layer(
            WORDS("layer.ground"),
            tuple(
                Paint(sign, WORDS(f"ground.{GROUND_NAMES[ground]}"), TURNED[sign]) for sign, ground in GROUNDS.items()
            ),
        ),
        Layer(
            WORDS("layer.crossroads"),
            (Paint("-", WORDS("paint.no_crossroads")), Paint("*", WORDS("paint.crossroads"))),
        ),
    )
    least, most = MIN_SIZE, MAX_SIZE
    usual = read_map("plain").width, read_map("plain").height

    def rows(self, text: str) -> Rows:
        return read_unchecked_map(text).rows

    def blank(self, width: int, height: int) -> Rows:
        """Return brown earth with a camp in each player's right-hand corner."""
        open_ground, camps = ".-" * (width - CAMP_WIDTH), {sign: f"{sign}-" * CAMP_WIDTH for sign in "RJ"}
        return (
            *(camps["R"] + open_ground,) * CAMP_HEIGHT,
            *(".-" * width,) * (height - 2 * CAMP_HEIGHT),
            *(open_ground + camps["J"],) * CAMP_HEIGHT,
        )

    def problems(self, rows: Rows) -> list[Problem]:
        battlefield = Map(rows)
        return [*battlefield.faults(), *battlefield.remarks()]

    def scene(self, rows: Rows, lang: str) -> Scene:
        return map_scene(Map(rows), lang)
