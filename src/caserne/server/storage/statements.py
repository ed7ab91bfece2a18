"""The statements of running matches, which the writer executes for many matches at once."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import (
    Delete,
    Insert,
    Table,
    Update,
    bindparam,
    delete,
    func,
    insert,
    literal_column,
    select,
    tuple_,
    update,
)
from sqlalchemy.engine import Dialect

from caserne.server.storage.tables import chat, drafts, events, matches, members, processes, secrets

ROWS = "rows"
"""The parameter that contains all rows as a JSON list."""
_rows = func.json_each(bindparam(ROWS)).table_valued("value", name="given")


def _value_in_row(name: str) -> Any:
    """Return the SQL expression of one value of a JSON row."""
    return func.json_extract(_rows.c.value, literal_column(f"'$.{name}'"))


@dataclass(frozen=True, eq=False)
class Statement(ABC):
    """A change of a table; the values named `at_COLUMN` select the rows to change."""

    table: Table

    def for_one(self, dialect: Dialect) -> tuple[str, tuple[str, ...]]:
        """Return the SQL that changes one row, and the names of its parameters in order."""
        compiled = self._for_one().compile(dialect=dialect)
        return str(compiled), tuple(compiled.positiontup or ())

    def for_all(self, dialect: Dialect) -> str:
        """Return the SQL that changes all rows of a JSON list, its only parameter."""
        return str(self._for_all().compile(dialect=dialect))

    @abstractmethod
    def _for_one(self) -> Insert | Update | Delete: ...

    @abstractmethod
    def _for_all(self) -> Insert | Update | Delete: ...


class InsertRows(Statement):
    """Inserts rows with a value for every column."""

    def _for_one(self) -> Insert:
        return insert(self.table).values({column.name: bindparam(column.name) for column in self.table.columns})

    def _for_all(self) -> Insert:
        names = [column.name for column in self.table.columns]
        return insert(self.table).from_select(names, select(*map(_value_in_row, names)).select_from(_rows))


@dataclass(frozen=True, eq=False)
class UpdateRows(Statement):
    """Changes some columns of rows."""

    where: tuple[str, ...]
    columns: tuple[str, ...]

    def _for_one(self) -> Update:
        return self._build(bindparam)

    def _for_all(self) -> Update:
        return self._build(_value_in_row)

    def _build(self, value: Any) -> Update:
        """Build the statement; `value` returns the SQL expression of a named value."""
        statement = update(self.table).values({name: value(name) for name in self.columns})
        return statement.where(*(self.table.c[name] == value(f"at_{name}") for name in self.where))


@dataclass(frozen=True, eq=False)
class DeleteRows(Statement):
    """Deletes rows."""

    where: tuple[str, ...]

    def _for_one(self) -> Delete:
        return delete(self.table).where(*(self.table.c[name] == bindparam(f"at_{name}") for name in self.where))

    def _for_all(self) -> Delete:
        found = select(*(_value_in_row(f"at_{name}") for name in self.where)).select_from(_rows)
        return delete(self.table).where(tuple_(*(self.table.c[name] for name in self.where)).in_(found))


Write = tuple[Statement, Mapping[str, Any]]
Job = Sequence[Write]
"""Writes that succeed or fail together."""

ADD_EVENT = InsertRows(events)
UPDATE_MATCH = UpdateRows(matches, ("id", "version"), ("version", "state", "clocks", "waiting", "ending", "changed"))
UPDATE_SECRETS = UpdateRows(secrets, ("match",), ("private",))
DELETE_DRAFTS = DeleteRows(drafts, ("match",))
DELETE_DRAFT = DeleteRows(drafts, ("match", "seat"))
ADD_DRAFT = InsertRows(drafts)
ADD_CHAT = InsertRows(chat)
UPDATE_PRESENCE = UpdateRows(members, ("match", "visitor"), ("process", "offline_since"))
UPDATE_HEARTBEAT = UpdateRows(processes, ("id",), ("beat", "time"))

ORDER = (
    ADD_EVENT,
    UPDATE_MATCH,
    UPDATE_SECRETS,
    DELETE_DRAFTS,
    DELETE_DRAFT,
    ADD_DRAFT,
    ADD_CHAT,
    UPDATE_PRESENCE,
    UPDATE_HEARTBEAT,
)
"""The order of the statements in a transaction: the same in all processes, to prevent deadlocks."""


def group_by_statement(jobs: Sequence[Job]) -> list[tuple[Statement, list[Mapping[str, Any]]]]:
    """Return all writes of some jobs, grouped by statement, in the order of execution."""
    rows: dict[Statement, list[Mapping[str, Any]]] = {}
    for job in jobs:
        for statement, values in job:
            rows.setdefault(statement, []).append(values)
    return [(statement, rows[statement]) for statement in ORDER if statement in rows]
