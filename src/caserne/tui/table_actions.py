"""What a player can do besides moving: take back, write a move, resign, save, leave, read the rules."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from functools import partial
from pathlib import Path

from caserne.core.game.errors import CaserneError, IllegalMove
from caserne.core.game.rulebook import Rulebook
from caserne.core.match.permissions import Act, is_allowed
from caserne.core.match.setups import preview_setup
from caserne.draw.rulebook_text import book_text, page_text
from caserne.tui import saves
from caserne.tui.dialogs import ChoiceDialog, PageDialog, TextDialog
from caserne.tui.phrases import capital
from caserne.tui.table_view import TableView


class TableActions(TableView):
    """The keys of a match that are not moves; those are in `TableScreen`."""

    @abstractmethod
    def play(self, seat: int, move: str) -> None:
        """Play a legal move."""

    @abstractmethod
    def suggest(self, seat: int, setup: str | None = None) -> None:
        """Show a set-up that can be confirmed as it is."""

    def action_drop(self) -> None:
        if self.move_input:
            self.move_input.clear()
            self.say("")
            self.draw()
            self.board.focus()

    def action_press(self, number: int) -> None:
        self.panel.press(number)

    def action_flip(self) -> None:
        self.local.flipped = not self.local.flipped
        self.draw()

    def action_take_back(self) -> None:
        """Take back the player's last move and the bot's answer."""
        seat = self.local.taker_back()
        try:
            self.local.match.take_back(0 if seat is None else seat)
        except CaserneError as error:
            self.show_error(error)
        else:
            self.say(self.app.phrases("taken_back"))
            self.proceed()

    def action_resign(self) -> None:
        seat = self.local.resigning()
        if seat is None or not is_allowed(Act.RESIGN, self.local.match, seat):
            self.say(self.app.phrases("cannot_resign"))
            return
        phrases = self.app.phrases
        question = phrases("resign?", seat=self.local.seat_name(seat))
        dialog = ChoiceDialog(question, [phrases("resign"), phrases("go_on")], safest=1)
        self.app.push_screen(dialog, lambda answer: self._resign(seat) if answer == 0 else None)

    def _resign(self, seat: int) -> None:
        self.local.match.resign(seat)
        self.say("")
        self.proceed()

    # TextDialog

    def action_write_move(self) -> None:
        """Ask for a move in the notation of the rulebook."""
        seat = self.local.to_act()
        if self.setup is not None and seat is not None:
            self.write_setup(seat)
        elif self.move_input is not None and seat is not None:
            dialog = TextDialog(self.app.phrases("write_move"), "", self.app.phrases("writing"), self._wrong_move)
            self.app.push_screen(dialog, lambda move: None if move is None else self.play(seat, move))

    def write_setup(self, seat: int) -> None:
        """A set-up as text, beginning with the one that is shown."""
        phrases = self.app.phrases
        wrong = partial(self._wrong_setup, seat)
        dialog = TextDialog(phrases("write_setup"), self.setup or "", phrases("writing"), wrong)
        self.app.push_screen(dialog, lambda text: None if text is None else self.suggest(seat, text))

    def _wrong_move(self, move: str) -> str | None:
        try:
            refusals = self.local.match.position.explain(move, self.app.phrases.lang)
        except CaserneError as error:
            return capital(error.text(self.app.phrases.lang))
        return self.app.phrases.refusal(refusals) if refusals else None

    def _wrong_setup(self, seat: int, setup: str) -> str | None:
        lang = self.app.phrases.lang
        try:
            preview_setup(self.local.match, seat, setup, lang)
        except IllegalMove as error:
            return self.app.phrases.refusal(error.refusals(lang))
        except CaserneError as error:
            return capital(error.text(lang))
        return None

    # Save and leave

    def action_save(self, then: Callable[[], None] | None = None) -> None:
        """Ask for a path, with a default, and save."""
        path = self.local.path or saves.usual_path(self.local.match)
        phrases = self.app.phrases
        dialog = TextDialog(phrases("save_as"), str(path), phrases("writing"), self._save)
        self.app.push_screen(dialog, lambda saved: None if saved is None else self._saved(then))

    def _save(self, text: str) -> str | None:
        path = Path(text).expanduser()
        if path.exists() and path != self.local.path:
            return self.app.phrases("exists", path=path)
        try:
            saves.save(self.local.match, path)
        except CaserneError as error:
            return capital(error.text(self.app.phrases.lang))
        self.local.note_saved(path)
        return None

    def _saved(self, then: Callable[[], None] | None) -> None:
        self.say(self.app.phrases("saved", path=self.local.path))
        if then:
            then()

    def leave(self, then: Callable[[], None]) -> None:
        """Leave the match; if it has unsaved moves, ask first whether to save."""
        if not self.local.unsaved:
            then()
            return
        phrases = self.app.phrases
        dialog = ChoiceDialog(phrases("leave?"), [phrases("leave.save"), phrases("leave.lose"), phrases("leave.stay")])
        answers = {0: lambda: self.action_save(then), 1: then}
        self.app.push_screen(dialog, lambda answer: answers.get(-1 if answer is None else answer, lambda: None)())

    def action_new_game(self) -> None:
        self.leave(self.app.open_start)

    # Help and rules

    def action_help(self) -> None:
        self.app.push_screen(PageDialog.of_text(self.app.phrases("help"), self.app.phrases("close")))

    def action_read_rule(self) -> None:
        """Show the rules that refused the last move, or else the whole rulebook."""
        try:
            game_id, lang = self.local.game.id, self.app.phrases.lang
            book = Rulebook.read(game_id, lang)
            rules = [page_text(book.section(rule).markdown, game_id, lang) for rule in self.refusing_rules]
            text = "\n\n".join(rules) or book_text(book, game_id, lang)
        except (CaserneError, OSError):
            self.say(self.app.phrases("no_rulebook"))
            return
        self.app.push_screen(PageDialog.of_markdown(text, self.app.phrases("close")))
