"""All running matches of a process: finds them, connects viewers, and follows the changes of other processes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import AsyncExitStack, suppress
from functools import partial
from secrets import token_urlsafe

from starlette.websockets import WebSocket

from caserne.server.config import Settings
from caserne.server.errors import RequestError
from caserne.server.live.admission import Admission
from caserne.server.live.audience import MatchViewer
from caserne.server.live.bot_turns import BotTurns
from caserne.server.live.bus import EVENTS, TABLE, Bus, ChangeNotice, LocalBus
from caserne.server.live.compiler import Compiler
from caserne.server.live.fair_queue import Owner
from caserne.server.live.live_match import LiveMatch
from caserne.server.live.presence import ProcessHeartbeat, update_presence
from caserne.server.live.requests import RequestHandler
from caserne.server.live.services import MatchServices
from caserne.server.live.stored import Quarantined
from caserne.server.live.viewer import Viewer, ViewerOptions
from caserne.server.live.worker_pool import WorkerPool
from caserne.server.people.rate_limits import Limiter
from caserne.server.storage.store import Store
from caserne.server.supervision import cancel, repeat, supervise

SWEEP_SECONDS = 30.0
"""How often silent clients and unwatched matches are looked for; an unwatched match is unloaded in the second sweep."""
CLOCK_SECONDS = 1.0
"""How often clocks are checked."""
PORTION = 100
"""So many matches are looked at in one step of the event loop."""


class Hub:
    """Loads matches, connects viewers to them, and unloads those that nobody watches."""

    def __init__(self, settings: Settings, store: Store) -> None:
        process = token_urlsafe(9)
        bus = _bus(settings.redis, process)
        workers, limiter = WorkerPool(settings.bot_processes), Limiter(settings.redis, enabled=settings.rate_limits)
        self.services = MatchServices(settings, store, bus, workers, Compiler(), limiter, process)
        self._matches: dict[str, asyncio.Task[LiveMatch]] = {}
        self._changed_while_loading: set[str] = set()
        self._bot_turns = BotTurns()
        self._admission = Admission(settings)
        self._heartbeat = ProcessHeartbeat(self.services, self._note_processes)
        self._shown_timeouts: set[tuple[str, int]] = set()
        """The matches with an overdue seat and the version at which that was shown."""
        self._unwatched: set[str] = set()
        """The matches that nobody watched at the last sweep."""
        self._tasks: list[asyncio.Task[None]] = []
        self._taking_over: asyncio.Task[None] | None = None

    @property
    def loaded(self) -> list[str]:
        """The ids of the matches in memory."""
        return list(self._matches)

    @property
    def sockets(self) -> int:
        """The number of viewers."""
        return len(self._viewers())

    async def open(self) -> None:
        await self.services.workers.open()
        await self.services.compiler.open()
        await self.services.bus.open(self._follow, self._follow_everything)
        await self._heartbeat.open()
        self._start_tasks()

    def _start_tasks(self) -> None:
        self._tasks = [
            repeat("sweeper", self._sweep, SWEEP_SECONDS),
            repeat("clocks", self.notify_timeouts, CLOCK_SECONDS),
            repeat("recovery", self._reload_uncertain, CLOCK_SECONDS),
        ]

    async def dismiss_all(self) -> None:
        """Close all connections because the server stops."""
        dismissals = (viewer.dismiss("server_stops") for viewer in self._viewers())
        await asyncio.gather(*dismissals, return_exceptions=True)

    async def close(self) -> None:
        """Close all connections and finish the changes that were accepted."""
        await cancel(*self._tasks, self._taking_over)
        await self.dismiss_all()
        await self._bot_turns.close()
        for live in self._loaded():
            async with live.lock:
                pass
        await self.services.compiler.close()
        await self.services.workers.close()
        await self.services.bus.close()
        await self._heartbeat.close()

    # Matches

    async def match(self, match_id: str) -> LiveMatch:
        """Return a match, loading it if necessary; refused if there is none.

        With several processes it is brought up to date first: the caller may just have changed it through another one.
        """
        known = match_id in self._matches
        if not known:
            self._matches[match_id] = asyncio.create_task(self._load(match_id))
        try:
            live = await asyncio.shield(self._matches[match_id])
        except Exception:
            self.forget(match_id)
            raise
        if live.uncertain:
            async with live.lock:
                await live.reload_if_uncertain()
        elif match_id in self._changed_while_loading or (known and self.services.settings.redis):
            self._changed_while_loading.discard(match_id)
            await self._follow([ChangeNotice(match_id, live.version, what) for what in (EVENTS, TABLE)])
        return live

    async def refresh_table(self, match_id: str) -> LiveMatch:
        """Reload a table after a change in the database, and start play if all seats are taken."""
        known = match_id in self._matches
        try:
            live = await self.match(match_id)
            async with live.lock:
                if known:
                    await live.reload_table()
                self.services.bus.publish(ChangeNotice(match_id, live.version, TABLE))
                await live.begin()
        except RequestError:  # it was removed meanwhile, or cannot be read
            raise
        except BaseException:
            self._mark_uncertain(match_id)
            raise
        return live

    def _mark_uncertain(self, match_id: str) -> None:
        """Have a match loaded again, which was changed in the database and could not be followed."""
        for live in self._loaded():
            if live.id == match_id:
                live.uncertain = True

    async def refresh_tables(self, match_ids: Iterable[str]) -> None:
        """Reload several tables; those that are not in memory here are only announced to the other processes."""
        for match_id in match_ids:
            if match_id in self._matches:
                with suppress(RequestError):  # it was removed meanwhile
                    await self.refresh_table(match_id)
            else:
                self.services.bus.publish(ChangeNotice(match_id, 0, TABLE))

    def forget(self, match_id: str) -> None:
        """Unload a match that was removed or cannot be loaded."""
        self._matches.pop(match_id, None)
        self._changed_while_loading.discard(match_id)

    async def _load(self, match_id: str) -> LiveMatch:
        live = await LiveMatch.load(self.services, match_id)
        self.services.compiler.prefer(live.match.game.id)
        live.after_change = self._bot_turns.start
        self._bot_turns.start(live)
        return live

    def _loaded(self) -> list[LiveMatch]:
        return [task.result() for task in self._matches.values() if task.done() and not task.exception()]

    def _viewers(self) -> list[MatchViewer]:
        return [viewer for live in self._loaded() for viewer in live.viewers]

    async def _sweep(self) -> None:
        """Dismiss silent clients and unload matches that nobody has watched for a while."""
        longest_silence = 3 * self.services.settings.heartbeat
        for viewer in self._viewers():
            if viewer.silent_for > longest_silence:
                await viewer.dismiss("silent")
        await self._start_bots()
        unwatched = {live.id for live in self._loaded() if not live.viewers and not live.lock.locked()}
        for match_id in unwatched & self._unwatched:
            del self._matches[match_id]
        self._unwatched = unwatched - self._unwatched
        if self.services.settings.redis:  # notices may have been lost
            await self._follow_watched(EVENTS)

    async def _start_bots(self) -> None:
        """Let the bots act that are to act, also those of a process that died."""
        async for portion in in_portions(self._loaded()):
            for live in portion:
                self._bot_turns.start(live)

    async def _reload_uncertain(self) -> None:
        """Load the matches again that could not be stored, so that play goes on after an outage."""
        for live in self._loaded():
            if live.uncertain:
                async with live.lock:
                    with suppress(RequestError):  # it was removed meanwhile, or cannot be read
                        await live.reload_if_uncertain()

    async def notify_timeouts(self) -> None:
        """Show viewers once that a seat is overdue, so that another can claim; nothing else happens then."""
        overdue: dict[tuple[str, int], LiveMatch] = {}
        async for portion in in_portions(self._loaded()):
            overdue |= {(live.id, live.version): live for live in portion if live.viewers and live.overdue_seats()}
        for moment, live in overdue.items():
            if moment not in self._shown_timeouts:
                async with live.lock:
                    live.show()
        self._shown_timeouts = set(overdue)

    # Viewers

    async def watch(self, socket: WebSocket, match_id: str, owner: Owner, options: ViewerOptions) -> None:
        """Serve a websocket until it closes."""
        live = await self.match(match_id)
        with self._admission.admitted(live, owner):
            await self._serve(Viewer(socket, live, owner, options), live, options.version)

    async def _serve(self, viewer: Viewer, live: LiveMatch, version: int) -> None:
        await self.services.slices.run(viewer.learn())
        await viewer.wait_for_turn()
        try:
            async with live.lock:
                await live.reload_if_uncertain()
                await live.begin()  # a process may have died between the last seat taken and the beginning
                viewer.welcome(version)
                live.viewers.add(viewer)
                await update_presence(live, viewer.visitor)
                self._bot_turns.start(live)  # bots among themselves play while somebody watches
            await viewer.connection.serve(RequestHandler(viewer, live).answer, viewer.resend)
        finally:
            live.viewers.discard(viewer)
            await supervise("presence", partial(_store_presence, live, viewer.visitor))

    # Changes of other processes

    def _note_processes(self) -> None:
        """Show who is connected after a process has come or died, and go on with what the dead one left."""
        for live in self._loaded():
            live.show_tables()
        if self._taking_over:
            self._taking_over.cancel()
        self._taking_over = supervise("taking over", self._take_over)

    async def _take_over(self) -> None:
        """Load what a dead process has stored without sending a notice, and let its bots act."""
        await self._follow_watched(EVENTS)
        await self._start_bots()

    async def _follow_everything(self) -> None:
        """Bring all watched matches up to date, after notices may have been lost."""
        await self._follow_watched(EVENTS, TABLE)

    async def _follow_watched(self, *kinds: str) -> None:
        async for portion in in_portions([live for live in self._loaded() if live.viewers]):
            await self._follow([ChangeNotice(live.id, live.version, what) for live in portion for what in kinds])

    async def _follow(self, notices: list[ChangeNotice]) -> None:
        """Load what other processes have stored: events first, because players wait for them."""
        loading = {match_id for match_id, task in self._matches.items() if not task.done()}
        self._changed_while_loading |= loading.intersection(notice.match for notice in notices)
        loaded = {live.id: live for live in self._loaded()}
        changed = {
            what: {notice.match for notice in notices if notice.what == what} & set(loaded) for what in (EVENTS, TABLE)
        }
        if changed[EVENTS]:
            await self._follow_events([loaded[match_id] for match_id in changed[EVENTS]])
        if changed[TABLE]:
            await self._follow_tables([loaded[match_id] for match_id in sorted(changed[TABLE])])

    async def _follow_events(self, behind: Sequence[LiveMatch]) -> None:
        news = await self.services.store.load_news({live.id: live.version for live in behind})
        for live in behind:
            if live.id in news:
                try:
                    async with live.lock:
                        await live.reload_if_uncertain()
                        live.catch_up(news[live.id])
                except Quarantined as refused:
                    await self._drop(live, refused)

    async def _follow_tables(self, changed: Sequence[LiveMatch]) -> None:
        """Reload tables under all their locks, so that nothing older than a change made here is applied.

        Locks are taken in the order of ids everywhere.
        """
        async with AsyncExitStack() as locked:
            for live in changed:
                await locked.enter_async_context(live.lock)
            tables = await self.services.store.load_tables([live.id for live in changed])
            unreadable: list[tuple[LiveMatch, Quarantined]] = []
            for live in changed:
                try:
                    if live.id in tables:
                        live.apply_table(tables[live.id])
                except Quarantined as refused:
                    unreadable.append((live, refused))
        for live, reason in unreadable:
            await self._drop(live, reason)

    async def _drop(self, live: LiveMatch, reason: Quarantined) -> None:
        """Unload a match that cannot be read, and dismiss its viewers with the reason."""
        self.forget(live.id)
        await asyncio.gather(*(viewer.dismiss("quarantined", reason) for viewer in list(live.viewers)))


def _bus(redis: str, process: str) -> Bus:
    if not redis:
        return LocalBus()
    from caserne.server.live.redis_bus import RedisBus

    return RedisBus(redis, process)


async def in_portions(matches: Sequence[LiveMatch]) -> AsyncIterator[Sequence[LiveMatch]]:
    """Yield some matches at a time; others have a turn in between, because there may be thousands."""
    for first in range(0, len(matches), PORTION):
        yield matches[first : first + PORTION]
        await asyncio.sleep(0)


async def _store_presence(live: LiveMatch, visitor: str) -> None:
    """Store that a viewer has gone; a crowd of spectators that leaves does not keep the players from the lock."""
    if not live.seating.seats_of(visitor):
        live.table_notices.announce()
        return
    async with live.lock:
        await update_presence(live, visitor)
