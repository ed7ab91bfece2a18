"""One code for the whole server, which its host gives to those who may come in."""

from __future__ import annotations

import hmac
from hashlib import sha256

from sqlalchemy import delete, select, update

from caserne.server.errors import Refused
from caserne.server.people.identity import Visitor
from caserne.server.storage.store import Store
from caserne.server.storage.tables import keys, sessions

CODE = "access_code"
"""Under which key the present code's fingerprint is kept."""


def fingerprint(secret: str, code: str) -> str:
    """Recognises a code without telling it."""
    return hmac.new(secret.encode(), b"access\0" + code.strip().encode(), sha256).hexdigest()


async def wanted(store: Store) -> str | None:
    """The fingerprint of the present code; None if everybody may come in."""
    async with store.read() as reading:
        found: str | None = await reading.scalar(select(keys.c.value).where(keys.c.name == CODE))
    return found


async def set_code(store: Store, secret: str, code: str | None) -> None:
    """Ask everybody for a new code from now on, or nobody for any."""
    async with store.begin() as writing:
        await writing.execute(delete(keys).where(keys.c.name == CODE))
        if code:
            await writing.execute(keys.insert().values(name=CODE, value=fingerprint(secret, code)))


async def enter(store: Store, secret: str, visitor: Visitor, code: str) -> None:
    """Let a session in; Refused if the code is not the present one."""
    given = fingerprint(secret, code)
    present = await wanted(store)
    if present is not None and not hmac.compare_digest(given, present):
        raise Refused.of("server.wrong_code", field="code")
    async with store.begin() as writing:
        await writing.execute(update(sessions).where(sessions.c.id == visitor.session).values(access=given))
