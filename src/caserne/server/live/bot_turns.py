"""The turns of bots: they think elsewhere, and what they do is shown after a time that tells nothing."""

from __future__ import annotations

import asyncio
from time import monotonic

from caserne.core.game.errors import CaserneError
from caserne.core.match.match import Match
from caserne.core.match.offers import TAKE_BACK
from caserne.core.match.setups import view_to_act
from caserne.server.errors import RequestError
from caserne.server.live.bot_pool import BotFailed
from caserne.server.live.commands import STAND_IN
from caserne.server.live.live_match import LiveMatch
from caserne.server.live.stored import Quarantined
from caserne.server.storage.match_state import MatchState

ATTEMPTS = 2
"""How often a bot may fail before it gives its match up."""


class BotTurns:
    """The bots that have something to do in this process, each with a task of its own."""

    def __init__(self) -> None:
        self._busy: dict[tuple[str, int], asyncio.Task[None]] = {}

    def wake(self, live: LiveMatch) -> None:
        """Let bots begin what they are to do now, unless they are at it."""
        if live.state != MatchState.PLAYING:
            return
        for seat in range(live.match.game.seats):
            if live.seating.bot(seat) and _is_awaited(live.match, seat) and (live.id, seat) not in self._busy:
                self._busy[live.id, seat] = asyncio.create_task(self._act_on(live, seat), name=f"bot in {live.id}")

    async def close(self) -> None:
        tasks = list(self._busy.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _act_on(self, live: LiveMatch, seat: int) -> None:
        try:
            while live.state == MatchState.PLAYING and _is_awaited(live.match, seat):
                await _act(live, seat)
        except Quarantined:
            pass  # there is no match any longer in which to act
        finally:
            del self._busy[live.id, seat]


async def _act(live: LiveMatch, seat: int) -> None:
    """One thing that a bot does; nothing if the match has changed meanwhile."""
    began, position, offer = monotonic(), live.match.position, live.match.offer
    move = await _think(live, seat)
    await asyncio.sleep(pause(monotonic() - began, live.services.settings.bot_pace))
    async with live.lock:
        if live.match.position != position or live.match.offer != offer or not _is_awaited(live.match, seat):
            return
        try:
            await live.change(lambda match: _do(match, seat, move))
        except Quarantined:
            raise
        except RequestError:
            pass  # another process was faster
        except CaserneError:  # a bot that cannot play by the rules
            await live.change(lambda match: _forfeit(match, seat))


def pause(elapsed: float, pace: float) -> float:
    """How long to wait so that a move is shown at a multiple of the pace, however long it took to find."""
    return pace - elapsed % pace if pace else 0.0


async def _think(live: LiveMatch, seat: int) -> str | None:
    """The move of a bot that is to make one; None if it has something else to do, or cannot."""
    match = live.match
    if seat not in match.waiting() or _is_asked(match, seat):
        return None
    seen = view_to_act(match, seat)
    for _ in range(ATTEMPTS):
        try:
            return await live.services.bots.move(live.seating.bot(seat) or "", seen)
        except BotFailed:
            continue
    return None


def _do(match: Match, seat: int, move: str | None) -> None:
    """Answer an offer, roll, or make the move; a bot without one is refused."""
    if _is_asked(match, seat) and match.offer:
        match.accept(seat) if match.offer.what == TAKE_BACK else match.decline(seat)
    elif match.roller() == seat:
        match.roll()
    else:
        match.submit(seat, move or "")


def _forfeit(match: Match, seat: int) -> None:
    """A bot that fails loses a match of two; in a larger one another bot goes on in its place."""
    if match.game.seats == 2:
        match.forfeit(seat)
    else:
        match.leave(seat, bot=STAND_IN)


def _is_awaited(match: Match, seat: int) -> bool:
    return seat in match.waiting() or match.roller() == seat or _is_asked(match, seat)


def _is_asked(match: Match, seat: int) -> bool:
    return match.actor is not None and match.offer is not None and seat in match.offer.waits_for(match.game.seats)
