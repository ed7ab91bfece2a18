"""The host's commands: they change only the database, which a running server checks every few seconds."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from sqlalchemy import delete, func, select, update

from caserne.server.config import Settings
from caserne.server.errors import RequestError
from caserne.server.live.presence import DEAD_AFTER
from caserne.server.operations.secret_key import secret_key
from caserne.server.operations.session_guard import NAMES, request_recheck
from caserne.server.people import access_code, erasure
from caserne.server.storage.store import Store, now
from caserne.server.storage.tables import accounts, boards, events, matches, members, processes, sessions, visitors


@asynccontextmanager
async def open_store(settings: Settings) -> AsyncIterator[Store]:
    """Open the server's database, and close it afterwards."""
    store = Store(settings)
    await store.open()
    try:
        yield store
    finally:
        await store.close()


async def statistics(store: Store) -> dict[str, Any]:
    """Count visitors, accounts, sessions, events, matches and processes."""
    async with store.read() as reading:
        counts = {
            table.name: await reading.scalar(select(func.count()).select_from(table))
            for table in (visitors, accounts, sessions, events)
        }
        by_state = await reading.execute(
            select(matches.c.state, func.count().label("number")).where(~matches.c.removed).group_by(matches.c.state)
        )
        by_game = await reading.execute(
            select(matches.c.game, func.count().label("number")).where(~matches.c.removed).group_by(matches.c.game)
        )
        alive = select(func.count()).select_from(processes).where(processes.c.beat > now() - DEAD_AFTER)
        online = select(func.count(members.c.visitor.distinct())).where(members.c.process.is_not(None))
        return {
            **counts,
            "matches": {row.state: row.number for row in by_state},
            "games": {row.game: row.number for row in by_game},
            "processes": await reading.scalar(alive),
            "players_online": await reading.scalar(online),
        }


async def remove_match(store: Store, match_id: str) -> None:
    """Hide a match from everybody."""
    async with store.begin() as writing:
        found = await writing.execute(update(matches).where(matches.c.id == match_id).values(removed=True))
        if found.rowcount == 0:
            raise RequestError.of("server.no_such_match")
        await request_recheck(writing)


async def remove_name(store: Store, name: str) -> int:
    """Take a name from everybody who has it; return in how many matches it was shown."""
    matches_with_name = await erasure.erase_name(store, name)
    async with store.begin() as writing:
        await request_recheck(writing, NAMES)
    return len(matches_with_name)


async def remove_visitor(store: Store, visitor: str) -> None:
    """Ban a visitor: end their sessions, and delete their name and shared boards."""
    async with store.begin() as writing:
        found = await writing.execute(update(visitors).where(visitors.c.id == visitor).values(banned=True, name=""))
        if found.rowcount == 0:
            raise RequestError.of("admin.no_such_visitor", visitor=visitor)
        await writing.execute(update(members).where(members.c.visitor == visitor).values(name=""))
        await writing.execute(delete(boards).where(boards.c.visitor == visitor))
        await request_recheck(writing)
        await request_recheck(writing, NAMES)


async def visitors_named(store: Store, name: str) -> list[str]:
    """Return the ids of all visitors with a name."""
    async with store.read() as reading:
        return list(await reading.scalars(select(visitors.c.id).where(visitors.c.name == name)))


async def change_code(store: Store, settings: Settings, code: str | None) -> None:
    """Set the access code, or remove it."""
    await access_code.set_code(store, settings.secret or secret_key(settings.data_folder), code)
