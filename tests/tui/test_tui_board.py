"""Any scene on the terminal: grids, tracks, stacks, panels; readable without colour."""

from collections.abc import Callable
from dataclasses import replace

from patience import PATIENCE
from textual.app import App, ComposeResult
from textual.pilot import Pilot
from tui_driver import asyncio

from caserne.core.game.scene import Cell, Ground, Label, Mark, MarkStyle, Piece, Scene, Seat
from caserne.core.presentation.touch import move_of
from caserne.tui.board import Board, BoardSpace
from caserne.tui.grid import Box, Grid
from caserne.tui.move_input import Completed, MoveInput, NoLegalMove, Selected
from caserne.tui.paint import SHAPES, paint
from caserne.tui.themes import colours, theme

SEATS = (Seat("White", "chalk", "disc"), Seat("Red", "madder", "shield"))
LETTERS = "abcdefghijklmno"


def checkered(columns: int, rows: int, **more) -> Scene:
    cells = tuple(
        Cell(
            f"{LETTERS[x]}{rows - y}", x + 0.5, y + 0.5, "light" if (x + y) % 2 else "water", f"{LETTERS[x]}{rows - y}"
        )
        for y in range(rows)
        for x in range(columns)
    )
    labels = tuple(Label(-0.3, y + 0.5, str(rows - y)) for y in range(rows))
    labels += tuple(Label(x + 0.5, rows + 0.3, LETTERS[x]) for x in range(columns))
    grounds = {"light": Ground("tile"), "water": Ground("tile_dark", text="~")}
    scene = Scene("toy", "Toy", "", 0, 0, columns, rows, grounds, {}, SEATS, cells, (), labels)
    return replace(scene, **more)


def track(length: int) -> Scene:
    """A winding path that is not on a grid."""
    cells = []
    for n in range(length):
        row, along = divmod(n, 9)
        x = along if row % 2 == 0 else 8 - along
        cells.append(Cell(str(n), x * 1.1 + 0.6, row * 2 + 0.5 + 0.3 * (along % 2), "light", str(n)))
    return replace(checkered(1, 1), width=11, height=length / 4, cells=tuple(cells), labels=())


def drawn(scene: Scene, grid: Grid, cursor: str | None = None) -> list[str]:
    return paint(scene, grid, colours(False), cursor).lines()


def test_cells_of_a_board_of_ten_by_ten_fit_beside_a_panel_of_a_small_terminal():
    grid = Grid.of(checkered(10, 10), texts=2, space=(46, 21))
    assert grid.box == Box(4, 1)
    assert grid.width <= 46 + 2


def test_cells_are_as_large_as_there_is_space():
    scene = checkered(3, 8)
    boxes = [Grid.of(scene, 1, space).box for space in ((20, 8), (46, 12), (46, 21), (60, 30), (120, 48))]
    assert boxes == [Box(3, 1), Box(5, 1), Box(5, 2), Box(7, 3), Box(11, 5)]


def test_every_character_of_a_cell_belongs_to_it():
    for scene in (checkered(15, 13), track(40)):
        grid = Grid.of(scene, 2, (200, 60))
        for cell in scene.cells:
            area = grid.areas[cell.id]
            corners = [(area.x, area.y), (area.x + area.width - 1, area.y + area.height - 1)]
            assert [grid.cell_at(*corner) for corner in corners] == [cell.id] * 2
        assert grid.cell_at(0, 0) is None


def test_arrow_keys_reach_every_cell():
    for scene in (checkered(15, 13), checkered(3, 8), track(40), track(84)):
        grid = Grid.of(scene, 1, (80, 24))
        seen, fresh = set(), {scene.cells[0].id}
        while fresh:
            seen |= fresh
            steps = ((1, 0), (-1, 0), (0, 1), (0, -1))
            fresh = {grid.beyond(cell, *step) for cell in fresh for step in steps} - seen
        assert seen == {cell.id for cell in scene.cells}


def test_arrow_keys_go_straight_on_a_grid_and_stop_at_its_edge():
    grid = Grid.of(checkered(3, 8), 1, (80, 24))
    assert grid.beyond("b4", 0, -1) == "b5"
    assert grid.beyond("b4", 1, 0) == "c4"
    assert grid.beyond("c4", 1, 0) == "c4"


def test_marks_and_grounds_show_without_colour():
    pieces = (Piece("a1", 0, "", "", "M"), Piece("c1", 1, "", "", "m"), Piece("b2", 0, "", "", "H"))
    marks = (Mark("selected", "a1"), Mark("target", "c1"), Mark("target", "b1"), Mark("last", "b2"))
    scene = checkered(3, 2, pieces=pieces, marks=(*marks, Mark("refused", "c2")))
    lines = drawn(scene, Grid.of(scene, 1, (40, 4)))
    assert lines[1] == " 2 ~~~~~‹▐H▌›×~~~×   "
    assert lines[2] == " 1 [▐M▌]~ • ~(█m█)   "


def test_the_cursor_shows_without_colour_beside_every_mark():
    scene = checkered(3, 2, pieces=(Piece("a1", 0, "", "", "M"),), marks=(Mark("selected", "a1"),))
    low = drawn(scene, Grid.of(scene, 1, (40, 4)), "a1")
    assert low[2].startswith(" 1 ▸▐M▌]")
    high = drawn(scene, Grid.of(scene, 1, (40, 8)), "a1")
    assert [line[3:10] for line in high[4:7]] == ["┏▗▄▄▄▖┓", "▸▐ M ▌◂", "┗▝▀▀▀▘┛"]


def test_owners_differ_in_shape_and_not_only_in_colour():
    outlines = {(shape.top, shape.side, shape.bottom) for shape in SHAPES.values()}
    assert len(outlines) == len(SHAPES)


def test_a_stack_shows_its_top_and_its_height():
    pieces = tuple(Piece("a1", n % 2, "", "", text, level=n) for n, text in enumerate("abc"))
    scene = checkered(3, 2, pieces=pieces)
    assert "c³" in "".join(drawn(scene, Grid.of(scene, 2, (40, 6))))


def test_a_free_cell_shows_its_number_and_a_large_one_covers_its_places():
    yard = Cell("yard", 1, 0.5, "water", "yard", 1.9, 0.9)
    cells = (yard, *(Cell(str(n), n + 0.5, 1.5, "light", str(n)) for n in range(3)))
    labels = (Label(1, 0.5, "home"), *(Label(n + 0.1, 1.1, str(n)) for n in range(3)))
    pieces = (Piece("1", 1, "", "", "m", marks=("moved",)),)
    styles = {"moved": MarkStyle(badge="dot", text="'")}
    scene = checkered(3, 2, cells=cells, labels=labels, pieces=pieces, mark_styles=styles)
    grid = Grid.of(scene, 1, (20, 4))
    assert drawn(scene, grid)[1:3] == ["  ~~ home ~~       ", "    0   █m'   2    "]
    assert grid.cell_at(3, 1) == grid.cell_at(11, 1) == "yard"
    assert grid.cell_at(12, 1) is None
    assert (grid.beyond("yard", 0, 1), grid.beyond("1", 0, -1), grid.beyond("2", 0, -1)) == ("1", "yard", "yard")


async def scrolled(pilot: Pilot[None], is_there: Callable[[], bool]) -> None:
    """Wait until the terminal has laid out and scrolled; a busy machine takes a while."""
    async with asyncio.timeout(PATIENCE):
        while not is_there():
            await pilot.pause(0.05)


def test_a_large_board_scrolls_to_the_cursor():
    class Alone(App[None]):
        CSS = "#board_space { width: 40; height: 10; } #board { width: auto; height: auto; }"

        def compose(self) -> ComposeResult:
            yield BoardSpace(id="board_space")

    async def run() -> None:
        app = Alone()
        app.register_theme(theme(False))
        async with app.run_test(size=(40, 10)) as pilot:
            board, space = app.query_one(Board), app.query_one(BoardSpace)
            board.scene = checkered(15, 13)
            board.focus()
            await scrolled(pilot, lambda: space.max_scroll_x > 0)
            board.cursor = "o1"
            await scrolled(pilot, lambda: space.scroll_offset == (space.max_scroll_x, space.max_scroll_y))
            board.cursor = "a13"
            await scrolled(pilot, lambda: space.scroll_offset == (0, 0))

    asyncio.run(run())


class Spoken:
    """A game with only what `MoveInput` needs."""

    def __init__(self, **ways: tuple[str, ...]) -> None:
        self.ways = ways

    def touches(self, move: str) -> tuple[str, ...]:
        return self.ways.get(move, tuple(move.split("-")))

    def read_move(self, move: str) -> tuple[int, ...]:
        if "z" in move:
            raise ValueError(move)
        return (0,)


def nobody(cell: str) -> bool:
    return False


def test_touches_select_continue_and_complete_a_move():
    game = Spoken(one=("a", "b"), two=("a", "b"), three=("a", "c", "d"), drop=("e",), wait=())
    move_input = MoveInput(game, list(game.ways))
    assert move_input.buttons == ["wait"]
    assert move_input.targets() == ["e"]
    assert move_input.touch("e", nobody) == Completed(("drop",))
    assert move_input.touch("a", nobody) == Selected(("a",))
    assert move_input.targets() == ["b", "c"]
    assert move_input.touch("b", nobody) == Completed(("one", "two"))
    assert move_input.touch("c", nobody) == Selected(("a", "c"))
    assert move_input.targets() == ["d"]
    assert move_input.touch("x", nobody) == NoLegalMove(("a", "c", "x"))
    assert move_input.touch("d", nobody) == Completed(("three",))


def test_a_refused_touch_becomes_a_move_only_if_the_room_can_read_it():
    assert move_of(Spoken(), ("a", "b")) == "a-b"
    assert move_of(Spoken(), ("a",)) == "a-a"
    assert move_of(Spoken(), ("a", "z")) is None
    assert move_of(Spoken(**{"a-b": ("b", "a")}), ("a", "b")) is None
