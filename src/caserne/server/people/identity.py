"""Identifies visitors by a session id in a signed, HTTP-only cookie."""

from __future__ import annotations

from dataclasses import dataclass, replace
from secrets import token_urlsafe

from itsdangerous import BadSignature, Signer
from sqlalchemy import delete, insert, select, update
from starlette.requests import HTTPConnection
from starlette.responses import Response

from caserne.server.people.friendly_names import friendly_name
from caserne.server.storage.store import Store, now
from caserne.server.storage.tables import sessions, visitors

COOKIE = "caserne"
YEAR = 365 * 86_400
HOUR = 3_600_000
"""Milliseconds between two updates of when a visitor was last seen."""
MAX_DEVICE_LENGTH = 100
"""How many characters of the user agent are stored."""


@dataclass(frozen=True)
class Visitor:
    """A person with a session."""

    id: str
    name: str
    session: str
    account: str | None = None
    """The account's id; None for a guest."""
    access: str | None = None
    """The fingerprint of the access code that was entered on this device."""


class Identity:
    """Reads and sets session cookies."""

    def __init__(self, store: Store, secret: str, *, secure: bool = False) -> None:
        self._store = store
        self._signer = Signer(secret, salt="session")
        self._secure = secure

    async def visitor(self, connection: HTTPConnection) -> Visitor | None:
        """Return the visitor of a request; None if it has no valid cookie or the session was revoked."""
        try:
            session = self._signer.unsign(connection.cookies.get(COOKIE, "")).decode()
        except (BadSignature, UnicodeError):
            return None
        columns = visitors.c.id, visitors.c.name, visitors.c.account, sessions.c.access, sessions.c.seen
        query = select(*columns).join(sessions).where(sessions.c.id == session, ~visitors.c.banned)
        async with self._store.read() as reading:
            row = (await reading.execute(query)).first()
        if row is None:
            return None
        if now() - row.seen > HOUR:
            await self._update_seen(row.id, session)
        return Visitor(row.id, row.name, session, row.account, row.access)

    async def create_guest(self, device: str = "", lang: str = "en") -> Visitor:
        """Store a new guest with a session, and a name in their language until they choose one."""
        visitor, at = token_urlsafe(9), now()
        name = friendly_name(visitor, lang)
        async with self._store.begin() as writing:
            await writing.execute(insert(visitors).values(id=visitor, name=name, created=at, seen=at, banned=False))
        return await self.open_session(Visitor(visitor, name, ""), device)

    async def open_session(self, visitor: Visitor, device: str, access: str | None = None) -> Visitor:
        """Open a session on one more device, which may already have access to the server."""
        session, at = token_urlsafe(24), now()
        row = {"id": session, "visitor": visitor.id, "device": device[:MAX_DEVICE_LENGTH], "created": at, "seen": at}
        async with self._store.begin() as writing:
            await writing.execute(insert(sessions).values(**row, access=access))
        return Visitor(visitor.id, visitor.name, session, visitor.account, access)

    async def renew_session(self, visitor: Visitor) -> Visitor:
        """Give a session a new id; whoever knew the old one can no longer use it."""
        session = token_urlsafe(24)
        async with self._store.begin() as writing:
            await writing.execute(update(sessions).where(sessions.c.id == visitor.session).values(id=session))
        return replace(visitor, session=session)

    async def close_session(self, session: str) -> None:
        async with self._store.begin() as writing:
            await writing.execute(delete(sessions).where(sessions.c.id == session))

    def set_cookie(self, response: Response, visitor: Visitor) -> None:
        """Set the session cookie; it is sent over HTTPS only if the server uses HTTPS."""
        cookie = self._signer.sign(visitor.session).decode()
        response.set_cookie(COOKIE, cookie, max_age=YEAR, httponly=True, samesite="lax", path="/", secure=self._secure)

    def delete_cookie(self, response: Response) -> None:
        """Delete the session cookie."""
        response.delete_cookie(COOKIE, path="/", httponly=True, samesite="lax", secure=self._secure)

    async def _update_seen(self, visitor: str, session: str) -> None:
        at = now()
        async with self._store.begin() as writing:
            await writing.execute(update(visitors).where(visitors.c.id == visitor).values(seen=at))
            await writing.execute(update(sessions).where(sessions.c.id == session).values(seen=at))
