"""A path of cells drawn as one road."""

from __future__ import annotations

from dataclasses import replace

from draw_scenes import square_board

from caserne.core.game.scene import Cell, Ground
from caserne.draw.palette import LIGHT
from caserne.draw.road import chains, road


def cells(*places: tuple[float, float], ground: str = "stone") -> list[Cell]:
    return [Cell(str(number), x, y, ground, "", 0.9, 0.9) for number, (x, y) in enumerate(places, 1)]


def drawn(path: list[Cell]) -> list[str]:
    grounds = {"stone": Ground("plaster", "paving"), "sand": Ground("blush", "gravel")}
    return [*road(path, replace(square_board(2, 2, {}), grounds=grounds), LIGHT)]


def test_a_bend_is_a_quarter_of_a_circle():
    left, right = cells((0.5, 1.5), (1.5, 1.5), (1.5, 0.5)), cells((0.5, 0.5), (1.5, 0.5), (1.5, 1.5))
    assert 'd="M 0 1.5 L 1 1.5 A 0.5 0.5 0 0 0 1.5 1 L 1.5 0"' in drawn(left)[0]
    assert 'd="M 0 0.5 L 1 0.5 A 0.5 0.5 0 0 1 1.5 1 L 1.5 2"' in drawn(right)[0]


def test_a_road_turns_into_the_cell_that_follows_it():
    path = cells((0.5, 0.5), (0.5, 1.5))
    yard = Cell("yard", 3, 1.5, "stone", "", 3.9, 0.9)
    grounds = {"stone": Ground("plaster", "paving")}
    scene = replace(square_board(5, 2, {}), grounds=grounds, cells=(*path, yard))
    kerb, *_, arrow = road(path, scene, LIGHT)
    assert 'd="M 0.5 0 L 0.5 1 A 0.5 0.5 0 0 0 1 1.5"' in kerb
    assert "L 1.1 1.5 L" in arrow


def test_each_ground_has_its_stretch_of_the_road():
    path = cells((0.5, 0.5), (1.5, 0.5)) + cells((2.5, 0.5), ground="sand")
    stretches = [part for part in drawn(path) if "texture-" in part]
    assert ['d="M 0 0.5 L 1 0.5 L 2 0.5"' in stretches[0], "texture-sand" in stretches[1]] == [True, True]
    assert 'd="M 2 0.5 L 3 0.5"' in stretches[1]


def test_cells_that_do_not_touch_are_different_roads():
    path = cells((0.5, 0.5), (1.5, 0.5), (0.5, 2.5))
    assert [[cell.id for cell in chain] for chain in chains(path)] == [["1", "2"], ["3"]]
    assert drawn(path[2:]) == []
