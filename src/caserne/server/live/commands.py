"""Requests of viewers performed on a match: checked against its version, stored once, and acknowledged."""

from __future__ import annotations

from caserne.server.errors import RequestError
from caserne.server.live import messages
from caserne.server.live.bus import TABLE, ChangeNotice
from caserne.server.live.changes import CHANGES, play
from caserne.server.live.draft import Draft
from caserne.server.live.live_match import LiveMatch, Overtaken
from caserne.server.storage.match_state import MatchState
from caserne.server.storage.statements import ADD_DRAFT, DELETE_DRAFT
from caserne.server.storage.store import to_json
from caserne.server.storage.writer import Conflict


async def perform(live: LiveMatch, seat: int, request: messages.Request, key: str, lag: int) -> int:
    """Perform a request and return the version after it; a repeated one is not performed again. Call it under the lock.

    If another process changed the match first, a request for a version is refused and any other is tried again.
    """
    while True:
        if key in live.requests:
            return live.requests[key]
        _check_moment(live, request)
        try:
            return await live.change(CHANGES[type(request)](live, seat, request), key, lag=lag)
        except Overtaken:
            if isinstance(request, messages.ForVersion) and key not in live.requests:
                raise


async def step(live: LiveMatch, seat: int, request: messages.StepRequest, key: str, lag: int) -> int | None:
    """Add a move to the seat's draft; if it would reveal something, play the draft and return the version."""
    _check_moment(live, request)
    if live.match.actor != seat:
        raise RequestError.of("not_your_turn", seat=seat)
    longer = live.draft(seat).step(live.match, seat, request.move, key)
    if longer.replay(live.match, seat).must_be_played:
        return await live.change(play(seat, longer.moves), key, lag=lag)
    await _store_draft(live, seat, longer)
    return None


async def undo(live: LiveMatch, seat: int, request: messages.UndoRequest, key: str) -> None:
    """Remove the last move of the seat's draft."""
    _check_moment(live, request)
    await _store_draft(live, seat, live.draft(seat).undo(key))


async def _store_draft(live: LiveMatch, seat: int, draft: Draft) -> None:
    place = {"at_match": live.id, "at_seat": seat}
    row = {"match": live.id, "seat": seat, "moves": to_json(draft.moves), "requests": to_json(draft.requests)}
    try:
        await live.write([(DELETE_DRAFT, place), (ADD_DRAFT, row)])
    except Conflict as conflict:  # the same seat, through another process
        await live.reload_table()
        raise Overtaken.of("server.stale", version=live.version) from conflict
    live.drafts[seat] = draft
    live.services.bus.publish(ChangeNotice(live.id, live.version, TABLE))


def _check_moment(live: LiveMatch, request: messages.Request) -> None:
    """Refuse requests for another version, and all but contributions before play begins."""
    if live.state == MatchState.OVER:
        raise RequestError.of("match_over")
    if live.state == MatchState.OPEN and not isinstance(request, messages.ContributeRequest):
        raise RequestError.of("server.not_begun")
    if isinstance(request, messages.ForVersion) and request.version != live.version:
        raise RequestError.of("server.stale", version=live.version)
