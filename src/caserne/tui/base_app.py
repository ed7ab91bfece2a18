"""The application as its screens know it: phrases, pace, and ways to other screens."""

from __future__ import annotations

from abc import abstractmethod
from pathlib import Path
from typing import TYPE_CHECKING, Any

from textual.app import App

if TYPE_CHECKING:
    from caserne.core.game.game import Game
    from caserne.tui.opening import Opened
    from caserne.tui.phrases import Phrases
    from caserne.tui.players import Players


class BaseApp(App[None]):
    """What `TableApp` implements; screens import this class, so that the application can import them."""

    phrases: Phrases
    pace: float
    """Seconds before a bot's move or a bot's die is shown, so that the eye can follow."""

    @property
    def many_colours(self) -> bool:
        """Whether the terminal shows any colour, and not just 256."""
        return self.console.color_system in (None, "truecolor")

    @abstractmethod
    def open_start(self, message: str = "") -> None:
        """Show the list of games, with an error of the screen before."""

    @abstractmethod
    def open_options(self, game_id: str) -> None:
        """Ask for the players and the options of a new match."""

    @abstractmethod
    def open_new(self, game: Game[Any], players: Players) -> None:
        """Start a new match."""

    @abstractmethod
    def open_saved(self, path: Path) -> None:
        """Continue a saved match."""

    @abstractmethod
    def open_table(self, opened: Opened) -> None:
        """Show a match that is ready."""
