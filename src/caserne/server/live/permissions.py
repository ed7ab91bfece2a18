"""What the table allows a viewer now."""

from __future__ import annotations

from collections.abc import Sequence

from caserne.server.live.live_match import LiveMatch
from caserne.server.storage.match_state import MatchState
from caserne.server.storage.store import now


def abilities(live: LiveMatch, mine: Sequence[int], looking: int | None) -> list[str]:
    """The requests that make sense now, offers as `offer:WHAT`; nothing for those who only watch."""
    if not mine:
        return []
    can: list[str] = []
    for seat in [looking] if live.hides and looking is not None and looking in mine else mine:
        can += [ability for ability in _of_seat(live, seat) if ability not in can]
    return can


def _of_seat(live: LiveMatch, seat: int) -> list[str]:
    match = live.match
    if live.state == MatchState.OPEN:
        return ["contribute"] if not match.has_contributed(seat) else []
    if live.state != MatchState.PLAYING:
        return []
    can = ["contribute"] if not match.has_contributed(seat) else []
    if match.position.in_setup:
        can.append("ready" if match.sealed(seat) is None else "withdraw")
    elif match.actor == seat:
        can += ["move", "step"]
    elif match.roller() == seat or (match.actor == "chance" and match.roller() is None):
        can.append("roll")
    draft = live.drafts.get(seat)
    if draft and draft.moves:
        can += ["undo", "end_turn"] if draft.turn_is_over(match, seat) else ["undo"]
    return can + _at_the_table(live, seat)


def _at_the_table(live: LiveMatch, seat: int) -> list[str]:
    match = live.match
    can = ["abort"] if match.may_abort(seat) else ["resign" if match.game.seats == 2 else "leave"]
    offer = match.offer
    if offer is None and (match.actor == seat or match.roller() == seat) and not match.position.in_setup:
        can += [f"offer:{what}" for what in match.game.offers]
    if offer is None and match.may_take_back(seat):
        can.append("take_back")
    if offer and seat in offer.waits_for(match.game.seats):
        can += ["accept", "decline"]
        can += ["terms"] if offer.terms is None and match.game.terms.get(offer.what) else []
    overdue = (other for other in live.clocks.running if other != seat)
    if any(live.clocks.overdue(other, now(), live.services.outages) for other in overdue):
        can.append("claim")
    return can
