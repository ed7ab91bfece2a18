"""A match on one screen: who plays it, who looks at the screen, and what is shown."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from secrets import randbelow

from caserne.bots.bot import Bot, Forfeit
from caserne.bots.names import bot
from caserne.core.game.observation import Observation, ObservedEvent
from caserne.core.game.scene import Mark, Scene
from caserne.core.match.events import Action
from caserne.core.match.match import Match
from caserne.core.match.outcome import outcome
from caserne.core.match.record import Turn
from caserne.core.match.setups import SEEDS, preview_setup, view_to_act
from caserne.core.presentation.illustrate import illustrate
from caserne.tui.move_input import MoveInput
from caserne.tui.move_list import lines, turns_seen
from caserne.tui.opening import Opened
from caserne.tui.phrases import Phrases


class LocalMatch:
    """A match on one screen. It changes only who looks; the screen submits moves to the match."""

    def __init__(self, opened: Opened, phrases: Phrases) -> None:
        self.match: Match = opened.match
        self.players, self.path, self.phrases = opened.players, opened.path, phrases
        self.game = opened.match.game
        self.flipped = False
        self._bots: dict[int, Bot] = {}
        self._saved_events = len(self.match.record.events) if opened.path else 0
        self._seen: tuple[tuple[int, int | None], Observation] | None = None
        self._turns: tuple[Observation, list[Turn]] | None = None
        self._looking: int | None = None if self.secretive else next(iter(self.players.humans), None)

    # Players

    @property
    def secretive(self) -> bool:
        """Whether people who share the screen must not see the same thing now."""
        hides = self.match.position.in_setup or self.game.about.hidden
        return hides and len(self.players.humans) > 1 and self.match.actor is not None

    @property
    def looking(self) -> int | None:
        """The seat whose view is shown. If nothing is secret, the board does not turn at every move."""
        return self._looking if self.secretive else next(iter(self.players.humans), None)

    def look(self, seat: int | None) -> None:
        self._looking = seat

    def needs_handover(self, seat: int) -> bool:
        """Whether another person's secrets are on the screen when this seat is to act."""
        return seat in self.players.humans and self.secretive and self._looking != seat

    def to_act(self) -> int | None:
        """The seat that acts next, bots before people during set-ups; None for a die and after the end."""
        waiting = self.match.waiting()
        return next((seat for seat in waiting if self.players.bot(seat)), next(iter(waiting), None))

    def bot(self, seat: int) -> Bot:
        """Return the bot that plays a seat."""
        if seat not in self._bots:
            self._bots[seat] = bot(self.players.bot(seat) or "", self.match.game, randbelow(SEEDS))
        return self._bots[seat]

    def thinking(self, seat: int) -> Callable[[], str | Forfeit]:
        """Return a function for a thread that finds the move of a bot, or the reason why it has lost."""
        player, shown = self.bot(seat), self.shown_to_bot(seat)

        def think() -> str | Forfeit:
            try:
                return player.move(shown)
            except Forfeit as forfeit:
                return forfeit

        return think

    def forfeit(self, seat: int, forfeit: Forfeit) -> None:
        """End the match because a bot has forfeited it."""
        self.match.forfeit(seat, forfeit.text(self.phrases.lang))

    def close(self) -> None:
        """Close all bots."""
        for each in self._bots.values():
            each.close()

    def shown_to_bot(self, seat: int) -> Observation:
        """Return all that a bot may know."""
        return view_to_act(self.match, seat)

    def person_rolls(self) -> bool:
        """Whether a person rolls the die; if no seat has to, any person may."""
        seat = self.match.roller()
        return bool(self.players.humans) if seat is None else self.players.bot(seat) is None

    def taker_back(self) -> int | None:
        """Return the person whose move is taken back: the last one who moved."""
        moved = [event.seat for event in self.match.record.standing() if isinstance(event, Action)]
        return next((seat for seat in reversed(moved) if self.players.bot(seat) is None), None)

    def resigning(self) -> int | None:
        """Return the person who resigns: the only one, or the one whose turn it is."""
        seat, humans = self.to_act(), self.players.humans
        return humans[0] if len(humans) == 1 else seat if seat in humans else None

    # Display

    def seat_name(self, seat: int) -> str:
        return self.game.words(f"seat.{seat}").text(self.phrases.lang)

    def names(self) -> list[str]:
        return [self.players.name(seat, self.phrases) for seat in range(self.game.seats)]

    def view(self) -> Observation:
        """Return what the viewer knows; computed once a move, because it holds all that was ever learned."""
        moment = (len(self.match.record.events), self.looking)
        if self._seen is None or self._seen[0] != moment:
            self._seen = moment, self.match.view(self.looking)
        return self._seen[1]

    def last_event(self) -> ObservedEvent | None:
        """Return the last move of a seat, as far as the viewer knows it."""
        return next((event for event in reversed(self.view().events) if isinstance(event.actor, int)), None)

    def scene(self, move_input: MoveInput | None = None, setup: str | None = None, refused: str | None = None) -> Scene:
        """Return the viewer's scene, with the selected cells or with a set-up that is not confirmed yet."""
        lang, seat = self.phrases.lang, self.to_act()
        if setup is not None and seat is not None:
            scene = preview_setup(self.match, seat, setup, lang)
        else:
            event = None if self.match.position.in_setup else self.last_event()
            scene = illustrate(self.view(), lang, last=event.move if event else None)
        if move_input:
            scene = scene.with_marks(*(Mark("selected", cell) for cell in move_input.cells))
            scene = scene.with_marks(*(Mark("target", cell) for cell in move_input.targets()))
        if refused:
            scene = scene.with_marks(Mark("refused", refused))
        return scene.turned() if self.flipped else scene

    def moves(self, seat_names: Sequence[str], width: int) -> list[str]:
        """Return the moves by turns; computed once a move, because the record is replayed to find them."""
        view = self.view()
        if self._turns is None or self._turns[0] is not view:
            self._turns = view, turns_seen(self.match.record, view.events)
        return lines(self._turns[1], seat_names, width)

    def status(self) -> str:
        """Say whose turn it is, or how the match ended."""
        if self.match.actor is None:
            return self.ending()
        seat = self.to_act()
        if seat is None:
            return self.phrases("die")
        if self.players.bot(seat) is not None:
            return self.phrases("thinks", name=self.players.name(seat, self.phrases))
        key = "arrange" if self.match.position.in_setup else "turn"
        if len(self.players.humans) == 1:
            return self.phrases(f"{key}.you")
        return self.phrases(key, seat=self.seat_name(seat))

    def task(self, move_input: MoveInput | None) -> str:
        """Say what a person who makes a move is to do next, in the game's words."""
        if move_input is None:
            return ""
        tasks = self.game.tasks(self.view())
        return tasks[min(len(move_input.cells), len(tasks) - 1)].text(self.phrases.lang) if tasks else ""

    def ending(self) -> str:
        """Say how the match ended, and by which rule."""
        ended, result = outcome(self.match), self.match.position.result()
        if ended is None:
            return ""
        said = ended.text(self.phrases.lang)
        return f"{said} ({result.rule})" if result else said

    # Saving

    @property
    def unsaved(self) -> bool:
        """Whether an unfinished match has changed since it was last saved."""
        events = len(self.match.record.events)
        return self.match.actor is not None and events not in (0, self._saved_events)

    def note_saved(self, path: Path) -> None:
        self.path = path
        self._saved_events = len(self.match.record.events)
