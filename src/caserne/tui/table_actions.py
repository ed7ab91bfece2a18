"""What a person can ask for at the table besides moving: taking back, saving, giving up, help."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from functools import partial
from pathlib import Path

from caserne.core.game.errors import CaserneError, IllegalMove
from caserne.core.game.rulebook import Rulebook
from caserne.core.match.setups import preview_setup
from caserne.tui import saves
from caserne.tui.sheets import Choice, Page, Writing
from caserne.tui.table_view import TableView
from caserne.tui.voice import capital


class TableActions(TableView):
    """The keys of the table that are not moves; whose moves are in `TableScreen`."""

    @abstractmethod
    def play(self, seat: int, move: str) -> None:
        """Make a legal move."""

    @abstractmethod
    def suggest(self, seat: int, setup: str | None = None) -> None:
        """Show a set-up that can be sealed as it is."""

    def action_drop(self) -> None:
        if self.hand:
            self.hand.drop()
            self.say("")
            self.draw()
            self.board.focus()

    def action_press(self, number: int) -> None:
        self.panel.press(number)

    def action_flip(self) -> None:
        self.table.flipped = not self.table.flipped
        self.draw()

    def action_take_back(self) -> None:
        """Go back to before one's own last move; the bot's answer goes with it."""
        seat = self.table.taker_back()
        try:
            self.table.match.take_back(0 if seat is None else seat)
        except CaserneError as error:
            self.complain(error)
        else:
            self.say(self.app.voice("taken_back"))
            self.proceed()

    def action_resign(self) -> None:
        seat = self.table.resigning()
        if seat is None or self.table.match.actor is None:
            self.say(self.app.voice("cannot_resign"))
            return
        voice = self.app.voice
        question = voice("resign?", seat=self.table.seat_name(seat))
        sheet = Choice(question, [voice("resign"), voice("go_on")], safest=1)
        self.app.push_screen(sheet, lambda answer: self._resign(seat) if answer == 0 else None)

    def _resign(self, seat: int) -> None:
        self.table.match.resign(seat)
        self.say("")
        self.proceed()

    # Writing

    def action_write_move(self) -> None:
        """A move in the notation of the rulebook, for those who would rather write than point."""
        seat = self.table.to_act()
        if self.setup is not None and seat is not None:
            self.write_setup(seat)
        elif self.hand is not None and seat is not None:
            sheet = Writing(self.app.voice("write_move"), "", self.app.voice("writing"), self._wrong_move)
            self.app.push_screen(sheet, lambda move: None if move is None else self.play(seat, move))

    def write_setup(self, seat: int) -> None:
        """A set-up as text, beginning with the one that is shown."""
        voice = self.app.voice
        wrong = partial(self._wrong_setup, seat)
        sheet = Writing(voice("write_setup"), self.setup or "", voice("writing"), wrong)
        self.app.push_screen(sheet, lambda text: None if text is None else self.suggest(seat, text))

    def _wrong_move(self, move: str) -> str | None:
        try:
            refusals = self.table.match.position.explain(move, self.app.voice.lang)
        except CaserneError as error:
            return capital(error.text(self.app.voice.lang))
        return self.app.voice.refusal(refusals) if refusals else None

    def _wrong_setup(self, seat: int, setup: str) -> str | None:
        lang = self.app.voice.lang
        try:
            preview_setup(self.table.match, seat, setup, lang)
        except IllegalMove as error:
            return self.app.voice.refusal(error.refusals(lang))
        except CaserneError as error:
            return capital(error.text(lang))
        return None

    # Saving and leaving

    def action_save(self, then: Callable[[], None] | None = None) -> None:
        """Ask where, with a good name ready, and save."""
        path = self.table.path or saves.usual_path(self.table.match)
        voice = self.app.voice
        sheet = Writing(voice("save_as"), str(path), voice("writing"), self._save)
        self.app.push_screen(sheet, lambda saved: None if saved is None else self._saved(then))

    def _save(self, text: str) -> str | None:
        path = Path(text).expanduser()
        if path.exists() and path != self.table.path:
            return self.app.voice("exists", path=path)
        try:
            saves.save(self.table.match, path)
        except CaserneError as error:
            return capital(error.text(self.app.voice.lang))
        self.table.note_saved(path)
        return None

    def _saved(self, then: Callable[[], None] | None) -> None:
        self.say(self.app.voice("saved", path=self.table.path))
        if then:
            then()

    def leave(self, then: Callable[[], None]) -> None:
        """Go away from the table, after asking whether to save a game that goes on."""
        if not self.table.unsaved:
            then()
            return
        voice = self.app.voice
        sheet = Choice(voice("leave?"), [voice("leave.save"), voice("leave.lose"), voice("leave.stay")])
        answers = {0: lambda: self.action_save(then), 1: then}
        self.app.push_screen(sheet, lambda answer: answers.get(-1 if answer is None else answer, lambda: None)())

    def action_new_game(self) -> None:
        self.leave(self.app.open_start)

    # Reading

    def action_help(self) -> None:
        self.app.push_screen(Page.of_text(self.app.voice("help"), self.app.voice("close")))

    def action_read_rule(self) -> None:
        """The rules that refused the last move, else the whole rulebook."""
        try:
            book = Rulebook.read(self.table.game.id, self.app.voice.lang)
            rules = [book.section(rule).markdown for rule in self.refusing_rules]
        except (CaserneError, OSError):
            self.say(self.app.voice("no_rulebook"))
            return
        self.app.push_screen(Page.of_markdown("\n\n".join(rules) or book.markdown, self.app.voice("close")))
