"""The database: connections for everyday use, the writer for running matches, and matches as they are stored."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import msgspec
from sqlalchemy import event, insert, select
from sqlalchemy.engine import RowMapping
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from caserne.server.config import Settings
from caserne.server.storage import migrate
from caserne.server.storage.statements import Job
from caserne.server.storage.tables import chat, drafts, events, keys, matches, members, seats, secrets
from caserne.server.storage.writer import BUSY_SECONDS, PRAGMAS, PostgresWriter, SqliteWriter, Writer

SPOKEN = 50
"""How many lines of chat a newcomer is shown."""


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def to_json(value: Any) -> str:
    return msgspec.json.encode(value).decode()


from_json = msgspec.json.decode


@dataclass(frozen=True)
class StoredMatch:
    """A match as it is in the database."""

    row: RowMapping
    seats: Sequence[RowMapping]
    members: Sequence[RowMapping]
    events: Sequence[RowMapping]
    drafts: Sequence[RowMapping]
    chat: Sequence[RowMapping]
    private: dict[str, Any]


class Store:
    """One database."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self.engine: AsyncEngine = _engine(settings)
        self.writer: Writer = _writer(settings)

    async def open(self) -> None:
        if file := self._settings.database_file:
            file.parent.mkdir(parents=True, exist_ok=True)
        async with self.begin() as connection:
            await connection.run_sync(migrate.upgrade)
        await self.writer.open()

    async def close(self) -> None:
        await self.writer.close()
        await self.engine.dispose()

    @asynccontextmanager
    async def begin(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that writes."""
        async with self.engine.connect() as connection:
            connection = await connection.execution_options(writes=True)
            async with connection.begin():
                yield connection

    @asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that only reads."""
        async with self.engine.connect() as connection:
            yield connection

    async def write(self, job: Job) -> None:
        """Write a job of a running match, with others that wait; Conflict if somebody was faster."""
        await self.writer.write(job)

    async def key(self, name: str, fresh: str) -> str:
        """A value that all processes share: the stored one, else the fresh one for all from now on."""
        async with self.begin() as connection:
            found = await connection.scalar(select(keys.c.value).where(keys.c.name == name))
            if found is None:
                await connection.execute(insert(keys).values(name=name, value=fresh))
        return found or fresh

    async def load(self, match: str) -> StoredMatch | None:
        """Everything that is known of a match."""
        async with self.read() as connection:
            row = (
                (await connection.execute(select(matches).where(matches.c.id == match, ~matches.c.removed)))
                .mappings()
                .first()
            )
            if row is None:
                return None
            private = await connection.scalar(select(secrets.c.private).where(secrets.c.match == match))
            lines = select(chat).where(chat.c.match == match).order_by(chat.c.number.desc()).limit(SPOKEN)
            return StoredMatch(
                row,
                await _all(connection, select(seats).where(seats.c.match == match).order_by(seats.c.seat)),
                await _all(
                    connection,
                    select(members).where(members.c.match == match).order_by(members.c.seat, members.c.place),
                ),
                await _all(connection, select(events).where(events.c.match == match).order_by(events.c.number)),
                await _all(connection, select(drafts).where(drafts.c.match == match)),
                list(reversed(await _all(connection, lines))),
                from_json(private) if private else {},
            )


async def _all(connection: AsyncConnection, statement: Any) -> Sequence[RowMapping]:
    return (await connection.execute(statement)).mappings().all()


def _engine(settings: Settings) -> AsyncEngine:
    if settings.database_file is None:
        url = settings.database_url.replace("postgresql://", "postgresql+asyncpg://", 1)
        return create_async_engine(url, pool_size=5, max_overflow=10, pool_pre_ping=True, hide_parameters=True)
    engine = create_async_engine(
        f"sqlite+aiosqlite:///{settings.database_file}", connect_args={"timeout": BUSY_SECONDS}, hide_parameters=True
    )

    @event.listens_for(engine.sync_engine, "connect")
    def prepare(connection: Any, _: Any) -> None:
        connection.isolation_level = None  # SQLAlchemy begins transactions itself, below
        cursor = connection.cursor()
        for pragma in PRAGMAS:
            cursor.execute(pragma)
        cursor.close()

    @event.listens_for(engine.sync_engine, "begin")
    def begin(connection: Any) -> None:
        # A transaction that reads before it writes must take its turn at once: later it would be told to give up.
        writes = connection.get_execution_options().get("writes")
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return engine


def _writer(settings: Settings) -> Writer:
    if settings.database_file is not None:
        return SqliteWriter(settings.database_file)
    return PostgresWriter(settings.database_url)
