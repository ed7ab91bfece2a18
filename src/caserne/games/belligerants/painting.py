"""Maps for those who paint them (no Numba here)."""

from __future__ import annotations

from caserne.core.game.board_form import BoardForm, Layer, Paint, Problem, Rows
from caserne.core.game.scene import Scene
from caserne.games.belligerants.maps import GROUND_NAMES, GROUNDS, LEAST, MOST, TURNED, Map, read_map, sketch
from caserne.games.belligerants.plan import plan
from caserne.games.belligerants.words import WORDS

CAMP_WIDTH, CAMP_HEIGHT = 5, 3
"""The camps of a bare map; the printed ones have as many squares."""


class MapForm(BoardForm):
    """A square is its ground and whether it is a crossroads."""

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
    least, most = LEAST, MOST
    usual = read_map("plain").width, read_map("plain").height

    def rows(self, text: str) -> Rows:
        return sketch(text).rows

    def blank(self, width: int, height: int) -> Rows:
        """Brown earth with a camp in each player's right-hand corner."""
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
        return plan(Map(rows), lang)
