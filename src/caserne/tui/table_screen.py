"""The table: a board, what stands beside it, and the course of a match between people and bots."""

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
from caserne.tui.hand import Chosen, Hand, Refused
from caserne.tui.opening import Opened
from caserne.tui.paint import piles
from caserne.tui.sheets import Choice, Curtain
from caserne.tui.table_actions import TableActions
from caserne.tui.voice import capital

SHORT_SETUP = 12
"""Set-ups up to this length are worth reading; longer ones are better looked at."""


class TableScreen(TableActions):
    """Lets whoever is to act act, until the match is over."""

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
        """What the last move showed."""

    # The course of a match

    def proceed(self) -> None:
        """See who is to act, and let them."""
        self.hand = self.setup = self.refused = self._thinking = None
        seat, roller = self.table.to_act(), self.table.match.roller()
        if self.table.match.actor is None:
            self._let_end()
        elif (person := roller if seat is None else seat) is not None and self.table.needs_curtain(person):
            self._draw_curtain(person)
        elif seat is None:
            self._let_die_fall()
        elif self.table.players.bot(seat) is not None:
            self._let_bot_think(seat)
        else:
            self._let_person_act(seat)

    def submit(self, seat: int, move: str) -> None:
        """Make a move at the table; a refusal says why and changes nothing."""
        try:
            self.table.match.submit(seat, move)
        except CaserneError as error:
            self.complain(error)
        else:
            event = self.table.last_event()
            self._revealed = _revealed(event) if event else ""
            self.say(self._revealed)
            self.proceed()

    def _let_end(self) -> None:
        self.draw()
        voice = self.app.voice
        self.offer((voice("again"), self._play_again), (voice("other_game"), self.action_new_game))

    def _play_again(self) -> None:
        self.app.open_new(self.table.game, self.table.players)

    def _let_die_fall(self) -> None:
        self.draw()
        if self.table.person_rolls():
            self.offer((self.app.voice("roll"), self._roll))
        else:
            self.offer()
            self._soon(partial(self._roll_if_due, len(self.table.match.record.events)))

    def _roll_if_due(self, events: int) -> None:
        if self.table.match.actor == "chance" and len(self.table.match.record.events) == events:
            self._roll()

    def _roll(self) -> None:
        result = self.table.match.roll()
        fell = self.app.voice("fell", result=result)
        self.say(f"{self._revealed}\n{fell}" if self._revealed else fell)
        self.proceed()

    def _let_bot_think(self, seat: int) -> None:
        self.draw()
        self.offer()
        self._thinking = self.run_worker(self.table.thinking(seat), thread=True, name=str(seat))

    def on_unmount(self) -> None:
        self.table.close()

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        """A bot has thought; what it thought of a position that was taken back is forgotten."""
        if event.worker is self._thinking and event.state == WorkerState.SUCCESS:
            self._soon(partial(self._play_thought, event.worker))

    def _play_thought(self, worker: Worker[str | Forfeit]) -> None:
        if worker is not self._thinking or worker.result is None:
            return
        if isinstance(worker.result, Forfeit):
            self.table.forfeit(int(worker.name), worker.result)
            self.proceed()
        else:
            self.submit(int(worker.name), worker.result)

    def _soon(self, act: Callable[[], None]) -> None:
        """Let the eye follow what bots do; what they arrange in secret there is no need to wait for."""
        pace = 0 if self.table.match.position.in_setup else self.app.pace
        if pace:
            self.set_timer(pace, act)
        else:
            self.call_later(act)

    def _draw_curtain(self, seat: int) -> None:
        """Hide everything until the person whose turn it is sits before the screen."""
        self.table.look(None)
        self.draw()
        self.offer()
        key = "curtain.arrange" if self.table.match.position.in_setup else "curtain.turn"
        name = self.table.seat_name(seat)
        lines = [self.app.voice(key, seat=name), *self._news(), self.app.voice("curtain.lift", seat=name)]
        self.app.push_screen(Curtain(lines), lambda _: self._lift_curtain(seat))

    def _lift_curtain(self, seat: int) -> None:
        self.table.look(seat)
        self.proceed()

    def _news(self) -> list[str]:
        """What everybody may know of the last move, so that who made it learns what came of it."""
        event = self.table.last_event()
        if event is None or event.move is None or not isinstance(event.actor, int):
            return []
        told = self.app.voice("curtain.news", seat=self.table.seat_name(event.actor), move=event.move)
        return [line for line in (told, _revealed(event)) if line]

    def _let_person_act(self, seat: int) -> None:
        if self.table.match.position.in_setup:
            self.suggest(seat)
            return
        self.hand = Hand(self.table.game, self.table.match.view(seat).legal())
        self.draw()
        labels = {move: self.table.game.move_label(move, self.app.voice.lang) for move in self.hand.buttons}
        self.offer(*((label, partial(self.play, seat, move)) for move, label in labels.items()))
        if not self.hand.buttons or self.hand.origins():
            self.board.focus()

    # What a person does on the board

    @on(Board.Touched)
    def touch(self, event: Board.Touched) -> None:
        seat = self.table.to_act()
        if self.hand is None or seat is None:
            if self.setup is not None:
                self.panel.focus_offers()
            return
        self.say("")
        outcome = self.hand.touch(event.cell, lambda cell: self._stands_on(cell, seat))
        if isinstance(outcome, Refused):
            self._refuse(outcome.cells)
        elif isinstance(outcome, Chosen):
            self._choose(seat, outcome.moves)
        elif outcome.cells and not self.hand.targets():
            self.say(self.app.voice("stuck"))
        self.draw()

    def play(self, seat: int, move: str) -> None:
        """Make a legal move, after a question if it will cost something."""
        sentences = self.table.game.warnings(self.table.match.view(seat), move)
        if not sentences:
            self.submit(seat, move)
            return
        voice = self.app.voice
        question = "\n".join(capital(sentence.text(voice.lang)) for sentence in sentences)
        sheet = Choice(question, [voice("play_anyway"), voice("think_again")], safest=1)
        self.app.push_screen(sheet, lambda answer: self.submit(seat, move) if answer == 0 else None)

    def _choose(self, seat: int, moves: tuple[str, ...]) -> None:
        if len(moves) == 1:
            self.play(seat, moves[0])
            return
        voice = self.app.voice
        labels = [self.table.game.move_label(move, voice.lang) for move in moves]
        sheet = Choice(voice("which"), labels)
        self.app.push_screen(sheet, lambda answer: None if answer is None else self.play(seat, moves[answer]))

    def _refuse(self, cells: tuple[str, ...]) -> None:
        move = move_of(self.table.game, cells)
        refusals = self.table.match.position.explain(move, self.app.voice.lang) if move else []
        if refusals:
            self.refuse(refusals)
        else:
            self.say(self.app.voice("nothing_here"), refused=True)
        self.refused = cells[-1]

    def _stands_on(self, cell: str, seat: int) -> bool:
        """Whether the topmost piece of a cell is the seat's."""
        pile = piles(self.table.scene()).get(cell)
        return pile is not None and pile[-1].seat == seat

    # Set-ups

    def suggest(self, seat: int, setup: str | None = None) -> None:
        """Show a set-up that can be sealed as it is."""
        self.setup = setup or suggest_setup(self.table.match, seat)
        self.draw()
        voice = self.app.voice
        self.say(voice("suggestion", setup=self.setup) if len(self.setup) <= SHORT_SETUP else voice("suggestion.long"))
        mirrored = self.table.game.mirrored_setup(self.setup)
        offers = [
            (voice("seal"), partial(self.submit, seat, self.setup)),
            (voice("another"), partial(self.suggest, seat)),
            (voice("write"), partial(self.write_setup, seat)),
        ]
        if mirrored:
            offers.append((voice("mirror"), partial(self.suggest, seat, mirrored)))
        if self.table.game.setup_library():
            offers.append((voice("library"), partial(self._open_library, seat)))
        self.offer(*offers)

    def _open_library(self, seat: int) -> None:
        """Set-ups that are worth playing."""
        game, voice = self.table.game, self.app.voice
        library = game.setup_library()

        def take(answer: int | None) -> None:
            if answer is not None:
                self.suggest(seat, game.library_setup(list(library)[answer], randbelow(SEEDS)))

        titles = [capital(title.text(voice.lang)) for title in library.values()]
        self.app.push_screen(Choice(voice("library"), titles), take)


def _revealed(event: ObservedEvent) -> str:
    """Where something was shown, and what: pieces that fought, for instance."""
    return " · ".join(f"{cell} {what}" for cell, what in event.revealed)
