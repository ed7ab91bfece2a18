"""The board as a widget: it draws a scene, has a cursor, and reports touched cells."""

from __future__ import annotations

from typing import ClassVar, Self

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import ScrollableContainer
from textual.geometry import Region, Size
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget

from caserne.core.game.scene import Scene
from caserne.tui.canvas import Canvas, Ink
from caserne.tui.grid import Grid, longest
from caserne.tui.paint import paint, piles, shown
from caserne.tui.themes import colours

SMALLEST_SPACE = (1, 1)


class Board(Widget, can_focus=True):
    """A scene with a cursor that arrow keys move. Enter, space or a click touches a cell."""

    ALLOW_SELECT = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "go(0, -1)", show=False),
        Binding("down", "go(0, 1)", show=False),
        Binding("left", "go(-1, 0)", show=False),
        Binding("right", "go(1, 0)", show=False),
        Binding("enter,space", "touch", show=False),
    ]

    class Touched(Message):
        """A cell was touched."""

        def __init__(self, cell: str) -> None:
            super().__init__()
            self.cell = cell

    class Pointed(Message):
        """The cursor is on another cell."""

        def __init__(self, cell: str) -> None:
            super().__init__()
            self.cell = cell

    scene: reactive[Scene | None] = reactive(None)
    space: reactive[tuple[int, int]] = reactive(SMALLEST_SPACE, layout=True)
    """The columns and lines available for the board."""
    cursor: reactive[str | None] = reactive(None)
    many_colours: reactive[bool] = reactive(True)

    def __init__(self) -> None:
        super().__init__(id="board")
        self._grid: Grid | None = None
        self._strips: list[Strip] | None = None
        self._widest = 1

    @property
    def grid(self) -> Grid | None:
        """The layout of the cells; None before there is a scene."""
        if self._grid is None and self.scene is not None:
            self._grid = Grid.of(self.scene, self._texts(self.scene), self.space)
        return self._grid

    @property
    def least_width(self) -> int:
        """The columns that the board needs with the smallest cells."""
        return Grid.of(self.scene, self._texts(self.scene), (0, 0)).width if self.scene else 1

    def watch_scene(self) -> None:
        before, self._grid = self._grid, None
        if before is None or self.grid is None or before.box != self.grid.box or before.places != self.grid.places:
            self.refresh(layout=True)
        if self.scene is not None and self.cursor not in {cell.id for cell in self.scene.cells}:
            self.cursor = self._first_cell()

    def watch_space(self) -> None:
        self._grid = None

    def watch_cursor(self) -> None:
        if self.cursor is not None:
            self.post_message(self.Pointed(self.cursor))
            self._show_cursor()

    def get_content_width(self, container: Size, viewport: Size) -> int:
        return self.grid.width if self.grid else 1

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return self.grid.height if self.grid else 1

    def render_line(self, y: int) -> Strip:
        """Return one line of the board; the first call paints the whole board."""
        if self._strips is None:
            self._strips = self.canvas().strips()
        return self._strips[y] if y < len(self._strips) else Strip.blank(self.size.width)

    def canvas(self) -> Canvas:
        """Paint the board."""
        shades = colours(self.app.current_theme.dark, many=self.many_colours)
        if self.scene is None or self.grid is None:
            return Canvas(1, 1, Ink(shades["ink"], shades["paper"]))
        return paint(self.scene, self.grid, shades, self.cursor if self.has_focus else None)

    def refresh(self, *regions: Region, repaint: bool = True, layout: bool = False, recompose: bool = False) -> Self:
        """Discard the painted board, because everything that changes its look calls this."""
        self._strips = None
        return super().refresh(*regions, repaint=repaint, layout=layout, recompose=recompose)

    def action_go(self, across: int, down: int) -> None:
        if self.grid and self.cursor:
            self.cursor = self.grid.beyond(self.cursor, across, down)

    def action_touch(self) -> None:
        if self.cursor:
            self.post_message(self.Touched(self.cursor))

    def on_click(self, event: events.Click) -> None:
        offset = event.get_content_offset(self)
        cell = self.grid.cell_at(*offset) if self.grid and offset else None
        if cell:
            event.stop()
            self.cursor = cell
            self.post_message(self.Touched(cell))

    def _texts(self, scene: Scene) -> int:
        """Return the width of the longest text so far, so that cells never shrink again."""
        self._widest = max(self._widest, longest(map(shown, piles(scene).values())))
        return self._widest

    def _first_cell(self) -> str | None:
        """Return where the cursor begins: in the middle of the row nearest to the player."""
        grid = self.grid
        if grid is None:
            return None
        middle = (grid.columns - 1) / 2
        return grid.cells[max(grid.cells, key=lambda place: (place[1], -abs(place[0] - middle)))]

    def _show_cursor(self) -> None:
        if self.grid and self.cursor and isinstance(self.parent, BoardSpace):
            margin = self.grid.margin
            box = Region(*self.grid.areas[self.cursor]).grow((1, margin, 1, margin))
            self.parent.scroll_to_region(box.translate(self.virtual_region.offset), animate=False)


class BoardSpace(ScrollableContainer, can_focus=False):
    """The container of the board: it sets the size of the board and scrolls if that is too small."""

    def compose(self) -> ComposeResult:
        yield Board()

    def on_resize(self) -> None:
        self.query_one(Board).space = self.outer_size.width, self.outer_size.height
