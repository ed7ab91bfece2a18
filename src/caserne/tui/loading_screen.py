"""The screen while rules are loaded or compiled in a thread."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.message import Message
from textual.screen import Screen
from textual.widgets import LoadingIndicator, Static
from textual.worker import Worker, WorkerState

from caserne.core.game.errors import CaserneError
from caserne.core.game.words import SHARED_WORDS
from caserne.tui.base_app import BaseApp

T = TypeVar("T")


class LoadingScreen(Screen[None]):
    """Runs `prepare` in a thread and passes the result to `then`; errors are shown on the start screen."""

    app: BaseApp

    class Compiling(Message):
        """A rule has to be compiled, which takes a while."""

    def __init__(self, prepare: Callable[[], T], then: Callable[[T], None]) -> None:
        super().__init__()
        self._prepare: Callable[[], Any] = prepare
        self._then: Callable[[Any], None] = then

    def compose(self) -> ComposeResult:
        with Vertical(id="loading"):
            yield LoadingIndicator()
            yield Static(self.app.phrases("loading"), id="loading_words", markup=False)

    def on_mount(self) -> None:
        self.run_worker(self._run, thread=True)

    def on_loading_screen_compiling(self) -> None:
        self.query_one("#loading_words", Static).update(SHARED_WORDS("compiling").text(self.app.phrases.lang))

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        if event.state == WorkerState.SUCCESS:
            if isinstance(event.worker.result, CaserneError):
                self.app.open_start(event.worker.result.text(self.app.phrases.lang))
            else:
                self._then(event.worker.result)

    def _announce(self, rule: str) -> None:
        self.post_message(self.Compiling())

    def _run(self) -> Any:
        """Run in the thread; return errors that the player can correct."""
        from caserne.core.kernel.compiled import watch_compilation  # imports Numba

        try:
            with watch_compilation(self._announce):
                return self._prepare()
        except CaserneError as error:
            return error
