"""The database: migrations, group commit and concurrent writers, on SQLite and on PostgreSQL."""

from __future__ import annotations

import asyncio
import gzip
import json
import sqlite3
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

import pytest
from alembic.script import ScriptDirectory
from services import Fresh
from sqlalchemy import insert, select, update

from caserne.server.config import Settings
from caserne.server.operations.backup import back_up, restore
from caserne.server.storage import migrate
from caserne.server.storage.statements import ADD_EVENT, UPDATE_MATCH, Job
from caserne.server.storage.store import Store, now
from caserne.server.storage.tables import events, matches
from caserne.server.storage.writer import Conflict, use_wal


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.slow)])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'caserne.db'}"
    fresh: Fresh = request.getfixturevalue("new_database")
    return fresh()


@asynccontextmanager
async def open_store(database: str) -> AsyncIterator[Store]:
    store = Store(Settings(database=database))
    await store.open()
    try:
        yield store
    finally:
        await store.close()


async def add_matches(store: Store, *names: str) -> None:
    async with store.begin() as writing:
        for name in names:
            row = {"id": name, "game": "g", "header": "{}", "settings": "{}", "state": "playing", "version": 0}
            times = {"created": now(), "changed": now(), "waiting": "[]", "removed": False}
            await writing.execute(insert(matches).values(**row, **times))


def event_job(match: str, version: int, move: str) -> Job:
    """Return the job that stores one event."""
    event = {"match": match, "number": version, "body": move, "at": 1, "request": None}
    unchanged = {"state": "playing", "clocks": None, "waiting": "[]", "ending": None, "changed": 1}
    advance = {"at_id": match, "at_version": version, "version": version + 1, **unchanged}
    return [(ADD_EVENT, event), (UPDATE_MATCH, advance)]


async def stored(store: Store, match: str) -> tuple[int, list[str]]:
    async with store.read() as reading:
        version = await reading.scalar(select(matches.c.version).where(matches.c.id == match))
        found = await reading.execute(select(events.c.body).where(events.c.match == match).order_by(events.c.number))
        return int(version), [row.body for row in found]


async def check_two_stores(database: str) -> None:
    stores = [Store(Settings(database=database)) for _ in range(2)]
    await asyncio.gather(*(store.open() for store in stores))
    store, other = stores
    try:
        await check_writing(store, other)
    finally:
        await store.close()
        await other.close()


def test_the_newest_migration_is_the_one_that_alembic_finds() -> None:
    assert ScriptDirectory.from_config(migrate.config()).get_current_head() == migrate.newest_revision()


async def check_writing(store: Store, other: Store) -> None:
    async with store.engine.connect() as connection:
        assert await connection.run_sync(migrate.differences) == []
    await add_matches(store, *(f"m{n}" for n in range(50)))
    await many_jobs_share_few_commits(store)
    await the_slower_writer_gets_a_conflict(store, other)
    await a_conflict_does_not_affect_other_jobs(store)
    await both_stores_get_the_same_value(store, other)


async def many_jobs_share_few_commits(store: Store) -> None:
    commits = 0
    commit = store.writer._commit

    async def counted(jobs: Any) -> None:
        nonlocal commits
        commits += 1
        await commit(jobs)

    store.writer._commit = counted  # type: ignore[method-assign]
    await asyncio.gather(*(store.write(event_job(f"m{n}", 0, "first")) for n in range(50)))
    assert commits <= 2
    assert [await stored(store, f"m{n}") for n in range(50)] == [(1, ["first"])] * 50


async def the_slower_writer_gets_a_conflict(store: Store, other: Store) -> None:
    jobs = [writer.write(event_job("m0", 1, name)) for writer, name in ((store, "a"), (other, "b"))]
    done = await asyncio.gather(*jobs, return_exceptions=True)
    assert sorted(map(type, done), key=str) == [type(None), Conflict]
    version, bodies = await stored(store, "m0")
    assert (version, bodies[1]) == (2, "a" if done[0] is None else "b")


async def a_conflict_does_not_affect_other_jobs(store: Store) -> None:
    async with store.begin() as writing:
        await writing.execute(update(matches).where(matches.c.id == "m9").values(version=7))
    jobs = [
        event_job("m1", 1, "good"),
        event_job("m2", 0, "late"),
        event_job("gone", 0, "lost"),
        event_job("m3", 1, "good"),
    ]
    done = await asyncio.gather(*map(store.write, jobs), return_exceptions=True)
    assert list(map(type, done)) == [type(None), Conflict, Conflict, type(None)]
    assert [await stored(store, name) for name in ("m1", "m2", "m3")] == [
        (2, ["first", "good"]),
        (1, ["first"]),
        (2, ["first", "good"]),
    ]


async def both_stores_get_the_same_value(store: Store, other: Store) -> None:
    values = await asyncio.gather(
        *(writer.shared_value("name", f"fresh {n}") for n, writer in enumerate((store, other)))
    )
    assert values[0] == values[1]


@pytest.mark.thorough
def test_concurrent_writers(database: str) -> None:
    asyncio.run(check_two_stores(database))


def test_wal_mode_waits_for_a_writer(tmp_path: Path) -> None:
    file = tmp_path / "new.db"
    with closing(sqlite3.connect(file, isolation_level=None)) as first, ThreadPoolExecutor(1) as other:
        first.execute("BEGIN IMMEDIATE")
        waiting = other.submit(use_wal, file)
        with pytest.raises(TimeoutError):
            waiting.result(0.2)
        first.execute("COMMIT")
        waiting.result(30)
    with closing(sqlite3.connect(file)) as later:
        assert later.execute("PRAGMA journal_mode").fetchone() == ("wal",)


async def load_updates_of_many(database: str) -> None:
    async with open_store(database) as store:
        await add_matches(store, "a", "b", "c")
        for version in range(3):
            await store.write(event_job("a", version, f"{version}"))
        await store.write(event_job("b", 0, "0"))
        news = await store.load_news({"a": 1, "b": 1, "c": 0, "gone": 0})
        assert {match: [row["body"] for row in found.events] for match, found in news.items()} == {
            "a": ["1", "2"],
            "b": [],
            "c": [],
        }


def test_missing_events_of_many_matches_are_loaded_together(database: str) -> None:
    asyncio.run(load_updates_of_many(database))


def test_backups_use_the_column_names_of_the_database(tmp_path: Path) -> None:
    file, (first, second) = tmp_path / "all.backup", [Settings(database=f"sqlite:///{tmp_path}/{n}.db") for n in "ab"]

    async def back_up_and_restore() -> Any:
        async with open_store(first.database) as store:
            await add_matches(store, "m")
            async with store.begin() as writing:
                await writing.execute(update(matches).values(series="m"))
            await back_up(store, first, file)
        async with open_store(second.database) as store:
            await restore(store, second, file)
            async with store.read() as reading:
                return await reading.scalar(select(matches.c.series))

    assert asyncio.run(back_up_and_restore()) == "m"
    with gzip.open(file, "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines][1:]
    assert [line["row"]["evening"] for line in rows if line["table"] == "matches"] == ["m"]
