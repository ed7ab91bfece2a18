"""What is the case at a table: the match, who plays it, and who is looking at the screen."""

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
from caserne.tui.hand import Hand
from caserne.tui.move_list import lines, turns_seen
from caserne.tui.opening import Opened
from caserne.tui.voice import Voice


class Table:
    """A match on one screen. It changes nothing but who looks; the screen submits moves to the match."""

    def __init__(self, opened: Opened, voice: Voice) -> None:
        self.match: Match = opened.match
        self.players, self.path, self.voice = opened.players, opened.path, voice
        self.game = opened.match.game
        self.flipped = False
        self._bots: dict[int, Bot] = {}
        self._saved_events = len(self.match.record.events) if opened.path else 0
        self._seen: tuple[tuple[int, int | None], Observation] | None = None
        self._turns: tuple[Observation, list[Turn]] | None = None
        self._looking: int | None = None if self.secretive else next(iter(self.players.humans), None)

    # Who

    @property
    def secretive(self) -> bool:
        """Whether people who share the screen must not see the same thing now."""
        hides = self.match.position.in_setup or self.game.about.hidden
        return hides and len(self.players.humans) > 1 and self.match.actor is not None

    @property
    def looking(self) -> int | None:
        """The seat whose view is on the screen. Where nothing is secret the board does not turn at every move."""
        return self._looking if self.secretive else next(iter(self.players.humans), None)

    def look(self, seat: int | None) -> None:
        self._looking = seat

    def needs_curtain(self, seat: int) -> bool:
        """Whether a person is to act who must not see what is on the screen, or whose view others must not see."""
        return seat in self.players.humans and self.secretive and self._looking != seat

    def to_act(self) -> int | None:
        """The seat that acts next, bots before people while set-ups are sealed; None for a die and after the end."""
        waiting = self.match.waiting()
        return next((seat for seat in waiting if self.players.bot(seat)), next(iter(waiting), None))

    def bot(self, seat: int) -> Bot:
        """The computer that plays a seat."""
        if seat not in self._bots:
            self._bots[seat] = bot(self.players.bot(seat) or "", self.match.game, randbelow(SEEDS))
        return self._bots[seat]

    def thinking(self, seat: int) -> Callable[[], str | Forfeit]:
        """What finds the move of the computer that plays a seat, or why it has lost; for a thread of its own."""
        player, shown = self.bot(seat), self.shown_to_bot(seat)

        def think() -> str | Forfeit:
            try:
                return player.move(shown)
            except Forfeit as forfeit:
                return forfeit

        return think

    def forfeit(self, seat: int, forfeit: Forfeit) -> None:
        """End the match, which a computer has lost by what it did beside the board."""
        self.match.forfeit(seat, forfeit.text(self.voice.lang))

    def close(self) -> None:
        """Let all computers go."""
        for each in self._bots.values():
            each.close()

    def shown_to_bot(self, seat: int) -> Observation:
        """All that a bot may know."""
        return view_to_act(self.match, seat)

    def person_rolls(self) -> bool:
        """Whether a person throws that die; where nobody can tell whose it is, any person may."""
        seat = self.match.roller()
        return bool(self.players.humans) if seat is None else self.players.bot(seat) is None

    def taker_back(self) -> int | None:
        """The person whose move is taken back: the last who made one."""
        moved = [event.seat for event in self.match.record.standing() if isinstance(event, Action)]
        return next((seat for seat in reversed(moved) if self.players.bot(seat) is None), None)

    def resigning(self) -> int | None:
        """The person who gives up: the only one, or the one whose turn it is."""
        seat, humans = self.to_act(), self.players.humans
        return humans[0] if len(humans) == 1 else seat if seat in humans else None

    # On the screen

    def seat_name(self, seat: int) -> str:
        return self.game.words(f"seat.{seat}").text(self.voice.lang)

    def names(self) -> list[str]:
        return [self.players.name(seat, self.voice) for seat in range(self.game.seats)]

    def view(self) -> Observation:
        """What the one who looks knows. All that was ever learned is in it, so it is gathered once a move."""
        moment = (len(self.match.record.events), self.looking)
        if self._seen is None or self._seen[0] != moment:
            self._seen = moment, self.match.view(self.looking)
        return self._seen[1]

    def last_event(self) -> ObservedEvent | None:
        """The last move of a seat, as the one who looks learned of it."""
        return next((event for event in reversed(self.view().events) if isinstance(event.actor, int)), None)

    def scene(self, hand: Hand | None = None, setup: str | None = None, refused: str | None = None) -> Scene:
        """The board as the one who looks sees it: with what is in hand, or with a set-up that is not sealed yet."""
        lang, seat = self.voice.lang, self.to_act()
        if setup is not None and seat is not None:
            scene = preview_setup(self.match, seat, setup, lang)
        else:
            event = None if self.match.position.in_setup else self.last_event()
            scene = illustrate(self.view(), lang, last=event.move if event else None)
        if hand:
            scene = scene.with_marks(*(Mark("selected", cell) for cell in hand.cells))
            scene = scene.with_marks(*(Mark("target", cell) for cell in hand.targets()))
        if refused:
            scene = scene.with_marks(Mark("refused", refused))
        return scene.turned() if self.flipped else scene

    def moves(self, seat_names: Sequence[str], width: int) -> list[str]:
        """The moves by turns; a record replays itself to find its turns, so they are found once a move."""
        view = self.view()
        if self._turns is None or self._turns[0] is not view:
            self._turns = view, turns_seen(self.match.record, view.events)
        return lines(self._turns[1], seat_names, width)

    def status(self) -> str:
        """Whose turn it is, or how the match ended."""
        if self.match.actor is None:
            return self.ending()
        seat = self.to_act()
        if seat is None:
            return self.voice("die")
        if self.players.bot(seat) is not None:
            return self.voice("thinks", name=self.players.name(seat, self.voice))
        key = "arrange" if self.match.position.in_setup else "turn"
        if len(self.players.humans) == 1:
            return self.voice(f"{key}.you")
        return self.voice(key, seat=self.seat_name(seat))

    def ending(self) -> str:
        """One sentence on how the match ended, and by which rule."""
        ended, result = outcome(self.match), self.match.position.result()
        if ended is None:
            return ""
        said = ended.text(self.voice.lang)
        return f"{said} ({result.rule})" if result else said

    # On disk

    @property
    def unsaved(self) -> bool:
        """Whether something would be lost: a game that goes on and has changed since it was last saved."""
        events = len(self.match.record.events)
        return self.match.actor is not None and events not in (0, self._saved_events)

    def note_saved(self, path: Path) -> None:
        self.path = path
        self._saved_events = len(self.match.record.events)
