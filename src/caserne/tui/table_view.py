"""What a table looks like: the board, what stands beside it, and the words of the moment."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING

from textual import on
from textual.app import ComposeResult
from textual.containers import Container, Vertical
from textual.screen import Screen
from textual.widgets import Static

from caserne.core.game.errors import CaserneError, IllegalMove, Refusal
from caserne.tui.board import Board, BoardRoom
from caserne.tui.hand import Hand
from caserne.tui.key_hints import KeyHints
from caserne.tui.look import colours
from caserne.tui.opening import Opened
from caserne.tui.side_panel import Offer, SidePanel
from caserne.tui.table import Table
from caserne.tui.voice import capital

if TYPE_CHECKING:
    from caserne.tui.app import TableApp

SIDE_WIDTH = 32
"""As in the style sheet."""


class TableView(Screen[None]):
    """Shows a table; who acts on it is left to `TableScreen`."""

    app: TableApp

    def __init__(self, opened: Opened) -> None:
        super().__init__()
        self._opened = opened
        self.hand: Hand | None = None
        """What the person to move has in hand; None when nobody is to move a piece."""
        self.setup: str | None = None
        """The set-up that is suggested to a person; None when nobody is arranging."""
        self.refused: str | None = None
        """The cell where a move was refused."""
        self.refusing_rules: tuple[str, ...] = ()

    def compose(self) -> ComposeResult:
        self.table = Table(self._opened, self.app.voice)
        yield Static(f"Caserne · {self.table.game.about.title(self.app.voice.lang)}", id="title", markup=False)
        with Container(id="table"):
            with Vertical(id="board_side"):
                yield BoardRoom(id="board_room")
                yield Static(id="strip", markup=False)
            yield SidePanel()
        yield KeyHints(self.app.voice)

    def on_mount(self) -> None:
        self.panel = self.query_one(SidePanel)
        self.board = self.query_one(Board)
        self.board.many_colours = self.app.many_colours
        self.panel.say("")
        self.board.focus()
        self.proceed()

    def on_resize(self) -> None:
        """Put what stands beside the board below it where both do not fit, and write the moves to the new width."""
        self.set_class(self.size.width < self.board.least_width + SIDE_WIDTH, "-stacked")
        self.call_after_refresh(self.draw)

    @abstractmethod
    def proceed(self) -> None:
        """See who is to act, and let them."""

    def say(self, text: str, *, refused: bool = False) -> None:
        self.refused, self.refusing_rules = None, ()
        self.panel.say(text, refused=refused)

    def refuse(self, refusals: list[Refusal]) -> None:
        """Why the rules say no, and the key that shows the rule."""
        text = self.app.voice.refusal(refusals)
        self.say(f"{text}\n{self.app.voice('read_rule', rule=refusals[0].rule)}", refused=True)
        self.refusing_rules = tuple(refusal.rule for refusal in refusals)

    def complain(self, error: CaserneError) -> None:
        lang = self.app.voice.lang
        if isinstance(error, IllegalMove):
            self.refuse(error.refusals(lang))
        else:
            self.say(capital(error.text(lang)), refused=True)

    def offer(self, *offers: Offer) -> None:
        """Put buttons up, and let Enter press the first; without any, Enter is for the board."""
        self.panel.offer(offers)
        self.panel.focus_offers() if offers else self.board.focus()

    def draw(self) -> None:
        """Show what is the case now."""
        table = self.table
        scene = table.scene(self.hand, self.setup, self.refused)
        shades = colours(self.app.current_theme.dark, many=self.app.many_colours)
        self.board.scene = scene
        self.panel.show_players(scene, table.names(), table.to_act(), shades)
        self.panel.show_panels(scene.panels)
        self.panel.show_status(table.status())
        self.panel.show_moves(table.moves([seat.name for seat in scene.seats], self.panel.moves_width))
        self._name_cell()

    @on(Board.Pointed)
    def _name_cell(self) -> None:
        """Say in words what the cursor is on."""
        cells = self.board.scene.cells if self.board.scene else ()
        named = next((cell.name for cell in cells if cell.id == self.board.cursor), "")
        self.query_one("#strip", Static).update(named, layout=False)
