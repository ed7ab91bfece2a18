"""Group commit: all waiting jobs are written in one transaction, and reported done when it is committed."""

from __future__ import annotations

import asyncio
import sqlite3
from abc import ABC, abstractmethod
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from functools import cache
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import msgspec
import structlog
from sqlalchemy.dialects.sqlite.pysqlite import SQLiteDialect_pysqlite

from caserne.server.storage.statements import ADD_EVENT, Job, Statement, group_by_statement
from caserne.server.storage.unavailable import StorageUnavailable
from caserne.server.supervision import cancel, repeat

BUSY_SECONDS = 30.0
"""How long a transaction in SQLite waits for that of another process."""
RETRY_SECONDS = 0.02
STORE_SECONDS = 5.0
"""How long PostgreSQL may take for a connection or a transaction before its connection is given up."""
CLOSE_SECONDS = 2.0
"""How long accepted jobs may take to be written at shutdown."""
log = structlog.get_logger("caserne.writer")

Waiting = list[tuple[Job, asyncio.Future[None]]]
"""Jobs, and the futures of those who wait for them."""


class Conflict(Exception):
    """Another writer was first, or the row to change is gone: nothing of the job was written."""


class Writer(ABC):
    """Jobs that arrive while a transaction runs share the next one."""

    def __init__(self) -> None:
        self._waiting: Waiting = []
        self._writing: asyncio.Task[None] | None = None
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    async def open(self) -> None:
        self._task = repeat("writer", self._write_batch)

    async def close(self) -> None:
        """Write what has been accepted, then stop; give up if the database does not answer in time."""
        try:
            async with asyncio.timeout(CLOSE_SECONDS):
                while self._task and (self._waiting or self._writing):
                    await asyncio.sleep(0.01)
        except TimeoutError:
            log.warning("stopped before everything was stored", jobs=len(self._waiting))
        for _, done in self._waiting:
            _settle(done, StorageUnavailable("closed"))
        await cancel(self._writing, self._task)

    async def write(self, job: Job) -> None:
        """Return when the job is on disk; Conflict if it cannot be written, StorageUnavailable if nothing can."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((job, done))
        self._wake.set()
        await done

    async def _write_batch(self) -> None:
        """Wait for jobs and write them, to the end even if this task is cancelled."""
        await self._wake.wait()
        self._wake.clear()
        batch, self._waiting = self._waiting, []
        if batch:
            self._writing = asyncio.create_task(self._store(batch), name="transaction")
            await asyncio.shield(self._writing)
            self._writing = None

    async def _store(self, batch: Waiting) -> None:
        """Write all jobs in one transaction; after a conflict, without those that caused it, or else one by one."""
        try:
            await self._commit([job for job, _ in batch])
        except Conflict as conflict:
            await self._store_without_conflicts(batch, conflict)
        except Exception as error:
            log.warning("nothing can be stored", error=type(error).__name__, jobs=len(batch))
            for _, done in batch:
                _settle(done, StorageUnavailable(type(error).__name__))
        else:
            for _, done in batch:
                _settle(done)

    async def _store_without_conflicts(self, batch: Waiting, conflict: Conflict) -> None:
        if len(batch) == 1:
            _settle(batch[0][1], conflict)
            return
        existing = await self._existing(batch)
        rejected = [one for one in batch if existing.intersection(_events(one[0]))]
        for _, done in rejected:
            _settle(done, conflict)
        rest = [one for one in batch if not existing.intersection(_events(one[0]))]
        for part in [rest] if rejected and rest else [[one] for one in rest]:
            await self._store(part)

    async def _existing(self, batch: Waiting) -> set[tuple[str, int]]:
        """Return those events of some jobs that others have stored already; empty if the database does not answer."""
        try:
            return await self._stored_events([event for job, _ in batch for event in _events(job)])
        except Exception as error:
            log.warning("conflicts are looked for one by one", error=type(error).__name__)
            return set()

    @abstractmethod
    async def _commit(self, jobs: Sequence[Job]) -> None:
        """Write jobs in one transaction, all or none."""

    async def _stored_events(self, wanted: Sequence[tuple[str, int]]) -> set[tuple[str, int]]:
        """Return those of the wanted events that others have stored already; empty if unknown."""
        return set()


def _events(job: Job) -> list[tuple[str, int]]:
    """Return the events that a job adds, as match and number."""
    return [(values["match"], values["number"]) for statement, values in job if statement is ADD_EVENT]


def _settle(done: asyncio.Future[None], error: Exception | None = None) -> None:
    if done.done():  # the caller was cancelled
        return
    if error:
        done.set_exception(error)
    else:
        done.set_result(None)


class SqliteWriter(Writer):
    """One connection in one thread.

    A statement gets all its rows at once: for every single row the thread would have to wait for Python's lock.
    """

    def __init__(self, file: Path) -> None:
        super().__init__()
        self._file = file
        self._thread = ThreadPoolExecutor(1, "sqlite")
        self._connection: sqlite3.Connection | None = None

    async def open(self) -> None:
        self._connection = await self._in_thread(self._connect)
        await super().open()

    async def close(self) -> None:
        await super().close()
        with suppress(TimeoutError):
            async with asyncio.timeout(CLOSE_SECONDS):
                await self._in_thread(self._disconnect)
        self._thread.shutdown(wait=False)

    async def _commit(self, jobs: Sequence[Job]) -> None:
        await self._in_thread(self._write_all, jobs)

    async def _in_thread(self, function: Any, *arguments: Any) -> Any:
        return await asyncio.get_running_loop().run_in_executor(self._thread, function, *arguments)

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self._file, timeout=BUSY_SECONDS, isolation_level=None)
        for pragma in PRAGMAS:
            connection.execute(pragma)
        return connection

    def _disconnect(self) -> None:
        if self._connection:
            self._connection.close()

    def _write_all(self, jobs: Sequence[Job]) -> None:
        connection = self._connection
        assert connection is not None
        connection.execute("BEGIN IMMEDIATE")
        try:
            for statement, rows in group_by_statement(jobs):
                connection.execute(_sqlite(statement), [msgspec.json.encode(rows).decode()])
            connection.execute("COMMIT")
        except BaseException as error:
            if connection.in_transaction:  # a full disk has ended it already
                connection.execute("ROLLBACK")
            if isinstance(error, sqlite3.IntegrityError):
                raise Conflict from error
            raise


@cache
def _sqlite(statement: Statement) -> str:
    return statement.for_all(SQLiteDialect_pysqlite())


def use_wal(file: Path) -> None:
    """Switch a file to write-ahead logging for good, so that readers and a writer do not block each other.

    SQLite refuses this at once while another process writes, whatever its busy timeout is; so retry.
    """
    deadline = monotonic() + BUSY_SECONDS
    with closing(sqlite3.connect(file, timeout=BUSY_SECONDS)) as connection:
        while True:
            try:
                connection.execute("PRAGMA journal_mode = WAL")
                return
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or monotonic() > deadline:
                    raise
                sleep(RETRY_SECONDS)


PRAGMAS = (
    "PRAGMA synchronous = FULL",  # acknowledged writes survive a power cut
    "PRAGMA foreign_keys = ON",
)
