"""Marks of pieces, the sides of covered pieces, numbers on cells, and the legend."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import combinations
from xml.etree import ElementTree

import pytest
from draw_scenes import SEATS, square_board, winding_path

from caserne.core.game.scene import Cell, Equation, Label, Mark, MarkStyle, Piece, Scene, Term
from caserne.draw import text
from caserne.draw.palette import LIGHT
from caserne.draw.piece_marks import BADGES, RINGS
from caserne.draw.svg import NUMBER, svg

NAMESPACE = "{http://www.w3.org/2000/svg}"
STYLES = {
    **{ring: MarkStyle(ring=ring, text=text) for ring, text in zip(RINGS, "*°", strict=True)},
    **{badge: MarkStyle(badge=badge, text=text) for badge, text in zip(BADGES, "'✓¤♣^+&", strict=True)},
}
"""A mark for every kind of ring and badge."""


def one_piece(*marks: str, seat: int | None = 0) -> Scene:
    piece = Piece("0,0", seat, "bar", "a piece", "X", marks=marks)
    return replace(square_board(2, 1, {}), pieces=(piece,), states={"owner": "kept safe"}, mark_styles=STYLES)


def marks_in(scene: Scene) -> list[str]:
    return re.findall(r'class="state (\w+)"', svg(scene))


def drawing(mark: str, scene: Scene) -> str:
    root = ElementTree.fromstring(svg(scene))
    (sign,) = root.findall(f".//{NAMESPACE}g[@id='state-{mark}-0']")
    sign.attrib.clear()
    return re.sub(r"#[0-9A-F]{6}", "", ElementTree.tostring(sign, encoding="unicode"))


def test_each_ring_and_badge_has_a_shape_of_its_own_in_any_colour():
    drawn = {mark: drawing(mark, one_piece(mark)) for mark in STYLES}
    for one, two in combinations(drawn, 2):
        assert drawn[one] != drawn[two], (one, two)


def test_badges_do_not_cover_each_other():
    """The middle of each badge; the leaves share the place of the eye, the tick that of the dot."""
    around = {
        "dot": (0.74, -0.78),
        "eye": (0, 0.86),
        "star": (-0.74, -0.74),
        "bandage": (-0.64, 0.66),
        "shield": (0.73, 0.72),
    }
    assert set(around) == set(BADGES) - {"leaves", "tick"}
    for one, two in combinations(around.values(), 2):
        assert max(abs(one[0] - two[0]), abs(one[1] - two[1])) > 0.6


def test_all_marks_of_a_piece_are_drawn_rings_first():
    assert marks_in(one_piece("shield", "barbed_wire", "bandage")) == ["barbed_wire", "shield", "bandage"]
    assert marks_in(one_piece("dot", seat=None)) == ["dot"]
    assert marks_in(one_piece()) == []


def test_the_scene_chooses_how_a_mark_is_drawn():
    scene = replace(one_piece("asleep"), mark_styles={"asleep": MarkStyle(badge="star", text="z")})
    assert drawing("asleep", scene) == drawing("star", one_piece("star"))
    assert "│ Xz│" in text.text(scene, colour=False)


def test_the_owner_ring_has_the_owners_colour():
    for seat in range(len(SEATS)):
        (ring,) = re.findall(rf'<g id="state-owner-{seat}">.*?</g>', svg(one_piece("owner", seat=seat)), re.DOTALL)
        assert LIGHT[SEATS[seat].colour] in ring


def test_a_mark_without_a_style_raises_an_error():
    with pytest.raises(ValueError, match="'bewitched'"):
        svg(one_piece("bewitched"))


def test_text_shows_the_most_important_mark_of_a_piece():
    for mark, style in STYLES.items():
        assert f"│ X{style.text}│" in text.text(one_piece(mark), colour=False)
    assert "│ X°│" in text.text(one_piece("star", "barbed_wire"), colour=False)


def test_the_brackets_of_a_cell_hide_the_mark_of_its_piece():
    assert "│[X]│" in text.text(one_piece("dot").with_marks(Mark("selected", "0,0")), colour=False)


def test_what_is_on_the_board_is_explained_and_nothing_else():
    for marks, explained in ((("owner",), True), (("dot",), False), ((), False)):
        scene = one_piece(*marks)
        assert ("kept safe" in svg(scene)) == explained
        assert ("* kept safe" in text.text(scene, colour=False)) == explained


def test_covered_pieces_are_drawn_from_the_side():
    root = ElementTree.fromstring(svg(replace(winding_path(), stacks=True)))
    pieces = [node for node in root.iter(f"{NAMESPACE}g") if node.get("data-cell") == "p6"]
    assert [piece.find(f"{NAMESPACE}use").get("href") for piece in pieces] == [
        "#side-0-bar",
        "#side-1-bar",
        "#piece-2-bar",
    ]
    for seat, colour in ((0, "chalk"), (1, "madder")):
        assert root.find(f".//{NAMESPACE}g[@id='side-{seat}-bar']/{NAMESPACE}path").get("fill") == LIGHT[colour]


def test_the_marks_of_a_covered_piece_lie_on_its_side():
    scene = one_piece("dot")
    stacked = replace(scene, stacks=True, pieces=(*scene.pieces, Piece("0,0", 1, "bar", "on top", "Y", level=1)))
    root = ElementTree.fromstring(svg(stacked))
    below, _ = (node for node in root.iter(f"{NAMESPACE}g") if node.get("data-cell") == "0,0")
    assert below.find(f"{NAMESPACE}g[@transform]/{NAMESPACE}use").get("class") == "state dot"


def test_a_selected_piece_shows_its_equation_and_what_was_counted():
    equation = Equation("0,0", (Term(2, "second place", ("1,0", "0,0")), Term(3, "third level")), 6, "six squares")
    scene = replace(one_piece(), equations=(equation,))
    assert "2 × 3 = 6" not in svg(scene)
    root = ElementTree.fromstring(svg(scene.with_marks(Mark("selected", "0,0"))))
    written = {node.get("class"): node.findtext(f"{NAMESPACE}text") for node in root.iter(f"{NAMESPACE}g")}
    assert (written["equation"], written["count"]) == ("2 × 3 = 6", "2")


def test_numbers_on_cells_lie_below_the_pieces_and_those_at_the_edge_do_not():
    scene = replace(one_piece(), labels=(Label(0.1, 0.1, "17"), Label(-0.3, 0.5, "a")))
    written = svg(scene)
    assert written.index(">17<") < written.index('class="piece"') < written.index(">a<")
    assert scene.labels[0].lies_within(scene)
    assert not scene.labels[1].lies_within(scene)


def test_free_cells_show_their_numbers_in_text_where_these_fit():
    scene = replace(square_board(3, 1, {(0, 0): "AB"}), labels=(Label(0.1, 0.1, "1"), Label(1.2, 0.1, "2")))
    assert "│ AB │ 2  │    │" in text.text(scene, colour=False)
    long = replace(scene, labels=(Label(2.2, 0.1, "yard"),))
    assert "yard" not in text.text(long, colour=False)


def test_what_is_written_on_a_large_cell_is_large():
    yard = Cell("yard", 2, 2, "plain", "the yard", 4, 4)
    scene = replace(square_board(1, 1, {}), width=4, height=4, cells=(yard,), labels=(Label(2, 2, "yard"),))
    (size,) = re.findall(r'font-size="(\S+)"[^>]*>yard<', svg(scene))
    assert float(size) == pytest.approx(4 * NUMBER)
