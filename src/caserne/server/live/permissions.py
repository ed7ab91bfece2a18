"""The requests that a viewer may make now: the list `can` on the wire, by which clients show their buttons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from caserne.core.game.errors import CaserneError
from caserne.core.match.permissions import Act, allowed_acts, allowed_offers, check_move, way_out
from caserne.server.errors import RequestError
from caserne.server.live.draft import DraftedTurn
from caserne.server.live.live_match import LiveMatch
from caserne.server.storage.match_state import MatchState

ON_THE_BOARD: Mapping[Act, Sequence[str]] = {
    Act.CONTRIBUTE: ["contribute"],
    Act.SEAL: ["ready"],
    Act.UNSEAL: ["withdraw"],
    Act.MOVE: ["move", "step"],
    Act.ROLL: ["roll"],
}
"""The names of requests by act, in the order in which they are sent."""
WAYS_OUT: Mapping[Act, str] = {Act.ABORT: "abort", Act.RESIGN: "resign", Act.LEAVE: "leave"}
AT_THE_TABLE: Mapping[Act, Sequence[str]] = {
    Act.TAKE_BACK: ["take_back"],
    Act.ACCEPT: ["accept"],
    Act.DECLINE: ["decline"],
    Act.NAME_TERMS: ["terms"],
    Act.CLAIM: ["claim"],
}


def allowed_requests(
    live: LiveMatch, mine: Sequence[int], looking: int | None, drafted: DraftedTurn | None
) -> list[str]:
    """Return the requests that a viewer may make for its seats, offers as `offer:WHAT`; none for spectators.

    `drafted` is the unfinished turn of the seat to move, if that is one of the viewer's.
    """
    can: list[str] = []
    for seat in [looking] if live.match.hides and looking is not None and looking in mine else mine:
        can += [request for request in _of_seat(live, seat, drafted) if request not in can]
    return can


def _of_seat(live: LiveMatch, seat: int, drafted: DraftedTurn | None) -> list[str]:
    match = live.match
    if live.state == MatchState.OVER:
        return []
    acts = allowed_acts(match, seat, live.overdue_seats())
    if live.state == MatchState.OPEN:
        return _requests(ON_THE_BOARD, acts & {Act.CONTRIBUTE})
    return [
        *_requests(ON_THE_BOARD, acts),
        *_for_draft(drafted if drafted and drafted.seat == seat else None),
        WAYS_OUT[way_out(match, seat)],
        *(f"offer:{what}" for what in allowed_offers(match, seat)),
        *_requests(AT_THE_TABLE, acts),
        *(["hint"] if _may_have_hint(live, seat, drafted) else []),
    ]


def check_hint(live: LiveMatch, seat: int, drafted: DraftedTurn | None) -> None:
    """A seat may have a hint on its turn, if bots play all the others."""
    if live.state != MatchState.PLAYING:
        raise RequestError.of("match_over" if live.state == MatchState.OVER else "server.not_begun")
    if not all(live.seating.bot(other) for other in range(live.match.game.seats) if other != seat):
        raise RequestError.of("server.hint_against_people")
    check_move(live.match, seat)
    if drafted and drafted.is_over:
        raise RequestError.of("server.turn_is_over")


def _may_have_hint(live: LiveMatch, seat: int, drafted: DraftedTurn | None) -> bool:
    try:
        check_hint(live, seat, drafted)
    except CaserneError:
        return False
    return True


def _requests(names: Mapping[Act, Sequence[str]], acts: set[Act]) -> list[str]:
    return [request for act, requests in names.items() if act in acts for request in requests]


def _for_draft(drafted: DraftedTurn | None) -> list[str]:
    if drafted is None or not drafted.moves:
        return []
    return ["undo", "end_turn"] if drafted.is_over else ["undo"]
