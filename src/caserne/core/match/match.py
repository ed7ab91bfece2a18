"""A match: the one authority over what happens at a table, for local and remote play alike."""

from __future__ import annotations

import secrets as randomness
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from caserne.core.game.errors import InvalidRecord, TableError
from caserne.core.game.game import Game
from caserne.core.game.observation import Event as SeenEvent
from caserne.core.game.observation import Observation
from caserne.core.game.position import Position, Result
from caserne.core.match import fair_dice
from caserne.core.match.leaving import LEAVE, ranked, seats_that_left
from caserne.core.match.offers import TAKE_BACK, Offer, offer_after
from caserne.core.match.record import Action, Chance, Event, Record, Table
from caserne.core.match.seat_history import Told

PRIVATE = "private"
"""The act of the event that a snapshot ends with."""


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
        self._contributions: dict[int, bytes] = {}
        self._dice = 0
        self._told: dict[int | None, Told] = {}
        self._roller: tuple[Position, int | None] | None = None
        self.offer: Offer | None = None
        """What has been proposed and waits for an answer; a move or a die that falls puts an end to it."""
        commitment = fair_dice.dice_commitment(self._secret, match_id)
        date = datetime.now(UTC).isoformat(timespec="seconds")
        self.record = Record(game, start, match_id, tuple(players), date, commitment)
        self._positions = [self.record.first()]

    @classmethod
    def resume(cls, record: Record) -> Match:
        """Go on with a match from a snapshot. From a bare record old dice stay unproved: their secret is not in it."""
        match = cls(record.game, players=record.players, start=record.start, match_id=record.match)
        match.record.date = record.date
        last = record.events[-1] if record.events else None
        if isinstance(last, Table) and last.act == PRIVATE:
            match.record.dice = record.dice
            match.follow(record.events[:-1], record.end, last.details)
            return match
        if any(isinstance(event, Chance) for event in record.events):
            match.record.dice = None
        match.follow(record.events, record.end)
        return match

    def snapshot(self) -> Record:
        """The record with the secrets that are needed to go on: for the keeper of the match alone."""
        private = Table(PRIVATE, None, self.private())
        return replace(self.record, events=self.record.events + [private] * (self.record.end is None))

    def private(self) -> dict[str, Any]:
        """The secrets that are needed to go on."""
        sealed = {str(seat): [salt.hex(), setup] for seat, (salt, setup) in self._sealed.items()}
        return {"secret": self._secret.hex(), "sealed": sealed}

    def follow(
        self, events: Sequence[Event], end: dict[str, Any] | None, private: Mapping[str, Any] | None = None
    ) -> None:
        """Catch up with events that another keeper of the same match has written; InvalidRecord if they cannot be."""
        if private is not None:
            self._open_private(private)
        for event in events:
            number = len(self.record.events)
            self._write(event, self.record.position_after(self._positions, number, event))
        self.record.end = end

    def _open_private(self, private: Mapping[str, Any]) -> None:
        try:
            self._secret = bytes.fromhex(private["secret"])
            self._sealed = {
                int(seat): (bytes.fromhex(salt), setup) for seat, (salt, setup) in private["sealed"].items()
            }
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            raise InvalidRecord.of("record_hex", field=PRIVATE) from error

    # What is the case

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
        seen = self.position.view(seat)
        return Observation(seen.game, seat, seen.view, seen.past, self.seen_by(seat))

    def seen_by(self, seat: int | None) -> tuple[SeenEvent, ...]:
        """The moves and dice that stand, as a seat learned of them; set-ups are told once they are revealed."""
        return self.told(seat).events()

    def told(self, seat: int | None) -> Told:
        """The same, kept from one call to the next; all learn the same where nothing is hidden any longer."""
        if not self.game.about.hidden and not self.position.in_setup:
            seat = None
        told = self._told.setdefault(seat, Told(self.game, seat))
        told.follow(self.record.events, self._positions)
        return told

    def has_contributed(self, seat: int) -> bool:
        """Whether a seat's bytes for the dice are in, or come too late."""
        return seat in self._contributions or self._dice > 0

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
        return seats_that_left(self.record.events)

    def may_abort(self, seat: int) -> bool:
        """Whether a seat can still call the match off: it has not moved yet, nor have all the others."""
        return self.actor is not None and self.position.ply < self.game.seats and self._last_move_of(seat) is None

    # What seats do

    def contribute(self, seat: int, contribution: bytes) -> None:
        """A seat's own bytes for the dice, once, before play begins."""
        if seat in self._contributions or self._dice or len(contribution) != fair_dice.CONTRIBUTION_BYTES:
            raise TableError.of("bad_contribution", seat=seat, length=fair_dice.CONTRIBUTION_BYTES)
        self._append(Table("contribute", seat, {"bytes": contribution.hex()}))

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
        del self._sealed[seat]
        self._append(Table("unseal", seat))

    def roll(self) -> str:
        """Let the die fall that must fall now, and say what it shows."""
        if self.actor != "chance":
            raise TableError.of("no_die_now")
        for seat in range(self.game.seats):
            if seat not in self._contributions:
                self.contribute(seat, fair_dice.new_contribution())
        contributions = [contribution for _, contribution in sorted(self._contributions.items())]
        result = fair_dice.fall(self._secret, contributions, self._dice, self.position.legal())
        self._append(Chance(result), self.position.play(result))
        return result

    def note(self, act: str, seat: int | None = None, **details: Any) -> None:
        """Something at the table that changes nothing on the board: an offer, an answer, a remark."""
        self._append(Table(act, seat, details))

    def end(self, act: str, returns: Sequence[float], seat: int | None = None, **details: Any) -> None:
        """End the match at the table: a resignation, an agreed draw, an armistice, a flag that fell."""
        if self.actor is None:
            raise TableError.of("match_over")
        if len(returns) != self.game.seats:
            raise TableError.of("wrong_returns", count=self.game.seats)
        self._append(Table(act, seat, {**details, "returns": list(returns)}))

    def propose(self, seat: int, what: str) -> None:
        """Propose one of the game's `offers`, on one's own turn, before or after its die."""
        on_turn = self.roller() if self.actor == "chance" else self.actor
        if on_turn != seat:
            raise TableError.of("match_over" if self.actor is None else "not_your_turn", seat=seat)
        if self.offer is not None or what not in self.game.offers:
            raise TableError.of("no_such_offer", what=what, offers=", ".join(self.game.offers))
        self._append(Table("offer", seat, {"what": what}))

    def propose_take_back(self, seat: int) -> None:
        """Ask the others whether the seat's last move may be taken back."""
        self._check_take_back(seat)
        if self.actor is None or self.offer is not None:
            raise TableError.of("match_over" if self.actor is None else "one_offer_at_a_time")
        self._append(Table("offer", seat, {"what": TAKE_BACK}))

    def name_terms(self, seat: int, **terms: Any) -> None:
        """Answer an offer with conditions, such as an indemnity, for the proposer to accept or to decline."""
        offer = self._offer_for(seat)
        if offer.terms is not None or offer.what == TAKE_BACK:
            raise TableError.of("no_offer")
        self._append(Table("terms", seat, {"what": offer.what, **terms}))

    def accept(self, seat: int) -> None:
        """Agree to what was proposed; when all that matter have agreed, it is done, and most offers end the match."""
        offer = self._offer_for(seat)
        self._append(Table("accept", seat, {"what": offer.what}))
        if offer.waits_for(self.game.seats) != {seat}:
            return
        if offer.what == TAKE_BACK:
            self.take_back(offer.seat)
        else:
            self.end(offer.what, self.game.agreement(offer.what, offer.seat), offer.seat, **(offer.terms or {}))

    def decline(self, seat: int) -> None:
        """Refuse what was proposed, or its conditions; play goes on."""
        self._append(Table("decline", seat, {"what": self._offer_for(seat).what}))

    def _offer_for(self, seat: int) -> Offer:
        """The offer that waits for the seat's answer."""
        offer = None if self.actor is None else self.offer
        if offer is None or seat not in offer.waits_for(self.game.seats):
            raise TableError.of("no_offer")
        return offer

    def resign(self, seat: int) -> None:
        """A seat gives up: it comes last, and the others share the rest."""
        self.end("resign", self.game.defeat(seat), seat)

    def time_out(self, seat: int) -> None:
        """A seat has let its time run out, and somebody claims it."""
        self.end("timeout", self.game.defeat(seat), seat)

    def abort(self, seat: int) -> None:
        """Call the match off before it has properly begun: nobody wins."""
        if not self.may_abort(seat):
            raise TableError.of("match_over" if self.actor is None else "too_late_to_abort")
        self.end("abort", [0.0] * self.game.seats, seat)

    def leave(self, seat: int, **details: Any) -> None:
        """A seat of three or more goes for good: somebody plays on for it, and it comes last; the last to stay wins."""
        left = self.left()
        if self.actor is None or seat in left or self.game.seats < 3:
            raise TableError.of("match_over" if self.actor is None else "cannot_leave")
        if len(left) + 2 == self.game.seats:
            spread = [1 - 2 * place / (self.game.seats - 1) for place in range(self.game.seats)]
            self.end(LEAVE, ranked(spread, [*left, seat]), seat)
        else:
            self._append(Table(LEAVE, seat, details))

    def take_back(self, seat: int) -> None:
        """Go back to before the seat's last move, where nothing has been rolled or revealed since."""
        number = self._check_take_back(seat)
        self.record.end = None
        self._append(Table(TAKE_BACK, seat, {"to": number}), self._positions[number])

    def may_take_back(self, seat: int) -> bool:
        """Whether the seat's last move can be taken back."""
        try:
            self._check_take_back(seat)
        except TableError:
            return False
        return True

    def _check_take_back(self, seat: int) -> int:
        """The number of the event that would be taken back; TableError says why nothing is."""
        if self.game.about.hidden:
            raise TableError.of("no_take_back_of_secrets")
        number = self._last_move_of(seat)
        if number is None:
            raise TableError.of("no_take_back")
        if any(isinstance(event, Chance) for event in self.record.events[0 if self.record.end else number :]):
            raise TableError.of("no_take_back_across_dice")  # after the end the secret of the dice is out
        return number

    # Inside

    def _append(self, event: Event, after: Position | None = None) -> None:
        """Write an event down with the position after it, and close the match if it has ended."""
        self._write(event, after)
        result = self.position.result()
        at_table = isinstance(event, Table) and "returns" in event.details
        if self.record.end is None and (result is not None or at_table):
            self._close(event, result)

    def _write(self, event: Event, after: Position | None = None) -> None:
        if isinstance(event, Chance):
            self._dice += 1
        elif isinstance(event, Table) and event.act == "contribute" and event.seat is not None:
            self._contributions[event.seat] = bytes.fromhex(event.details["bytes"])
        self.offer = offer_after(self.offer, event)
        self.record.events.append(event)
        self._positions.append(after or self.position)

    def _close(self, event: Event, result: Result | None) -> None:
        """Open everything that was kept secret and write down the end."""
        self._reveal_setups()
        if self._dice:
            self._write(Table("secret", None, {"secret": self._secret.hex()}))
        if result is not None:
            returns = ranked(result.returns, self.left())
            end = {"by": result.rule, "returns": returns, "scores": result.scores}
        else:
            assert isinstance(event, Table)
            end = {"by": event.act, "returns": event.details["returns"], "scores": None}
        self.record.end = {**end, "events": len(self.record.events)}

    def _seal(self, seat: int, setup: str) -> None:
        if seat in self._sealed or seat not in range(self.game.seats):
            raise TableError.of("already_sealed", seat=seat)
        self._check_setup(seat, setup)
        salt = fair_dice.new_salt()
        self._sealed[seat] = salt, setup
        self._append(Table("seal", seat, {"commitment": fair_dice.setup_commitment(salt, setup)}))
        if len(self._sealed) == self.game.seats:
            for owner in range(self.game.seats):
                setup = self._sealed[owner][1]
                self._append(Action(owner, setup), self.position.play(setup))
            if not self.game.about.hidden:
                self._reveal_setups()

    def _check_setup(self, seat: int, setup: str) -> None:
        """Try a set-up on a board where every seat before has some set-up: no seat's choice limits another's."""
        position = self.position
        while position.actor != seat:
            position = position.play(position.random_setup(0))
        position.play(setup)

    def _reveal_setups(self) -> None:
        for seat, (salt, _) in sorted(self._sealed.items()):
            self._write(Table("reveal", seat, {"salt": salt.hex()}))
        self._sealed = {}

    def _last_move_of(self, seat: int) -> int | None:
        """The number of the seat's last move that has not been taken back; its set-up is none."""
        events = self.record.events
        stands_before = len(events)
        for number in reversed(range(len(events))):
            event = events[number]
            if isinstance(event, Table) and event.act == "take-back":
                stands_before = min(stands_before, event.details["to"])
            elif number < stands_before and isinstance(event, Action) and event.seat == seat:
                return None if self._positions[number].in_setup else number
        return None
