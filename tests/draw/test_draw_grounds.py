"""Grounds: patterns differ, water joins, and bridges lie across it."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import combinations
from xml.etree import ElementTree

import pytest
from draw_pixels import read
from draw_scenes import square_board

from caserne.core.game.scene import Cell, Ground, Scene
from caserne.draw.grounds import CROSSROADS, PATHS, PATTERNS
from caserne.draw.palette import DARK, LIGHT, contrast
from caserne.draw.png import svg_to_png
from caserne.draw.svg import svg
from caserne.draw.water import SIDES, beside

pytestmark = pytest.mark.slow

NAMESPACE = "{http://www.w3.org/2000/svg}"
MAP = ("....", ".ww.", ".ww.", "w=w.")
"""w for water and = for a bridge."""


def plain_board(pattern: str, colour: str = "earth") -> Scene:
    return replace(square_board(2, 2, {}), grounds={"plain": Ground(colour, pattern)})


def lakes(rows: tuple[str, ...] = MAP) -> Scene:
    grounds = {".": Ground("map"), "w": Ground("water", "waves"), "=": Ground("earth", "bridge")}
    cells = tuple(
        Cell(f"{x},{y}", x + 0.5, y + 0.5, kind, f"{x} {y}") for y, row in enumerate(rows) for x, kind in enumerate(row)
    )
    return replace(square_board(len(rows[0]), len(rows), {}), grounds=grounds, cells=cells)


def cell_group(scene: Scene, cell: str) -> ElementTree.Element:
    (found,) = ElementTree.fromstring(svg(scene)).findall(f".//{NAMESPACE}g[@id='cell-{cell}']")
    return found


def shore_length(scene: Scene, cell: str) -> int:
    """Count the sides of a cell with a shore."""
    lines = [path for path in cell_group(scene, cell).iter(f"{NAMESPACE}path") if path.get("fill") == "none"]
    return len(re.findall("M", lines[0].get("d"))) if lines else 0


@pytest.mark.parametrize("dark", [False, True])
def test_every_pattern_is_a_drawing_of_its_own_without_colour(dark):
    drawn = {}
    for pattern in PATTERNS:
        for suffix in ("", CROSSROADS):
            written = svg(plain_board(pattern + suffix), dark=dark)
            drawn[pattern + suffix] = re.sub(r"#[0-9A-F]{6}", "", written)
    alike = [pair for pair in combinations(drawn, 2) if drawn[pair[0]] == drawn[pair[1]]]
    assert alike == []


@pytest.mark.parametrize("pattern", [pattern for pattern in PATTERNS if pattern])
@pytest.mark.parametrize("colours", [LIGHT, DARK])
def test_a_pattern_shows_in_greyscale(pattern, colours):
    picture = read(svg_to_png(svg(plain_board(pattern), dark=colours is DARK, size=None), scale=0.5))
    shades = {picture.at(x, y) for x in range(35, 65) for y in range(45, 75)}
    assert max(contrast(one, colours["earth"]) for one in shades) > 1.15


def test_an_unknown_pattern_raises_an_error():
    for pattern in ("velvet", "velvet" + CROSSROADS):
        with pytest.raises(ValueError, match=f"'{pattern}'"):
            svg(plain_board(pattern))


def test_a_crossroads_is_a_compass_rose_on_any_ground():
    for pattern in PATTERNS:
        roses = [svg(plain_board(pattern + suffix)).count('class="rose"') for suffix in ("", CROSSROADS)]
        assert roses == [0, 4], pattern


def test_bandages_all_lean_the_same_way_so_that_no_two_make_a_cross():
    def mirrored(pattern: str) -> int:
        return len(re.findall(r'href="#motif-plain" transform="[^"]*scale\(-1 1\)', svg(plain_board(pattern))))

    assert mirrored("leaves") == 2
    assert mirrored("bandage") == 0


def test_water_has_shores_only_where_land_begins():
    scene = lakes()
    assert [shore_length(scene, cell) for cell in ("1,1", "2,1", "2,2", "0,3", "2,3")] == [2, 2, 1, 3, 2]


def test_a_lake_has_no_seam_between_its_cells():
    """The land below is not visible along the line between its cells."""
    picture = read(svg_to_png(svg(replace(lakes(("ww", "ww")), title="", status="")), scale=1))
    column = [picture.at(picture.width // 2, y) for y in range(75, 185)]
    assert min(contrast(colour, LIGHT["frame"]) for colour in column) > contrast(LIGHT["water"], LIGHT["frame"]) - 0.05


@pytest.mark.parametrize(("rows", "turn"), [(("w=w",), "rotate(0)"), (("w", "=", "w"), "rotate(90)")])
def test_a_bridge_lies_across_its_river(rows, turn):
    scene = lakes(rows)
    bridge = next(cell.id for cell in scene.cells if cell.ground == "=")
    deck = cell_group(scene, bridge).find(f"{NAMESPACE}g")
    assert turn in deck.get("transform")


def test_neighbours_are_found_by_the_side_they_touch_on():
    middle, *others = (Cell(name, x, y, "w", "") for name, x, y in [("m", 5, 5), ("r", 6, 5), ("t", 5, 4), ("d", 6, 4)])
    assert {side: cell.id for side, cell in beside(middle, others).items()} == {"right": "r", "top": "t"}
    assert set(beside(middle, others)) <= set(SIDES)


@pytest.mark.parametrize("pattern", PATHS)
def test_a_path_lies_on_one_bed(pattern):
    written = svg(plain_board(pattern))
    assert written.count('class="path"') == 1
    assert svg(plain_board("grain")).count('class="path"') == 0
