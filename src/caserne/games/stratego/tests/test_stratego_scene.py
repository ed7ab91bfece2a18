"""Scenes show each seat what it may see."""

from __future__ import annotations

from stratego_drawing import START, placed, position


def scene_of(board, seat, lang="en"):
    return board.game.scene(board.view(seat), lang)


def pieces_of(board, seat, lang="en"):
    return {piece.cell: piece for piece in scene_of(board, seat, lang).pieces}


def test_ST_18_hidden_pieces_are_towers_with_a_mark_when_they_have_moved():
    after = placed("Me4 Gf4 nb9 nc9").play_all("e4-e5 b9-b8")
    seen = pieces_of(after, 1)
    assert (seen["e5"].symbol, seen["e5"].marks, seen["e5"].text) == ("nothing", ("moved",), "!")
    assert (seen["f4"].symbol, seen["f4"].marks, seen["f4"].text) == ("nothing", (), "?")
    assert seen["e5"].name == "hidden piece (Red), has moved"
    assert pieces_of(after, 0)["e5"].name == "marshal (10) (Red), has moved"


def test_ST_8_shown_pieces_are_marked_and_the_last_combat_is_in_a_panel():
    after = placed("Ce4 le5 Ja9 jb2").play("e4-e5")
    assert pieces_of(after, 1)["e5"].marks == ("moved", "shown")
    combat, losses = scene_of(after, 1).panels
    assert (combat.title, combat.text) == ("Last combat", "colonel (8) beats lieutenant (5)")
    assert [piece.symbol for piece in combat.pieces] == ["colonel", "lieutenant"]
    assert (losses.title, [piece.symbol for piece in losses.pieces]) == ("Blue's losses", ["lieutenant"])
    later = after.play_all("b2-b3 a9-a8")
    assert [panel.title for panel in scene_of(later, 1).panels] == ["Blue's losses"]


def test_ST_8_lists_of_moves_show_both_pieces_of_a_combat():
    board = placed("Ce4 le5 Ja9 jb2")
    event = board.game.event_for(board, "e4-e5", board.play("e4-e5"), None)
    listed = board.game.shown_pieces(event, "en")
    assert [(piece.symbol, piece.name) for piece in listed] == [
        ("colonel", "colonel (8) (Red)"),
        ("lieutenant", "lieutenant (5) (Blue)"),
    ]


def test_ST_18_with_memory_the_losses_are_hidden_again():
    after = placed("Ce4 le5 Ja9 jb2", memory=True).play_all("e4-e5 b2-b3 a9-a8")
    assert scene_of(after, 0).panels == ()


def test_ST_1_ranks_are_numbered_as_the_option_says():
    for numbering, marshal, spy, scout in (("marshal-10", "M", "s1", "T2"), ("marshal-1", "M1", "s", "T9")):
        board = placed("Me4 Td4 sb9", numbering=numbering)
        assert (pieces_of(board, 0)["e4"].text, pieces_of(board, 0)["d4"].text) == (marshal, scout)
        assert pieces_of(board, 1)["b9"].text == spy
    name = pieces_of(placed("Me4 sb9", numbering="marshal-1"), 0)["e4"].name
    assert name == "marshal (1) (Red)"


def test_ST_18_the_owner_of_a_piece_is_visible_without_colour():
    board = placed("Me4 nb9").play("e4-e5")
    assert [pieces_of(board, None)[square].text for square in ("e5", "a1", "b9")] == ["R!", "R?", "b?"]
    assert [pieces_of(board, 1)[square].text for square in ("e5", "a1", "b9")] == ["!", "?", "n3"]


def test_ST_2_blue_sees_the_board_turned_round():
    red, blue = scene_of(position(START), 0), scene_of(position(START), 1)
    assert next((cell.x, cell.y) for cell in red.cells if cell.id == "a1") == (0.5, 9.5)
    assert next((cell.x, cell.y) for cell in blue.cells if cell.id == "a1") == (9.5, 0.5)


def test_ST_4_eight_cells_are_lakes():
    lakes = [cell.id for cell in scene_of(position(START), None).cells if cell.ground == "lake"]
    assert lakes == ["c5", "d5", "g5", "h5", "c6", "d6", "g6", "h6"]


def test_ST_3_the_status_says_whose_turn_it_is():
    assert scene_of(position(START), 0, "fr").status == "À Rouge de jouer"
    assert scene_of(position("setup"), 0, "en").status == "Red arranges the army"
    assert scene_of(placed("Mj9 nb9").play("j9-j10"), 1, "en").status == "Blue's flag has fallen: Red wins."
