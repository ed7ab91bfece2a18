"""Scenes: the path, stacks, bonus pieces, the yard, and the reach of a soldier."""

from __future__ import annotations

import json
from itertools import pairwise

import pytest
from manoeuvre_drawing import START, position, track

from caserne.draw.pieces import RADIUS
from caserne.games.manoeuvre.scene import with_reach
from caserne.games.manoeuvre.track import TRACK

EXAMPLE = "7:Y4Y5,9:R3,20:R6Y1,31:R1R2,41:Y2,52:R4Y3' 12:R5,11:Y6 --- Y"


def scene_of(position, lang="en"):
    return position.game.scene(position.view(None), lang)


def test_each_square_of_the_path_touches_the_next_one():
    cells = {cell.id: cell for cell in scene_of(position(EXAMPLE)).cells}
    way = [cells[str(square)] for square in range(1, TRACK + 1)] + [cells["yard"]]
    for one, two in pairwise(way):
        across = abs(one.x - two.x) - (one.width + two.width) / 2
        down = abs(one.y - two.y) - (one.height + two.height) / 2
        assert max(across, down) < 0.1, (one.id, two.id)


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


def test_numbers_do_not_overlap_pieces_and_stay_in_their_cells():
    scene = scene_of(position(EXAMPLE))
    cells = [cell for cell in scene.cells if cell.id != "yard"]
    assert len(scene.labels) == len(cells) + 1
    for cell in cells:
        text = cell.id.removeprefix("place")
        inside = [label for label in scene.labels if cell.holds(label.x, label.y)]
        assert [label.text for label in inside] == [text]
        radius = RADIUS * min(cell.width, cell.height)
        beside = inside[0].x + 0.09 <= cell.x - 0.8 * radius
        above = inside[0].y + 0.06 <= cell.y - 0.9 * radius
        assert beside or above, cell.id


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
    assert scene.status == "Jaune choisit qui va sur la case 4"
    assert scene_of(position(START), "fr").status == "À Rouge de lancer le dé"


def test_every_seat_has_its_own_colour_and_shape():
    seats = scene_of(position(START, players=4)).seats
    assert len({seat.colour for seat in seats}) == len({seat.shape for seat in seats}) == 4


def test_cells_have_names_for_screen_readers():
    names = {cell.id: cell.name for cell in scene_of(position(EXAMPLE), "en").cells}
    assert names["20"] == "square 20: black piece, R6 (Red), Y1 (Yellow)"
    assert names["52"] == "square 52: R4 (Red), Y3 (Yellow), has moved"
    assert names["25"] == "square 25: grey piece, value 1"
    assert names["1"] == "square 1: free"
    assert names["place12"] == "yard place 12: R5 (Red)"


def test_the_reach_of_a_soldier_is_shown_with_its_factors():
    shown = position(EXAMPLE)
    view = shown.view(1)
    reach = next(reach for reach in shown.game.reaches(view) if reach.soldier == "Y1")
    scene = with_reach(scene_of(shown), reach, "en")
    assert scene.status == "Y1: 4 x 3 x 3 = 36: fourth place, third level, black piece"
    assert [mark.cell for mark in scene.marks if mark.kind == "selected"] == ["20"]
    assert {mark.cell for mark in scene.marks if mark.kind == "reach"} == set(map(str, range(21, 57))) - {"31"}


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
        assert json.loads(json.dumps(scene.as_json()))["width"] == 8
        assert all(piece.symbol in scene.symbols for piece in scene.pieces)


def test_symbols_stay_in_their_box_or_close_to_it():
    for strokes in scene_of(position(START)).symbols.values():
        for stroke in strokes:
            numbers = [float(part) for part in stroke.path.split() if not part.isalpha()]
            assert all(-1.25 <= number <= 1.25 for number in numbers)
