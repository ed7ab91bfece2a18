"""The terminal application: it moves between the list of games, the options and a match."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from textual.binding import Binding, BindingType
from textual.screen import Screen

from caserne.tui.base_app import BaseApp
from caserne.tui.loading_screen import LoadingScreen
from caserne.tui.options_screen import OptionsScreen
from caserne.tui.phrases import Phrases
from caserne.tui.players import Players
from caserne.tui.start_screen import StartScreen
from caserne.tui.themes import DARK_THEME, LIGHT_THEME, theme

if TYPE_CHECKING:
    from caserne.core.game.game import Game
    from caserne.tui.opening import Opened

PACE = 0.6


class TableApp(BaseApp):
    """Caserne in a terminal."""

    CSS_PATH = "caserne.tcss"
    TITLE = "Caserne"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q,ctrl+c", "quit", show=False, priority=True),
        Binding("t", "change_light", show=False),
    ]

    def __init__(
        self,
        game: Game[Any] | None,
        seats: Sequence[str] | None,
        lang: str,
        *,
        opened: Opened | None = None,
        pace: float = PACE,
    ) -> None:
        super().__init__()
        for dark in (False, True):
            self.register_theme(theme(dark, many=self.many_colours))
        self.theme = LIGHT_THEME
        self.phrases, self.pace = Phrases(lang), pace
        self._game, self._opened, self._seats = game, opened, list(seats or [])
        self._players = Players.at(game.seats if game else len(self._seats), seats)

    @classmethod
    def resume(cls, path: Path, seats: Sequence[str] | None, lang: str, *, pace: float = PACE) -> TableApp:
        """Return the application with a saved match; raise InvalidRecord if the file is not a record."""
        from caserne.tui.opening import open_saved

        return cls(None, seats, lang, opened=open_saved(path, seats), pace=pace)

    def on_mount(self) -> None:
        if self._opened:
            self.open_table(self._opened)
        elif self._game is not None:
            self.open_new(self._game, self._players)
        else:
            self.open_start()

    # Screens

    def open_start(self, message: str = "") -> None:
        self._show(StartScreen(message))

    def open_options(self, game_id: str) -> None:
        # In a loading screen, because the names of the bots import Numba.
        show = partial(OptionsScreen, game_id, seats=self._seats)
        self._show(LoadingScreen(_bot_names, lambda bots: self._show(show(bots=bots))))

    def open_new(self, game: Game[Any], players: Players) -> None:
        from caserne.tui.opening import open_new

        self._show(LoadingScreen(partial(open_new, game, players), self.open_table))

    def open_saved(self, path: Path) -> None:
        self._show(LoadingScreen(partial(_open_saved, path), self.open_table))

    def open_table(self, opened: Opened) -> None:
        from caserne.tui.table_screen import TableScreen

        self._show(TableScreen(opened))

    def _show(self, screen: Screen[None]) -> None:
        if len(self.screen_stack) > 1:
            self.switch_screen(screen)
        else:
            self.push_screen(screen)

    # Keys of all screens

    def action_open_start(self) -> None:
        self.open_start()

    def action_change_light(self) -> None:
        """Switch between the light and the dark theme."""
        self.theme = LIGHT_THEME if self.theme == DARK_THEME else DARK_THEME
        if hasattr(self.screen, "draw"):
            self.screen.draw()

    async def action_quit(self) -> None:
        """Exit; a screen with an unfinished match asks first whether to save it."""
        leave = getattr(self.screen, "leave", None)
        if leave is None:
            self.exit()
        else:
            leave(self.exit)


def _bot_names() -> list[str]:
    from caserne.bots.names import LEVELS

    return list(LEVELS)


def _open_saved(path: Path) -> Opened:
    from caserne.tui.opening import open_saved

    return open_saved(path, None)
