"""All running matches of a process, and the news that keep it in step with the others."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from contextlib import AsyncExitStack, suppress
from secrets import token_urlsafe

from starlette.websockets import WebSocket

from caserne.server.config import Settings
from caserne.server.errors import RequestError
from caserne.server.live.bot_pool import BotPool
from caserne.server.live.bot_turns import BotTurns
from caserne.server.live.bus import EVENTS, TABLE, Bus, LocalBus, News, RedisBus
from caserne.server.live.live_match import LiveMatch
from caserne.server.live.presence import ProcessHeartbeat, update_presence
from caserne.server.live.services import MatchServices
from caserne.server.live.stored import Quarantined
from caserne.server.live.viewer import Viewer, Wants
from caserne.server.live.views import TableView
from caserne.server.people.rate_limits import Limiter
from caserne.server.storage.store import Store

SWEEP_SECONDS = 30.0
"""How often clients are looked for that have gone silent; a match stays in memory twice as long after the last one."""


CLOCK_SECONDS = 1.0
"""How often it is looked whether somebody's time is over."""


class Hub:
    """Finds matches, connects viewers to them, and lets go of those that nobody watches."""

    def __init__(self, settings: Settings, store: Store) -> None:
        process = token_urlsafe(9)
        bus: Bus = RedisBus(settings.redis, process) if settings.redis else LocalBus()
        bots, limiter = BotPool(settings.bot_processes), Limiter(settings.redis, enabled=settings.rate_limits)
        self.services = MatchServices(settings, store, bus, bots, limiter, process)
        self._matches: dict[str, asyncio.Task[LiveMatch]] = {}
        self._bot_turns = BotTurns()
        self._heartbeat = ProcessHeartbeat(self.services, self._show_tables)
        self._late: set[tuple[str, int]] = set()
        """The matches in which somebody's time is over, and at which version that was shown."""
        self._tasks: list[asyncio.Task[None]] = []

    @property
    def loaded(self) -> list[str]:
        """The matches in memory."""
        return list(self._matches)

    @property
    def sockets(self) -> int:
        """How many viewers there are."""
        return sum(len(live.viewers) for live in self._loaded())

    async def open(self) -> None:
        await self.services.bots.open()
        await self.services.bus.open(self._hear, self._look_everywhere)
        await self._heartbeat.open()
        self._tasks = [
            asyncio.create_task(self._sweep(), name="sweeper"),
            asyncio.create_task(self._watch_clocks(), name="clocks"),
        ]

    async def dismiss_all(self) -> None:
        """Send everybody away."""
        viewers = [viewer for live in self._loaded() for viewer in live.viewers]
        await asyncio.gather(*(viewer.dismiss("server_stops") for viewer in viewers), return_exceptions=True)

    async def close(self) -> None:
        """Send everybody away and finish what was accepted."""
        for task in self._tasks:
            task.cancel()
        await self.dismiss_all()
        await self._bot_turns.close()
        for live in self._loaded():
            async with live.lock:
                pass
        await self.services.bots.close()
        await self.services.bus.close()
        await self._heartbeat.close()

    # Matches

    async def match(self, match_id: str) -> LiveMatch:
        """A match by its id, loaded if need be; RequestError if there is none.

        Whoever asks may have changed it a moment ago through another process, whose news are still on their way.
        """
        known = match_id in self._matches
        if not known:
            self._matches[match_id] = asyncio.create_task(self._load(match_id))
        try:
            live = await asyncio.shield(self._matches[match_id])
        except Exception:
            self._matches.pop(match_id, None)
            raise
        if known and self.services.settings.redis:
            await self._hear([News(match_id, live.version, what) for what in (EVENTS, TABLE)])
        return live

    async def table_changed(self, match_id: str) -> LiveMatch:
        """Look again who sits at a table, after the database was changed; play begins when all seats are taken."""
        known = match_id in self._matches
        live = await self.match(match_id)
        async with live.lock:
            if known:
                await live.reload_table()
            self.services.bus.publish(News(match_id, live.version, TABLE))
            await live.begin()
        return live

    async def tables_changed(self, match_ids: Iterable[str]) -> None:
        """The same for several tables, without loading those that nobody looks at."""
        for match_id in match_ids:
            if match_id in self._matches:
                with suppress(RequestError):  # it was removed meanwhile
                    await self.table_changed(match_id)
            else:
                self.services.bus.publish(News(match_id, 0, TABLE))

    def forget(self, match_id: str) -> None:
        """Let go of a match that was removed."""
        self._matches.pop(match_id, None)

    def table(self, live: LiveMatch, lang: str) -> TableView:
        """What everybody sees of the people at a table."""
        seated = {visitor for visitor in (viewer.visitor for viewer in live.viewers) if live.seating.seats_of(visitor)}
        watchers = {viewer.visitor for viewer in live.viewers} - seated
        return {
            "state": live.state,
            "seats": live.seating.as_json(self.services.living, self.services.gone, lang),
            "watchers": len(watchers),
            "rematch": live.rematch,
            "spectators": live.settings.get("spectators", True),
            "chat": live.settings.get("chat", "presets"),
            "score": live.settings.get("score"),
        }

    async def _load(self, match_id: str) -> LiveMatch:
        stored = await self.services.store.load(match_id)
        if stored is None:
            raise RequestError.of("server.no_such_match")
        live = LiveMatch(self.services, stored)
        live.after_change = self._bot_turns.wake
        self._bot_turns.wake(live)
        return live

    def _loaded(self) -> list[LiveMatch]:
        return [task.result() for task in self._matches.values() if task.done() and not task.exception()]

    def _show_tables(self) -> None:
        for viewer in [viewer for live in self._loaded() for viewer in live.viewers]:
            viewer.show_table()

    async def _sweep(self) -> None:
        """Let go of clients that went without a word, and of matches that nobody has watched for a while."""
        quiet: set[str] = set()
        patience = 3 * self.services.settings.heartbeat
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            if self.services.settings.redis:  # news may have been lost
                await self._look_for(EVENTS)
            for viewer in [viewer for live in self._loaded() for viewer in live.viewers]:
                if viewer.silent_for > patience:
                    await viewer.dismiss("silent")
            for live in self._loaded():  # bots of a process that is gone
                self._bot_turns.wake(live)
            idle = {live.id for live in self._loaded() if not live.viewers and not live.lock.locked()}
            for match_id in idle & quiet:
                del self._matches[match_id]
            quiet = idle - quiet

    async def _watch_clocks(self) -> None:
        while True:
            await asyncio.sleep(CLOCK_SECONDS)
            await self.notify_timeouts()

    async def notify_timeouts(self) -> None:
        """Show those who wait that somebody's time is over, so that they can claim: nothing else happens then."""
        late = {(live.id, live.version): live for live in self._loaded() if live.viewers and live.is_overdue()}
        for moment, live in late.items():
            if moment not in self._late:
                async with live.lock:
                    live.show()
        self._late = set(late)

    # Viewers

    async def watch(self, socket: WebSocket, match_id: str, visitor: str, wants: Wants) -> None:
        """Serve a socket until it closes."""
        live = await self.match(match_id)
        if not live.seating.seats_of(visitor) and not live.settings.get("spectators", True):
            raise RequestError.of("server.no_spectators")
        viewer = Viewer(socket, self, live, visitor, wants)
        await viewer.prepare()
        async with live.lock:
            await live.reload_if_uncertain()
            viewer.welcome(wants.version)
            live.viewers.add(viewer)
            await update_presence(live, visitor)
        try:
            await viewer.serve()
        finally:
            live.viewers.discard(viewer)
            async with live.lock:
                await update_presence(live, visitor)

    # News

    async def _look_everywhere(self) -> None:
        """After news were lost: look again at everything that somebody watches."""
        await self._look_for(EVENTS, TABLE)

    async def _look_for(self, *kinds: str) -> None:
        watched = [live for live in self._loaded() if live.viewers]
        await self._hear([News(live.id, live.version, what) for live in watched for what in kinds])

    async def _hear(self, batch: list[News]) -> None:
        """Catch up with what other processes have stored: moves first, for which somebody waits."""
        loaded = {live.id: live for live in self._loaded()}
        concerned = {
            what: {news.match for news in batch if news.what == what} & set(loaded) for what in (EVENTS, TABLE)
        }
        if concerned[EVENTS]:
            await self._follow_events([loaded[match_id] for match_id in concerned[EVENTS]])
        if concerned[TABLE]:
            await self._follow_tables([loaded[match_id] for match_id in sorted(concerned[TABLE])])

    async def _follow_events(self, behind: Sequence[LiveMatch]) -> None:
        news = await self.services.store.load_news({live.id: live.version for live in behind})
        for live in behind:
            if live.id in news:
                try:
                    async with live.lock:
                        await live.reload_if_uncertain()
                        live.catch_up(news[live.id])
                except Quarantined as error:
                    await self._close_quarantined(live, error)

    async def _follow_tables(self, changed: Sequence[LiveMatch]) -> None:
        """All under their locks, taken in one order everywhere, so that old news undo nothing that is done here."""
        async with AsyncExitStack() as locked:
            for live in changed:
                await locked.enter_async_context(live.lock)
            tables = await self.services.store.load_tables([live.id for live in changed])
            unreadable: list[tuple[LiveMatch, Quarantined]] = []
            for live in changed:
                try:
                    if live.id in tables:
                        live.apply_table(tables[live.id])
                except Quarantined as error:
                    unreadable.append((live, error))
        for live, reason in unreadable:
            await self._close_quarantined(live, reason)

    async def _close_quarantined(self, live: LiveMatch, reason: Quarantined) -> None:
        """Unload a match that can no longer be read, and tell its viewers why."""
        self.forget(live.id)
        await asyncio.gather(*(viewer.dismiss("quarantined", reason) for viewer in list(live.viewers)))
