"""Where requests of viewers become changes of a match."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from caserne.core.match import Match
from caserne.core.offers import TAKE_BACK
from caserne.server.faults import Refused
from caserne.server.live import wire
from caserne.server.live.draft import Draft, must_be_played
from caserne.server.live.live_match import OPEN, OVER, LiveMatch, Overtaken
from caserne.server.storage.statements import DROP_DRAFT, KEEP_DRAFT
from caserne.server.storage.store import now, to_json

Act = Callable[[Match], None]

STAND_IN = "2"
"""The level of the bot that plays on for a seat that has left."""


def _move(live: LiveMatch, seat: int, request: wire.MoveRequest) -> Act:
    return _play(seat, (*live.draft(seat).moves, request.move))


def _end(live: LiveMatch, seat: int, request: wire.EndRequest) -> Act:
    draft = live.draft(seat)
    if not draft.turn_is_over(live.match, seat):
        raise Refused.of("server.turn_goes_on")
    return _play(seat, draft.moves)


def _play(seat: int, moves: tuple[str, ...]) -> Act:
    def act(match: Match) -> None:
        if match.position.in_setup:
            raise Refused.of("server.setups_first")
        for move in moves:
            match.submit(seat, move)

    return act


def _ready(live: LiveMatch, seat: int, request: wire.ReadyRequest) -> Act:
    contribution = _bytes(request.contribution) if request.contribution else None

    def act(match: Match) -> None:
        if not match.position.in_setup:
            raise Refused.of("server.no_setup_now")
        if contribution and not match.has_contributed(seat):
            match.contribute(seat, contribution)
        match.submit(seat, request.setup)

    return act


def _withdraw(live: LiveMatch, seat: int, request: wire.WithdrawRequest) -> Act:
    return lambda match: match.unseal(seat)


def _roll(live: LiveMatch, seat: int, request: wire.RollRequest) -> Act:
    if live.match.roller() not in (None, seat):
        raise Refused.of("not_your_turn", seat=seat)

    def act(match: Match) -> None:
        match.roll()

    return act


def _contribute(live: LiveMatch, seat: int, request: wire.ContributeRequest) -> Act:
    given = _bytes(request.bytes)
    return lambda match: match.contribute(seat, given)


def _offer(live: LiveMatch, seat: int, request: wire.OfferRequest) -> Act:
    if request.what == TAKE_BACK:
        return lambda match: match.propose_take_back(seat)
    return lambda match: match.propose(seat, request.what)


def _terms(live: LiveMatch, seat: int, request: wire.TermsRequest) -> Act:
    return lambda match: match.name_terms(seat, **request.terms)


def _accept(live: LiveMatch, seat: int, request: wire.AcceptRequest) -> Act:
    return lambda match: match.accept(seat)


def _decline(live: LiveMatch, seat: int, request: wire.DeclineRequest) -> Act:
    return lambda match: match.decline(seat)


def _take_back(live: LiveMatch, seat: int, request: wire.TakeBackRequest) -> Act:
    """At once where only bots or the same person would have to agree, else as an offer."""
    others = [other for other in range(live.match.game.seats) if other != seat]
    owners = live.people.chairs[seat].members
    if all(live.people.bot(other) or live.people.chairs[other].members == owners for other in others):
        return lambda match: match.take_back(seat)
    return lambda match: match.propose_take_back(seat)


def _give_up(live: LiveMatch, seat: int, request: wire.Request) -> Act:
    return give_up(live, seat)


def give_up(live: LiveMatch, seat: int) -> Act:
    """A seat goes: it loses a match of two; in a larger one a bot plays on for it."""
    if live.match.game.seats == 2:
        return lambda match: match.resign(seat)
    return lambda match: match.leave(seat, bot=STAND_IN)


def _abort(live: LiveMatch, seat: int, request: wire.AbortRequest) -> Act:
    return lambda match: match.abort(seat)


def _claim(live: LiveMatch, seat: int, request: wire.ClaimRequest) -> Act:
    clocks, outages = live.clocks, live.house.outages
    late = next((other for other in clocks.running if other != seat and clocks.overdue(other, now(), outages)), None)
    if late is None:
        raise Refused.of("server.nothing_to_claim")
    if live.match.game.seats > 2:
        return lambda match: match.leave(late, bot=STAND_IN)
    return lambda match: match.time_out(late)


def _bytes(text: str) -> bytes:
    try:
        return bytes.fromhex(text)
    except ValueError as error:
        raise Refused.of("server.not_hex") from error


ACTS: dict[type[wire.Request], Callable[[LiveMatch, int, Any], Act]] = {
    wire.MoveRequest: _move,
    wire.EndRequest: _end,
    wire.ReadyRequest: _ready,
    wire.WithdrawRequest: _withdraw,
    wire.RollRequest: _roll,
    wire.ContributeRequest: _contribute,
    wire.OfferRequest: _offer,
    wire.TermsRequest: _terms,
    wire.AcceptRequest: _accept,
    wire.DeclineRequest: _decline,
    wire.TakeBackRequest: _take_back,
    wire.ResignRequest: _give_up,
    wire.AbortRequest: _abort,
    wire.ClaimRequest: _claim,
    wire.LeaveRequest: _give_up,
}
"""The requests that append events, each with what it does to the match."""


async def perform(live: LiveMatch, seat: int, request: wire.Request, key: str, lag: int) -> int:
    """Do what a seat asks for; the version after it. Call it under the lock.

    What was asked for a version is refused if another process was faster; the rest is simply tried again.
    """
    while True:
        if key in live.requests:
            return live.requests[key]
        _check_moment(live, request)
        try:
            return await live.change(ACTS[type(request)](live, seat, request), key, lag=lag)
        except Overtaken:
            if hasattr(request, "version"):
                raise


async def step(live: LiveMatch, seat: int, request: wire.StepRequest, key: str, lag: int) -> int | None:
    """Add a move to the seat's draft; where it would show something all is played at once, and the version given."""
    _check_moment(live, request)
    draft = live.draft(seat)
    if live.match.actor != seat:
        raise Refused.of("not_your_turn", seat=seat)
    longer = draft.step(live.match, seat, request.move, key)
    *_, before, after = longer.positions(live.match)
    if must_be_played(live.match, seat, before, request.move, after):
        return await live.change(_play(seat, longer.moves), key, lag=lag)
    await _keep_draft(live, seat, longer)
    return None


async def undo(live: LiveMatch, seat: int, request: wire.UndoRequest, key: str) -> None:
    """Take the last move of the seat's draft back."""
    _check_moment(live, request)
    await _keep_draft(live, seat, live.draft(seat).undo(key))


async def _keep_draft(live: LiveMatch, seat: int, draft: Draft) -> None:
    place = {"at_match": live.id, "at_seat": seat}
    kept = {"match": live.id, "seat": seat, "moves": to_json(draft.moves), "requests": to_json(draft.requests)}
    await live.keep([(DROP_DRAFT, place), (KEEP_DRAFT, kept)])
    live.drafts[seat] = draft


def _check_moment(live: LiveMatch, request: wire.Request) -> None:
    """Refuse what was meant for another version, and play before everybody is there."""
    if live.state == OVER:
        raise Refused.of("match_over")
    if live.state == OPEN and not isinstance(request, wire.ContributeRequest):
        raise Refused.of("server.not_begun")
    if getattr(request, "version", live.version) != live.version:
        raise Refused.of("server.stale", version=live.version)
