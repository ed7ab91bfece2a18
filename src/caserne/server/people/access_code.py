"""The access code: one for the whole server, given by its host to those who may enter."""

from __future__ import annotations

import hmac
from hashlib import sha256

from sqlalchemy import delete, select, update

from caserne.server.errors import RequestError
from caserne.server.people.identity import Visitor
from caserne.server.storage.store import Store
from caserne.server.storage.tables import keys, sessions

CODE = "access_code"
"""The key under which the fingerprint of the code is stored."""


def fingerprint(secret: str, code: str) -> str:
    """Return a keyed hash that identifies a code without revealing it."""
    return hmac.new(secret.encode(), b"access\0" + code.strip().encode(), sha256).hexdigest()


async def current_fingerprint(store: Store) -> str | None:
    """Return the fingerprint of the current code; None if the server has none."""
    async with store.read() as reading:
        found: str | None = await reading.scalar(select(keys.c.value).where(keys.c.name == CODE))
    return found


async def set_code(store: Store, secret: str, code: str | None) -> None:
    """Set the code, or remove it; all visitors have to enter a new code."""
    async with store.begin() as writing:
        await writing.execute(delete(keys).where(keys.c.name == CODE))
        if code:
            await writing.execute(keys.insert().values(name=CODE, value=fingerprint(secret, code)))


async def enter(store: Store, secret: str, visitor: Visitor, code: str) -> None:
    """Grant access to a session; RequestError if the code is wrong."""
    given = fingerprint(secret, code)
    current = await current_fingerprint(store)
    if current is not None and not hmac.compare_digest(given, current):
        raise RequestError.of("server.wrong_code", field="code")
    async with store.begin() as writing:
        await writing.execute(update(sessions).where(sessions.c.id == visitor.session).values(access=given))
