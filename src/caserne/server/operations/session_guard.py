"""Who may stay: closes the sockets of sessions that were revoked and of matches that were removed, by whomever.

The host's commands and the other processes change only the database, and leave a new mark there; everybody looks at
that mark every few seconds.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from secrets import token_urlsafe

import structlog
from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncConnection
from starlette.websockets import WebSocket, WebSocketDisconnect

from caserne.server.live import messages
from caserne.server.live.hub import Hub
from caserne.server.people.access_code import CODE
from caserne.server.people.erasure import expire
from caserne.server.storage.store import Store
from caserne.server.storage.tables import keys, matches, sessions, visitors

ORDERS, NAMES = "orders", "names"
"""Under which keys the marks are kept that are new whenever sockets must be checked, or tables looked at again."""
LOOK_SECONDS = 2.0
LOOKS_BETWEEN_SWEEPS = 1800
log = structlog.get_logger("caserne.porter")


@dataclass(frozen=True, eq=False)
class Guest:
    """Somebody with an open socket."""

    socket: WebSocket
    session: str
    match: str


async def give_order(writing: AsyncConnection, order: str = ORDERS) -> None:
    """Let all processes look who may stay, or how people are called."""
    await writing.execute(update(keys).where(keys.c.name == order).values(value=token_urlsafe(6)))


class Porter:
    """Knows the open sockets of this process, and the access code of the server."""

    def __init__(self, store: Store, hub: Hub, guest_days: int) -> None:
        self._store, self._hub, self._guest_days = store, hub, guest_days
        self._inside: set[Guest] = set()
        self._seen: dict[str, str] = {}
        self._looking: asyncio.Task[None] | None = None
        self.code: str | None = None
        """The fingerprint of the code that is asked for; None: everybody may come in."""

    async def open(self) -> None:
        for mark in (ORDERS, NAMES):
            self._seen[mark] = await self._store.key(mark, token_urlsafe(6))
        await self.look()
        self._looking = asyncio.create_task(self._look_around(), name="porter")

    async def close(self) -> None:
        if self._looking:
            self._looking.cancel()
            await asyncio.gather(self._looking, return_exceptions=True)

    @contextmanager
    def inside(self, guest: Guest) -> Iterator[None]:
        """Keep an eye on a socket while it is open."""
        self._inside.add(guest)
        try:
            yield
        finally:
            self._inside.discard(guest)

    async def order(self) -> None:
        """Something was changed: look at once, and let the other processes look soon."""
        async with self._store.begin() as writing:
            await give_order(writing)
        await self.look()

    async def look(self) -> None:
        """Notice a new access code, whoever may not stay, and new names."""
        async with self._store.read() as reading:
            found = {row.name: row.value for row in await reading.execute(select(keys))}
            changed = {mark for mark in (ORDERS, NAMES) if found.get(mark) != self._seen[mark]}
            gone = await self._gone(reading) if ORDERS in changed else {}
        self.code = found.get(CODE)
        self._seen = {mark: found.get(mark, "") for mark in (ORDERS, NAMES)}
        for guest, reason in gone.items():
            await _show_out(guest, reason)
        if NAMES in changed:
            await self._hub.tables_changed(self._hub.loaded)

    async def _gone(self, reading: AsyncConnection) -> dict[Guest, str]:
        """Whose session is no more, or whose match."""
        here = list(self._inside)
        known = select(sessions.c.id).join(visitors).where(~visitors.c.banned)
        alive = set(await reading.scalars(known.where(sessions.c.id.in_([guest.session for guest in here]))))
        removed = set(await reading.scalars(select(matches.c.id).where(matches.c.removed)))
        for match in removed:
            self._hub.forget(match)
        gone = {guest: "signed_out" for guest in here if guest.session and guest.session not in alive}
        return gone | {guest: "removed" for guest in here if guest.match in removed}

    async def _look_around(self) -> None:
        looks = 0
        while True:
            try:
                if looks % LOOKS_BETWEEN_SWEEPS == 0:
                    await self._sweep()
                await self.look()
            except Exception as error:  # whatever it is, the next look may succeed
                log.warning("look failed", error=type(error).__name__)
            looks += 1
            await asyncio.sleep(LOOK_SECONDS)

    async def _sweep(self) -> None:
        gone, guests = await expire(self._store, self._guest_days)
        if gone or guests:
            log.info("expired", matches=gone, guests=guests)


async def _show_out(guest: Guest, reason: str) -> None:
    with suppress(WebSocketDisconnect, RuntimeError):
        await guest.socket.send_text(messages.write("bye", reason=reason))
        await guest.socket.close(1008)
