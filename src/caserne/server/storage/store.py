"""The database: connections for all purposes, the writer for running matches, and stored matches."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Any

import msgspec
from sqlalchemy import Table, event, func, insert, or_, select, tuple_
from sqlalchemy.engine import RowMapping
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from caserne.server.config import Settings
from caserne.server.storage import migrate
from caserne.server.storage.statements import Job
from caserne.server.storage.tables import chat, drafts, events, keys, matches, members, seats, secrets
from caserne.server.storage.unavailable import storage_errors
from caserne.server.storage.writer import (
    BUSY_SECONDS,
    PRAGMAS,
    STORE_SECONDS,
    SqliteWriter,
    Writer,
    use_wal,
)

ABOUT_SETUPS = ("seal", "unseal", "reveal")
"""The acts of events that change sealed set-ups."""
MIGRATION_LOCK = 0xCA5E
"""The number of PostgreSQL's advisory lock during migrations."""
ENGINE_OPTIONS: dict[str, Any] = {"hide_parameters": True, "pool_timeout": 300}
"""For both databases; the timeout is long because thousands may reconnect at once after a restart."""
QUERY_SECONDS = 5.0
"""How long PostgreSQL may take for a statement; migrations may take any time."""
CHAT_BACKLOG = 50
"""How many chat lines are kept in memory and sent to somebody who comes."""
_same_match = chat.alias()
_is_in_backlog = chat.c.number > (
    select(func.max(_same_match.c.number) - CHAT_BACKLOG).where(_same_match.c.match == chat.c.match).scalar_subquery()
)


def now() -> int:
    """Return the time in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def to_json(value: Any) -> str:
    return msgspec.json.encode(value).decode()


from_json = msgspec.json.decode


@dataclass(frozen=True)
class StoredTable:
    """A match without its events: its row, seats, players, chat and drafts of unfinished turns."""

    row: RowMapping
    seats: Sequence[RowMapping]
    members: Sequence[RowMapping]
    chat: Sequence[RowMapping]
    drafts: Sequence[RowMapping]


@dataclass(frozen=True)
class StoredMatch:
    """A match as it is in the database."""

    table: StoredTable
    events: Sequence[RowMapping]
    private: str | None
    """The secrets as JSON."""


@dataclass(frozen=True)
class StoredNews:
    """What has happened in a match since some version."""

    row: RowMapping
    events: Sequence[RowMapping]
    private: str | None
    """The secrets as JSON, if they have changed."""


class Store:
    """One database."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self.engine: AsyncEngine = _engine(settings)
        self.writer: Writer = _writer(settings)

    async def open(self) -> None:
        if file := self._settings.database_file:
            file.parent.mkdir(parents=True, exist_ok=True)
            await asyncio.to_thread(use_wal, file)
        await self._migrate()
        await self.writer.open()

    async def _migrate(self) -> None:
        engine = _engine(self._settings, query_seconds=None)
        try:
            async with engine.connect() as connection:
                connection = await connection.execution_options(writes=True)
                async with connection.begin():
                    if self._settings.database_file is None:  # processes that start together migrate one by one
                        await connection.execute(select(func.pg_advisory_xact_lock(MIGRATION_LOCK)))
                    await connection.run_sync(migrate.upgrade)
        finally:
            await engine.dispose()

    async def close(self) -> None:
        await self.writer.close()
        await self.engine.dispose()

    @asynccontextmanager
    async def begin(self) -> AsyncIterator[AsyncConnection]:
        """Open a transaction that writes; StorageUnavailable if the database is away."""
        with storage_errors():
            async with self.engine.connect() as connection:
                connection = await connection.execution_options(writes=True)
                async with connection.begin():
                    yield connection

    @asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncConnection]:
        """Open a read-only transaction, which sees one snapshot of the database; StorageUnavailable if it is away."""
        with storage_errors():
            async with self.engine.connect() as connection:
                if self._settings.database_file is None:
                    await connection.execution_options(isolation_level="REPEATABLE READ")
                yield connection

    async def write(self, job: Job) -> None:
        """Write a job of a running match, in one transaction with others; Conflict if another writer was first."""
        await self.writer.write(job)

    async def shared_value(self, name: str, default: str) -> str:
        """Return a value that all processes share; the first one to ask stores its default."""
        with suppress(IntegrityError):  # another process has stored its default
            async with self.begin() as connection:
                await connection.execute(insert(keys).values(name=name, value=default))
        async with self.read() as connection:
            return str(await connection.scalar(select(keys.c.value).where(keys.c.name == name)))

    async def load(self, match: str) -> StoredMatch | None:
        """Load everything about a match; None if it does not exist or was removed."""
        async with self.read() as connection:
            table = (await _load_tables(connection, [match])).get(match)
            if table is None:
                return None
            private = await connection.scalar(select(secrets.c.private).where(secrets.c.match == match))
            return StoredMatch(
                table,
                await _all(connection, select(events).where(events.c.match == match).order_by(events.c.number)),
                private,
            )

    async def load_tables(self, ids: Collection[str]) -> dict[str, StoredTable]:
        """Load matches without their events, except those that do not exist."""
        async with self.read() as connection:
            return await _load_tables(connection, ids)

    async def load_chat(self, match: str, before: int, muted: Collection[int]) -> Sequence[RowMapping]:
        """Load the last lines of chat before one, without those of muted seats, the oldest first."""
        chosen = (chat.c.match == match, chat.c.number < before, or_(chat.c.seat.is_(None), ~chat.c.seat.in_(muted)))
        query = select(chat).where(*chosen).order_by(chat.c.number.desc()).limit(CHAT_BACKLOG)
        async with self.read() as connection:
            return (await _all(connection, query))[::-1]

    async def load_news(self, known: Mapping[str, int]) -> dict[str, StoredNews]:
        """Load what has happened in some matches since the versions that the caller knows."""
        async with self.read() as connection:
            rows = {row["id"]: row for row in await _all(connection, select(matches).where(matches.c.id.in_(known)))}
            missing = [(match, number) for match, row in rows.items() for number in range(known[match], row["version"])]
            key = tuple_(events.c.match, events.c.number)
            added = _by_match(await _all(connection, select(events).where(key.in_(missing)).order_by(events.c.number)))
            sealing = [match for match, new in added.items() if any(_changes_sealed_setups(event) for event in new)]
            changed = await _all(connection, select(secrets).where(secrets.c.match.in_(sealing))) if sealing else []
            private = {row["match"]: row["private"] for row in changed}
        return {match: StoredNews(row, added.get(match, []), private.get(match)) for match, row in rows.items()}


class _EventAct(msgspec.Struct):
    """The one field of a stored event that storage reads."""

    act: str = ""


_read_act = msgspec.json.Decoder(_EventAct).decode


def _changes_sealed_setups(event: RowMapping) -> bool:
    """Check whether an event changes sealed set-ups; one that cannot be read is reported when it is replayed."""
    try:
        return _read_act(event["body"]).act in ABOUT_SETUPS
    except (msgspec.MsgspecError, RecursionError):
        return False


async def _load_tables(connection: AsyncConnection, ids: Collection[str]) -> dict[str, StoredTable]:
    async def rows_of(table: Table, *order: str) -> dict[str, list[RowMapping]]:
        """Load the rows of the matches in a table, by match."""
        query = select(table).where(table.c.match.in_(ids)).order_by(*(table.c[name] for name in order))
        return _by_match(await _all(connection, query if table is not chat else query.where(_is_in_backlog)))

    rows = await _all(connection, select(matches).where(matches.c.id.in_(ids), ~matches.c.removed))
    parts = [
        await rows_of(seats, "seat"),
        await rows_of(members, "seat", "place"),
        await rows_of(chat, "number"),
        await rows_of(drafts),
    ]
    return {row["id"]: StoredTable(row, *(part.get(row["id"], []) for part in parts)) for row in rows}


def _by_match(rows: Sequence[RowMapping]) -> dict[str, list[RowMapping]]:
    found: dict[str, list[RowMapping]] = {}
    for row in rows:
        found.setdefault(row["match"], []).append(row)
    return found


async def _all(connection: AsyncConnection, statement: Any) -> Sequence[RowMapping]:
    return (await connection.execute(statement)).mappings().all()


def _engine(settings: Settings, query_seconds: float | None = QUERY_SECONDS) -> AsyncEngine:
    if settings.database_file is None:
        return _postgres_engine(settings.database_url, query_seconds)
    engine = create_async_engine(
        f"sqlite+aiosqlite:///{settings.database_file}", connect_args={"timeout": BUSY_SECONDS}, **ENGINE_OPTIONS
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
        # A transaction that reads before it writes must lock at once: SQLite would refuse to upgrade the lock later.
        writes = connection.get_execution_options().get("writes")
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return engine


def _postgres_engine(url: str, query_seconds: float | None) -> AsyncEngine:
    engine = create_async_engine(
        url.replace("postgresql://", "postgresql+asyncpg://", 1),
        pool_size=5,
        max_overflow=10,
        pool_pre_ping=True,
        connect_args={"timeout": STORE_SECONDS, "command_timeout": query_seconds},
        **ENGINE_OPTIONS,
    )

    @event.listens_for(engine.sync_engine, "handle_error")
    def drop_silent_connection(context: Any) -> None:
        context.is_disconnect |= isinstance(context.original_exception, TimeoutError)

    return engine


def _writer(settings: Settings) -> Writer:
    if settings.database_file is not None:
        return SqliteWriter(settings.database_file)
    from caserne.server.storage.postgres_writer import PostgresWriter

    return PostgresWriter(settings.database_url)
