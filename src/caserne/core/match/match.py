"""A match: the one authority over what happens at a table, for local and remote play alike."""

from __future__ import annotations

import secrets as randomness
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from caserne.core.game.errors import TableError
from caserne.core.game.game import Game
from caserne.core.game.observation import Observation, ObservedEvent
from caserne.core.game.position import Position
from caserne.core.game.terms import check_terms
from caserne.core.match import events, fair_dice
from caserne.core.match.authority import (
    Before,
    check_allowed,
    check_end,
    check_recorded,
    end_of,
    may_abort,
    offer_for,
    result_of,
)
from caserne.core.match.events import Action, Chance, Ending, Event, TakenBack, check_event
from caserne.core.match.fields import Place
from caserne.core.match.offers import TAKE_BACK, Offer
from caserne.core.match.private import Private
from caserne.core.match.record import Record
from caserne.core.match.seat_history import SeatHistory
from caserne.core.match.table_state import TableState
from caserne.core.match.take_backs import take_back_target


class Match:
    """One game being played. Whatever is refused leaves it as it was.

    Set-ups are sealed in any order and put on the board in seat order once all are in. Dice fall by `roll`, from a
    secret that was committed to before the seats contributed their bytes.
    """

    def __init__(
        self,
        game: Game[Any],
        *,
        players: Sequence[str] = (),
        start: str | None = None,
        match_id: str | None = None,
    ) -> None:
        match_id = match_id or randomness.token_urlsafe(9)
        self._secret = fair_dice.new_secret()
        self._sealed: dict[int, tuple[bytes, str]] = {}
        self._histories: dict[int | None, SeatHistory] = {}
        self._roller: tuple[Position, int | None] | None = None
        commitment = fair_dice.dice_commitment(self._secret, match_id)
        date = datetime.now(UTC).isoformat(timespec="seconds")
        self.record = Record(game, start, match_id, tuple(players), date, commitment)
        self._positions = [self.record.first()]
        self._table = TableState(over=self.position.actor is None)

    @classmethod
    def resume(cls, record: Record, private: Private | None = None) -> Match:
        """Go on with a match, with the secrets of its keeper; InvalidRecord if the table allowed no such match.

        Secrets must fit what the record commits to. Without them old dice stay unproved.
        """
        match = cls(record.game, players=record.players, start=record.start, match_id=record.match)
        match.record.date = record.date
        if private is not None:
            match.record.dice = record.dice
        elif any(isinstance(event, Chance) for event in record.events):
            match.record.dice = None
        match.follow(record.events, record.end, private)
        return match

    def snapshot(self) -> Record:
        """The record with the secrets that are needed to go on: for the keeper of the match alone."""
        return replace(self.record, private=self.private() if self.record.end is None else None)

    def private(self) -> Private:
        """The secrets that are needed to go on."""
        return Private(self._secret, dict(self._sealed))

    def follow(self, added: Sequence[Event], end: dict[str, Any] | None, private: Private | None = None) -> None:
        """Catch up with events that another keeper of the same match has written; InvalidRecord if they cannot be."""
        for event in added:
            check_recorded(self._before, event)
            self._write(event, self.record.position_after(self._positions, len(self.record.events), event))
        check_end(end, self.position, self._table)
        if private is not None:
            private.check(self.record.match, self.record.dice, self.record.events)
            self._secret, self._sealed = private.secret, dict(private.sealed)
        self.record.end = end

    # Queries

    @property
    def game(self) -> Game[Any]:
        return self.record.game

    @property
    def position(self) -> Position:
        return self._positions[-1]

    @property
    def positions(self) -> Sequence[Position]:
        """The position before the first event, and those after each."""
        return self._positions

    @property
    def offer(self) -> Offer | None:
        """What has been proposed and waits for an answer; a move or a die that falls puts an end to it."""
        return self._table.offer

    @property
    def actor(self) -> int | str | None:
        """The seat to act, "chance", or None when the match is over."""
        return None if self.record.end else self.position.actor

    def waiting(self) -> list[int]:
        """The seats that can act now; several while set-ups are sealed."""
        actor = self.actor
        if not isinstance(actor, int):
            return []
        if self.position.in_setup:
            return [seat for seat in range(self.game.seats) if seat not in self._sealed]
        return [actor]

    def view(self, seat: int | None) -> Observation:
        """What a seat knows now, with all it has learned on the way."""
        return self.position.view(seat).with_events(self.seen_by(seat))

    def seen_by(self, seat: int | None) -> tuple[ObservedEvent, ...]:
        """The moves and dice that were not taken back, as a seat learned of them; set-ups once they are revealed."""
        return self.history(seat).events()

    def history(self, seat: int | None) -> SeatHistory:
        """What a seat has learned, updated at each call; shared by all seats once nothing is hidden."""
        if not self.game.about.hidden and not self.position.in_setup:
            seat = None
        history = self._histories.setdefault(seat, SeatHistory(self.game, seat))
        history.follow(self.record.events, self._positions)
        return history

    def has_contributed(self, seat: int) -> bool:
        """Whether a seat's bytes for the dice are in, or come too late."""
        return seat in self._table.contributions or self._table.dice > 0

    def sealed(self, seat: int) -> str | None:
        """The set-up that a seat has sealed and that is not on the board yet: for that seat alone."""
        return self._sealed[seat][1] if self.position.in_setup and seat in self._sealed else None

    def roller(self) -> int | None:
        """Who throws the die that must fall now: the seat that goes on after it, if that can be told."""
        if self.actor != "chance":
            return None
        if self._roller is None or self._roller[0] is not self.position:
            self._roller = self.position, self._find_roller()
        return self._roller[1]

    def _find_roller(self) -> int | None:
        seat = self.game.rolls_for(self.position.view(None))
        if seat is None:
            after = self.position.play(self.position.legal()[0]).actor
            return after if isinstance(after, int) else None
        return seat

    def left(self) -> list[int]:
        """The seats that have left, which somebody else plays for."""
        return list(self._table.left)

    def may_abort(self, seat: int) -> bool:
        """Whether a seat can still call the match off: it has not moved yet, nor have all the others."""
        return may_abort(self._before, seat)

    # What seats do

    def contribute(self, seat: int, contribution: bytes) -> None:
        """A seat's own bytes for the dice, once, before play begins."""
        if len(contribution) != fair_dice.CONTRIBUTION_BYTES:
            raise TableError.of("bad_contribution", seat=seat, length=fair_dice.CONTRIBUTION_BYTES)
        self._append(events.Contributed(seat, contribution.hex()))

    def submit(self, seat: int, move: str) -> None:
        """A move of a seat; in a set-up it is sealed until all seats have theirs."""
        if self.actor is None:
            raise TableError.of("match_over")
        if self.position.in_setup:
            self._seal(seat, move)
        elif seat != self.actor:
            raise TableError.of("not_your_turn", seat=seat)
        else:
            self._append(Action(seat, move), self.position.play(move))

    def unseal(self, seat: int) -> None:
        """Open a sealed set-up again, until all are in."""
        if self.actor is None or self.sealed(seat) is None:
            raise TableError.of("nothing_sealed", seat=seat)
        self._append(events.Unsealed(seat))
        del self._sealed[seat]

    def roll(self) -> str:
        """Let the die fall that must fall now, and say what it shows."""
        if self.actor != "chance":
            raise TableError.of("no_die_now")
        for seat in range(self.game.seats):
            if not self.has_contributed(seat):
                self.contribute(seat, fair_dice.new_contribution())
        contributions = [contribution for _, contribution in sorted(self._table.contributions.items())]
        result = fair_dice.die_result(self._secret, contributions, self._table.dice, self.position.legal())
        self._append(Chance(result), self.position.play(result))
        return result

    def propose(self, seat: int, what: str) -> None:
        """Propose one of the game's `offers` on one's own turn, before or after its die, once set-ups are done."""
        on_turn = self.roller() if self.actor == "chance" else self.actor
        if on_turn != seat:
            raise TableError.of("match_over" if self.actor is None else "not_your_turn", seat=seat)
        if self.position.in_setup:
            raise TableError.of("no_offer_in_setup")
        if self.offer is not None or what not in self.game.offers:
            raise TableError.of("no_such_offer", what=what, offers=", ".join(self.game.offers))
        self._append(events.Proposed(seat, what))

    def propose_take_back(self, seat: int) -> None:
        """Ask the others whether the seat's last move may be taken back."""
        self._append(events.Proposed(seat, TAKE_BACK))

    def name_terms(self, seat: int, terms: Mapping[str, Any]) -> None:
        """Answer an offer with the conditions that the game declares for it, for the proposer to accept or decline."""
        offer = offer_for(self._before, seat)
        if offer.terms is not None or offer.what == TAKE_BACK:
            raise TableError.of("no_offer")
        check_terms(offer.what, self.game.terms.get(offer.what, {}), terms)
        self._append(events.TermsNamed(seat, offer.what, dict(terms)))

    def accept(self, seat: int) -> None:
        """Agree to what was proposed; when all that matter have agreed, it is done, and most offers end the match."""
        offer = offer_for(self._before, seat)
        self._append(events.Accepted(seat, offer.what))
        if self._table.offer is None or self._table.offer.waits_for(self.game.seats):
            return
        if offer.what == TAKE_BACK:
            self.take_back(offer.seat)
        else:
            returns = tuple(self.game.agreement_returns(offer.what, offer.seat))
            self._append(events.Agreed(offer.seat, returns, offer.what, dict(offer.terms or {})))

    def decline(self, seat: int) -> None:
        """Refuse what was proposed, or its conditions; play goes on."""
        self._append(events.Declined(seat, offer_for(self._before, seat).what))

    def resign(self, seat: int) -> None:
        """A seat gives up: it comes last, and the others share the rest."""
        self._end(events.Resigned, seat)

    def time_out(self, seat: int) -> None:
        """A seat has let its time run out, and somebody claims it."""
        self._end(events.TimedOut, seat)

    def forfeit(self, seat: int, reason: str | None = None) -> None:
        """A bot has lost by what it did beside the board."""
        reason = events.printable(reason) if reason else None
        self._append(events.Forfeited(seat, tuple(self.game.defeat_returns(seat)), reason))

    def abort(self, seat: int) -> None:
        """Call the match off before it has properly begun: nobody wins."""
        self._end(events.Aborted, seat)

    def leave(self, seat: int, bot: str | None = None) -> None:
        """A seat of three or more goes for good: a bot plays on for it, and it comes last; the last to stay wins."""
        if len(self.left()) + 2 == self.game.seats > 2:
            self._end(events.LastLeft, seat)
        else:
            self._append(events.Left(seat, bot))

    def _end(self, kind: type[Ending], seat: int) -> None:
        """End the match at the table, with the result that the house gives."""
        unchecked = kind(seat, ())
        self._append(replace(unchecked, returns=result_of(self._before, unchecked)))

    def take_back(self, seat: int) -> None:
        """Go back to before the seat's last move, where nothing has been rolled or revealed since."""
        number = self._take_back_target(seat)
        self.record.end = None
        self._append(TakenBack(seat, number), self._positions[number])

    def may_take_back(self, seat: int) -> bool:
        """Whether the seat's last move can be taken back."""
        try:
            self._take_back_target(seat)
        except TableError:
            return False
        return True

    def _take_back_target(self, seat: int) -> int:
        before = self._before
        return take_back_target(before.game, before.events, before.positions, seat, over=self.record.end is not None)

    # Inside

    @property
    def _before(self) -> Before:
        return Before(self.game, self.record.events, self._positions, self._table)

    def _append(self, event: Event, after: Position | None = None) -> None:
        """Check an event, write it down with the position after it, and close the match if it has ended."""
        check_event(event, Place(self.game, len(self.record.events)))
        check_allowed(self._before, event)
        self._write(event, after)
        if self._table.over and self.record.end is None:
            self._close()

    def _write(self, event: Event, after: Position | None = None) -> None:
        after = after or self.position
        self._table.add(event, after)
        self.record.events.append(event)
        self._positions.append(after)

    def _close(self) -> None:
        """Open everything that was kept secret and write down the end."""
        self._reveal_setups()
        if self._table.dice:
            self._write(events.SecretRevealed(self._secret.hex()))
        end = end_of(self.position, self._table)
        assert end is not None
        self.record.end = {**end, "events": len(self.record.events)}

    def _seal(self, seat: int, setup: str) -> None:
        if seat in self._sealed or seat not in range(self.game.seats):
            raise TableError.of("already_sealed", seat=seat)
        self._check_setup(seat, setup)
        salt = fair_dice.new_salt()
        self._append(events.Sealed(seat, fair_dice.setup_commitment(salt, setup)))
        self._sealed[seat] = salt, setup
        if len(self._sealed) == self.game.seats:
            for owner in range(self.game.seats):
                setup = self._sealed[owner][1]
                self._append(Action(owner, setup), self.position.play(setup))
            if not self.game.about.hidden:
                self._reveal_setups()

    def _check_setup(self, seat: int, setup: str) -> None:
        """Try a set-up on a board where every seat before has some set-up: no seat's choice limits another's."""
        check_event(Action(seat, setup), Place(self.game, len(self.record.events)))
        position = self.position
        while position.actor != seat:
            position = position.play(position.random_setup(0))
        position.play(setup)

    def _reveal_setups(self) -> None:
        for seat, (salt, _) in sorted(self._sealed.items()):
            self._write(events.Revealed(seat, salt.hex()))
        self._sealed = {}
