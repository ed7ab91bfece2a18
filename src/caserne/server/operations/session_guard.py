"""Closes the sockets of revoked sessions and removed matches, and reloads seats whose names have changed.

The host's commands and the other processes change only the database, and store a new token there; every process
compares that token with the last one it has seen, every few seconds.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from secrets import token_urlsafe

from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncConnection
from starlette.websockets import WebSocket, WebSocketDisconnect

from caserne.server.live import messages
from caserne.server.live.hub import Hub
from caserne.server.people.access_code import CODE
from caserne.server.storage.store import Store
from caserne.server.storage.tables import keys, matches, sessions, visitors
from caserne.server.supervision import cancel, repeat

SOCKETS, NAMES = "orders", "names"
"""The keys whose value changes whenever all processes must check their sockets, or reload the names of players."""
CHECK_SECONDS = 2.0


@dataclass(frozen=True, eq=False)
class GuardedSocket:
    """An open websocket, its session and its match."""

    socket: WebSocket
    session: str
    match: str


async def request_recheck(writing: AsyncConnection, what: str = SOCKETS) -> None:
    """Make all processes check their sockets, or reload the names of players."""
    await writing.execute(update(keys).where(keys.c.name == what).values(value=token_urlsafe(6)))


class SessionGuard:
    """The open sockets of this process, and the access code of the server."""

    def __init__(self, store: Store, hub: Hub) -> None:
        self._store, self._hub = store, hub
        self._sockets: set[GuardedSocket] = set()
        self._seen: dict[str, str] = {}
        """The last token seen under each key."""
        self._task: asyncio.Task[None] | None = None
        self.code: str | None = None
        """The fingerprint of the access code; None if the server has none."""

    async def open(self) -> None:
        for key in (SOCKETS, NAMES):
            self._seen[key] = await self._store.shared_value(key, token_urlsafe(6))
        await self.check()
        self._task = repeat("session guard", self.check, CHECK_SECONDS)

    async def close(self) -> None:
        await cancel(self._task)

    @contextmanager
    def guarding(self, socket: GuardedSocket) -> Iterator[None]:
        """Check a socket for as long as it is open."""
        self._sockets.add(socket)
        try:
            yield
        finally:
            self._sockets.discard(socket)

    async def recheck_everywhere(self) -> None:
        """Check the sockets of this process now, and those of the other processes soon."""
        async with self._store.begin() as writing:
            await request_recheck(writing)
        await self.check()

    async def check(self) -> None:
        """Read the access code, disconnect sockets that are no longer allowed, and reload changed names."""
        async with self._store.read() as reading:
            found = {row.name: row.value for row in await reading.execute(select(keys))}
            changed = {key for key in (SOCKETS, NAMES) if found.get(key) != self._seen[key]}
            revoked = await self._revoked(reading) if SOCKETS in changed else {}
        self.code = found.get(CODE)
        self._seen = {key: found.get(key, "") for key in (SOCKETS, NAMES)}
        for socket, reason in revoked.items():
            await _disconnect(socket, reason)
        if NAMES in changed:
            await self._hub.refresh_tables(self._hub.loaded)

    async def _revoked(self, reading: AsyncConnection) -> dict[GuardedSocket, str]:
        """Return the sockets whose session or match no longer exists, with the reason."""
        guarded = list(self._sockets)
        known = select(sessions.c.id).join(visitors).where(~visitors.c.banned)
        valid = set(await reading.scalars(known.where(sessions.c.id.in_([socket.session for socket in guarded]))))
        removed = set(await reading.scalars(select(matches.c.id).where(matches.c.removed)))
        for match in removed:
            self._hub.forget(match)
        signed_out = {socket: "signed_out" for socket in guarded if socket.session and socket.session not in valid}
        return signed_out | {socket: "removed" for socket in guarded if socket.match in removed}


async def _disconnect(guarded: GuardedSocket, reason: str) -> None:
    """Send the reason and close the socket."""
    with suppress(WebSocketDisconnect, RuntimeError):
        await guarded.socket.send_text(messages.write("bye", reason=reason))
        await guarded.socket.close(1008)
