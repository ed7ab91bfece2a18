"""Pages of SVG become a PDF whose objects can be found where its table says, at true size."""

from __future__ import annotations

import re
import zlib

import pytest

import caserne
from caserne.core.game.registry import rooms
from caserne.draw.pdf.canvas import svg_to_pdf
from caserne.draw.pdf.geometry import Matrix, bounds, path, transform
from caserne.draw.sheets import PAPERS, arranged, print_pdf, sheets, tokens

pytestmark = pytest.mark.thorough

PAGE = '<svg xmlns="http://www.w3.org/2000/svg" width="{}mm" height="{}mm">{}</svg>'


def contents(pdf: bytes) -> list[str]:
    """Return the streams that can be read as operators."""
    packed = re.findall(rb"stream\n(.*?)\nendstream", pdf, re.DOTALL)
    return [text.decode("latin-1") for text in map(zlib.decompress, packed) if text.isascii()]


def test_the_table_of_objects_points_at_each_of_them():
    pdf = svg_to_pdf([PAGE.format(210, 297, '<text x="1" y="9">Manœuvres</text>')], "Essai")
    table = pdf[int(re.search(rb"startxref\n(\d+)", pdf)[1]) :]
    places = [int(place) for place in re.findall(rb"(\d{10}) 00000 n", table)]
    assert [pdf[place:].split(b" obj")[0] for place in places] == [b"%d 0" % n for n in range(1, len(places) + 1)]


def test_a_page_has_its_size_in_points():
    assert b"/MediaBox [0 0 595.27559 841.88976]" in svg_to_pdf([PAGE.format(210, 297, "")], "")


def test_a_millimetre_of_the_drawing_is_a_millimetre_on_paper():
    [content] = contents(svg_to_pdf([PAGE.format(100, 100, '<rect width="50" height="50"/>')], ""))
    assert content.startswith("2.83465 0 0 -2.83465 0 283.46457 cm")
    assert "50 0 l" in content


def test_arcs_and_smooth_curves_stay_within_their_box():
    assert bounds(path("M 1 0 A 1 1 0 1 1 -1 0 A 1 1 0 1 1 1 0 Z")) == pytest.approx((-1, -1, 2, 2), abs=0.01)
    assert path("M 0 0 Q 1 1 2 0 T 4 0")[2].points[0] == pytest.approx((2.667, -0.667), abs=0.001)
    assert path("m 1 1 l 2 0 v 3")[-1].points == ((3, 4),)


def test_transforms_apply_from_the_right():
    assert transform("translate(3 4) scale(2)") == Matrix(2, 0, 0, 2, 3, 4)
    with pytest.raises(ValueError, match="skewX"):
        transform("skewX(3)")


@pytest.mark.parametrize("game_id", list(rooms()))
def test_every_game_has_a_board_and_pieces_to_cut_out(game_id):
    game = caserne.game(game_id)
    pdf = print_pdf(game, "fr")
    assert pdf.count(b"/Type /Page ") == len(sheets(game, "fr")) >= 2
    assert tokens(game, arranged(game, "fr"))


def test_hidden_pieces_have_a_back_and_boards_are_cut_into_sheets():
    game = caserne.game("stratego")
    assert all(token.back for token in tokens(game, arranged(game, "en")))
    assert (
        len(sheets(game, "en", cell=40))
        > len(sheets(game, "en", cell=40, paper="a3"))
        > len(sheets(game, "en", cell=15))
    )
    assert set(PAPERS) == {"a4", "a3", "letter"}


def test_the_same_game_makes_the_same_bytes():
    game = caserne.game(next(iter(rooms())))
    assert print_pdf(game, "en") == print_pdf(game, "en")
