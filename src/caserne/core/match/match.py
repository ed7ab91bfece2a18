"""A match: the one authority over what happens at a table, for local and remote play alike. See `queries`, its base."""

from __future__ import annotations

import secrets as randomness
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from caserne.core.game.arguments import check_seat, check_text, shown
from caserne.core.game.errors import InvalidArgument, InvalidMove, TableError
from caserne.core.game.game import Game
from caserne.core.game.position import Position
from caserne.core.game.terms import check_terms
from caserne.core.match import events, fair_dice, permissions
from caserne.core.match.authority import check_allowed, check_end, check_recorded, end_of, result_of
from caserne.core.match.events import Action, Chance, Ending, Event, TakenBack, check_event
from caserne.core.match.fields import Place
from caserne.core.match.offers import TAKE_BACK
from caserne.core.match.private import Private
from caserne.core.match.queries import MatchQueries
from caserne.core.match.record import Record
from caserne.core.match.take_backs import take_back_target


class Match(MatchQueries):
    """One game being played. An act that is refused changes nothing.

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
        if not isinstance(game, Game):
            raise InvalidArgument.of("not_a_game", given=shown(game))
        if not isinstance(players, (list, tuple)) or not all(isinstance(player, str) for player in players):
            raise InvalidArgument.of("not_players", given=shown(players))
        match_id = match_id or randomness.token_urlsafe(9).replace("-", "_")  # commands take a first "-" for an option
        self._secret = fair_dice.new_secret()
        commitment = fair_dice.dice_commitment(self._secret, match_id)
        date = datetime.now(UTC).isoformat(timespec="seconds")
        super().__init__(Record(game, start, match_id, tuple(players), date, commitment))

    @classmethod
    def resume(cls, record: Record, private: Private | None = None) -> Match:
        """Continue a match with its secrets; InvalidRecord if the record or the secrets cannot be right.

        Without the secrets, dice that were rolled before stay unproved.
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
        """Return the record with the secrets that are needed to continue; players must not see it."""
        return replace(self.record, private=self.private() if self.record.end is None else None)

    def private(self) -> Private:
        """Return the secrets that are needed to continue."""
        return Private(self._secret, dict(self._sealed))

    def follow(self, added: Sequence[Event], end: dict[str, Any] | None, private: Private | None = None) -> None:
        """Add events that another process has written to the same match; InvalidRecord if they cannot be right."""
        self.replay(added)
        check_end(end, self.position, self._table)
        if private is not None:
            private.check(self.record.match, self.record.dice, self.record.events)
            self._secret, self._sealed = private.secret, dict(private.sealed)
        self.record.end = end

    def replay(self, added: Sequence[Event]) -> None:
        """Add some of the events of a record, which `follow` completes; InvalidRecord if they cannot be right."""
        for event in added:
            check_recorded(self.so_far, event)
            self._write(event, self.record.position_after(self._positions, len(self.record.events), event))

    # Acts of seats

    def contribute(self, seat: int, contribution: bytes) -> None:
        """Add a seat's random bytes to the dice, once, before the first die."""
        if len(contribution) != fair_dice.CONTRIBUTION_BYTES:
            raise TableError.of("bad_contribution", seat=seat, length=fair_dice.CONTRIBUTION_BYTES)
        self._append(events.Contributed(seat, contribution.hex()))

    def submit(self, seat: int, move: str) -> None:
        """Play a move; a set-up is sealed until all seats have theirs."""
        check_seat(seat, self.game.seats)
        check_text("move", move, InvalidMove)
        if self.position.in_setup:
            permissions.check_seal(self, seat)
            self._seal(seat, move)
        else:
            permissions.check_move(self, seat)
            self._append(Action(seat, move), self.position.play(move))

    def unseal(self, seat: int) -> None:
        """Unseal a seat's set-up, while some are missing."""
        permissions.check_unseal(self, seat)
        self._append(events.Unsealed(seat))
        del self._sealed[seat]

    def roll(self, seat: int | None = None) -> str:
        """Roll the die that is due and return its result; None: rolled by the program, not by a seat."""
        permissions.check_roll(self, seat)
        for seat in range(self.game.seats):
            if not self.has_contributed(seat):
                self.contribute(seat, fair_dice.new_contribution())
        contributions = [contribution for _, contribution in sorted(self._table.contributions.items())]
        result = fair_dice.die_result(self._secret, contributions, self._table.dice, self.position.legal())
        self._append(Chance(result), self.position.play(result))
        return result

    def propose(self, seat: int, what: str) -> None:
        """Propose one of the game's `offers`."""
        permissions.check_offer(self, seat, what)
        self._append(events.Proposed(seat, what))

    def propose_take_back(self, seat: int) -> None:
        """Propose to take back the seat's last move."""
        self._append(events.Proposed(seat, TAKE_BACK))

    def name_terms(self, seat: int, terms: Mapping[str, Any]) -> None:
        """Answer an offer with conditions, which the proposer then accepts or declines."""
        offer = permissions.check_terms(self, seat)
        check_terms(offer.what, self.game.terms[offer.what], terms)
        self._append(events.TermsNamed(seat, offer.what, dict(terms)))

    def accept(self, seat: int) -> None:
        """Accept the offer; once all have accepted, it takes effect, and most offers end the match."""
        offer = permissions.check_answer(self, seat)
        self._append(events.Accepted(seat, offer.what))
        if self._table.offer is None or self._table.offer.waits_for(self.game.seats):
            return
        if offer.what == TAKE_BACK:
            self.take_back(offer.seat)
        else:
            returns = tuple(self.game.agreement_returns(offer.what, offer.seat))
            self._append(events.Agreed(offer.seat, returns, offer.what, dict(offer.terms or {})))

    def decline(self, seat: int) -> None:
        """Decline the offer or its conditions."""
        self._append(events.Declined(seat, permissions.check_answer(self, seat).what))

    def resign(self, seat: int) -> None:
        """End the match: the seat comes last, and the others share the rest."""
        self._end(events.Resigned, seat)

    def time_out(self, seat: int) -> None:
        """End the match because a seat's time has run out."""
        self._end(events.TimedOut, seat)

    def forfeit(self, seat: int, reason: str | None = None) -> None:
        """End the match because a bot failed or broke the rules."""
        reason = events.printable(reason) if reason else None
        self._append(events.Forfeited(seat, tuple(self.game.defeat_returns(seat)), reason))

    def abort(self, seat: int) -> None:
        """End the match before it has properly begun: nobody wins."""
        self._end(events.Aborted, seat)

    def leave(self, seat: int, bot: str | None = None) -> None:
        """Leave a match of three or more for good: a bot plays on, and the seat comes last; the last to stay wins."""
        if len(self.left()) + 2 == self.game.seats > 2:
            self._end(events.LastLeft, seat)
        else:
            self._append(events.Left(seat, bot))

    def _end(self, kind: type[Ending], seat: int) -> None:
        """End the match with the result that belongs to this kind of ending."""
        unchecked = kind(seat, ())
        self._append(replace(unchecked, returns=result_of(self.so_far, unchecked)))

    def take_back(self, seat: int) -> None:
        """Go back to before the seat's last move, if nothing is hidden; dice that have fallen since will fall anew."""
        over = self.record.end is not None
        number = take_back_target(self.game, self.record.events, self._positions, seat, over=over)
        self.record.end = None
        self._append(TakenBack(seat, number), self._positions[number])

    def hint(self, seat: int) -> None:
        """Count a hint that was given to the seat to move."""
        self._append(events.Hinted(seat))

    # Writing events

    def _append(self, event: Event, after: Position | None = None) -> None:
        """Check an event, write it with the position after it, and close the match if it has ended."""
        check_event(event, Place(self.game, len(self.record.events)))
        check_allowed(self.so_far, event)
        self._write(event, after)
        if self._table.over and self.record.end is None:
            self._close()

    def _write(self, event: Event, after: Position | None = None) -> None:
        after = after or self.position
        self._table.add(event, after)
        self.record.events.append(event)
        self._positions.append(after)

    def _close(self) -> None:
        """Reveal what was sealed, unless the match was called off, and write the end."""
        if isinstance(self._table.ending, events.Aborted):
            self._sealed = {}
        self._reveal_setups()
        if self._table.dice:
            self._write(events.SecretRevealed(self._secret.hex()))
        end = end_of(self.position, self._table)
        assert end is not None
        self.record.end = {**end, "events": len(self.record.events)}

    def _seal(self, seat: int, setup: str) -> None:
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
        """Try a set-up on a board with random set-ups for the seats before: no seat's choice limits another's."""
        check_event(Action(seat, setup), Place(self.game, len(self.record.events)))
        position = self.position
        while position.actor != seat:
            position = position.play(position.random_setup(0))
        position.play(setup)

    def _reveal_setups(self) -> None:
        for seat, (salt, _) in sorted(self._sealed.items()):
            self._write(events.Revealed(seat, salt.hex()))
        self._sealed = {}
