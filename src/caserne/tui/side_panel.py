"""The panel beside the board: players, status, messages, buttons and moves."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.widgets import OptionList, Static

from caserne.core.game.scene import Panel, Scene
from caserne.draw.palette import line_on

TURN = "▸"
Offer = tuple[str, Callable[[], None]]
"""The label of a button and its action."""


class SidePanel(Vertical):
    """Everything except the board."""

    def __init__(self) -> None:
        super().__init__(id="side")
        self._offers: list[Offer] = []
        self._has_panels = False

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="now", can_focus=False):
            yield Static(id="players", markup=False)
            yield Static(id="status", markup=False)
            yield Static(id="task", markup=False)
            yield Static(id="message", markup=False)
            yield OptionList(id="offers", compact=True)
        with VerticalScroll(id="so_far", can_focus=False):
            yield Static(id="panels", markup=False)
            yield Static(id="move_lines", markup=False)

    def show_players(self, scene: Scene, names: Sequence[str], turn: int | None, colours: Mapping[str, str]) -> None:
        """Show one line a seat: its colour, its player, and an arrow if it is to move."""
        text = Text(no_wrap=True, overflow="ellipsis")
        widest = max(len(seat.name) for seat in scene.seats)
        for number, (seat, name) in enumerate(zip(scene.seats, names, strict=True)):
            colour = colours[seat.colour]
            text.append("\n" if number else "").append(f"{TURN if number == turn else ' '} ", "bold")
            text.append(f"▏{seat.name:<{widest}}▕", f"bold {line_on(colour)} on {colour}")
            text.append(f" {name}", "bold" if number == turn else "")
        self._write("#players", text)

    def show_panels(self, panels: Sequence[Panel]) -> None:
        """Show the scene's panels, a line or two each."""
        self.query_one("#panels").display = bool(panels)
        self._has_panels = bool(panels)
        self._write("#panels", Text("\n").join(map(_panel, panels)))

    def show_status(self, status: str, task: str) -> None:
        """Show whose turn it is, and what a person is to do."""
        self._write("#status", Text(status))
        self.query_one("#task").display = bool(task)
        self._write("#task", Text(task))

    def show_moves(self, lines: Sequence[str]) -> None:
        so_far = self.query_one("#so_far", VerticalScroll)
        so_far.display = bool(lines) or self._has_panels
        self.set_class(not so_far.display, "-alone")
        self._write("#move_lines", Text("\n".join(lines)))
        so_far.scroll_end(animate=False)

    @property
    def moves_width(self) -> int:
        """The columns available for the moves."""
        return self.query_one("#so_far").content_size.width - 1

    def say(self, text: str, *, refused: bool = False) -> None:
        """Show a message; an empty text removes it."""
        card = self.query_one("#message", Static)
        card.display = bool(text)
        card.set_class(refused, "refused")
        self._write("#message", Text(text))

    def offer(self, offers: Sequence[Offer]) -> None:
        """Show buttons; the keys 1 to 9 press them too."""
        before, self._offers = self._offers, list(offers)
        buttons = self.query_one("#offers", OptionList)
        buttons.display = bool(offers)
        if [label for label, _ in before] != [label for label, _ in offers]:
            buttons.clear_options()
            buttons.add_options([Text(f"{number} {label}") for number, (label, _) in enumerate(offers, 1)])
        if offers:
            buttons.highlighted = 0

    def focus_offers(self) -> None:
        """Focus the buttons, so that Enter presses the first."""
        self.query_one("#offers").focus()

    def press(self, number: int) -> None:
        """Run the action of a button."""
        if number <= len(self._offers):
            self._offers[number - 1][1]()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.press(event.option_index + 1)

    def _write(self, selector: str, text: Text) -> None:
        """Update a widget only if its text changes, because an update lays out the whole screen."""
        widget = self.query_one(selector, Static)
        if widget.content != text:
            widget.update(text)


def _panel(panel: Panel) -> Text:
    text = Text(panel.title, "bold")
    if panel.text:
        text.append(f" {panel.text}", "not bold")
    if panel.pieces:
        text.append(" " + " ".join(piece.text for piece in panel.pieces), "not bold")
    return text
