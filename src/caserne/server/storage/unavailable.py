"""One exception for all the ways in which a database can be away: refused, lost, silent, locked or full."""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as NoFreeConnection


class StorageUnavailable(Exception):
    """The database cannot be reached, or can store nothing now; whether the last change was stored is unknown."""


@contextmanager
def storage_errors() -> Iterator[None]:
    """Turn errors of the connection to the database into StorageUnavailable; leave those of a statement as they are."""
    try:
        yield
    except Exception as error:
        if _is_about_connection(error):
            raise StorageUnavailable(type(error).__name__) from error
        raise


def _is_about_connection(error: Exception) -> bool:
    if isinstance(error, DBAPIError):
        return error.connection_invalidated or isinstance(error, (InterfaceError, OperationalError))
    return isinstance(error, (OSError, NoFreeConnection, sqlite3.OperationalError)) or is_from_asyncpg(error)


def is_from_asyncpg(error: Exception) -> bool:
    """Whether PostgreSQL or its driver raised an error; the driver is loaded only where that is the database."""
    asyncpg = sys.modules.get("asyncpg")
    return asyncpg is not None and isinstance(error, (asyncpg.InterfaceError, asyncpg.PostgresError))
