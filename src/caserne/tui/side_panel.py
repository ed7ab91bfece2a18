"""What stands beside the board: the players, whose turn it is, the moves, what the house has to say, and buttons."""

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
"""The words on a button and what it does."""


class SidePanel(Vertical):
    """Everything but the board."""

    def __init__(self) -> None:
        super().__init__(id="side")
        self._offers: list[Offer] = []
        self._has_panels = False

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="now", can_focus=False):
            yield Static(id="players", markup=False)
            yield Static(id="status", markup=False)
            yield Static(id="message", markup=False)
            yield OptionList(id="offers", compact=True)
        with VerticalScroll(id="so_far", can_focus=False):
            yield Static(id="panels", markup=False)
            yield Static(id="move_lines", markup=False)

    def show_players(self, scene: Scene, names: Sequence[str], turn: int | None, colours: Mapping[str, str]) -> None:
        """One line a seat: a badge in its colour, who sits there, and an arrow before whose turn it is."""
        text = Text(no_wrap=True, overflow="ellipsis")
        widest = max(len(seat.name) for seat in scene.seats)
        for number, (seat, name) in enumerate(zip(scene.seats, names, strict=True)):
            colour = colours[seat.colour]
            text.append("\n" if number else "").append(f"{TURN if number == turn else ' '} ", "bold")
            text.append(f"▏{seat.name:<{widest}}▕", f"bold {line_on(colour)} on {colour}")
            text.append(f" {name}", "bold" if number == turn else "")
        self._write("#players", text)

    def show_panels(self, panels: Sequence[Panel]) -> None:
        """What lies beside the board, a line or two each."""
        self.query_one("#panels").display = bool(panels)
        self._has_panels = bool(panels)
        self._write("#panels", Text("\n").join(map(_panel, panels)))

    def show_status(self, status: str) -> None:
        self._write("#status", Text(status))

    def show_moves(self, lines: Sequence[str]) -> None:
        so_far = self.query_one("#so_far", VerticalScroll)
        so_far.display = bool(lines) or self._has_panels
        self.set_class(not so_far.display, "-alone")
        self._write("#move_lines", Text("\n".join(lines)))
        so_far.scroll_end(animate=False)

    @property
    def moves_width(self) -> int:
        """How many columns there are for the moves."""
        return self.query_one("#so_far").content_size.width - 1

    def say(self, text: str, *, refused: bool = False) -> None:
        """Something the players should know now; an empty text takes the card away."""
        card = self.query_one("#message", Static)
        card.display = bool(text)
        card.set_class(refused, "refused")
        self._write("#message", Text(text))

    def offer(self, offers: Sequence[Offer]) -> None:
        """Put buttons up; the keys 1 to 9 press them too."""
        before, self._offers = self._offers, list(offers)
        buttons = self.query_one("#offers", OptionList)
        buttons.display = bool(offers)
        if [label for label, _ in before] != [label for label, _ in offers]:
            buttons.clear_options()
            buttons.add_options([Text(f"{number} {label}") for number, (label, _) in enumerate(offers, 1)])
        if offers:
            buttons.highlighted = 0

    def focus_offers(self) -> None:
        """Let Enter press the first button."""
        self.query_one("#offers").focus()

    def press(self, number: int) -> None:
        """What the key of a button does."""
        if number <= len(self._offers):
            self._offers[number - 1][1]()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.press(event.option_index + 1)

    def _write(self, selector: str, text: Text) -> None:
        """Write only what is new: the whole screen is laid out again after it."""
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
