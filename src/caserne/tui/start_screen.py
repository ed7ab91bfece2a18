"""The first screen: which game, or which saved game."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from caserne.core.game.about import About
from caserne.core.game.registry import about, rooms
from caserne.tui import saves
from caserne.tui.sheets import Page
from caserne.tui.voice import Voice, capital

if TYPE_CHECKING:
    from caserne.tui.app import TableApp


class StartScreen(Screen[None]):
    """All games by their titles, then the saved ones, the latest first. It needs no rules and appears at once."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q,escape", "app.quit", show=False),
        Binding("question_mark", "help", show=False),
    ]
    app: TableApp

    def __init__(self, message: str = "") -> None:
        super().__init__()
        self._message = capital(message)
        self._games = [about(game_id) for game_id in rooms()]
        self._saved = saves.saved_games()

    def compose(self) -> ComposeResult:
        voice = self.app.voice
        with Vertical(id="start"):
            yield Static("C A S E R N E", id="house", markup=False)
            yield Static(voice("tagline"), id="tagline", markup=False)
            yield Static(self._message, id="start_message", markup=False)
            yield OptionList(*self._entries(voice), id="games", compact=True)
            yield Static(voice("start_keys"), classes="hint", markup=False)

    def on_mount(self) -> None:
        self.query_one("#start_message").display = bool(self._message)
        games = self.query_one("#games", OptionList)
        games.highlighted = 1
        games.focus()

    @on(OptionList.OptionSelected)
    def choose(self, event: OptionList.OptionSelected) -> None:
        kind, _, number = (event.option_id or "").partition(".")
        if kind == "game":
            self.app.lay_table(self._games[int(number)].id)
        elif kind == "saved":
            self.app.open_saved(self._saved[int(number)].path)

    def action_help(self) -> None:
        self.app.push_screen(Page.of_text(self.app.voice("help"), self.app.voice("close")))

    def _entries(self, voice: Voice) -> list[Option]:
        entries = [Option(Text(voice("games"), "bold"), disabled=True)]
        entries += [Option(_title_page(page, voice), id=f"game.{n}") for n, page in enumerate(self._games)]
        if self._saved:
            entries.append(Option(Text("\n" + voice("saved_games"), "bold"), disabled=True))
        for number, saved in enumerate(self._saved):
            entries.append(Option(Text(f"  {saves.describe(saved, voice.lang)}"), id=f"saved.{number}"))
        return entries


def _title_page(page: About, voice: Voice) -> Text:
    least, most = page.seats
    seats = str(least) if least == most else f"{least}-{most}"
    facts = voice("title_page", seats=seats, minutes=page.minutes, age=page.age)
    return Text.assemble((f"  {page.title(voice.lang)}", "bold"), f"\n  {facts} · {voice(f'luck.{page.luck}')}")
