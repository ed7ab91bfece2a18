"""A match: the one authority over what happens at a table, for local and remote play alike."""

from __future__ import annotations

import secrets as randomness
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from caserne.core import fair
from caserne.core.errors import InvalidRecord, TableError
from caserne.core.game import Game
from caserne.core.observation import Event as SeenEvent
from caserne.core.observation import Observation
from caserne.core.position import Position, Result
from caserne.core.record import Action, Chance, Event, Record, Table

PRIVATE = "private"
"""The act of the event that a snapshot ends with."""


@dataclass(frozen=True)
class Offer:
    """Something that a seat has proposed at the table and that waits for an answer."""

    what: str
    """One of the game's `offers`: a draw, an armistice, ..."""
    seat: int
    """Who proposed it."""
    terms: dict[str, Any] | None
    """The conditions that another seat has named; then it is for the proposer to accept them."""
    accepted: frozenset[int]
    """The seats that have agreed so far."""

    def waits_for(self, seats: int) -> set[int]:
        """The seats whose answer is still wanted: the proposer's where conditions were named, else all the others'."""
        wanted = {seat for seat in range(seats) if (seat == self.seat) == (self.terms is not None)}
        return wanted - self.accepted


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
        self._secret = fair.new_secret()
        self._sealed: dict[int, tuple[bytes, str]] = {}
        commitment = fair.dice_commitment(self._secret, match_id)
        date = datetime.now(UTC).isoformat(timespec="seconds")
        self.record = Record(game, start, match_id, tuple(players), date, commitment)
        self._positions = [self.record.first()]

    @classmethod
    def resume(cls, record: Record) -> Match:
        """Go on with a match from a snapshot. From a bare record old dice stay unproved: their secret is not in it."""
        match = cls(record.game, players=record.players, start=record.start, match_id=record.match)
        events = list(record.events)
        last = events[-1] if events else None
        if isinstance(last, Table) and last.act == PRIVATE:
            match._open_private(last)
            match.record.dice = record.dice
            events.pop()
        elif any(isinstance(event, Chance) for event in events):
            match.record.dice = None
        match.record.date, match.record.events, match.record.end = record.date, events, record.end
        match._positions += [step.position for step in match.record.replay()]
        return match

    def snapshot(self) -> Record:
        """The record with the secrets that are needed to go on: for the keeper of the match alone."""
        sealed = {str(seat): [salt.hex(), setup] for seat, (salt, setup) in self._sealed.items()}
        private = Table(PRIVATE, None, {"secret": self._secret.hex(), "sealed": sealed})
        return replace(self.record, events=self.record.events + [private] * (self.record.end is None))

    def _open_private(self, private: Table) -> None:
        try:
            self._secret = bytes.fromhex(private.details["secret"])
            self._sealed = {
                int(seat): (bytes.fromhex(salt), setup) for seat, (salt, setup) in private.details["sealed"].items()
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
    def actor(self) -> int | str | None:
        """The seat to act, "chance", or None when the match is over."""
        return None if self.record.end else self.position.actor

    def waiting(self) -> list[int]:
        """The seats that can act now; several while set-ups are sealed."""
        if self.actor is None or self.actor == "chance":
            return []
        if self.position.in_setup:
            return [seat for seat in range(self.game.seats) if seat not in self._sealed]
        return [seat for seat in range(self.game.seats) if seat == self.actor]

    def view(self, seat: int | None) -> Observation:
        """What a seat knows now, with all it has learned on the way."""
        seen = self.position.view(seat)
        return Observation(seen.game, seat, seen.view, seen.past, self.seen_by(seat))

    def seen_by(self, seat: int | None) -> tuple[SeenEvent, ...]:
        """The moves and dice that stand, as a seat learned of them; set-ups are told once they are revealed."""
        opened = {event.seat for event in self.record.events if isinstance(event, Table) and event.act == "reveal"}
        events: list[tuple[int, SeenEvent]] = []
        for number, event in enumerate(self.record.events):
            if not isinstance(event, Table):
                before, after = self._positions[number], self._positions[number + 1]
                owner = event.seat if isinstance(event, Action) and before.in_setup else None
                told = owner if owner in opened else seat
                events.append((number, self.game.event_for(before, event.move, after, told)))
            elif event.act == "take-back":
                events = [(earlier, seen) for earlier, seen in events if earlier < event.details["to"]]
        return self.game.recall(tuple(seen for _, seen in events), seat)

    # What seats do

    def contribute(self, seat: int, contribution: bytes) -> None:
        """A seat's own bytes for the dice, once, before play begins."""
        if seat in self._contributions() or len(contribution) != fair.CONTRIBUTION_BYTES:
            raise TableError.of("bad_contribution", seat=seat, length=fair.CONTRIBUTION_BYTES)
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

    def roll(self) -> str:
        """Let the die fall that must fall now, and say what it shows."""
        if self.actor != "chance":
            raise TableError.of("no_die_now")
        for seat in range(self.game.seats):
            if seat not in self._contributions():
                self.contribute(seat, fair.new_contribution())
        contributions = [contribution for _, contribution in sorted(self._contributions().items())]
        number = sum(isinstance(event, Chance) for event in self.record.events)
        result = fair.fall(self._secret, contributions, number, self.position.legal())
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

    @property
    def offer(self) -> Offer | None:
        """What has been proposed and waits for an answer; a move or a die that falls puts an end to it."""
        offer: Offer | None = None
        for event in self.record.events:
            if not isinstance(event, Table) or event.act in ("decline", "take-back") or "returns" in event.details:
                offer = None
            elif event.act == "offer" and event.seat is not None:
                offer = Offer(event.details["what"], event.seat, None, frozenset())
            elif offer and event.act == "terms":
                offer = replace(offer, terms={name: value for name, value in event.details.items() if name != "what"})
            elif offer and event.act == "accept" and event.seat is not None:
                offer = replace(offer, accepted=offer.accepted | {event.seat})
        return offer

    def propose(self, seat: int, what: str) -> None:
        """Propose one of the game's `offers`, on one's own turn, before or after its die."""
        on_turn = self.game.rolls_for(self.position.view(None)) if self.actor == "chance" else self.actor
        if on_turn != seat:
            raise TableError.of("match_over" if self.actor is None else "not_your_turn", seat=seat)
        if self.offer is not None or what not in self.game.offers:
            raise TableError.of("no_such_offer", what=what, offers=", ".join(self.game.offers))
        self._append(Table("offer", seat, {"what": what}))

    def name_terms(self, seat: int, **terms: Any) -> None:
        """Answer an offer with conditions, such as an indemnity, for the proposer to accept or to decline."""
        offer = self._offer_for(seat)
        if offer.terms is not None:
            raise TableError.of("no_offer")
        self._append(Table("terms", seat, {"what": offer.what, **terms}))

    def accept(self, seat: int) -> None:
        """Agree to what was proposed; when all that matter have agreed, the match ends by it."""
        offer = self._offer_for(seat)
        self._append(Table("accept", seat, {"what": offer.what}))
        if offer.waits_for(self.game.seats) == {seat}:
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
        others = self.game.seats - 1
        self.end("resign", [-1 if other == seat else 1 / others for other in range(self.game.seats)], seat)

    def take_back(self, seat: int) -> None:
        """Go back to before the seat's last move, where nothing has been rolled or revealed since."""
        if self.game.about.hidden:
            raise TableError.of("no_take_back_of_secrets")
        number = self._last_move_of(seat)
        if number is None or self._positions[number].in_setup:
            raise TableError.of("no_take_back")
        if any(isinstance(event, Chance) for event in self.record.events[0 if self.record.end else number :]):
            raise TableError.of("no_take_back_across_dice")  # after the end the secret of the dice is out
        self.record.end = None
        self._append(Table("take-back", seat, {"to": number}), self._positions[number])

    # Inside

    def _append(self, event: Event, after: Position | None = None) -> None:
        """Write an event down with the position after it, and close the match if it has ended."""
        self._write(event, after)
        result = self.position.result()
        at_table = isinstance(event, Table) and "returns" in event.details
        if self.record.end is None and (result is not None or at_table):
            self._close(event, result)

    def _write(self, event: Event, after: Position | None = None) -> None:
        self.record.events.append(event)
        self._positions.append(after or self.position)

    def _close(self, event: Event, result: Result | None) -> None:
        """Open everything that was kept secret and write down the end."""
        self._reveal_setups()
        if any(isinstance(earlier, Chance) for earlier in self.record.events):
            self._write(Table("secret", None, {"secret": self._secret.hex()}))
        if result is not None:
            end = {"by": result.rule, "returns": list(result.returns), "scores": result.scores}
        else:
            assert isinstance(event, Table)
            end = {"by": event.act, "returns": event.details["returns"], "scores": None}
        self.record.end = {**end, "events": len(self.record.events)}

    def _seal(self, seat: int, setup: str) -> None:
        if seat in self._sealed or seat not in range(self.game.seats):
            raise TableError.of("already_sealed", seat=seat)
        self._check_setup(seat, setup)
        salt = fair.new_salt()
        self._sealed[seat] = salt, setup
        self._append(Table("seal", seat, {"commitment": fair.setup_commitment(salt, setup)}))
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

    def _contributions(self) -> dict[int | None, bytes]:
        return {
            event.seat: bytes.fromhex(event.details["bytes"])
            for event in self.record.events
            if isinstance(event, Table) and event.act == "contribute"
        }

    def _last_move_of(self, seat: int) -> int | None:
        """The number of the seat's last move that has not been taken back."""
        stands_before = len(self.record.events)
        for number, event in reversed(list(enumerate(self.record.events))):
            if isinstance(event, Table) and event.act == "take-back":
                stands_before = min(stands_before, event.details["to"])
            elif number < stands_before and isinstance(event, Action) and event.seat == seat:
                return number
        return None
