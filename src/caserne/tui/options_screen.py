"""The screen before a new match: who plays which seat, and with which options."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import Field, fields
from typing import TYPE_CHECKING, Any, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Button, Input, Select, Static

from caserne.bots.titles import title_of
from caserne.core.game.errors import CaserneError
from caserne.core.game.registry import about, options_class, words_of
from caserne.tui.base_app import BaseApp
from caserne.tui.phrases import Phrases, capital
from caserne.tui.players import BOT, HUMAN, USUAL_OPPONENT, Players

if TYPE_CHECKING:
    from caserne.core.game.words import Words


class OptionsScreen(Screen[None]):
    """Seats and options with good defaults: Enter starts at once."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "app.open_start", show=False),
        Binding("ctrl+s,f5", "play", show=False),
    ]
    app: BaseApp

    def __init__(self, game_id: str, *, bots: Sequence[str], seats: Sequence[str]) -> None:
        super().__init__()
        self._page, self._bots, self._seats = about(game_id), bots, seats
        self._words: Words = words_of(game_id)
        self._fields = fields(options_class(game_id))

    def compose(self) -> ComposeResult:
        phrases = self.app.phrases
        yield Static(self._page.title(phrases.lang), id="title", markup=False)
        with VerticalScroll(id="options", can_focus=False):
            yield Button(phrases("play"), id="play", compact=True)
            yield Static("", id="options_message", markup=False)
            yield Static(phrases("who"), classes="heading", markup=False)
            for seat in range(self._page.seats[1]):
                yield self._seat_row(seat, phrases)
            if self._fields:
                yield Static(phrases("options"), classes="heading", markup=False)
            for field in self._fields:
                yield self._option_row(field, phrases)
        yield Static(phrases("lay_keys"), id="key_hints", markup=False)

    def on_mount(self) -> None:
        self.query_one("#options_message").display = False
        self._show_seats()
        self.query_one("#play").focus()

    @on(Button.Pressed, "#play")
    @on(Input.Submitted)
    def action_play(self) -> None:
        """Start the match, or say which option is invalid."""
        import caserne

        try:
            game = caserne.game(self._page.id, **self._options())
            players = Players.at(game.seats, self._players()[: game.seats])
        except CaserneError as error:
            message = self.query_one("#options_message", Static)
            message.display = True
            message.update(capital(error.text(self.app.phrases.lang)))
        else:
            self.app.open_new(game, players)

    @on(Input.Changed)
    @on(Select.Changed)
    def _show_seats(self) -> None:
        """Show as many seats as the options need; ignore options that are not valid yet."""
        try:
            seats = int(options_class(self._page.id).read(self._options()).pack().seats)
        except CaserneError:
            return
        for seat in range(self._page.seats[1]):
            self.query_one(f"#seat_row_{seat}").display = seat < seats

    def _players(self) -> list[str]:
        return [str(self.query_one(f"#seat_{seat}", Select).value) for seat in range(self._page.seats[1])]

    def _options(self) -> dict[str, Any]:
        return {field.name: _value(self.query_one(f"#option_{field.name}")) for field in self._fields}

    def _seat_row(self, seat: int, phrases: Phrases) -> Widget:
        people = [(phrases("human"), HUMAN)]
        bots = [(title_of(bot, phrases.lang), BOT + bot) for bot in self._bots]
        usual = self._seats[seat] if seat < len(self._seats) else HUMAN if seat == 0 else USUAL_OPPONENT
        named = [(usual, usual)] if usual not in {value for _, value in people + bots} else []
        choice = Select(people + bots + named, value=usual, allow_blank=False, compact=True, id=f"seat_{seat}")
        name = phrases.of_room(self._words, f"seat.{seat}", str(seat + 1))
        return Horizontal(Static(name, classes="label", markup=False), choice, classes="row", id=f"seat_row_{seat}")

    def _option_row(self, field: Field[Any], phrases: Phrases) -> Widget:
        explained = phrases.of_room(self._words, f"option.{field.name}", field.name)
        rule = f"{self._page.rules}-{field.metadata['rule']}"
        return Vertical(
            Horizontal(Static(field.name, classes="label", markup=False), _control(field, phrases), classes="row"),
            Static(f"{explained} ({rule})", classes="explained", markup=False),
            classes="option",
        )


def _control(field: Field[Any], phrases: Phrases) -> Widget:
    """Return the widget for an option, by the type of its default."""
    name = f"option_{field.name}"
    choices = field.metadata["choices"]
    if isinstance(field.default, bool):
        answers = [(phrases("yes"), True), (phrases("no"), False)]
        return Select(answers, value=field.default, allow_blank=False, compact=True, id=name)
    if choices and not field.metadata["free_text"]:
        listed = [(choice, choice) for choice in choices]
        return Select(listed, value=field.default, allow_blank=False, compact=True, id=name)
    return Input(str(field.default), compact=True, id=name)


def _value(control: Widget) -> Any:
    if isinstance(control, Select):
        return control.value
    assert isinstance(control, Input)
    return control.value.strip()
