"""Where requests of viewers become changes of a match."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from caserne.core.match.match import Match
from caserne.core.match.offers import TAKE_BACK
from caserne.server.errors import RequestError
from caserne.server.live import messages
from caserne.server.live.bus import TABLE, News
from caserne.server.live.draft import Draft, must_be_played
from caserne.server.live.live_match import LiveMatch, Overtaken
from caserne.server.storage.match_state import MatchState
from caserne.server.storage.statements import ADD_DRAFT, DELETE_DRAFT
from caserne.server.storage.store import now, to_json
from caserne.server.storage.writer import Conflict

Act = Callable[[Match], None]

STAND_IN = "2"
"""The level of the bot that plays on for a seat that has left."""


def _move(live: LiveMatch, seat: int, request: messages.MoveRequest) -> Act:
    return _play(seat, (*live.draft(seat).moves, request.move))


def _end(live: LiveMatch, seat: int, request: messages.EndRequest) -> Act:
    draft = live.draft(seat)
    if not draft.turn_is_over(live.match, seat):
        raise RequestError.of("server.turn_goes_on")
    return _play(seat, draft.moves)


def _play(seat: int, moves: tuple[str, ...]) -> Act:
    def act(match: Match) -> None:
        if match.position.in_setup:
            raise RequestError.of("server.setups_first")
        for move in moves:
            match.submit(seat, move)

    return act


def _ready(live: LiveMatch, seat: int, request: messages.ReadyRequest) -> Act:
    contribution = _bytes(request.contribution) if request.contribution else None

    def act(match: Match) -> None:
        if not match.position.in_setup:
            raise RequestError.of("server.no_setup_now")
        if contribution and not match.has_contributed(seat):
            match.contribute(seat, contribution)
        match.submit(seat, request.setup)

    return act


def _withdraw(live: LiveMatch, seat: int, request: messages.WithdrawRequest) -> Act:
    return lambda match: match.unseal(seat)


def _roll(live: LiveMatch, seat: int, request: messages.RollRequest) -> Act:
    if live.match.roller() not in (None, seat):
        raise RequestError.of("not_your_turn", seat=seat)

    def act(match: Match) -> None:
        match.roll()

    return act


def _contribute(live: LiveMatch, seat: int, request: messages.ContributeRequest) -> Act:
    given = _bytes(request.bytes)
    return lambda match: match.contribute(seat, given)


def _offer(live: LiveMatch, seat: int, request: messages.OfferRequest) -> Act:
    if request.what == TAKE_BACK:
        return lambda match: match.propose_take_back(seat)
    return lambda match: match.propose(seat, request.what)


def _terms(live: LiveMatch, seat: int, request: messages.TermsRequest) -> Act:
    return lambda match: match.name_terms(seat, request.terms)


def _accept(live: LiveMatch, seat: int, request: messages.AcceptRequest) -> Act:
    return lambda match: match.accept(seat)


def _decline(live: LiveMatch, seat: int, request: messages.DeclineRequest) -> Act:
    return lambda match: match.decline(seat)


def _take_back(live: LiveMatch, seat: int, request: messages.TakeBackRequest) -> Act:
    """At once where only bots or the same person would have to agree, else as an offer."""
    others = [other for other in range(live.match.game.seats) if other != seat]
    owners = live.seating.players[seat].members
    if all(live.seating.bot(other) or live.seating.players[other].members == owners for other in others):
        return lambda match: match.take_back(seat)
    return lambda match: match.propose_take_back(seat)


def _give_up(live: LiveMatch, seat: int, request: messages.Request) -> Act:
    """A seat goes: it loses a match of two; in a larger one a bot plays on for it."""
    if live.match.game.seats == 2:
        return lambda match: match.resign(seat)
    return lambda match: match.leave(seat, bot=STAND_IN)


def _abort(live: LiveMatch, seat: int, request: messages.AbortRequest) -> Act:
    return lambda match: match.abort(seat)


def _claim(live: LiveMatch, seat: int, request: messages.ClaimRequest) -> Act:
    clocks, outages = live.clocks, live.services.outages
    late = next((other for other in clocks.running if other != seat and clocks.overdue(other, now(), outages)), None)
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


ACTS: dict[type[messages.Request], Callable[[LiveMatch, int, Any], Act]] = {
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
"""The requests that append events, each with what it does to the match."""


async def perform(live: LiveMatch, seat: int, request: messages.Request, key: str, lag: int) -> int:
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


async def step(live: LiveMatch, seat: int, request: messages.StepRequest, key: str, lag: int) -> int | None:
    """Add a move to the seat's draft; where it would show something all is played at once, and the version given."""
    _check_moment(live, request)
    draft = live.draft(seat)
    if live.match.actor != seat:
        raise RequestError.of("not_your_turn", seat=seat)
    longer = draft.step(live.match, seat, request.move, key)
    *_, before, after = longer.positions(live.match)
    if must_be_played(live.match, seat, before, request.move, after):
        return await live.change(_play(seat, longer.moves), key, lag=lag)
    await _keep_draft(live, seat, longer)
    return None


async def undo(live: LiveMatch, seat: int, request: messages.UndoRequest, key: str) -> None:
    """Take the last move of the seat's draft back."""
    _check_moment(live, request)
    await _keep_draft(live, seat, live.draft(seat).undo(key))


async def _keep_draft(live: LiveMatch, seat: int, draft: Draft) -> None:
    place = {"at_match": live.id, "at_seat": seat}
    kept = {"match": live.id, "seat": seat, "moves": to_json(draft.moves), "requests": to_json(draft.requests)}
    try:
        await live.keep([(DELETE_DRAFT, place), (ADD_DRAFT, kept)])
    except Conflict as conflict:  # the same seat, through another process
        await live.reload_table()
        raise Overtaken.of("server.stale", version=live.version) from conflict
    live.drafts[seat] = draft
    live.services.bus.publish(News(live.id, live.version, TABLE))


def _check_moment(live: LiveMatch, request: messages.Request) -> None:
    """Refuse what was meant for another version, and play before everybody is there."""
    if live.state == MatchState.OVER:
        raise RequestError.of("match_over")
    if live.state == MatchState.OPEN and not isinstance(request, messages.ContributeRequest):
        raise RequestError.of("server.not_begun")
    if getattr(request, "version", live.version) != live.version:
        raise RequestError.of("server.stale", version=live.version)
