"""The writes of a running match, as statements that the writer carries out for many matches at once."""

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
"""The parameter that holds all rows as JSON."""
_given = func.json_each(bindparam(ROWS)).table_valued("value", name="given")


def _of_row(name: str) -> Any:
    """A value of one of the rows."""
    return func.json_extract(_given.c.value, literal_column(f"'$.{name}'"))


@dataclass(frozen=True, eq=False)
class Statement(ABC):
    """A change of a table; rows to be changed are found by values that are called `at_COLUMN`."""

    table: Table

    def for_one(self, dialect: Dialect) -> tuple[str, tuple[str, ...]]:
        """The SQL that changes one row, and the names of its parameters in order."""
        compiled = self._for_one().compile(dialect=dialect)
        return str(compiled), tuple(compiled.positiontup or ())

    def for_all(self, dialect: Dialect) -> str:
        """The SQL that changes all rows of a JSON list, its only parameter, in one go."""
        return str(self._for_all().compile(dialect=dialect))

    @abstractmethod
    def _for_one(self) -> Insert | Update | Delete: ...

    @abstractmethod
    def _for_all(self) -> Insert | Update | Delete: ...


class Adding(Statement):
    """Whole new rows."""

    def _for_one(self) -> Insert:
        return insert(self.table).values({column.name: bindparam(column.name) for column in self.table.columns})

    def _for_all(self) -> Insert:
        names = [column.name for column in self.table.columns]
        return insert(self.table).from_select(names, select(*map(_of_row, names)).select_from(_given))


@dataclass(frozen=True, eq=False)
class Changing(Statement):
    """Other values in some columns."""

    where: tuple[str, ...]
    columns: tuple[str, ...]

    def _for_one(self) -> Update:
        return self._with(bindparam)

    def _for_all(self) -> Update:
        return self._with(_of_row)

    def _with(self, value: Any) -> Update:
        changed = update(self.table).values({name: value(name) for name in self.columns})
        return changed.where(*(self.table.c[name] == value(f"at_{name}") for name in self.where))


@dataclass(frozen=True, eq=False)
class Dropping(Statement):
    """Rows that go."""

    where: tuple[str, ...]

    def _for_one(self) -> Delete:
        return delete(self.table).where(*(self.table.c[name] == bindparam(f"at_{name}") for name in self.where))

    def _for_all(self) -> Delete:
        found = select(*(_of_row(f"at_{name}") for name in self.where)).select_from(_given)
        return delete(self.table).where(tuple_(*(self.table.c[name] for name in self.where)).in_(found))


Write = tuple[Statement, Mapping[str, Any]]
Job = Sequence[Write]
"""What is written together or not at all."""

ADD_EVENT = Adding(events)
ADVANCE = Changing(matches, ("id", "version"), ("version", "state", "clocks", "waiting", "ending", "changed"))
KEEP_SECRETS = Changing(secrets, ("match",), ("private",))
DROP_DRAFTS = Dropping(drafts, ("match",))
DROP_DRAFT = Dropping(drafts, ("match", "seat"))
KEEP_DRAFT = Adding(drafts)
SAY = Adding(chat)
BE_PRESENT = Changing(members, ("match", "visitor"), ("process", "offline_since"))
BEAT = Changing(processes, ("id",), ("beat",))

ORDER = (ADD_EVENT, ADVANCE, KEEP_SECRETS, DROP_DRAFTS, DROP_DRAFT, KEEP_DRAFT, SAY, BE_PRESENT, BEAT)
"""In which order a transaction carries them out, so that two processes never wait for each other."""


def gathered(jobs: Sequence[Job]) -> list[tuple[Statement, list[Mapping[str, Any]]]]:
    """All writes of some jobs, statement by statement."""
    rows: dict[Statement, list[Mapping[str, Any]]] = {}
    for job in jobs:
        for statement, values in job:
            rows.setdefault(statement, []).append(values)
    return [(statement, rows[statement]) for statement in ORDER if statement in rows]
