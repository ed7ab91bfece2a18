"""The moment before a table is ready: rules are loaded or compiled in a thread, and the screen says so."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.message import Message
from textual.screen import Screen
from textual.widgets import LoadingIndicator, Static
from textual.worker import Worker, WorkerState

from caserne.core.game.errors import CaserneError
from caserne.core.game.words import SHARED_WORDS

if TYPE_CHECKING:
    from caserne.tui.app import TableApp

T = TypeVar("T")


class LoadingScreen(Screen[None]):
    """Prepares something in a thread and goes on with it; what goes wrong is said on the start screen."""

    app: TableApp

    class Compiling(Message):
        """A rule has to be compiled, which takes a while."""

    def __init__(self, prepare: Callable[[], T], then: Callable[[T], None]) -> None:
        super().__init__()
        self._prepare: Callable[[], Any] = prepare
        self._then: Callable[[Any], None] = then

    def compose(self) -> ComposeResult:
        with Vertical(id="loading"):
            yield LoadingIndicator()
            yield Static(self.app.voice("loading"), id="loading_words", markup=False)

    def on_mount(self) -> None:
        self.run_worker(self._run, thread=True)

    def on_loading_screen_compiling(self) -> None:
        self.query_one("#loading_words", Static).update(SHARED_WORDS("compiling").text(self.app.voice.lang))

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        if event.state == WorkerState.SUCCESS:
            if isinstance(event.worker.result, CaserneError):
                self.app.open_start(event.worker.result.text(self.app.voice.lang))
            else:
                self._then(event.worker.result)

    def _announce(self, rule: str) -> None:
        self.post_message(self.Compiling())

    def _run(self) -> Any:
        """In the thread: errors that a person can mend come back as values."""
        from caserne.core.kernel.compiled import watch_compilation  # brings Numba

        try:
            with watch_compilation(self._announce):
                return self._prepare()
        except CaserneError as error:
            return error
