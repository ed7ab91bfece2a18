"""What the host can do to a running server: everything goes through the database, where the server finds it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from sqlalchemy import delete, func, select, update

from caserne.server.config import Settings
from caserne.server.errors import Refused
from caserne.server.live.presence import DEAD_AFTER
from caserne.server.operations.secret_key import secret_key
from caserne.server.operations.session_guard import NAMES, give_order
from caserne.server.people import access_code, erasure
from caserne.server.storage.store import Store, now
from caserne.server.storage.tables import accounts, boards, events, matches, members, processes, sessions, visitors


@asynccontextmanager
async def opened(settings: Settings) -> AsyncIterator[Store]:
    """The server's database."""
    store = Store(settings)
    await store.open()
    try:
        yield store
    finally:
        await store.close()


async def statistics(store: Store) -> dict[str, Any]:
    """How much there is of everything."""
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
        there = select(func.count(members.c.visitor.distinct())).where(members.c.process.is_not(None))
        return {
            **counts,
            "matches": {row.state: row.number for row in by_state},
            "games": {row.game: row.number for row in by_game},
            "processes": await reading.scalar(alive),
            "players_online": await reading.scalar(there),
        }


async def remove_match(store: Store, match_id: str) -> None:
    """Take a match out of everybody's sight."""
    async with store.begin() as writing:
        found = await writing.execute(update(matches).where(matches.c.id == match_id).values(removed=True))
        if found.rowcount == 0:
            raise Refused.of("server.no_such_match")
        await give_order(writing)


async def remove_name(store: Store, name: str) -> int:
    """Take a name from everybody who bears it; in how many matches it stood."""
    concerned = await erasure.forget_name(store, name)
    async with store.begin() as writing:
        await give_order(writing, NAMES)
    return len(concerned)


async def remove_visitor(store: Store, visitor: str) -> None:
    """Show somebody out for good: sessions end, and the name and what they share are gone."""
    async with store.begin() as writing:
        found = await writing.execute(update(visitors).where(visitors.c.id == visitor).values(banned=True, name=""))
        if found.rowcount == 0:
            raise Refused.of("admin.no_such_visitor", visitor=visitor)
        await writing.execute(update(members).where(members.c.visitor == visitor).values(name=""))
        await writing.execute(delete(boards).where(boards.c.visitor == visitor))
        await give_order(writing)
        await give_order(writing, NAMES)


async def visitors_called(store: Store, name: str) -> list[str]:
    """The ids of everybody who bears a name."""
    async with store.read() as reading:
        return list(await reading.scalars(select(visitors.c.id).where(visitors.c.name == name)))


async def change_code(store: Store, settings: Settings, code: str | None) -> None:
    """Ask everybody for a new code, or nobody for any."""
    await access_code.set_code(store, settings.secret or secret_key(settings.data_folder), code)
