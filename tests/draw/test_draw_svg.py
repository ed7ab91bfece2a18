"""The SVG of a scene: complete, accessible, deterministic, and readable without colour."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree

import pytest
from draw_scenes import MARKS, SEATS, after_a_jump, board, square_board, winding_path

from caserne.core.game.scene import Label, Mark, Piece, Scene, Trail
from caserne.draw.markup import SANS, SERIF
from caserne.draw.svg import CELL, svg

NAMESPACE = "{http://www.w3.org/2000/svg}"
SCENES = (board, after_a_jump, winding_path)


def drawn(scene: Scene, **options: bool | int) -> ElementTree.Element:
    return ElementTree.fromstring(svg(scene, **options))


def groups(root: ElementTree.Element, kind: str) -> list[ElementTree.Element]:
    return [node for node in root.iter(f"{NAMESPACE}g") if kind in node.get("class", "").split()]


def said(node: ElementTree.Element) -> str:
    return node.findtext(f"{NAMESPACE}title", "")


def colourless(node: ElementTree.Element) -> str:
    """Return the markup of a group without its colours, opacities and id."""
    node.attrib.pop("class", None)
    node.attrib.pop("id", None)
    written = ElementTree.tostring(node, encoding="unicode")
    return re.sub(r'#[0-9A-F]{6}|url\([^)]*\)|[a-z]+-opacity="[^"]*"', "", written)


def place(piece: ElementTree.Element) -> tuple[float, float]:
    x, y = re.match(r"translate\((\S+) (\S+)\)", piece.get("transform", "")).groups()
    return float(x), float(y)


@pytest.mark.parametrize("make", SCENES)
@pytest.mark.parametrize("dark", [False, True])
def test_a_picture_has_a_title_and_a_description(make, dark):
    scene = make()
    root = drawn(scene, dark=dark)
    assert root.get("role") == "img"
    assert said(root) == scene.title
    assert scene.status in root.findtext(f"{NAMESPACE}desc")
    assert {node.get("id"): said(node) for node in groups(root, "cell")} == {
        f"cell-{cell.id}": cell.name for cell in scene.cells
    }
    shown = [*scene.pieces, *(piece for panel in scene.panels for piece in panel.pieces)]
    assert sorted(map(said, groups(root, "piece"))) == sorted(piece.name for piece in shown)


def test_the_description_lists_occupied_cells_only():
    description = drawn(board()).findtext(f"{NAMESPACE}desc")
    assert "b2, mover (White)" in description
    assert "b4" not in description


@pytest.mark.parametrize("make", SCENES)
def test_every_reference_leads_somewhere_and_no_id_comes_twice(make):
    written = svg(make())
    ids = re.findall(r' id="([^"]+)"', written)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'(?:url\(|href=")#([^")]+)', written)) <= set(ids)


@pytest.mark.thorough
def test_the_same_scene_gives_the_same_bytes_in_any_process():
    program = "import sys; sys.path.insert(0, sys.argv[1]); from draw_scenes import winding_path; "
    program += "from caserne.draw.svg import svg; sys.stdout.buffer.write(svg(winding_path()).encode())"
    pictures = {
        subprocess.run(
            [sys.executable, "-c", program, str(Path(__file__).parent)],
            env={**os.environ, "PYTHONHASHSEED": seed},
            check=True,
            capture_output=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert pictures == {svg(winding_path()).encode()}


def test_each_mark_has_a_shape_of_its_own_in_any_colour():
    signs = {}
    for place_name in ("b2", "b4"):
        for kind in MARKS:
            (sign,) = groups(drawn(board().with_marks(Mark(kind, place_name))), "mark")
            assert sign.get("data-cell") == place_name
            signs[kind, place_name] = colourless(sign)
    for one, two in combinations(signs, 2):
        assert signs[one] != signs[two], (one, two)


def test_a_target_is_a_dot_on_a_free_cell_and_a_dashed_ring_around_a_piece():
    free, taken = groups(drawn(board().with_marks(Mark("target", "b4"), Mark("target", "b2"))), "mark")
    assert [node.tag for node in free] == [f"{NAMESPACE}circle"] * 3
    assert all("A" in node.get("d") and node.get("stroke-dasharray") for node in taken)


def test_an_unknown_mark_raises_an_error():
    with pytest.raises(ValueError, match="'blessed'"):
        svg(board().with_marks(Mark("blessed", "b4")))


def test_seats_and_faces_differ_without_colour():
    root = drawn(winding_path())
    shapes = [colourless(node) for node in root.iter(f"{NAMESPACE}g") if node.get("id", "").startswith("piece-")]
    assert len(shapes) == len(set(shapes)) == len(SEATS) + 1
    faces = [colourless(node) for node in drawn(board()).iter(f"{NAMESPACE}g") if node.get("id", "")[:6] == "piece-"]
    assert len(faces) == len(set(faces)) == 4


def test_a_step_goes_straight_and_a_jump_bends_aside():
    def path(kind: str, *cells: str) -> str:
        (trail,) = groups(drawn(board().with_trails(Trail(kind, cells))), "trail")
        return trail[0].get("d")

    def bend(kind: str) -> float:
        return float(re.search(r"Q (\S+)", path(kind, "b4", "b6")).group(1)) - 1.5

    assert "Q" not in path("step", "b4", "b6")
    assert path("step", "b4", "b6", "c6").count("Q") == 1
    assert abs(bend("jump")) > 0.3


def test_an_arrow_stops_before_the_piece_it_leads_to():
    def tip(target: str) -> float:
        (trail,) = groups(drawn(board().with_trails(Trail("step", ("b4", target)))), "trail")
        return float(re.match(r"M \S+ (\S+)", trail[-1].get("d")).group(1))

    assert tip("b6") == pytest.approx(2.55)
    assert tip("b7") == pytest.approx(1.5 + 0.435)


def test_turning_the_board_turns_pieces_and_keeps_coordinates_at_their_edge():
    scene = board()
    turned = scene.turned()
    before = {node.get("data-cell"): place(node) for node in groups(drawn(scene), "piece")}
    after = {node.get("data-cell"): place(node) for node in groups(drawn(turned), "piece")}
    assert after == {cell: (3 - x, 8 - y) for cell, (x, y) in before.items()}
    assert Label(0.5, 8.25, "c") in turned.labels
    assert Label(-0.25, 0.5, "1") in turned.labels
    assert turned.turned() == scene


def test_stacked_pieces_stand_higher_and_are_drawn_later():
    soldiers = [node for node in groups(drawn(winding_path()), "piece") if node.get("data-cell") == "p6"]
    assert [said(node) for node in soldiers] == ["soldier 0", "soldier 1", "soldier 2"]
    heights = [place(node)[1] for node in soldiers]
    assert heights == sorted(heights, reverse=True)
    assert len(set(heights)) == 3


def test_a_high_stack_stays_near_its_cell():
    scene = square_board(1, 1, {})
    tower = tuple(Piece("0,0", 0, "bar", f"{n}", "x", level=n) for n in range(12))
    heights = [place(node)[1] for node in groups(drawn(replace(scene, pieces=tower)), "piece")]
    assert min(heights) > 0


def test_cells_of_any_size_are_drawn_where_they_are():
    (yard,) = [node for node in groups(drawn(winding_path()), "cell") if node.get("id") == "cell-yard"]
    outer = yard.find(f"{NAMESPACE}rect")
    assert [float(outer.get(name)) for name in ("x", "y", "width", "height")] == pytest.approx([0.7, 3.8, 3, 1])


def test_size_is_the_width_in_pixels():
    natural, small = drawn(board()), drawn(board(), size=100)
    assert small.get("width") == "100"
    assert small.get("viewBox") == natural.get("viewBox")
    share = float(natural.get("height")) / float(natural.get("width"))
    assert float(small.get("height")) == pytest.approx(100 * share, abs=0.5)


def test_a_long_status_is_wrapped_and_nothing_of_it_is_lost():
    scene = replace(board(), status="the same position has stood three times and so this game is drawn")
    (status,) = groups(drawn(scene), "status")
    lines = [node.text for node in status.iter(f"{NAMESPACE}text")]
    assert len(lines) > 1
    assert " ".join(lines) == scene.status


def test_whose_turn_it_is_is_a_shape_and_in_panels_a_brass_line():
    (status,) = groups(drawn(winding_path()), "status")
    assert status.find(f"{NAMESPACE}path").get("fill") == "url(#enamel-2)"
    mine, die = (panel.find(f"{NAMESPACE}rect") for panel in groups(drawn(winding_path()), "panel"))
    assert mine.get("stroke") != die.get("stroke")
    assert not groups(drawn(replace(board(), turn=None)), "status")[0].findall(f"{NAMESPACE}path")


def test_coordinates_lie_on_the_frame():
    root = drawn(board())
    (labels,) = groups(root, "labels")
    assert [node.text for node in labels] == list("abc12345678")
    frame = root.find(f".//{NAMESPACE}rect[@rx='14']")
    for node in labels:
        assert 10 < float(node.get("x")) < float(frame.get("width")) - 10
        assert 10 < float(node.get("y")) < float(frame.get("height")) - 5
    assert float(frame.get("width")) > 3 * CELL


def test_headings_have_serifs_text_has_none_and_both_end_in_generic_families():
    assert SERIF.endswith(", serif")
    assert SANS.endswith(", sans-serif")
    fonts = {node.text: node.get("font-family") for node in drawn(winding_path()).iter(f"{NAMESPACE}text")}
    assert fonts["Knights & <Knaves>"] == fonts["Prisoners"] == SERIF
    assert fonts["4 × 2 = 8"] == SANS
