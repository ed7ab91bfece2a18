"""The writes of a running match, as statements that the writer carries out for many matches at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Delete, Insert, Table, Update, bindparam, delete, insert, update
from sqlalchemy.engine import Dialect

from caserne.server.storage.tables import chat, drafts, events, matches, members, processes, secrets


@dataclass(frozen=True, eq=False)
class Statement:
    """One statement and the names of the values that it needs."""

    construct: Insert | Update | Delete

    def compiled(self, dialect: Dialect) -> tuple[str, tuple[str, ...]]:
        """The SQL for a driver, and its parameters in order."""
        compiled = self.construct.compile(dialect=dialect)
        return str(compiled), tuple(compiled.positiontup or ())


Write = tuple[Statement, Mapping[str, Any]]
Job = Sequence[Write]
"""What is written together or not at all."""


def _insert(table: Table) -> Statement:
    return Statement(insert(table).values({column.name: bindparam(column.name) for column in table.columns}))


def _update(table: Table, where: Sequence[str], *changed: str) -> Statement:
    """An update of some columns of the rows whose other columns have the values given as `at_NAME`."""
    statement = update(table).values({name: bindparam(name) for name in changed})
    return Statement(statement.where(*(table.c[name] == bindparam(f"at_{name}") for name in where)))


def _delete(table: Table, *where: str) -> Statement:
    return Statement(delete(table).where(*(table.c[name] == bindparam(f"at_{name}") for name in where)))


ADD_EVENT = _insert(events)
ADVANCE = _update(matches, ["id", "version"], "version", "state", "clocks", "waiting", "ending", "changed")
KEEP_SECRETS = _update(secrets, ["match"], "private")
DROP_DRAFTS = _delete(drafts, "match")
DROP_DRAFT = _delete(drafts, "match", "seat")
KEEP_DRAFT = _insert(drafts)
SAY = _insert(chat)
BE_PRESENT = _update(members, ["match", "visitor"], "process", "offline_since")
BEAT = _update(processes, ["id"], "beat")

ORDER = (ADD_EVENT, ADVANCE, KEEP_SECRETS, DROP_DRAFTS, DROP_DRAFT, KEEP_DRAFT, SAY, BE_PRESENT, BEAT)
"""In which order a transaction carries them out, so that two processes never wait for each other."""


def gathered(jobs: Sequence[Job]) -> list[tuple[Statement, list[Mapping[str, Any]]]]:
    """All writes of some jobs, statement by statement."""
    rows: dict[Statement, list[Mapping[str, Any]]] = {}
    for job in jobs:
        for statement, values in job:
            rows.setdefault(statement, []).append(values)
    return [(statement, rows[statement]) for statement in ORDER if statement in rows]
