"""The turns of a match between people and bots on one screen."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from secrets import randbelow
from typing import ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.worker import Worker, WorkerState

from caserne.bots.bot import Forfeit
from caserne.core.game.errors import CaserneError
from caserne.core.game.observation import ObservedEvent
from caserne.core.match.setups import SEEDS, suggest_setup
from caserne.core.presentation.touch import move_of
from caserne.tui.board import Board
from caserne.tui.dialogs import ChoiceDialog, HandoverDialog
from caserne.tui.move_input import Completed, MoveInput, NoLegalMove
from caserne.tui.opening import Opened
from caserne.tui.paint import piles
from caserne.tui.phrases import capital
from caserne.tui.table_actions import TableActions

SHORT_SETUP = 12
"""Set-ups up to this length are shown as text too."""


class TableScreen(TableActions):
    """Runs turns until the match ends."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "drop", show=False),
        *(Binding(str(number), f"press({number})", show=False) for number in range(1, 10)),
        Binding("u", "take_back", show=False),
        Binding("f", "flip", show=False),
        Binding("m", "write_move", show=False),
        Binding("s", "save", show=False),
        Binding("r", "read_rule", show=False),
        Binding("x", "resign", show=False),
        Binding("n", "new_game", show=False),
        Binding("question_mark", "help", show=False),
        Binding("q", "app.quit", show=False),
    ]

    def __init__(self, opened: Opened) -> None:
        super().__init__(opened)
        self._thinking: Worker[str | Forfeit] | None = None
        self._revealed = ""
        """What the last move revealed."""

    # Turns

    def proceed(self) -> None:
        self.move_input = self.setup = self.refused = self._thinking = None
        seat, roller = self.local.to_act(), self.local.match.roller()
        if self.local.match.actor is None:
            self._offer_rematch()
        elif (person := roller if seat is None else seat) is not None and self.local.needs_handover(person):
            self._hand_over(person)
        elif seat is None:
            self._roll_next()
        elif self.local.players.bot(seat) is not None:
            self._start_bot(seat)
        else:
            self._start_person(seat)

    def submit(self, seat: int, move: str) -> None:
        """Play a move; if it is refused, say why and change nothing."""
        try:
            self.local.match.submit(seat, move)
        except CaserneError as error:
            self.show_error(error)
        else:
            event = self.local.last_event()
            self._revealed = _revealed(event) if event else ""
            self.say(self._revealed)
            self.proceed()

    def _offer_rematch(self) -> None:
        self.draw()
        phrases = self.app.phrases
        self.offer((phrases("again"), self._play_again), (phrases("other_game"), self.action_new_game))

    def _play_again(self) -> None:
        self.app.open_new(self.local.game, self.local.players)

    def _roll_next(self) -> None:
        self.draw()
        if self.local.person_rolls():
            self.offer((self.app.phrases("roll"), self._roll))
        else:
            self.offer()
            self._run_soon(partial(self._roll_if_due, len(self.local.match.record.events)))

    def _roll_if_due(self, events: int) -> None:
        if self.local.match.actor == "chance" and len(self.local.match.record.events) == events:
            self._roll()

    def _roll(self) -> None:
        result = self.local.match.roll()
        fell = self.app.phrases("fell", result=result)
        self.say(f"{self._revealed}\n{fell}" if self._revealed else fell)
        self.proceed()

    def _start_bot(self, seat: int) -> None:
        self.draw()
        self.offer()
        self._thinking = self.run_worker(self.local.thinking(seat), thread=True, name=str(seat))

    def on_unmount(self) -> None:
        self.local.close()

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        """Play the move that a bot has found, unless its position was taken back."""
        if event.worker is self._thinking and event.state == WorkerState.SUCCESS:
            self._run_soon(partial(self._play_bot_move, event.worker))

    def _play_bot_move(self, worker: Worker[str | Forfeit]) -> None:
        if worker is not self._thinking or worker.result is None:
            return
        if isinstance(worker.result, Forfeit):
            self.local.forfeit(int(worker.name), worker.result)
            self.proceed()
        else:
            self.submit(int(worker.name), worker.result)

    def _run_soon(self, act: Callable[[], None]) -> None:
        """Run an act after a pause, so that the eye can follow; at once during set-ups, which are not shown."""
        pace = 0 if self.local.match.position.in_setup else self.app.pace
        if pace:
            self.set_timer(pace, act)
        else:
            self.call_later(act)

    def _hand_over(self, seat: int) -> None:
        """Hide the board until the person whose turn it is confirms to be at the screen."""
        self.local.look(None)
        self.draw()
        self.offer()
        key = "curtain.arrange" if self.local.match.position.in_setup else "curtain.turn"
        name = self.local.seat_name(seat)
        lines = [
            self.app.phrases(key, seat=name),
            *self._last_move_lines(),
            self.app.phrases("curtain.lift", seat=name),
        ]
        self.app.push_screen(HandoverDialog(lines), lambda _: self._take_over(seat))

    def _take_over(self, seat: int) -> None:
        self.local.look(seat)
        self.proceed()

    def _last_move_lines(self) -> list[str]:
        """Return what everybody may know of the last move and its result."""
        event = self.local.last_event()
        if event is None or event.move is None or not isinstance(event.actor, int):
            return []
        line = self.app.phrases("curtain.news", seat=self.local.seat_name(event.actor), move=event.move)
        return [text for text in (line, _revealed(event)) if text]

    def _start_person(self, seat: int) -> None:
        if self.local.match.position.in_setup:
            self.suggest(seat)
            return
        self.move_input = MoveInput(self.local.game, self.local.match.view(seat).legal())
        self.draw()
        labels = {move: self.local.game.move_label(move, self.app.phrases.lang) for move in self.move_input.buttons}
        self.offer(*((label, partial(self.play, seat, move)) for move, label in labels.items()))
        if not self.move_input.buttons or self.move_input.origins():
            self.board.focus()

    # Touches on the board

    @on(Board.Touched)
    def touch(self, event: Board.Touched) -> None:
        seat = self.local.to_act()
        if self.move_input is None or seat is None:
            if self.setup is not None:
                self.panel.focus_offers()
            return
        self.say("")
        result = self.move_input.touch(event.cell, lambda cell: self._stands_on(cell, seat))
        if isinstance(result, NoLegalMove):
            self._refuse(result.cells)
        elif isinstance(result, Completed):
            self._choose(seat, result.moves)
        elif result.cells and not self.move_input.targets():
            self.say(self.app.phrases("stuck"))
        self.draw()

    def play(self, seat: int, move: str) -> None:
        """Play a legal move; ask first if the game warns of it."""
        sentences = self.local.game.warnings(self.local.match.view(seat), move)
        if not sentences:
            self.submit(seat, move)
            return
        phrases = self.app.phrases
        question = "\n".join(capital(sentence.text(phrases.lang)) for sentence in sentences)
        dialog = ChoiceDialog(question, [phrases("play_anyway"), phrases("think_again")], safest=1)
        self.app.push_screen(dialog, lambda answer: self.submit(seat, move) if answer == 0 else None)

    def _choose(self, seat: int, moves: tuple[str, ...]) -> None:
        if len(moves) == 1:
            self.play(seat, moves[0])
            return
        phrases = self.app.phrases
        labels = [self.local.game.move_label(move, phrases.lang) for move in moves]
        dialog = ChoiceDialog(phrases("which"), labels)
        self.app.push_screen(dialog, lambda answer: None if answer is None else self.play(seat, moves[answer]))

    def _refuse(self, cells: tuple[str, ...]) -> None:
        move = move_of(self.local.game, cells)
        refusals = self.local.match.position.explain(move, self.app.phrases.lang) if move else []
        if refusals:
            self.refuse(refusals)
        else:
            self.say(self.app.phrases("nothing_here"), refused=True)
        self.refused = cells[-1]

    def _stands_on(self, cell: str, seat: int) -> bool:
        """Whether the topmost piece of a cell is the seat's."""
        pile = piles(self.local.scene()).get(cell)
        return pile is not None and pile[-1].seat == seat

    # Set-ups

    def suggest(self, seat: int, setup: str | None = None) -> None:
        """Show a set-up that can be confirmed as it is."""
        self.setup = setup or suggest_setup(self.local.match, seat)
        self.draw()
        phrases = self.app.phrases
        self.say(
            phrases("suggestion", setup=self.setup) if len(self.setup) <= SHORT_SETUP else phrases("suggestion.long")
        )
        mirrored = self.local.game.mirrored_setup(self.setup)
        offers = [
            (phrases("seal"), partial(self.submit, seat, self.setup)),
            (phrases("another"), partial(self.suggest, seat)),
            (phrases("write"), partial(self.write_setup, seat)),
        ]
        if mirrored:
            offers.append((phrases("mirror"), partial(self.suggest, seat, mirrored)))
        if self.local.game.setup_library():
            offers.append((phrases("library"), partial(self._open_library, seat)))
        self.offer(*offers)

    def _open_library(self, seat: int) -> None:
        """Offer the set-ups of the room's library."""
        game, phrases = self.local.game, self.app.phrases
        library = game.setup_library()

        def take(answer: int | None) -> None:
            if answer is not None:
                self.suggest(seat, game.library_setup(list(library)[answer], randbelow(SEEDS)))

        titles = [capital(title.text(phrases.lang)) for title in library.values()]
        self.app.push_screen(ChoiceDialog(phrases("library"), titles), take)


def _revealed(event: ObservedEvent) -> str:
    """Return what a move revealed and where, such as pieces that fought."""
    return " · ".join(f"{cell} {what}" for cell, what in event.revealed)
