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


def test_a_bend_lies_on_the_lines_of_both_its_neighbours():
    kerb = drawn(cells((0.5, 1.5), (1.45, 1.43), (1.5, 0.5)))[0]
    assert 'd="M 0 1.5 L 0.5 1.5 L 1.5 1.5 L 1.5 0.5 L 1.5 0"' in kerb
    assert 'stroke-linejoin="round"' in kerb


def test_each_ground_has_its_stretch_of_the_road():
    path = cells((0.5, 0.5), (1.5, 0.5)) + cells((2.5, 0.5), ground="sand")
    stretches = [part for part in drawn(path) if "texture-" in part]
    assert ['d="M 0 0.5 L 0.5 0.5 L 1.5 0.5 L 2 0.5"' in stretches[0], "texture-sand" in stretches[1]] == [True, True]
    assert 'd="M 2 0.5 L 2.5 0.5 L 3 0.5"' in stretches[1]


def test_cells_that_do_not_touch_are_different_roads():
    path = cells((0.5, 0.5), (1.5, 0.5), (0.5, 2.5))
    assert [[cell.id for cell in chain] for chain in chains(path)] == [["1", "2"], ["3"]]
    assert drawn(path[2:]) == []
