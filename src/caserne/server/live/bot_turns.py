"""The turns of bots: they think in worker processes, and their moves are shown after a time that tells nothing."""

from __future__ import annotations

import asyncio
from functools import partial
from time import monotonic

from caserne.core.game.errors import CaserneError
from caserne.core.match.match import Match
from caserne.core.match.offers import TAKE_BACK
from caserne.core.match.setups import view_to_act
from caserne.server.errors import RequestError
from caserne.server.live.changes import STAND_IN
from caserne.server.live.fair_queue import Owner, Priority
from caserne.server.live.live_match import LiveMatch
from caserne.server.live.stored import Quarantined
from caserne.server.live.worker import WorkFailed
from caserne.server.storage.match_state import MatchState
from caserne.server.supervision import cancel, supervise

ATTEMPTS = 2
"""How often a bot may fail at one move before it forfeits."""


class BotTurns:
    """The bots that are to act in this process, each in a task of its own."""

    def __init__(self) -> None:
        self._busy: dict[tuple[str, int], asyncio.Task[None]] = {}

    def start(self, live: LiveMatch) -> None:
        """Start a task for each bot that is to act and has none."""
        if not _may_play(live):
            return
        for seat in range(live.match.game.seats):
            if live.seating.bot(seat) and _is_to_act(live.match, seat) and (live.id, seat) not in self._busy:
                self._busy[live.id, seat] = supervise("bot turn", partial(self._act_on, live, seat))

    async def close(self) -> None:
        await cancel(*self._busy.values())

    async def _act_on(self, live: LiveMatch, seat: int) -> None:
        try:
            while _may_play(live) and _is_to_act(live.match, seat):
                await _act(live, seat)
        except Quarantined:
            pass  # the match can no longer be read
        del self._busy[live.id, seat]  # after any other error this task is started again


async def _act(live: LiveMatch, seat: int) -> None:
    """Let a bot act once; nothing happens if the match has changed meanwhile."""
    began, position, offer = monotonic(), live.match.position, live.match.offer
    move = await _think(live, seat)
    await asyncio.sleep(pause(monotonic() - began, live.services.settings.bot_pace))
    async with live.lock:
        if live.match.position != position or live.match.offer != offer or not _is_to_act(live.match, seat):
            return
        try:
            await live.change(lambda match: _perform(match, seat, move))
        except Quarantined:
            raise
        except RequestError:
            pass  # another process was faster
        except CaserneError:  # the bot breaks the rules
            await live.change(lambda match: _forfeit(match, seat))


def pause(elapsed: float, pace: float) -> float:
    """Return the seconds to wait until a multiple of the pace, so that thinking time cannot be measured."""
    return pace - elapsed % pace if pace else 0.0


async def _think(live: LiveMatch, seat: int) -> str | None:
    """Ask the bot for a move; None if it has something else to do, or fails."""
    match = live.match
    if seat not in match.waiting() or _is_asked(match, seat):
        return None
    seen, bot = view_to_act(match, seat), live.seating.bot(seat) or ""
    live.services.compiler.prefer(match.game.id, bot)
    priority = Priority.PLAY if live.seating.has_people else Priority.BOTS_ONLY
    for _ in range(ATTEMPTS):
        try:
            return await live.services.workers.move(bot, seen, priority, _owner(live))
        except WorkFailed:
            continue
    return None


def _may_play(live: LiveMatch) -> bool:
    """Check whether bots act: bots among themselves only while somebody watches."""
    return live.state == MatchState.PLAYING and (live.seating.has_people or bool(live.viewers))


def _owner(live: LiveMatch) -> Owner:
    """Return the person for whom a bot acts: somebody who plays and is connected, else who watches, else who plays."""
    connected = [viewer.owner for viewer in live.viewers if viewer.seats] or [viewer.owner for viewer in live.viewers]
    if connected:
        return min(connected, key=lambda owner: owner.visitor)
    visitor = next(iter(live.seating.visitors()), "")
    return Owner(visitor, address=visitor)  # nobody is connected, and addresses are not stored


def _perform(match: Match, seat: int, move: str | None) -> None:
    """Answer an offer, roll, or make the move; without a move the bot is refused."""
    if _is_asked(match, seat) and match.offer:
        match.accept(seat) if match.offer.what == TAKE_BACK else match.decline(seat)
    elif match.roller() == seat:
        match.roll()
    else:
        match.submit(seat, move or "")


def _forfeit(match: Match, seat: int) -> None:
    """End a match of two with the bot's defeat; in a larger one replace the bot."""
    if match.game.seats == 2:
        match.forfeit(seat)
    else:
        match.leave(seat, bot=STAND_IN)


def _is_to_act(match: Match, seat: int) -> bool:
    return seat in match.waiting() or match.roller() == seat or _is_asked(match, seat)


def _is_asked(match: Match, seat: int) -> bool:
    """Whether an offer waits for the seat's answer."""
    return match.actor is not None and match.offer is not None and seat in match.offer.waits_for(match.game.seats)
