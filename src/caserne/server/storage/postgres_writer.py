"""The writer for PostgreSQL; loaded only where that is the database."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache

import asyncpg
from sqlalchemy.dialects.postgresql.asyncpg import PGDialect_asyncpg

from caserne.server.storage.statements import Job, Statement, group_by_statement
from caserne.server.storage.writer import STORE_SECONDS, Conflict, Writer

LOCK_MILLISECONDS = 2_000
"""How long a transaction in PostgreSQL waits for a row that another process has changed and not committed."""


class PostgresWriter(Writer):
    """One connection, opened again if it is lost."""

    def __init__(self, url: str) -> None:
        super().__init__()
        self._url = url
        self._connection: asyncpg.Connection | None = None

    async def open(self) -> None:
        await self._connect()
        await super().open()

    async def close(self) -> None:
        await super().close()
        if self._connection:
            self._connection.terminate()

    async def _commit(self, jobs: Sequence[Job]) -> None:
        async with asyncio.timeout(STORE_SECONDS):
            connection = await self._connect()
            with _dropped_after_errors(connection):
                transaction = connection.transaction()
                await transaction.start()
                try:
                    await _write_all(connection, jobs)
                    await transaction.commit()
                except REJECTIONS as error:
                    await transaction.rollback()
                    raise Conflict from error

    async def _stored_events(self, wanted: Sequence[tuple[str, int]]) -> set[tuple[str, int]]:
        async with asyncio.timeout(STORE_SECONDS):
            connection = await self._connect()
            with _dropped_after_errors(connection):
                rows = await connection.fetch(
                    "SELECT match, number FROM events JOIN unnest($1::text[], $2::int[]) AS wanted(match, number)"
                    " USING (match, number)",
                    [match for match, _ in wanted],
                    [number for _, number in wanted],
                )
        return {(row["match"], row["number"]) for row in rows}

    async def _connect(self) -> asyncpg.Connection:
        """Return the connection, opened again if necessary."""
        if self._connection is None or self._connection.is_closed():
            self._connection = await asyncpg.connect(self._url, server_settings=WRITER_SETTINGS)
        return self._connection


WRITER_SETTINGS = {
    "lock_timeout": str(LOCK_MILLISECONDS),
    "idle_in_transaction_session_timeout": str(int(STORE_SECONDS * 1000)),  # a stopped process must not keep its locks
}
REJECTIONS = (
    asyncpg.IntegrityConstraintViolationError,
    asyncpg.LockNotAvailableError,
    asyncpg.DeadlockDetectedError,
)
"""Errors because of what another process writes."""


@contextmanager
def _dropped_after_errors(connection: asyncpg.Connection) -> Iterator[None]:
    """Give a connection up after any error but a conflict, with whatever is still under way there."""
    try:
        yield
    except Conflict:
        raise
    except BaseException:
        connection.terminate()
        raise


async def _write_all(connection: asyncpg.Connection, jobs: Sequence[Job]) -> None:
    for statement, rows in group_by_statement(sorted(jobs, key=_match_of)):
        sql, names = _postgres(statement)
        await connection.executemany(sql, [[row[name] for name in names] for row in rows])


@cache
def _postgres(statement: Statement) -> tuple[str, tuple[str, ...]]:
    return statement.for_one(PGDialect_asyncpg())  # type: ignore[no-untyped-call]


def _match_of(job: Job) -> str:
    """Return the match of a job; jobs are written in the order of their matches, to prevent deadlocks."""
    values = job[0][1]
    return str(values.get("match") or values.get("at_match") or "")
