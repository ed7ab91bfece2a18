"""How a match is shown: the board, the side panel and messages."""

from __future__ import annotations

from abc import abstractmethod

from textual import on
from textual.app import ComposeResult
from textual.containers import Container, Vertical
from textual.screen import Screen
from textual.widgets import Static

from caserne.core.game.errors import CaserneError, IllegalMove, Refusal
from caserne.tui.base_app import BaseApp
from caserne.tui.board import Board, BoardSpace
from caserne.tui.key_hints import KeyHints
from caserne.tui.local_match import LocalMatch
from caserne.tui.move_input import MoveInput
from caserne.tui.opening import Opened
from caserne.tui.phrases import capital
from caserne.tui.side_panel import Offer, SidePanel
from caserne.tui.themes import colours

SIDE_WIDTH = 32
"""The same as in the style sheet."""


class TableView(Screen[None]):
    """Shows a match; `TableScreen` runs its turns."""

    app: BaseApp

    def __init__(self, opened: Opened) -> None:
        super().__init__()
        self._opened = opened
        self.move_input: MoveInput | None = None
        """What the person to move has selected; None if no person is to move a piece."""
        self.setup: str | None = None
        """The set-up that is suggested to a person; None outside a set-up."""
        self.refused: str | None = None
        """The cell where a move was refused."""
        self.refusing_rules: tuple[str, ...] = ()

    def compose(self) -> ComposeResult:
        self.local = LocalMatch(self._opened, self.app.phrases)
        yield Static(f"Caserne · {self.local.game.about.title(self.app.phrases.lang)}", id="title", markup=False)
        with Container(id="table"):
            with Vertical(id="board_side"):
                yield BoardSpace(id="board_space")
                yield Static(id="strip", markup=False)
            yield SidePanel()
        yield KeyHints(self.app.phrases)

    def on_mount(self) -> None:
        self.panel = self.query_one(SidePanel)
        self.board = self.query_one(Board)
        self.board.many_colours = self.app.many_colours
        self.panel.say("")
        self.board.focus()
        self.proceed()

    def on_resize(self) -> None:
        """Put the side panel below the board if both do not fit side by side, and redraw the moves."""
        self.set_class(self.size.width < self.board.least_width + SIDE_WIDTH, "-stacked")
        self.call_after_refresh(self.draw)

    @abstractmethod
    def proceed(self) -> None:
        """Run the next turn."""

    def say(self, text: str, *, refused: bool = False) -> None:
        self.refused, self.refusing_rules = None, ()
        self.panel.say(text, refused=refused)

    def refuse(self, refusals: list[Refusal]) -> None:
        """Show why the rules refuse a move, and the key that shows the rule."""
        text = self.app.phrases.refusal(refusals)
        self.say(f"{text}\n{self.app.phrases('read_rule', rule=refusals[0].rule)}", refused=True)
        self.refusing_rules = tuple(refusal.rule for refusal in refusals)

    def show_error(self, error: CaserneError) -> None:
        lang = self.app.phrases.lang
        if isinstance(error, IllegalMove):
            self.refuse(error.refusals(lang))
        else:
            self.say(capital(error.text(lang)), refused=True)

    def offer(self, *offers: Offer) -> None:
        """Show buttons and focus the first; without buttons, focus the board."""
        self.panel.offer(offers)
        self.panel.focus_offers() if offers else self.board.focus()

    def draw(self) -> None:
        """Show the current state of the match."""
        local = self.local
        scene = local.scene(self.move_input, self.setup, self.refused)
        shades = colours(self.app.current_theme.dark, many=self.app.many_colours)
        self.board.scene = scene
        self.panel.show_players(scene, local.names(), local.to_act(), shades)
        self.panel.show_panels(scene.panels)
        self.panel.show_status(local.status(), local.task(self.move_input))
        self.panel.show_moves(local.moves([seat.name for seat in scene.seats], self.panel.moves_width))
        self._name_cell()

    @on(Board.Pointed)
    def _name_cell(self) -> None:
        """Show the name of the cell under the cursor."""
        cells = self.board.scene.cells if self.board.scene else ()
        named = next((cell.name for cell in cells if cell.id == self.board.cursor), "")
        self.query_one("#strip", Static).update(named, layout=False)
