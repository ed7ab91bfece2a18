"""Requests of viewers as changes of a match."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from caserne.core.match.match import Match
from caserne.core.match.offers import TAKE_BACK
from caserne.core.match.permissions import claimable_seat
from caserne.server.errors import RequestError
from caserne.server.live import messages
from caserne.server.live.live_match import LiveMatch

Change = Callable[[Match], object]

STAND_IN = "2"
"""The level of the bot that plays on for a seat that has left."""


def _move(live: LiveMatch, seat: int, request: messages.MoveRequest) -> Change:
    return play(seat, (*live.draft(seat).moves, request.move))


def _end(live: LiveMatch, seat: int, request: messages.EndRequest) -> Change:
    draft = live.draft(seat)
    if not draft.replay(live.match, seat).is_over:
        raise RequestError.of("server.turn_goes_on")
    return play(seat, draft.moves)


def play(seat: int, moves: tuple[str, ...]) -> Change:
    """Return the change that plays several moves of a seat."""

    def change(match: Match) -> None:
        if match.position.in_setup:
            raise RequestError.of("server.setups_first")
        for move in moves:
            match.submit(seat, move)

    return change


def _ready(live: LiveMatch, seat: int, request: messages.ReadyRequest) -> Change:
    contribution = _bytes(request.contribution) if request.contribution else None

    def change(match: Match) -> None:
        if not match.position.in_setup:
            raise RequestError.of("server.no_setup_now")
        if contribution and not match.has_contributed(seat):
            match.contribute(seat, contribution)
        match.submit(seat, request.setup)

    return change


def _withdraw(live: LiveMatch, seat: int, request: messages.WithdrawRequest) -> Change:
    return lambda match: match.unseal(seat)


def _roll(live: LiveMatch, seat: int, request: messages.RollRequest) -> Change:
    return lambda match: match.roll(seat)


def _contribute(live: LiveMatch, seat: int, request: messages.ContributeRequest) -> Change:
    contribution = _bytes(request.bytes)
    return lambda match: match.contribute(seat, contribution)


def _offer(live: LiveMatch, seat: int, request: messages.OfferRequest) -> Change:
    if request.what == TAKE_BACK:
        return lambda match: match.propose_take_back(seat)
    return lambda match: match.propose(seat, request.what)


def _terms(live: LiveMatch, seat: int, request: messages.TermsRequest) -> Change:
    return lambda match: match.name_terms(seat, request.terms)


def _accept(live: LiveMatch, seat: int, request: messages.AcceptRequest) -> Change:
    return lambda match: match.accept(seat)


def _decline(live: LiveMatch, seat: int, request: messages.DeclineRequest) -> Change:
    return lambda match: match.decline(seat)


def _take_back(live: LiveMatch, seat: int, request: messages.TakeBackRequest) -> Change:
    """Take back at once if only bots or the same person would have to agree, else propose it."""
    seating = live.seating
    others = [other for other in range(live.match.game.seats) if other != seat]
    owners = seating.players[seat].members
    if all(seating.bot(other) or seating.players[other].members == owners for other in others):
        return lambda match: match.take_back(seat)
    return lambda match: match.propose_take_back(seat)


def _give_up(live: LiveMatch, seat: int, request: messages.Request) -> Change:
    """Resign a match of two; in a larger one a bot plays on for the seat."""
    if live.match.game.seats == 2:
        return lambda match: match.resign(seat)
    return lambda match: match.leave(seat, bot=STAND_IN)


def _abort(live: LiveMatch, seat: int, request: messages.AbortRequest) -> Change:
    return lambda match: match.abort(seat)


def _claim(live: LiveMatch, seat: int, request: messages.ClaimRequest) -> Change:
    late = claimable_seat(live.match, seat, live.overdue_seats())
    if late is None:
        raise RequestError.of("server.nothing_to_claim")
    if live.match.game.seats > 2:
        return lambda match: match.leave(late, bot=STAND_IN)
    return lambda match: match.time_out(late)


def _bytes(text: str) -> bytes:
    try:
        return bytes.fromhex(text)
    except ValueError as error:
        raise RequestError.of("server.not_hex") from error


CHANGES: dict[type[messages.Request], Callable[[LiveMatch, int, Any], Change]] = {
    messages.MoveRequest: _move,
    messages.EndRequest: _end,
    messages.ReadyRequest: _ready,
    messages.WithdrawRequest: _withdraw,
    messages.RollRequest: _roll,
    messages.ContributeRequest: _contribute,
    messages.OfferRequest: _offer,
    messages.TermsRequest: _terms,
    messages.AcceptRequest: _accept,
    messages.DeclineRequest: _decline,
    messages.TakeBackRequest: _take_back,
    messages.ResignRequest: _give_up,
    messages.AbortRequest: _abort,
    messages.ClaimRequest: _claim,
    messages.LeaveRequest: _give_up,
}
"""How each request that appends events changes the match; RequestError if it cannot."""
