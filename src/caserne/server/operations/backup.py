"""Backs up all data of a server to one file, and restores it to either kind of database.

A backup is one line of JSON per row, compressed, read in one transaction, so the server may be running.
"""

from __future__ import annotations

import gzip
import json
import os
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

from sqlalchemy import Table, delete, func, insert, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection

from caserne.server.config import Settings
from caserne.server.errors import RequestError
from caserne.server.live.presence import DEAD_AFTER
from caserne.server.operations.secret_key import save_secret_key, secret_key
from caserne.server.storage.store import Store, now
from caserne.server.storage.tables import metadata, processes, visitors

VERSION = 1
BATCH = 500

Line = dict[str, Any]


async def back_up(store: Store, settings: Settings, file: Path) -> int:
    """Write everything to a file that only its owner can read; return the number of rows."""
    unfinished = file.with_name(file.name + ".part")
    descriptor = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    rows = 0
    async with store.read() as reading:
        if reading.dialect.name == "postgresql":
            await reading.execution_options(isolation_level="REPEATABLE READ")
        with os.fdopen(descriptor, "wb") as raw, gzip.open(raw, "wt", encoding="utf-8") as packed:
            header = {"caserne_backup": VERSION, "revision": await _revision(reading), "made": now()}
            secret = settings.secret or secret_key(settings.data_folder)
            packed.write(json.dumps({**header, "secret": secret}) + "\n")
            async for line in _rows(reading):
                packed.write(json.dumps(line, ensure_ascii=False) + "\n")
                rows += 1
    unfinished.replace(file)
    return rows


async def restore(store: Store, settings: Settings, file: Path, *, replace: bool = False) -> int:
    """Fill a database from a file, all or nothing; return the number of rows. No server may be running."""
    lines = _read(file)
    header = next(lines, {})
    rows = 0
    async with store.begin() as writing:
        await _check(writing, header, replace=replace)
        for table in reversed(metadata.sorted_tables):
            await writing.execute(delete(table))
        for name, batch in _batches(lines):
            table = metadata.tables[name]
            await writing.execute(insert(table), [_by_key(table, row) for row in batch])
            rows += len(batch)
        # Mark the processes of that time as dead; clocks count from when they were last alive.
        await writing.execute(update(processes).values(beat=processes.c.beat - DEAD_AFTER))
    settings.data_folder.mkdir(parents=True, exist_ok=True)
    save_secret_key(settings.data_folder, header["secret"])
    return rows


async def _check(writing: AsyncConnection, header: Line, *, replace: bool) -> None:
    if header.get("caserne_backup") != VERSION:
        raise RequestError.of("backup.unreadable")
    if header["revision"] != await _revision(writing):
        raise RequestError.of("backup.other_version", revision=header["revision"])
    if await writing.scalar(select(func.max(processes.c.beat)).where(processes.c.beat > now() - DEAD_AFTER)):
        raise RequestError.of("backup.server_runs")
    if not replace and await writing.scalar(select(func.count()).select_from(visitors)):
        raise RequestError.of("backup.not_empty")


async def _revision(connection: AsyncConnection) -> str:
    """Return the schema revision."""
    return str(await connection.scalar(text("SELECT version_num FROM alembic_version")))


async def _rows(reading: AsyncConnection) -> AsyncIterator[Line]:
    for table in metadata.sorted_tables:
        async for row in await reading.stream(select(table)):
            yield {"table": table.name, "row": {column.name: row._mapping[column] for column in table.columns}}


def _by_key(table: Table, row: Line) -> Line:
    """Return a row by the keys of its columns, which may differ from their names in the database."""
    return {column.key: row[column.name] for column in table.columns if column.name in row}


def _read(file: Path) -> Iterator[Line]:
    try:
        with gzip.open(file, "rt", encoding="utf-8") as packed:
            for line in packed:
                yield json.loads(line)
    except (gzip.BadGzipFile, EOFError, ValueError) as error:
        raise RequestError.of("backup.unreadable") from error


def _batches(lines: Iterator[Line]) -> Iterator[tuple[str, list[Line]]]:
    """Group consecutive rows of one table into batches."""
    name = ""
    batch: list[Line] = []
    for line in lines:
        if batch and (line["table"] != name or len(batch) == BATCH):
            yield name, batch
            batch = []
        name = line["table"]
        batch.append(line["row"])
    if batch:
        yield name, batch
