"""Scenes: the path, stacks, bonus pieces, the yard, and the equation of a soldier's reach."""

from __future__ import annotations

import json
from itertools import pairwise

import pytest
from manoeuvre_drawing import START, position, track

from caserne.draw.drawings import drawing
from caserne.draw.pieces import RADIUS
from caserne.games.manoeuvre.path import BENDS
from caserne.games.manoeuvre.track import TRACK

EXAMPLE = "7:Y4Y5,9:R3,20:R6Y1,31:R1R2,41:Y2,52:R4Y3' 12:R5,11:Y6 --- Y"


def scene_of(position, lang="en"):
    return position.game.scene(position.view(None), lang)


@pytest.mark.parametrize(("lang", "yard"), [("fr", "cour de la caserne"), ("en", "barracks yard")])
def test_the_words_on_the_board_of_a_rulebook_are_in_its_language(lang, yard):
    assert f">{yard}</text>" in drawing("manoeuvre", "figure:board", lang)


def test_each_square_of_the_path_touches_the_next_one():
    cells = {cell.id: cell for cell in scene_of(position(EXAMPLE)).cells}
    way = [cells[str(square)] for square in range(1, TRACK + 1)] + [cells["yard"]]
    for one, two in pairwise(way):
        across = abs(one.x - two.x) - (one.width + two.width) / 2
        down = abs(one.y - two.y) - (one.height + two.height) / 2
        assert max(across, down) < 0.11, (one.id, two.id)


def test_no_two_cells_overlap_and_all_lie_on_the_board():
    scene = scene_of(position(EXAMPLE))
    for one in scene.cells:
        assert one.width / 2 <= one.x <= scene.width - one.width / 2
        assert one.height / 2 <= one.y <= scene.height - one.height / 2
        for two in scene.cells:
            if one.id < two.id:
                across = abs(one.x - two.x) - (one.width + two.width) / 2
                down = abs(one.y - two.y) - (one.height + two.height) / 2
                assert max(across, down) > -1e-9, (one.id, two.id)


def test_squares_lie_on_a_grid_for_terminals():
    cells = scene_of(position(EXAMPLE)).cells
    slots = {(int(cell.x), int(cell.y)) for cell in cells}
    assert len(slots) == len(cells) == TRACK + 12 + 1


def test_the_first_and_last_squares_are_white_and_the_others_pink():
    grounds = {cell.id: cell.ground for cell in scene_of(position(EXAMPLE)).cells}
    white = [square for square in range(1, TRACK + 1) if grounds[str(square)] == "white"]
    assert white == [1, 2, 3, 4, 5, 6, 79, 80, 81, 82, 83, 84]


def test_numbers_stay_in_their_cells_and_pieces_leave_them_legible():
    scene = scene_of(position(EXAMPLE))
    cells = [cell for cell in scene.cells if cell.id != "yard"]
    assert len(scene.labels) == len(cells) + 1
    for cell in cells:
        text = cell.id.removeprefix("place")
        inside = [label for label in scene.labels if cell.holds(label.x, label.y)]
        assert [label.text for label in inside] == [text]
        radius = RADIUS * min(cell.width, cell.height)
        width, height = 0.13 * len(text), 0.18
        across = max(0, inside[0].x + width / 2 - (cell.x - 0.8 * radius))
        down = max(0, inside[0].y + height / 2 - (cell.y - 0.86 * radius))
        assert across * down < 0.2 * width * height, cell.id


def test_stacks_are_drawn_level_by_level_on_their_pieces():
    pieces = scene_of(position(EXAMPLE)).pieces
    standing = [(piece.level, piece.text, piece.seat) for piece in pieces if piece.cell == "20"]
    assert standing == [(0, "■", None), (1, "R6", 0), (2, "Y1", 1)]


def test_grey_pieces_are_on_the_track_until_they_are_taken():
    turn = track("24:R1,50:Y1")
    before, after = scene_of(turn), scene_of(turn.play("24-25"))
    assert [piece.text for piece in before.pieces if piece.cell == "25"] == ["+1"]
    assert [piece.text for piece in after.pieces if piece.cell == "25"] == ["R1"]
    assert [piece.text for piece in after.panels[0].pieces] == ["+1"]


def test_the_yard_shows_the_soldier_on_each_place():
    pieces = scene_of(position(EXAMPLE)).pieces
    assert {piece.cell: piece.text for piece in pieces if piece.cell.startswith("place")} == {
        "place12": "R5",
        "place11": "Y6",
    }


def test_soldiers_that_have_moved_are_marked():
    moved = [piece.text for piece in scene_of(position(EXAMPLE)).pieces if "moved" in piece.marks]
    assert moved == ["Y3"]


def test_in_the_opening_unplaced_soldiers_are_in_the_panels():
    scene = scene_of(position(START, players=4, order_bonus=True).play_all("4 R2 4"), "fr")
    assert [piece.text for piece in scene.panels[0].pieces] == ["R1", "R3"]
    assert [piece.text for piece in scene.panels[1].pieces] == ["J1", "J2", "J3"]
    assert scene.status == "Jaune choisit qui va sur la case 4"
    assert scene_of(position(START), "fr").status == "À Rouge de lancer le dé"


def test_every_seat_has_its_own_colour_and_shape():
    seats = scene_of(position(START, players=4)).seats
    assert len({seat.colour for seat in seats}) == len({seat.shape for seat in seats}) == 4


def test_cells_have_names_for_screen_readers():
    names = {cell.id: cell.name for cell in scene_of(position(EXAMPLE), "en").cells}
    assert names["20"] == "square 20: black piece, Red 6, Yellow 1"
    assert names["52"] == "square 52: Red 4, Yellow 3, has marched"
    assert names["25"] == "square 25: grey piece, value 1"
    assert names["1"] == "square 1: free"
    assert names["place12"] == "yard place 12: Red 5"
    french = {cell.id: cell.name for cell in scene_of(position(EXAMPLE), "fr").cells}
    assert french["7"] == "case 7\u00a0: Jaune 4, Jaune 5"


def test_the_reach_of_a_soldier_is_an_equation_on_its_square():
    equations = {equation.cell: equation for equation in scene_of(position(EXAMPLE)).equations}
    assert list(equations) == ["52", "41", "31", "20", "9", "7"]
    shown = equations["20"]
    assert shown.product == "4 × 3 × 3 = 36"
    assert shown.text == "Yellow 1 walks 36 squares at most"
    assert [term.name for term in shown.terms] == ["fourth place", "third level", "black piece"]
    assert shown.terms[0].cells == ("52", "41", "31", "20")


def test_there_are_no_equations_before_the_race():
    assert scene_of(position(START).play_all("4 4")).equations == ()


def test_an_equation_equals_the_farthest_legal_move():
    turn = position(EXAMPLE)
    totals = {equation.cell: equation.total for equation in scene_of(turn).equations}
    for origin in {move.split("-")[0] for move in turn.legal()}:
        ends = [move.split("-")[1] for move in turn.legal() if move.startswith(f"{origin}-")]
        farthest = max(TRACK + 1 if end == "yard" else int(end) for end in ends)
        assert min(int(origin) + totals[origin], TRACK + 1) == farthest


def test_the_track_turns_eleven_times_and_then_into_the_yard():
    assert BENDS == (10, 19, 28, 36, 44, 51, 58, 64, 70, 75, 80, 84)


def test_the_way_of_a_move_goes_over_the_bends():
    game = position(EXAMPLE).game
    ways = game.ways(position(EXAMPLE).view(1), ["6-9", "7-12", "31-41", "80-yard", "84-yard"])
    assert ways == {
        "7-12": ("7", "10", "12"),
        "31-41": ("31", "36", "41"),
        "80-yard": ("80", "84", "yard"),
    }


def test_the_trail_of_a_move_follows_the_path():
    game = position(EXAMPLE).game
    assert game.trails("6-9")[0].cells == ("6", "7", "8", "9")
    assert game.trails("83-yard")[0].cells == ("83", "84", "yard")
    assert game.trails("4") == game.trails("R1") == ()


@pytest.mark.parametrize("move", ["9-10", "80-yard"])
def test_a_move_touches_two_cells(move):
    scene = scene_of(position(EXAMPLE))
    assert {cell.id for cell in scene.cells} >= set(position(EXAMPLE).game.touches(move))
    assert position(EXAMPLE).game.touches("4") == ()


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_a_scene_is_plain_data(lang):
    over = position("- 12:R1,11:R2,10:R3,9:R4,8:R5,7:R6,6:Y1,5:Y2,4:Y3,3:Y4,2:Y5,1:Y6 RRY -")
    for shown in (position(START), position(EXAMPLE), over):
        scene = scene_of(shown, lang)
        assert json.loads(json.dumps(scene.as_json()))["width"] == 10
        assert all(piece.symbol in scene.symbols for piece in scene.pieces)


def test_symbols_stay_in_their_box_or_close_to_it():
    for strokes in scene_of(position(START)).symbols.values():
        for stroke in strokes:
            numbers = [float(part) for part in stroke.path.split() if not part.isalpha()]
            assert all(-1.25 <= number <= 1.25 for number in numbers)
