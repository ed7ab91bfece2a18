"""The scene as text: a board that can be read, and read back, without colour."""

from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from draw_scenes import MARKS, START, after_a_jump, board, square_board, winding_path
from hypothesis import given
from hypothesis import strategies as st

from caserne.core.game.scene import Cell, Mark, Piece
from caserne.draw.text import slots, text

START_POSITION = """\
Movers & Hoppers
  ┌───┬───┬───┐
8 │ m │ h │ m │
  ├───┼───┼───┤
7 │ h │ m │ h │
  ├───┼───┼───┤
6 │   │   │   │
  ├───┼───┼───┤
5 │   │   │   │
  ├───┼───┼───┤
4 │   │   │   │
  ├───┼───┼───┤
3 │   │   │   │
  ├───┼───┼───┤
2 │ H │ M │ H │
  ├───┼───┼───┤
1 │ M │ H │ M │
  └───┴───┴───┘
    a   b   c
White to move"""
AFTER_A_JUMP = """\
Movers & Hoppers
  ┌───┬───┬───┐
1 │ M │‹░›│ M │
  ├───┼───┼───┤
2 │ H │ M │ H │
  ├───┼───┼───┤
3 │   │‹M›│   │
  ├───┼───┼───┤
4 │   │   │   │
  ├───┼───┼───┤
5 │   │   │   │
  ├───┼───┼───┤
6 │   │ • │   │
  ├───┼───┼───┤
7 │ h │ m │ h │
  ├───┼───┼───┤
8 │ m │[h]│ m │
  └───┴───┴───┘
    c   b   a
Red to move"""
WINDING_PATH = """\
Knights & <Knaves>
 ┌────┐         ┌────┐         ┌────┐
 │ W0 │         │ Y3 │         │ C³ │
 └────┼────┐    └────┼────┐    └────┼────┐
      │ R1 │         │ G4 │         │ *  │
      └────┼────┐    └────┼────┐    └────┘
           │ B2 │         │ P5 │
           ├────┤         └────┘
           │ y  │
           └────┘
"""
HAND_COLOURED = {
    "3": "│\x1b[0m\x1b[1;38;5;235;48;5;180m   \x1b[0m│\x1b[0m\x1b[1;38;5;235;48;5;231m‹M›\x1b[0m",
    "8": "│\x1b[0m\x1b[1;38;5;231;48;5;124m m \x1b[0m│\x1b[0m\x1b[1;38;5;231;48;5;124m[h]\x1b[0m",
}


def plain(coloured: str) -> str:
    return "\n".join(line.rstrip() for line in re.sub(r"\x1b\[[0-9;]*m", "", coloured).split("\n"))


def letters(written: str) -> list[list[str]]:
    """Return the content of each cell of the boxed rows, without marks."""
    rows = [line.split("│")[1:-1] for line in written.split("\n") if "│" in line]
    return [[cell.strip("[]()‹›»«:× ░•") for cell in row] for row in rows]


def test_the_start_position():
    assert text(board(), colour=False) == START_POSITION


def test_the_last_move_the_selected_piece_and_its_targets():
    assert text(after_a_jump(), colour=False) == AFTER_A_JUMP


def test_a_path_off_any_grid_keeps_its_shape():
    assert text(winding_path(), colour=False).startswith(WINDING_PATH)


@pytest.mark.parametrize("make", [board, after_a_jump, winding_path])
def test_colour_only_adds_colour(make):
    assert plain(text(make(), colour=True)) == text(make(), colour=False)


@pytest.mark.parametrize("rank", HAND_COLOURED)
def test_pieces_have_their_seats_colour(rank):
    (row,) = [line for line in text(after_a_jump(), colour=True).split("\n") if plain(line).startswith(rank)]
    assert HAND_COLOURED[rank] in row.replace("\x1b[2m", "")


def test_the_environment_does_not_take_colour_away(monkeypatch):
    expected = text(board(), colour=True)
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("TERM", "dumb")
    assert text(board(), colour=True) == expected


def test_the_four_kinds_of_piece_differ_without_colour():
    found = letters(text(board(), colour=False))
    assert found[0] == ["m", "h", "m"]
    assert found[-1] == ["M", "H", "M"]


@pytest.mark.parametrize("seat", [0, 1])
def test_the_board_can_be_read_back(seat):
    rows = ["".join(cell or "." for cell in row) for row in letters(text(board(seat=seat), colour=False))]
    if seat == 1:
        rows = [row[::-1] for row in reversed(rows)]
    assert "/".join("3" if row == "..." else row for row in rows) + " w" == START


def test_each_mark_has_its_own_signs_on_free_cells_and_around_pieces():
    for name in ("b4", "b2"):
        shown = {text(board().with_marks(Mark(kind, name)), colour=False) for kind in MARKS}
        assert len(shown | {text(board(), colour=False)}) == len(MARKS) + 1


def test_a_free_target_keeps_the_brackets_of_another_mark():
    assert "│‹•›│" in text(board().with_marks(Mark("last", "b4"), Mark("target", "b4")), colour=False)


@pytest.mark.thorough
@given(st.data())
def test_letters_come_back_from_where_they_were_put(data):
    columns, rows = data.draw(st.integers(1, 9)), data.draw(st.integers(1, 9))
    place = st.tuples(st.integers(0, columns - 1), st.integers(0, rows - 1))
    put = data.draw(st.dictionaries(place, st.text("MHmhxyz019", min_size=1, max_size=2)))
    scene = square_board(columns, rows, put)
    marks = data.draw(st.lists(st.builds(Mark, st.sampled_from(MARKS), st.sampled_from([c.id for c in scene.cells]))))
    found = letters(text(scene.with_marks(*marks), colour=False))
    assert {(c, r): cell for r, row in enumerate(found) for c, cell in enumerate(row) if cell} == put


@given(st.lists(st.tuples(st.floats(-3, 9), st.floats(-3, 9)), max_size=30))
def test_every_cell_finds_a_slot_wherever_it_lies(points):
    cells = [Cell(str(n), x, y, "plain", "") for n, (x, y) in enumerate(points)]
    assert sorted(slots(cells).values(), key=cells.index) == cells


def test_cells_on_a_grid_keep_their_own_slots_when_others_crowd_in():
    crowd = [Cell("stray", 1.4, 0.6, "plain", ""), Cell("home", 1.5, 0.5, "plain", "")]
    found = slots(crowd)
    assert found[1, 0].id == "home"
    assert found[0, 0].id == "stray"


def test_a_stack_shows_its_top_and_height_and_is_listed_below():
    written = text(winding_path(), colour=False)
    assert "│ C³ │" in written
    assert "\np6 — A B C\n" in written


def test_a_pile_of_twelve_is_counted():
    pile = tuple(Piece("0,0", 0, "bar", "x", "x", level=n) for n in range(12))
    assert "│ x¹² │" in text(replace(square_board(1, 1, {}), pieces=pile), colour=False)


def test_panels_follow_the_status():
    assert text(winding_path(), colour=False).split("\n")[-2:] == ["Prisoners — P", "Die — 4 × 2 = 8"]


def test_plain_text_needs_no_rich():
    program = "import sys; sys.path.insert(0, sys.argv[1]); from draw_scenes import winding_path; "
    program += (
        "from caserne.draw.text import text; text(winding_path(), colour=False); assert 'rich' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", program, str(Path(__file__).parent)], check=True)
