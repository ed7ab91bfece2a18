"""Who a visitor is: a session id in a signed, HTTP-only cookie."""

from __future__ import annotations

from dataclasses import dataclass
from secrets import token_urlsafe

from itsdangerous import BadSignature, Signer
from sqlalchemy import insert, select
from starlette.requests import HTTPConnection
from starlette.responses import Response

from caserne.server.storage.store import Store, now
from caserne.server.storage.tables import sessions, visitors

COOKIE = "caserne"
YEAR = 365 * 86_400


@dataclass(frozen=True)
class Visitor:
    """Somebody with a session."""

    id: str
    name: str
    session: str


class Identity:
    """Reads and hands out cookies."""

    def __init__(self, store: Store, secret: str) -> None:
        self._store = store
        self._signer = Signer(secret, salt="session")

    async def visitor(self, connection: HTTPConnection) -> Visitor | None:
        """Who asks; None without a cookie of ours, or after the session was revoked."""
        try:
            session = self._signer.unsign(connection.cookies.get(COOKIE, "")).decode()
        except (BadSignature, UnicodeError):
            return None
        query = select(visitors.c.id, visitors.c.name).join(sessions).where(sessions.c.id == session)
        async with self._store.read() as reading:
            row = (await reading.execute(query.where(~visitors.c.banned))).first()
        return Visitor(row.id, row.name, session) if row else None

    async def welcome(self, name: str = "") -> Visitor:
        """A new guest."""
        visitor, session, at = token_urlsafe(9), token_urlsafe(24), now()
        async with self._store.begin() as writing:
            await writing.execute(insert(visitors).values(id=visitor, name=name, created=at, seen=at, banned=False))
            await writing.execute(insert(sessions).values(id=session, visitor=visitor, device="", created=at, seen=at))
        return Visitor(visitor, name, session)

    def remember(self, response: Response, visitor: Visitor) -> None:
        """Set the cookie. It is not marked as secure: on a home network there is only plain HTTP."""
        cookie = self._signer.sign(visitor.session).decode()
        response.set_cookie(COOKIE, cookie, max_age=YEAR, httponly=True, samesite="lax", path="/")
