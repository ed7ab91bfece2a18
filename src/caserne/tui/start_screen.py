"""The first screen: new games and saved games."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from caserne.core.game.about import About
from caserne.core.game.registry import descriptions
from caserne.tui import saves
from caserne.tui.base_app import BaseApp
from caserne.tui.dialogs import PageDialog
from caserne.tui.phrases import Phrases, capital


class StartScreen(Screen[None]):
    """All games by title, then the saved matches, the latest first. Loads no rules, so that it appears at once."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q,escape", "app.quit", show=False),
        Binding("question_mark", "help", show=False),
    ]
    app: BaseApp

    def __init__(self, message: str = "") -> None:
        super().__init__()
        self._message = capital(message)
        self._games = list(descriptions().values())
        self._saved = saves.saved_games()

    def compose(self) -> ComposeResult:
        phrases = self.app.phrases
        with Vertical(id="start"):
            yield Static("C A S E R N E", id="house", markup=False)
            yield Static(phrases("tagline"), id="tagline", markup=False)
            yield Static(self._message, id="start_message", markup=False)
            yield OptionList(*self._entries(phrases), id="games", compact=True)
            yield Static(phrases("start_keys"), classes="hint", markup=False)

    def on_mount(self) -> None:
        self.query_one("#start_message").display = bool(self._message)
        games = self.query_one("#games", OptionList)
        games.highlighted = 1
        games.focus()

    @on(OptionList.OptionSelected)
    def choose(self, event: OptionList.OptionSelected) -> None:
        kind, _, number = (event.option_id or "").partition(".")
        if kind == "game":
            self.app.open_options(self._games[int(number)].id)
        elif kind == "saved":
            self.app.open_saved(self._saved[int(number)].path)

    def action_help(self) -> None:
        self.app.push_screen(PageDialog.of_text(self.app.phrases("help"), self.app.phrases("close")))

    def _entries(self, phrases: Phrases) -> list[Option]:
        entries = [Option(Text(phrases("games"), "bold"), disabled=True)]
        entries += [Option(_title_page(page, phrases), id=f"game.{n}") for n, page in enumerate(self._games)]
        if self._saved:
            entries.append(Option(Text("\n" + phrases("saved_games"), "bold"), disabled=True))
        for number, saved in enumerate(self._saved):
            entries.append(Option(Text(f"  {saves.describe(saved, phrases.lang)}"), id=f"saved.{number}"))
        return entries


def _title_page(page: About, phrases: Phrases) -> Text:
    least, most = page.seats
    seats = str(least) if least == most else f"{least}-{most}"
    facts = phrases("title_page", seats=seats, minutes=page.minutes, age=page.age)
    return Text.assemble((f"  {page.title(phrases.lang)}", "bold"), f"\n  {facts} · {phrases(f'luck.{page.luck}')}")
