"""The PNG of a scene: its size, its pieces, and its fonts on any machine."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from draw_pixels import Picture, read, size
from draw_scenes import board, square_board, winding_path

import caserne.draw
from caserne.core.game.scene import Scene
from caserne.draw.palette import DARK, LIGHT, contrast
from caserne.draw.png import png
from caserne.draw.svg import CELL, MARGIN, svg

pytestmark = pytest.mark.thorough

FONTS = Path(caserne.draw.__file__).parent / "fonts"


def units(scene: Scene) -> tuple[int, int]:
    width, height = svg(scene).split('viewBox="0 0 ')[1].split('"')[0].split()
    return int(width), int(height)


@pytest.fixture(scope="module")
def start() -> Picture:
    return read(png(board(), scale=1))


def pixel(picture: Picture, column: float, row: float) -> str:
    """Return the colour at a point of the board, in cells from its upper left corner."""
    border = (picture.width - 2 * MARGIN - 3 * CELL) / 2
    heading = 23 + 14
    return picture.at(MARGIN + border + column * CELL, MARGIN + heading + border + row * CELL)


@pytest.mark.parametrize("scale", [0.5, 1, 2])
def test_a_picture_has_the_size_of_its_svg_times_the_scale(scale):
    scene = square_board(2, 2, {})
    width, height = units(scene)
    assert size(png(scene, scale=scale)) == pytest.approx((width * scale, height * scale), abs=1)


def test_the_middle_of_a_face_tells_movers_from_hoppers(start):
    ink, chalk, madder = LIGHT["ink"], LIGHT["chalk"], LIGHT["madder"]
    assert pixel(start, 0.5, 7.5) == ink, "White's mover is a solid disc of ink"
    assert contrast(pixel(start, 1.5, 7.5), chalk) < 1.1, "White's hopper is an open ring"
    assert pixel(start, 0.5, 0.5) == chalk, "Red's mover is a solid disc of chalk"
    assert contrast(pixel(start, 1.5, 0.48), madder) < 1.3, "Red's hopper is an open ring"


def test_the_outline_tells_white_from_red_without_colour(start):
    """A shield has corners, a disc has none."""
    shield, disc = pixel(start, 0.5 - 0.285, 0.5 - 0.3), pixel(start, 0.5 - 0.285, 7.5 - 0.3)
    assert contrast(shield, LIGHT["madder"]) < 1.6
    assert contrast(disc, LIGHT["camp_dark"]) < 1.6


def test_free_cells_show_their_wood(start):
    assert contrast(pixel(start, 0.5, 2.5), LIGHT["tile"]) < 1.3
    assert contrast(pixel(start, 1.5, 2.5), LIGHT["tile_dark"]) < 1.3


def test_dark_pictures_lie_on_dark_paper():
    light, dark = read(png(board(), scale=0.5)), read(png(board(), scale=0.5, dark=True))
    assert light.at(1, 1) == LIGHT["paper"]
    assert dark.at(1, 1) == DARK["paper"]


def test_a_path_with_stacks_and_panels_can_be_drawn():
    assert size(png(winding_path(), scale=0.25))[0] == pytest.approx(units(winding_path())[0] / 4, abs=1)


@pytest.mark.parametrize("part", ["title", "status"])
def test_our_own_fonts_have_every_letter_of_french(part):
    """No other font is used, so a missing letter draws nothing."""

    def written(sign: str) -> bytes:
        return png(replace(square_board(1, 1, {}), **{part: f"({sign})"}), scale=1)

    lacking = {written("\N{SNOWMAN}"), written(" ")}
    assert [sign for sign in "AÉÇœŒŸ«»’–—…·×≤09" if written(sign) in lacking] == []


def test_fonts_are_small_and_come_with_their_licence():
    fonts = sorted(FONTS.glob("*.ttf"))
    assert len(fonts) == 2
    assert sum(font.stat().st_size for font in fonts) < 60_000
    for font in fonts:
        assert "SIL OPEN FONT LICENSE" in font.with_suffix(".OFL.txt").read_text()
